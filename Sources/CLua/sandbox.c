// The sandbox of a state of our own: an allow-list of libraries, copied for each generation, with the ways out closed and the
// calls that cannot be stopped bounded. It guards against mistakes, not malice.
#include "bridge.h"

// MARK: Replaced functions. Upvalue 1 is the bridge, 2 the original.

static clua_bridge *upvalue_bridge(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

static int give_all(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

static int call_original(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_callk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, give_all);
  return lua_gettop(L);
}

// Errors of an original that is called from C come without a place: gives them the script's.
static int call_placed(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  if (lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0) == LUA_OK) return lua_gettop(L);
  if (lua_type(L, -1) == LUA_TSTRING && !upvalue_bridge(L)->expired) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int safe_rep(lua_State *L) {
  size_t length, separator = 0;
  luaL_checklstring(L, 1, &length);
  lua_Integer n = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &separator);
  const lua_Integer most = 1 << 26;
  if (n > most || (n > 0 && (lua_Unsigned)n * (lua_Unsigned)(length + separator) > (lua_Unsigned)most)) {
    return luaL_error(L, "string.rep: the result would be longer than 64 MiB");
  }
  return call_original(L);
}

static int limit_range(lua_State *L, int low, int high, const char *name) {
  lua_Integer from = luaL_checkinteger(L, low), to = luaL_checkinteger(L, high);
  if (to > from && (lua_Unsigned)to - (lua_Unsigned)from > 10000000u) {
    return luaL_error(L, "%s: more than 10000000 elements", name);
  }
  return 0;
}

static int safe_move(lua_State *L) {
  limit_range(L, 2, 3, "table.move");
  return call_placed(L);
}

static int safe_concat(lua_State *L) {
  if (!lua_isnoneornil(L, 3) && !lua_isnoneornil(L, 4)) limit_range(L, 3, 4, "table.concat");
  else if (!lua_isnoneornil(L, 4) && luaL_checkinteger(L, 4) > 10000000) {
    return luaL_error(L, "table.concat: more than 10000000 elements");
  }
  return call_placed(L);
}

static int safe_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_type(L, 2) == LUA_TNIL || lua_type(L, 2) == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  if (lua_type(L, 2) == LUA_TTABLE) {
    lua_pushstring(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "setmetatable: __gc is not available to scripts");
    lua_pop(L, 1);
  }
  return call_original(L);
}

// A handler that an error inside a hook would run has hooks off and could not be stopped.
static int safe_handler(lua_State *L) {
  if (upvalue_bridge(L)->expired) {
    lua_settop(L, 1);
    return 1;
  }
  return call_original(L);
}

static int safe_xpcall(lua_State *L) {
  luaL_checkany(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, safe_handler, 2);
  lua_replace(L, 2);
  return call_original(L);
}

static void mark_killed(clua_bridge *b, lua_State *L, lua_State *co) {
  luaL_checkstack(L, 5, NULL);
  push_root(b, L, ROOT_KILLED);
  lua_pushthread(co);
  lua_xmove(co, L, 1);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

// Resumes `co` with the top `count` values; results on L, count returned; -1: the error object is on top of L.
static int resume_inner(clua_bridge *b, lua_State *L, lua_State *co, int count) {
  if (!lua_checkstack(co, count + 4)) {
    lua_pushstring(L, "too many arguments to resume");
    return -1;
  }
  if (lua_status(co) == LUA_OK && lua_gettop(co) == 0) {
    lua_pushstring(L, "cannot resume dead coroutine");
    return -1;
  }
  push_root(b, L, ROOT_TASKS);
  lua_pushthread(co);
  lua_xmove(co, L, 1);
  lua_rawget(L, -2);
  bool task = !lua_isnil(L, -1);
  lua_pop(L, 2);
  if (task) {
    lua_pushstring(L, "a task cannot be resumed by a script");
    return -1;
  }
  lua_xmove(L, co, count);
  lua_State *before = b->running;
  limit_start(b, co);
  int results;
  int status = lua_resume(co, L, count, &results);
  limit_start(b, before);
  if (b->expired) {
    mark_killed(b, L, co);
    lua_pushstring(L, b->stopped);
    return -2;
  }
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(co, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushstring(L, "too many results to resume");
    return -1;
  }
  lua_xmove(co, L, results);
  return results;
}

static int safe_resume(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  int results = resume_inner(upvalue_bridge(L), L, co, lua_gettop(L) - 1);
  if (results == -2) return lua_error(L);
  lua_pushboolean(L, results >= 0);
  int count = results < 0 ? 1 : results;
  lua_insert(L, -(count + 1));
  return count + 1;
}

static int close_inner(clua_bridge *b, lua_State *co) {
  lua_State *before = b->running;
  limit_start(b, co);
  int status = lua_resetthread(co);
  limit_start(b, before);
  return status;
}

static int call_wrapped(lua_State *L) {
  clua_bridge *b = upvalue_bridge(L);
  lua_State *co = lua_tothread(L, lua_upvalueindex(2));
  int results = resume_inner(b, L, co, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(co);
  if (results == -1 && status != LUA_OK && status != LUA_YIELD) {
    if (close_inner(b, co) != LUA_OK) lua_xmove(co, L, 1);
  }
  if (results == -1 && lua_type(L, -1) == LUA_TSTRING) {
    // Once is enough where the error and the call stand in the same line.
    luaL_where(L, 1);
    size_t length;
    const char *place = lua_tolstring(L, -1, &length);
    if (!strncmp(lua_tolstring(L, -2, NULL), place, length)) {
      lua_pop(L, 1);
    } else {
      lua_insert(L, -2);
      lua_concat(L, 2);
    }
  }
  return lua_error(L);
}

static int safe_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 2);
  return 1;
}

static int safe_close(lua_State *L) {
  clua_bridge *b = upvalue_bridge(L);
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  push_root(b, L, ROOT_KILLED);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) != LUA_TNIL) {
    lua_pushboolean(L, 0);
    lua_pushstring(L, "the coroutine was stopped by the time limit");
    return 2;
  }
  push_root(b, L, ROOT_TASKS);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) != LUA_TNIL) return luaL_error(L, "coroutine.close: a task cannot be closed by a script");
  int status = lua_status(co);
  lua_Debug at;
  bool running = co == L || (status == LUA_OK && lua_getstack(co, 0, &at));
  if (running) return luaL_error(L, "cannot close a running coroutine");
  if (close_inner(b, co) == LUA_OK) return lua_pushboolean(L, 1), 1;
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

// Upvalue 3: the environment.
static int safe_load(lua_State *L) {
  bool has_environment = !lua_isnone(L, 4);
  luaL_checkany(L, 1);
  lua_settop(L, 4);
  lua_pushstring(L, "t");
  lua_replace(L, 3);
  if (!has_environment) {
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_replace(L, 4);
  }
  if (lua_type(L, 1) == LUA_TSTRING && lua_isnil(L, 2)) {
    lua_pushvalue(L, 1);
    lua_replace(L, 2);
  } else if (lua_isnil(L, 2)) {
    lua_pushstring(L, "=(load)");
    lua_replace(L, 2);
  }
  return call_original(L);
}

static int host_print(lua_State *L) {
  clua_bridge *b = upvalue_bridge(L);
  int count = lua_gettop(L);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&text, '\t');
    luaL_tolstring(L, i, NULL);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  size_t length;
  const char *bytes = lua_tolstring(L, -1, &length);
  if (!b->closed) b->host.print(b->host_context, bytes, length);
  return 0;
}

// MARK: require. Upvalues: bridge, environment's number, environment, loaded modules.

static int finish_require(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lua_pushboolean(L, 1);
    lua_replace(L, 2);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_rawset(L, lua_upvalueindex(4));
  return 1;
}

static int pending;  // its address marks a module that is being loaded

static int host_require(lua_State *L) {
  clua_bridge *b = upvalue_bridge(L);
  size_t length;
  if (lua_type(L, 1) != LUA_TSTRING) return luaL_error(L, "require: expected a name, got %s", luaL_typename(L, 1));
  const char *name = lua_tolstring(L, 1, &length);
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_rawget(L, lua_upvalueindex(4));
  bool loading = lua_touserdata(L, 2) == &pending;
  if (!lua_isnil(L, 2) && !loading) return 1;
  if (loading) {
    // A load that failed inside pcall leaves its mark: clear it, and complain once.
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    lua_rawset(L, lua_upvalueindex(4));
    return luaL_error(L, "require: \"%s\" is being loaded already (a loop), or failed before", name);
  }
  if (b->closed) return luaL_error(L, "segue has been closed");
  int32_t mark = clua_mark(b);
  lua_State *outer = b->L;
  b->L = L;
  b->depth++;
  int32_t status = b->host.read(b->host_context, lua_tointeger(L, lua_upvalueindex(2)), name, length);
  b->depth--;
  b->L = outer;
  if (status != CLUA_DONE) return deliver(L, b, mark, status);
  clua_value text = clua_at(b, mark), chunk = clua_at(b, mark + 1);
  lua_settop(L, 1);
  int outcome = b->pile_failed || chunk.kind != CLUA_STRING ? LUA_ERRMEM
                                                            : luaL_loadbufferx(L, text.string, text.length, chunk.string, "t");
  bool pushed = lua_gettop(L) > 1;
  clua_reset(b, mark);
  if (!pushed) return luaL_error(L, "not enough memory");
  if (outcome != LUA_OK) return lua_error(L);
  lua_pushvalue(L, lua_upvalueindex(3));
  if (!lua_setupvalue(L, 2, 1)) lua_pop(L, 1);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, &pending);
  lua_rawset(L, lua_upvalueindex(4));
  lua_pushvalue(L, 1);
  lua_callk(L, 1, 1, 0, finish_require);
  return finish_require(L, LUA_OK, 0);
}

// MARK: Environments

static const char *const plain_globals[] = {"assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal",
                                            "rawget",
                                            "rawlen", "rawset", "select", "tonumber", "tostring", "type", "_VERSION", NULL};
static const char *const coroutine_names[] = {"create", "isyieldable", "running", "status", "yield", NULL};
static const char *const os_names[] = {"clock", "date", "difftime", "time", NULL};

static void copy_names(lua_State *L, int from, int to, const char *const *names) {
  for (; *names; names++) {
    lua_getfield(L, from, *names);
    lua_setfield(L, to, *names);
  }
}

// A shallow copy of the table at `from`, on top.
static void push_copy(lua_State *L, int from) {
  lua_createtable(L, 0, 16);
  lua_pushnil(L);
  while (lua_next(L, from)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
}

static void set_wrapped(lua_State *L, clua_bridge *b, int table, const char *name, lua_CFunction f) {
  lua_pushlightuserdata(L, b);
  lua_getfield(L, table, name);
  lua_pushcclosure(L, f, 2);
  lua_setfield(L, table, name);
}

typedef struct preparation {
  clua_bridge *b;
  int64_t environment;
  uint32_t module;
  const char *const *globals;
} preparation;

static int prepare(lua_State *L) {
  clua_bridge *b = ((preparation *)lua_touserdata(L, 1))->b;
  static const struct {
    const char *name;
    lua_CFunction open;
  } libraries[] = {{"_G", luaopen_base},      {"coroutine", luaopen_coroutine}, {"table", luaopen_table},
                   {"string", luaopen_string},
                   {"math", luaopen_math}, {"utf8", luaopen_utf8},           {"os", luaopen_os}};
  lua_createtable(L, 0, 32);
  int list = lua_gettop(L);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].open, 0);
    int library = lua_gettop(L);
    if (i == 0) {
      copy_names(L, library, list, plain_globals);
      lua_getfield(L, library, "load");
      lua_setfield(L, list, "load");
      lua_getfield(L, library, "setmetatable");
      lua_setfield(L, list, "setmetatable");
      lua_getfield(L, library, "xpcall");
      lua_setfield(L, list, "xpcall");
      set_wrapped(L, b, list, "setmetatable", safe_setmetatable);
      set_wrapped(L, b, list, "xpcall", safe_xpcall);
    } else {
      if (i == 1 || i == 6) {
        lua_createtable(L, 0, 8);
        copy_names(L, library, lua_gettop(L), i == 1 ? coroutine_names : os_names);
      } else {
        lua_pushvalue(L, library);
      }
      int copy = lua_gettop(L);
      if (i == 1) {
        set_wrapped(L, b, copy, "resume", safe_resume);
        set_wrapped(L, b, copy, "wrap", safe_wrap);
        set_wrapped(L, b, copy, "close", safe_close);
      } else if (i == 2) {
        set_wrapped(L, b, copy, "move", safe_move);
        set_wrapped(L, b, copy, "concat", safe_concat);
      } else if (i == 3) {
        lua_pushnil(L);
        lua_setfield(L, copy, "dump");
        set_wrapped(L, b, copy, "rep", safe_rep);
        // Methods of strings come from a table that no script can reach.
        lua_pushstring(L, "");
        lua_getmetatable(L, -1);
        push_copy(L, copy);
        lua_setfield(L, -2, "__index");
        lua_pushstring(L, "string");
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 2);
      }
      lua_setfield(L, list, libraries[i].name);
    }
    lua_settop(L, list);
  }
  lua_pushvalue(L, list);
  set_root(b, L, ROOT_SANDBOX);
  return 0;
}

int32_t clua_host_prepare(clua_bridge *b, const clua_host_calls *calls, void *context) {
  b->host = *calls;
  b->host_context = context;
  preparation x = {.b = b};
  return protect(b->L, prepare, &x) ? CLUA_DONE : CLUA_NO_MEMORY;
}

static int new_environment(lua_State *L) {
  preparation *x = lua_touserdata(L, 1);
  clua_bridge *b = x->b;
  push_root(b, L, ROOT_SANDBOX);
  int list = lua_gettop(L);
  lua_createtable(L, 0, 40);
  int environment = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, list)) {
    if (lua_type(L, -1) == LUA_TTABLE) {
      push_copy(L, lua_gettop(L));
      lua_remove(L, -2);
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, environment);
  }
  lua_pushvalue(L, environment);
  lua_setfield(L, environment, "_G");
  lua_pushlightuserdata(L, b);
  lua_getfield(L, environment, "load");
  lua_pushvalue(L, environment);
  lua_pushcclosure(L, safe_load, 3);
  lua_setfield(L, environment, "load");
  lua_pushlightuserdata(L, b);
  lua_pushcclosure(L, host_print, 1);
  lua_setfield(L, environment, "print");

  lua_createtable(L, 0, 8);  // loaded modules
  if (x->module) {
    push_root(b, L, ROOT_METATABLE + (int)x->module);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, b->classes[x->module]->name);
    const clua_class *class = b->classes[x->module];
    for (const char *const *name = x->globals; name && *name; name++) {
      for (int32_t i = 0; i < class->method_count; i++) {
        if (strcmp(class->methods[i].name, *name)) continue;
        lua_getfield(L, -1, *name);
        lua_setfield(L, environment, *name);
      }
    }
    lua_pop(L, 1);
  }
  int loaded = lua_gettop(L);
  lua_pushlightuserdata(L, b);
  lua_pushinteger(L, x->environment);
  lua_pushvalue(L, environment);
  lua_pushvalue(L, loaded);
  lua_pushcclosure(L, host_require, 4);
  lua_setfield(L, environment, "require");

  push_root(b, L, ROOT_VALUES);
  lua_pushvalue(L, environment);
  lua_rawseti(L, -2, x->environment);
  return 0;
}

int32_t clua_new_environment(clua_bridge *b, int64_t environment, uint32_t module, const char *const *globals) {
  preparation x = {b, environment, module < MAX_CLASS && b->classes[module] ? module : 0, globals};
  return protect(b->L, new_environment, &x) ? CLUA_DONE : CLUA_NO_MEMORY;
}

typedef struct loading {
  clua_bridge *b;
  int64_t environment, slot;
  const char *text, *name;
  size_t length;
  bool failed;
} loading;

static int load_chunk(lua_State *L) {
  loading *x = lua_touserdata(L, 1);
  x->failed = luaL_loadbufferx(L, x->text, x->length, x->name, "t") != LUA_OK;
  if (x->failed) {
    size_t length;
    const char *message = luaL_tolstring(L, -1, &length);
    give_text(x->b, message, length);
    return 0;
  }
  push_root(x->b, L, ROOT_VALUES);
  lua_rawgeti(L, -1, x->environment);
  if (!lua_setupvalue(L, -3, 1)) lua_pop(L, 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, x->slot);
  return 0;
}

int32_t clua_load(clua_bridge *b, int64_t environment, int64_t slot, const char *text, size_t length, const char *name,
                  int32_t mark) {
  clua_reset(b, mark);
  loading x = {b, environment, slot, text, name, length, false};
  if (!protect(b->L, load_chunk, &x)) {
    clua_reset(b, mark);
    give_text(b, "not enough memory", 17);
    return CLUA_FAILED;
  }
  return x.failed ? CLUA_FAILED : CLUA_DONE;
}
