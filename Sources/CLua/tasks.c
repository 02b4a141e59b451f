// Tasks: every piece of script that the engine calls runs in a coroutine of its own, taken from a pool, so that it may wait.
#include "bridge.h"

enum { MAX_POOL = 64 };

static bool find_task(clua_bridge *b, int64_t task, lua_State **thread) {
  lua_State *L = b->L;
  if (b->closed || !lua_checkstack(L, 10)) return false;
  push_root(b, L, ROOT_TASKS);
  lua_rawgeti(L, -1, task);
  *thread = lua_tothread(L, -1);
  lua_settop(L, -3);
  return *thread != NULL;
}

typedef struct start {
  clua_bridge *b;
  int64_t task, slot;
  uint32_t owner_class;
  uint64_t owner;
  int32_t mark;
  lua_State *thread;
  int arguments;
  bool missing;
} start;

static void push_pile(clua_bridge *b, lua_State *L, int32_t mark) {
  if (b->pile_failed) luaL_error(L, "not enough memory");
  for (int32_t place = mark; place < b->pile_count;) push_value(b, L, &place);
}

static int prepare_task(lua_State *L) {
  start *x = lua_touserdata(L, 1);
  clua_bridge *b = x->b;
  x->missing = true;
  if (!find_values(b, L, x->owner_class, x->owner)) return 0;
  lua_rawgeti(L, -1, x->slot);
  if (lua_isnil(L, -1)) return 0;
  x->missing = false;
  lua_replace(L, 1);
  lua_settop(L, 1);
  push_pile(b, L, x->mark);
  x->arguments = lua_gettop(L) - 1;
  push_root(b, L, ROOT_POOL);
  lua_Integer resting = (lua_Integer)lua_rawlen(L, -1);
  if (resting > 0) {
    lua_rawgeti(L, -1, resting);
    lua_pushnil(L);
    lua_rawseti(L, -3, resting);
  } else {
    lua_newthread(L);
  }
  lua_State *thread = lua_tothread(L, -1);
  if (!lua_checkstack(thread, x->arguments + 10)) return luaL_error(L, "not enough memory");
  push_root(b, L, ROOT_TASKS);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, x->task);
  lua_pushvalue(L, -2);
  lua_pushinteger(L, x->task);
  lua_rawset(L, -3);
  lua_settop(L, x->arguments + 1);
  lua_xmove(L, thread, x->arguments + 1);
  x->thread = thread;
  return 0;
}

typedef struct thread_place {
  clua_bridge *b;
  lua_State *thread;
} thread_place;

static int rest_thread(lua_State *L) {
  thread_place *x = lua_touserdata(L, 1);
  lua_pushthread(x->thread);
  lua_xmove(x->thread, L, 1);
  push_root(x->b, L, ROOT_POOL);
  lua_Integer resting = (lua_Integer)lua_rawlen(L, -1);
  if (resting >= MAX_POOL) return 0;
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, resting + 1);
  return 0;
}

// Forgets the task. Its thread may be used again if it came to its end by itself. The thread must not be used afterwards.
static void end_task(clua_bridge *b, lua_State *L, int64_t task, lua_State *thread, bool reusable) {
  if (lua_gethook(thread)) lua_sethook(thread, NULL, 0, 0);
  if (reusable && lua_checkstack(thread, 2)) protect(L, rest_thread, &(thread_place){b, thread});
  if (!lua_checkstack(L, 10)) return;
  push_root(b, L, ROOT_TASKS);
  lua_rawgeti(L, -1, task);
  if (lua_isnil(L, -1)) {
    lua_settop(L, -3);
    return;
  }
  lua_pushnil(L);
  lua_rawset(L, -3);  // thread → id; setting nil needs no memory
  lua_pushnil(L);
  lua_rawseti(L, -2, task);
  lua_settop(L, -2);
}

// MARK: Errors

enum { LONGEST_MESSAGE = 4000 };  // bytes

typedef struct report {
  clua_bridge *b;
  lua_State *thread;
  int32_t mark;
} report;

static int where_stopped(lua_State *thread, char *out, size_t size) {
  lua_Debug at;
  out[0] = 0;
  for (int level = 0; lua_getstack(thread, level, &at); level++) {
    if (!lua_getinfo(thread, "Sl", &at) || at.currentline <= 0) continue;
    return snprintf(out, size, "%s:%d: ", at.short_src, at.currentline);
  }
  return 0;
}

// The innermost levels of a thread, as luaL_traceback writes them. Under a runaway recursion that one looks for the other end,
// which takes seconds.
static void push_traceback(lua_State *L, lua_State *thread) {
  enum { most = 200, shown = 12 };
  lua_Debug at;
  if (!lua_getstack(thread, most, &at)) {
    luaL_traceback(L, thread, NULL, 0);
    return;
  }
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "stack traceback:");
  for (int level = 0; level < shown && lua_getstack(thread, level, &at) && lua_getinfo(thread, "Sln", &at); level++) {
    char line[200];
    int n = snprintf(line, sizeof line, "\n\t%s:", at.short_src);
    if (at.currentline > 0) n += snprintf(line + n, sizeof line - (size_t)n, "%d:", at.currentline);
    if (at.name) snprintf(line + n, sizeof line - (size_t)n, " in %s '%.60s'", at.namewhat, at.name);
    else snprintf(line + n, sizeof line - (size_t)n, " in a function");
    luaL_addstring(&text, line);
  }
  luaL_addstring(&text, "\n\t...\t(more than 200 levels)");
  luaL_pushresult(&text);
}

// The error object lies on top of the thread's stack.
static int tell_error(lua_State *L) {
  report *x = lua_touserdata(L, 1);
  clua_bridge *b = x->b;
  lua_pushvalue(x->thread, -1);
  lua_xmove(x->thread, L, 1);
  if (lua_type(L, 2) != LUA_TSTRING && lua_type(L, 2) != LUA_TNUMBER) {
    if (luaL_getmetafield(L, 2, "__tostring") != LUA_TNIL) {
      lua_pop(L, 1);
      luaL_tolstring(L, 2, NULL);
    } else {
      char place[120];
      where_stopped(x->thread, place, sizeof place);
      lua_pushfstring(L, "%s(error object is a %s value)", place, luaL_typename(L, 2));
    }
    lua_replace(L, 2);
  } else if (lua_type(L, 2) == LUA_TSTRING && !strcmp(lua_tolstring(L, 2, NULL), "not enough memory")) {
    char place[120];
    where_stopped(x->thread, place, sizeof place);
    lua_pushfstring(L, "%snot enough memory", place);
    lua_replace(L, 2);
  }
  push_traceback(L, x->thread);
  size_t length, trace_length;
  const char *message = lua_tolstring(L, 2, &length), *trace = lua_tolstring(L, 3, &trace_length);
  // A message that is somebody's data is cut, at the start of a character.
  if (length > LONGEST_MESSAGE) {
    length = LONGEST_MESSAGE;
    while (length > 0 && ((unsigned char)message[length] & 0xC0) == 0x80) length--;
  }
  give_text(b, message, length);
  give_text(b, trace, trace_length);
  return 0;
}

static void report_error(clua_bridge *b, lua_State *L, lua_State *thread, int32_t mark) {
  clua_reset(b, mark);
  report x = {b, thread, mark};
  lua_State *before = b->running;
  limit_start(b, L);
  bool told = lua_checkstack(thread, 2) && protect(L, tell_error, &x);
  b->running = before;
  if (told && !b->pile_failed) return;
  clua_reset(b, mark);
  if (lua_gettop(thread) > 0 && lua_type(thread, -1) == LUA_TSTRING) {
    size_t length;
    const char *text = lua_tolstring(thread, -1, &length);
    char placed[160];
    if (!strcmp(text, "not enough memory")) {
      length = (size_t)where_stopped(thread, placed, 120);
      length += (size_t)snprintf(placed + length, sizeof placed - length, "not enough memory");
      text = placed;
    }
    give_text(b, text, length);
  } else {
    give_text(b, "an error whose text could not be made", 37);
  }
  give_text(b, "", 0);
}

// A message of our own about a task that stands still.
static int tell_stop(lua_State *L) {
  report *x = lua_touserdata(L, 1);
  push_traceback(L, x->thread);
  size_t length;
  const char *trace = lua_tolstring(L, -1, &length);
  give_text(x->b, trace, length);
  return 0;
}

static void report_stop(clua_bridge *b, lua_State *L, lua_State *thread, int32_t mark, const char *text) {
  clua_reset(b, mark);
  give_text(b, text, strlen(text));
  report x = {b, thread, mark};
  if (!protect(L, tell_stop, &x)) give_text(b, "", 0);
}

// MARK: Running

// Runs the closing handlers of a thread that ended badly or is to end. An error of theirs is not reported twice.
static int reset_thread(clua_bridge *b, lua_State *L, lua_State *thread) {
  (void)L;
  lua_State *before = b->running;
  limit_start(b, thread);
  b->task_depth++;
  int status = lua_resetthread(thread);
  b->task_depth--;
  b->running = before;
  return status;
}

static int32_t run_task(clua_bridge *b, lua_State *L, int64_t task, lua_State *thread, int arguments, int32_t mark) {
  clua_reset(b, mark);
  if (b->task_depth == 0 && b->expired) limit_renew(b);
  lua_State *before = b->running;
  limit_start(b, thread);
  b->task_depth++;
  b->waiting = false;
  int results;
  int status = lua_resume(thread, L, arguments, &results);
  bool waiting = b->waiting, expired = b->expired;
  b->waiting = false;
  b->task_depth--;
  b->running = before;

  if (status == LUA_YIELD && waiting) return CLUA_WAITING;
  if (status == LUA_OK) {
    int32_t outcome = CLUA_DONE;
    if (lua_checkstack(thread, 4)) {
      for (int i = lua_gettop(thread) - results + 1; i <= lua_gettop(thread); i++) take_value(b, thread, i);
    }
    if (b->pile_failed) {
      clua_reset(b, mark);
      give_text(b, "not enough memory", 17);
      give_text(b, "", 0);
      outcome = CLUA_FAILED;
    }
    lua_settop(thread, 0);
    end_task(b, L, task, thread, true);
    return outcome;
  }
  if (status == LUA_YIELD) {
    char text[512], place[200];
    where_stopped(thread, place, sizeof place);
    if (expired) {
      snprintf(text, sizeof text, "%s", b->stopped);
    } else {
      snprintf(text, sizeof text, "%scoroutine.yield cannot leave a task: wait with sleep or await", place);
    }
    report_stop(b, L, thread, mark, text);
  } else {
    report_error(b, L, thread, mark);
  }
  if (b->task_depth == 0 && b->expired) limit_renew(b);
  // After a raise inside a hook the thread's hooks stay off, and a closing handler could not be stopped any more: leave it.
  if (!(expired && status != LUA_YIELD)) {
    reset_thread(b, L, thread);
    if (b->task_depth == 0 && b->expired) limit_renew(b);
  }
  end_task(b, L, task, thread, false);
  return CLUA_FAILED;
}

int32_t clua_start(clua_bridge *b, int64_t task, uint32_t owner_class, uint64_t owner, int64_t slot, int32_t mark) {
  if (b->closed) return CLUA_MISSING;
  lua_State *L = b->L;
  start x = {.b = b, .task = task, .slot = slot, .owner_class = owner_class, .owner = owner, .mark = mark};
  if (!protect(L, prepare_task, &x)) {
    lua_State *thread;
    if (find_task(b, task, &thread)) end_task(b, L, task, thread, false);
    clua_reset(b, mark);
    give_text(b, "not enough memory", 17);
    give_text(b, "", 0);
    return CLUA_FAILED;
  }
  if (x.missing) {
    clua_reset(b, mark);
    return CLUA_MISSING;
  }
  return run_task(b, L, task, x.thread, x.arguments, mark);
}

typedef struct handing {
  clua_bridge *b;
  int32_t mark;
  lua_State *thread;
  int count;
} handing;

static int hand_over(lua_State *L) {
  handing *x = lua_touserdata(L, 1);
  push_pile(x->b, L, x->mark);
  x->count = lua_gettop(L) - 1;
  if (!lua_checkstack(x->thread, x->count + 10)) return luaL_error(L, "not enough memory");
  lua_xmove(L, x->thread, x->count);
  return 0;
}

int32_t clua_resume(clua_bridge *b, int64_t task, int32_t mark) {
  lua_State *thread;
  if (!find_task(b, task, &thread) || lua_status(thread) != LUA_YIELD) {
    clua_reset(b, mark);
    return CLUA_MISSING;
  }
  handing x = {b, mark, thread, 0};
  // Without memory for the results of a wait the task goes on with none rather than never.
  if (!protect(b->L, hand_over, &x)) x.count = 0;
  return run_task(b, b->L, task, thread, x.count, mark);
}

int32_t clua_cancel(clua_bridge *b, int64_t task, int32_t mark) {
  lua_State *thread;
  clua_reset(b, mark);
  if (!find_task(b, task, &thread)) return CLUA_MISSING;
  if (lua_status(thread) != LUA_YIELD) return CLUA_RUNNING;
  if (b->task_depth == 0 && b->expired) limit_renew(b);
  int32_t outcome = CLUA_DONE;
  if (reset_thread(b, b->L, thread) != LUA_OK) {
    report_error(b, b->L, thread, mark);
    outcome = CLUA_FAILED;
  }
  end_task(b, b->L, task, thread, false);
  return outcome;
}

int64_t clua_running_task(clua_bridge *b) {
  lua_State *L = b->L;
  if (!lua_checkstack(L, 6)) return -1;
  push_root(b, L, ROOT_TASKS);
  int main = lua_pushthread(L);
  lua_rawget(L, -2);
  int64_t task = lua_isinteger(L, -1) ? lua_tointegerx(L, -1, NULL) : main ? 0 : -1;
  lua_settop(L, -3);
  return task;
}

int32_t clua_can_yield(clua_bridge *b) { return lua_isyieldable(b->L); }
