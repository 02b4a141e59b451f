// One binding in one lua_State: opening, classes, the trampolines between scripts and Swift, and the pile on which values
// travel.
#include "bridge.h"

void push_root(clua_bridge *b, lua_State *L, int place) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &b->roots[place]);
}

void set_root(clua_bridge *b, lua_State *L, int place) { lua_rawsetp(L, LUA_REGISTRYINDEX, &b->roots[place]); }

void push_option_name(clua_bridge *b, lua_State *L, const clua_spec *spec, int32_t place) {
  push_root(b, L, ROOT_NAMES);
  lua_rawgetp(L, -1, spec);
  lua_rawgeti(L, -1, place + 1);
  lua_copy(L, -1, -3);
  lua_settop(L, -3);
}

bool protect(lua_State *L, lua_CFunction f, void *argument) {
  if (!lua_checkstack(L, 40)) return false;
  int top = lua_gettop(L);
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, argument);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK) return true;
  lua_settop(L, top);
  return false;
}

// MARK: The pile

int32_t clua_mark(const clua_bridge *b) { return b->pile_count; }
int32_t clua_count(const clua_bridge *b) { return b->pile_count; }

void clua_reset(clua_bridge *b, int32_t mark) {
  b->pile_failed = false;
  for (int32_t i = mark; i < b->pile_count; i++) {
    if (b->pile[i].kind == CLUA_STRING) {
      b->byte_count = b->pile[i].bits;
      break;
    }
  }
  if (mark < b->pile_count) b->pile_count = mark;
}

static bool grow(void **base, size_t *capacity, size_t needed, size_t size) {
  if (needed <= *capacity) return true;
  size_t larger = *capacity ? *capacity * 2 : 64;
  while (larger < needed) larger *= 2;
  void *moved = realloc(*base, larger * size);
  if (!moved) return false;
  *base = moved;
  *capacity = larger;
  return true;
}

void clua_give(clua_bridge *b, const clua_value *value) {
  size_t capacity = (size_t)b->pile_capacity;
  if (!grow((void **)&b->pile, &capacity, (size_t)b->pile_count + 1, sizeof *b->pile)) {
    b->pile_failed = true;
    return;
  }
  b->pile_capacity = (int32_t)capacity;
  clua_value copy = *value;
  if (copy.kind == CLUA_STRING) {
    if (!grow((void **)&b->bytes, &b->byte_capacity, b->byte_count + copy.length + 1, 1)) {
      b->pile_failed = true;
      return;
    }
    copy.bits = b->byte_count;
    if (copy.length) memcpy(b->bytes + b->byte_count, copy.string, copy.length);
    b->bytes[b->byte_count + copy.length] = 0;
    b->byte_count += copy.length + 1;
    copy.string = NULL;
  }
  b->pile[b->pile_count++] = copy;
}

clua_value clua_at(const clua_bridge *b, int32_t place) {
  if (place < 0 || place >= b->pile_count) return (clua_value){.kind = CLUA_NIL};
  clua_value value = b->pile[place];
  if (value.kind == CLUA_STRING) value.string = b->bytes + value.bits;
  return value;
}

void give_text(clua_bridge *b, const char *text, size_t length) {
  clua_give(b, &(clua_value){.kind = CLUA_STRING, .string = text, .length = length});
}

void clua_fail(clua_bridge *b, const char *message, size_t length, int32_t placed) {
  clua_give(b, &(clua_value){.kind = CLUA_STRING, .string = message, .length = length, .mask = (uint32_t)placed});
}

// A method that knows whose it is: upvalues are the object and the method.
static int call_bound(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_rotate(L, 1, 2);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

void push_value(clua_bridge *b, lua_State *L, int32_t *place) {
  clua_value value = clua_at(b, (*place)++);
  luaL_checkstack(L, 8, "too many nested values");
  switch (value.kind) {
    case CLUA_BOOLEAN: lua_pushboolean(L, value.bits != 0); break;
    case CLUA_INTEGER: lua_pushinteger(L, (lua_Integer)value.bits); break;
    case CLUA_NUMBER: lua_pushnumber(L, value.numbers[0]); break;
    case CLUA_STRING: lua_pushlstring(L, value.string, value.length); break;
    case CLUA_OBJECT: push_object(b, L, value.class_id, value.bits); break;
    case CLUA_NUMBERS: {
      const char *const *names = value.spec;
      lua_createtable(L, 0, value.count);
      for (int32_t i = 0; i < value.count && names[i]; i++) {
        lua_pushnumber(L, value.numbers[i]);
        lua_setfield(L, -2, names[i]);
      }
      break;
    }
    case CLUA_LIST:
      lua_createtable(L, value.count, 0);
      for (int32_t i = 1; i <= value.count; i++) {
        push_value(b, L, place);
        lua_rawseti(L, -2, i);
      }
      break;
    case CLUA_TABLE:
      lua_createtable(L, 0, value.count);
      for (int32_t i = 0; i < value.count; i++) {
        push_value(b, L, place);
        if (lua_isnil(L, -1)) lua_pop(L, 1), lua_pushboolean(L, 0);
        push_value(b, L, place);
        lua_rawset(L, -3);
      }
      break;
    case CLUA_FUNCTION: // a stored value: class_id and bits its owner, mask << 32 | first its slot; or, with a string, a method
      if (value.string) {
        push_object(b, L, value.class_id, value.bits);
        lua_getfield(L, -1, value.string);
        lua_pushcclosure(L, call_bound, 2);
      } else if (find_values(b, L, value.class_id, value.bits)) {
        lua_rawgeti(L, -1, (lua_Integer)value.mask << 32 | (uint32_t)value.first);
        lua_remove(L, -2);
      } else {
        lua_pushnil(L);
      }
      break;
    default: lua_pushnil(L);
  }
}

// MARK: From Swift back to the script

static int find_place(lua_State *L) {
  char *out = lua_touserdata(L, 1);
  lua_Debug info;
  // 0 is this function, 1 the method that the script called, 2 the script.
  for (int level = 1; level < 8 && lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Sl", &info);
    if (info.currentline <= 0) continue;
    snprintf(out, 128, "%s:%d", info.short_src, info.currentline);
    return 0;
  }
  return 0;
}

void clua_where(clua_bridge *b) {
  char place[128] = "";
  if (b->closed || !lua_checkstack(b->L, 8)) return give_text(b, "", 0);
  protect(b->L, find_place, place);
  give_text(b, place, strlen(place));
}

typedef struct delivery {
  clua_bridge *b;
  int32_t mark;
  bool failed;
} delivery;

static int push_delivery(lua_State *L) {
  delivery *x = lua_touserdata(L, 1);
  lua_settop(L, 0);
  if (x->b->pile_failed) return luaL_error(L, "not enough memory");
  int32_t place = x->mark;
  if (x->failed) {
    push_value(x->b, L, &place);
    return 1;
  }
  while (place < x->b->pile_count) push_value(x->b, L, &place);
  return lua_gettop(L);
}

int raise_text(lua_State *L, const char *text) {
  luaL_where(L, 1);
  lua_pushstring(L, text);
  lua_concat(L, 2);
  return lua_error(L);
}

static int after_wait(lua_State *L, int status, lua_KContext base) {
  (void)status;
  return lua_gettop(L) - (int)base;
}

// Results or error of a Swift call that has returned. Only here, with no Swift frame left, may a raise happen.
int deliver(lua_State *L, clua_bridge *b, int32_t mark, int32_t status) {
  if (status == CLUA_WAITING) {
    clua_reset(b, mark);
    if (!lua_isyieldable(L)) return luaL_error(L, "this call cannot wait here");
    b->waiting = true;
    return lua_yieldk(L, 0, lua_gettop(L), after_wait);
  }
  int32_t count = b->pile_count - mark;
  if (status == CLUA_DONE && !b->pile_failed) {
    if (count == 0) return 0;
    clua_value value = b->pile[mark];
    if (count == 1 && value.kind <= CLUA_NUMBER) {
      clua_reset(b, mark);
      if (value.kind == CLUA_NIL) lua_pushnil(L);
      else if (value.kind == CLUA_BOOLEAN) lua_pushboolean(L, value.bits != 0);
      else if (value.kind == CLUA_INTEGER) lua_pushinteger(L, (lua_Integer)value.bits);
      else lua_pushnumber(L, value.numbers[0]);
      return 1;
    }
    if (count == 1 && value.kind == CLUA_OBJECT) {
      // Mostly it was adopted last, and lies on top.
      object *o = to_object(b, L, -1);
      if ((o && o->class_id == value.class_id && o->bits == value.bits) || find_object(b, L, value.class_id, value.bits)) {
        clua_reset(b, mark);
        return 1;
      }
    }
  }
  bool placed = count > 0 && b->pile[mark].mask;
  delivery x = {b, mark, status != CLUA_DONE};
  int base = lua_gettop(L);
  int outcome = LUA_ERRMEM;
  if (lua_checkstack(L, 20)) {
    lua_pushcfunction(L, push_delivery);
    lua_pushlightuserdata(L, &x);
    outcome = lua_pcall(L, 1, LUA_MULTRET, 0);
  }
  clua_reset(b, mark);
  if (outcome != LUA_OK) {
    if (lua_gettop(L) == base) return luaL_error(L, "not enough memory");
    return lua_error(L);
  }
  if (!x.failed) return lua_gettop(L) - base;
  if (placed) {
    luaL_where(L, 1);
    lua_rotate(L, -2, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

// MARK: Trampolines

static const char closed_text[] = "segue has been closed";

static int call_method(lua_State *L) {
  const clua_method *method = lua_touserdata(L, lua_upvalueindex(1));
  clua_bridge *b = lua_touserdata(L, lua_upvalueindex(2));
  const clua_class *class = lua_touserdata(L, lua_upvalueindex(3));
  if (b->closed) return raise_text(L, closed_text);
  int32_t self = !class->single;
  int32_t capacity = (int32_t)lua_tointeger(L, lua_upvalueindex(4));
  clua_value values[capacity];
  decoding d = {.L = L, .b = b, .values = values, .capacity = capacity};
  if (!decode_arguments(&d, class, method)) return raise_text(L, d.message);
  int32_t mark = clua_mark(b);
  lua_State *outer = b->L;
  b->L = L;
  b->depth++;
  int32_t status = b->calls.call(b->context, method->function, values, self + method->arguments.count);
  b->depth--;
  b->L = outer;
  return deliver(L, b, mark, status);
}

// The object whose field is asked for, or NULL for a single.
static object *field_owner(lua_State *L, clua_bridge *b, const clua_class *class, const char *verb) {
  if (class->single) return NULL;
  object *o = to_object(b, L, 1);
  if (!o || o->class_id != class->class_id) luaL_error(L, "%s a field of a %s that is not one", verb, class->name);
  return o;
}

static int unknown_field(lua_State *L, const clua_class *class) {
  char text[200], message[320];
  const char *nearest = NULL;
  if (lua_type(L, 2) == LUA_TSTRING) {
    size_t n;
    const char *s = lua_tolstring(L, 2, &n);
    int32_t total = class->field_count + class->method_count;
    const char *names[total + 1];
    for (int32_t i = 0; i < class->field_count; i++) names[i] = class->fields[i].item.name;
    for (int32_t i = 0; i < class->method_count; i++) names[class->field_count + i] = class->methods[i].name;
    names[total] = NULL;
    int32_t place = clua_nearest(s, n, names);
    if (place >= 0) nearest = names[place];
  }
  unknown_name(text, sizeof text, "field", L, 2, nearest);
  snprintf(message, sizeof message, "%s: %s", class->name, text);
  return raise_text(L, message);
}

static int get_field(lua_State *L) {
  clua_bridge *b = lua_touserdata(L, lua_upvalueindex(2));
  const clua_class *class = lua_touserdata(L, lua_upvalueindex(3));
  if (b->closed) return raise_text(L, closed_text);
  object *o = field_owner(L, b, class, "read");
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(1));
  if (type == LUA_TFUNCTION) return 1;
  if (type == LUA_TLIGHTUSERDATA) {
    const clua_field *field = lua_touserdata(L, -1);
    int32_t mark = clua_mark(b);
    lua_State *outer = b->L;
    b->L = L;
    b->depth++;
    int32_t status = b->calls.get(b->context, field->field, class->class_id, o ? o->bits : 0);
    b->depth--;
    b->L = outer;
    return deliver(L, b, mark, status);
  }
  if (class->open) {
    if (!o) return lua_pushnil(L), 1;
    if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) return lua_pushnil(L), 1;
    if (lua_type(L, 2) != LUA_TSTRING) return lua_pushnil(L), 1;
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
  }
  return unknown_field(L, class);
}

static int set_field(lua_State *L) {
  clua_bridge *b = lua_touserdata(L, lua_upvalueindex(2));
  const clua_class *class = lua_touserdata(L, lua_upvalueindex(3));
  if (b->closed) return raise_text(L, closed_text);
  object *o = field_owner(L, b, class, "write");
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(1));
  char message[160];
  if (type == LUA_TLIGHTUSERDATA) {
    const clua_field *field = lua_touserdata(L, -1);
    if (!field->writable) {
      snprintf(message, sizeof message, "%s.%s can only be read", class->name, field->item.name);
      return raise_text(L, message);
    }
    int32_t capacity = item_size(&field->item, 0);
    clua_value values[capacity];
    decoding d = {.L = L, .b = b, .values = values, .capacity = capacity};
    if (!decode_field(&d, class, field, 3)) return raise_text(L, d.message);
    int32_t mark = clua_mark(b);
    lua_State *outer = b->L;
    b->L = L;
    b->depth++;
    int32_t status = b->calls.set(b->context, field->field, class->class_id, o ? o->bits : 0, values);
    b->depth--;
    b->L = outer;
    if (status == CLUA_DONE && b->pile_count == mark) return 0;
    deliver(L, b, mark, status);
    return 0;
  }
  if (type == LUA_TFUNCTION) {
    snprintf(message, sizeof message, "%s%s%s is a function and cannot be replaced", class->name, class->single ? "." : ":",
             lua_tolstring(L, 2, NULL));
    return raise_text(L, message);
  }
  if (!class->open || class->single || lua_type(L, 2) != LUA_TSTRING) return unknown_field(L, class);
  if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 1);
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  return 0;
}

static int to_text(lua_State *L) {
  clua_bridge *b = lua_touserdata(L, lua_upvalueindex(2));
  const clua_class *class = lua_touserdata(L, lua_upvalueindex(3));
  // Descriptors live no longer than the binding.
  if (b->closed) return lua_pushstring(L, closed_text), 1;
  object *o = class->single ? NULL : to_object(b, L, 1);
  if (!o && !class->single) return lua_pushstring(L, class->name), 1;
  int32_t mark = clua_mark(b);
  lua_State *outer = b->L;
  b->L = L;
  b->depth++;
  int32_t status = b->calls.describe(b->context, class->class_id, o ? o->bits : 0);
  b->depth--;
  b->L = outer;
  return deliver(L, b, mark, status);
}

static int collect_object(lua_State *L) {
  clua_bridge *b = lua_touserdata(L, lua_upvalueindex(2));
  object *o = to_object(b, L, 1);
  if (o) drop_object(b, o);
  return 0;
}

// MARK: Declaring classes

static void declare_names(clua_bridge *b, lua_State *L, const clua_spec *spec) {
  push_root(b, L, ROOT_NAMES);
  if (lua_rawgetp(L, -1, spec) == LUA_TNIL) {
    lua_createtable(L, spec->count, 1);
    uint32_t mask;
    size_t size = names_size(spec, &mask);
    clua_names *names = lua_newuserdatauv(L, size, 0);
    memset(names, 0, size);
    names->mask = mask;
    lua_rawseti(L, -2, 0);
    for (int32_t i = 0; i < spec->count; i++) {
      // Longer strings have an address each.
      if (strlen(spec->items[i].name) > 40) luaL_error(L, "option name");
      add_name(names, lua_pushstring(L, spec->items[i].name), i);
      lua_rawseti(L, -2, i + 1);
      if (spec->items[i].required) names->required |= 1ull << i;
    }
    lua_rawsetp(L, -3, spec);
    ((clua_spec *)spec)->names = names;
  }
  lua_settop(L, -3);
}

static void declare_item(clua_bridge *b, lua_State *L, const clua_item *item) {
  luaL_checkstack(L, 10, NULL);
  if (item->element) declare_item(b, L, item->element);
  if (!item->options) return;
  declare_names(b, L, item->options);
  for (int32_t i = 0; i < item->options->count; i++) declare_item(b, L, &item->options->items[i]);
  if (item->options->rest) declare_item(b, L, item->options->rest);
}

typedef struct declaration {
  clua_bridge *b;
  const clua_class *const *classes;
  int32_t count;
} declaration;

static void push_with_class(lua_State *L, clua_bridge *b, const clua_class *class, int keys, lua_CFunction f) {
  lua_pushvalue(L, keys);
  lua_pushlightuserdata(L, b);
  lua_pushlightuserdata(L, (void *)class);
  lua_pushcclosure(L, f, 3);
}

static int declare(lua_State *L) {
  declaration *x = lua_touserdata(L, 1);
  clua_bridge *b = x->b;
  for (int32_t n = 0; n < x->count; n++) {
    const clua_class *class = x->classes[n];
    if (class->class_id < 1 || class->class_id >= MAX_CLASS) return luaL_error(L, "class id");
    lua_createtable(L, 0, class->method_count + class->field_count);
    int keys = lua_gettop(L);
    for (int32_t i = 0; i < class->method_count; i++) {
      const clua_method *method = &class->methods[i];
      int32_t size = 1 + method->arguments.count;
      for (int32_t j = 0; j < method->arguments.count; j++) {
        int32_t part = item_size(&method->arguments.items[j], 0);
        if (part < 0) return luaL_error(L, "argument size");
        size += part;
        declare_item(b, L, &method->arguments.items[j]);
      }
      if (size > MAX_VALUES) return luaL_error(L, "argument size");
      lua_pushlightuserdata(L, (void *)method);
      lua_pushlightuserdata(L, b);
      lua_pushlightuserdata(L, (void *)class);
      lua_pushinteger(L, size);
      lua_pushcclosure(L, call_method, 4);
      lua_setfield(L, keys, method->name);
    }
    for (int32_t i = 0; i < class->field_count; i++) {
      const clua_field *field = &class->fields[i];
      if (item_size(&field->item, 0) < 0) return luaL_error(L, "field size");
      declare_item(b, L, &field->item);
      lua_pushlightuserdata(L, (void *)field);
      lua_setfield(L, keys, field->item.name);
    }
    lua_createtable(L, 0, 8);
    int meta = lua_gettop(L);
    char name[64];
    snprintf(name, sizeof name, "%s%s", class->single ? "" : "segue.", class->name);
    lua_pushstring(L, name);
    lua_setfield(L, meta, "__name");
    lua_pushstring(L, name);
    lua_setfield(L, meta, "__metatable");
    push_with_class(L, b, class, keys, get_field);
    lua_setfield(L, meta, "__index");
    push_with_class(L, b, class, keys, set_field);
    lua_setfield(L, meta, "__newindex");
    push_with_class(L, b, class, keys, to_text);
    lua_setfield(L, meta, "__tostring");
    if (class->single) {
      // A table, since that is what people expect of a module; it stays empty.
      lua_createtable(L, 0, 0);
      lua_pushvalue(L, meta);
      lua_setmetatable(L, -2);
      set_root(b, L, ROOT_METATABLE + (int)class->class_id);
    } else {
      if (!class->ends_itself) {
        push_with_class(L, b, class, keys, collect_object);
        lua_setfield(L, meta, "__gc");
      }
      lua_pushvalue(L, meta);
      set_root(b, L, ROOT_METATABLE + (int)class->class_id);
      lua_createtable(L, 0, 0);
      lua_createtable(L, 0, 1);
      lua_pushstring(L, "v");
      lua_setfield(L, -2, "__mode");
      lua_setmetatable(L, -2);
      set_root(b, L, ROOT_IDENTITY + (int)class->class_id);
    }
    b->classes[class->class_id] = class;
    lua_settop(L, 1);
  }
  return 0;
}

int32_t clua_declare(clua_bridge *b, const clua_class *const *classes, int32_t count) {
  declaration x = {b, classes, count};
  return protect(b->L, declare, &x) ? CLUA_DONE : CLUA_FAILED;
}

typedef struct filing {
  clua_bridge *b;
  uint32_t class_id;
} filing;

static int file_module(lua_State *L) {
  filing *x = lua_touserdata(L, 1);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  push_root(x->b, L, ROOT_METATABLE + (int)x->class_id);
  lua_setfield(L, -2, x->b->classes[x->class_id]->name);
  return 0;
}

int32_t clua_push_module(clua_bridge *b, uint32_t class_id, lua_State *L) {
  if (class_id >= MAX_CLASS || !b->classes[class_id] || !b->classes[class_id]->single) return CLUA_MISSING;
  filing x = {b, class_id};
  if (!protect(L, file_module, &x)) return CLUA_NO_MEMORY;
  push_root(b, L, ROOT_METATABLE + (int)class_id);
  return CLUA_DONE;
}

// MARK: Opening and closing

static int close_bridge(lua_State *L) {
  clua_bridge *b = lua_touserdata(L, 1);
  if (!b || b->closed) return 0;
  b->closed = true;
  b->L = NULL;
  limit_free(b);
  if (b->calls.close) b->calls.close(b->context);
  free(b->pile);
  free(b->bytes);
  free(b->drops);
  b->pile = NULL;
  b->bytes = NULL;
  b->drops = NULL;
  b->pile_count = b->pile_capacity = 0;
  b->byte_count = b->byte_capacity = 0;
  b->drop_count = b->drop_capacity = 0;
  return 0;
}

typedef struct opening {
  const clua_calls *calls;
  void *context;
  clua_bridge *b;
} opening;

static int open_bridge(lua_State *L) {
  opening *x = lua_touserdata(L, 1);
  // Its memory outlives every finaliser of the state, so calls that come late find it closed.
  clua_bridge *b = lua_newuserdatauv(L, sizeof *b, 0);
  memset(b, 0, sizeof *b);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, close_bridge);
  lua_setfield(L, -2, "__gc");
  for (int place = ROOT_TASKS; place <= ROOT_NAMES; place++) {
    lua_createtable(L, 0, 0);
    set_root(b, L, place);
  }
  lua_createtable(L, 0, 0);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  set_root(b, L, ROOT_KILLED);
  lua_pushvalue(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, b);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  b->L = lua_tothread(L, -1);
  b->running = b->L;
  // Last, so that a failure above closes nothing.
  b->calls = *x->calls;
  b->context = x->context;
  lua_pushvalue(L, 3);
  lua_setmetatable(L, 2);
  x->b = b;
  return 0;
}

clua_bridge *clua_open(lua_State *L, const clua_calls *calls, void *context) {
  opening x = {calls, context, NULL};
  return protect(L, open_bridge, &x) ? x.b : NULL;
}
