// Objects as scripts hold them: one userdata a handle, found again by a weak map. What an object holds (callbacks, its parts)
// lies in its own user value, so that a closure that captures its object is collected with it.
#include "bridge.h"

bool find_object(clua_bridge *b, lua_State *L, uint32_t class_id, uint64_t bits) {
  if (class_id >= MAX_CLASS || !b->classes[class_id] || !lua_checkstack(L, 4)) return false;
  push_root(b, L, (b->classes[class_id]->single ? ROOT_METATABLE : ROOT_IDENTITY) + (int)class_id);
  if (b->classes[class_id]->single) return true;
  lua_rawgeti(L, -1, (lua_Integer)bits);
  lua_remove(L, -2);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

static bool reserve_drop(clua_bridge *b) {
  size_t needed = b->drop_count + b->live + 1;
  if (needed <= b->drop_capacity) return true;
  size_t larger = b->drop_capacity ? b->drop_capacity * 2 : 64;
  while (larger < needed) larger *= 2;
  drop *moved = realloc(b->drops, larger * sizeof *moved);
  if (!moved) return false;
  b->drops = moved;
  b->drop_capacity = larger;
  return true;
}

void push_object(clua_bridge *b, lua_State *L, uint32_t class_id, uint64_t bits) {
  luaL_checkstack(L, 8, NULL);
  if (find_object(b, L, class_id, bits)) return;
  if (class_id >= MAX_CLASS || !b->classes[class_id]) luaL_error(L, "unknown class");
  object *o = lua_newuserdatauv(L, sizeof *o, 1);
  *o = (object){.magic = 0, .bridge = b, .bits = bits, .class_id = class_id};
  push_root(b, L, ROOT_IDENTITY + (int)class_id);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (lua_Integer)bits);
  lua_pop(L, 1);
  // From here on nothing raises: the finaliser never needs memory, since its place in the queue is taken now.
  bool told = !b->classes[class_id]->ends_itself;
  if (told && !reserve_drop(b)) {
    push_root(b, L, ROOT_IDENTITY + (int)class_id);
    lua_pushnil(L);
    lua_rawseti(L, -2, (lua_Integer)bits);
    luaL_error(L, "not enough memory");
  }
  o->magic = OBJECT_MAGIC;
  if (told) b->live++;
  push_root(b, L, ROOT_METATABLE + (int)class_id);
  lua_setmetatable(L, -2);
}

void drop_object(clua_bridge *b, object *o) {
  o->magic = 0;
  if (b->closed || !b->drops) return;
  b->live--;
  b->drops[b->drop_count++] = (drop){o->bits, o->class_id};
}

static int collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

void clua_collect(clua_bridge *b) {
  if (!b->closed) protect(b->L, collect, NULL);
}

int32_t clua_next_drop(clua_bridge *b, uint32_t *class_id, uint64_t *bits) {
  while (b->drop_count > 0) {
    drop d = b->drops[--b->drop_count];
    // Handed out anew between its collection and now?
    if (find_object(b, b->L, d.class_id, d.bits)) {
      lua_settop(b->L, -2);
      continue;
    }
    *class_id = d.class_id;
    *bits = d.bits;
    return 1;
  }
  return 0;
}

// MARK: What owners hold

bool find_values(clua_bridge *b, lua_State *L, uint32_t owner_class, uint64_t owner) {
  if (!lua_checkstack(L, 6)) return false;
  if (owner_class == 0) {
    push_root(b, L, ROOT_VALUES);
    return true;
  }
  if (!find_object(b, L, owner_class, owner)) return false;
  if (b->classes[owner_class]->single) {
    lua_settop(L, -2);
    push_root(b, L, ROOT_VALUES);
    return true;
  }
  int type = lua_getiuservalue(L, -1, 1);
  lua_remove(L, -2);
  if (type == LUA_TTABLE) return true;
  lua_settop(L, -2);
  return false;
}

typedef struct change {
  clua_bridge *b;
  enum { ADOPT, ANCHOR, UNANCHOR, LINK, UNLINK, STORE, UNSTORE, COPY, WRITE, READ, TABLE } verb;
  uint32_t owner_class, class_id;
  uint64_t owner, bits;
  int64_t slot, from_slot;
  int index;  // ADOPT: anchored
  const char *name;
  double number;
  bool missing;
} change;

static void push_values(clua_bridge *b, lua_State *L, uint32_t owner_class, uint64_t owner) {
  if (find_values(b, L, owner_class, owner)) return;
  push_object(b, L, owner_class, owner);
  lua_createtable(L, 0, 2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, -3, 1);
  lua_remove(L, -2);
}

static int make_change(lua_State *L) {
  change *x = lua_touserdata(L, 1);
  clua_bridge *b = x->b;
  switch (x->verb) {
    case ADOPT:
      push_object(b, L, x->class_id, x->bits);
      if (x->index == 0) return 1;
      push_root(b, L, ROOT_ANCHORS);
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, -3);
      lua_settop(L, 2);
      break;
    case ANCHOR:
    case UNANCHOR:
      if (x->verb == UNANCHOR && !find_object(b, L, x->class_id, x->bits)) break;
      push_root(b, L, ROOT_ANCHORS);
      if (x->verb == ANCHOR) push_object(b, L, x->class_id, x->bits);
      else lua_rotate(L, -2, 1);
      if (x->verb == ANCHOR) lua_pushboolean(L, 1);
      else lua_pushnil(L);
      lua_rawset(L, -3);
      break;
    case LINK:
      push_values(b, L, x->owner_class, x->owner);
      push_object(b, L, x->class_id, x->bits);
      lua_pushboolean(L, 1);
      lua_rawset(L, -3);
      break;
    case UNLINK:
      if (!find_values(b, L, x->owner_class, x->owner) || !find_object(b, L, x->class_id, x->bits)) break;
      lua_pushnil(L);
      lua_rawset(L, -3);
      break;
    case STORE:
      // The value waits below, where the caller of this function put it.
      push_values(b, L, x->owner_class, x->owner);
      lua_pushvalue(L, 2);
      lua_rawseti(L, -2, x->slot);
      break;
    case TABLE:
      push_values(b, L, x->owner_class, x->owner);
      if (lua_rawgeti(L, -1, x->slot) != LUA_TNIL) break;
      lua_createtable(L, 0, 0);
      lua_rawseti(L, -3, x->slot);
      break;
    case UNSTORE:
      if (!find_values(b, L, x->owner_class, x->owner)) break;
      lua_pushnil(L);
      lua_rawseti(L, -2, x->slot);
      break;
    case COPY:
      if (!find_values(b, L, x->class_id, x->bits)) {
        x->missing = true;
        break;
      }
      lua_rawgeti(L, -1, x->from_slot);
      push_values(b, L, x->owner_class, x->owner);
      lua_rotate(L, -2, 1);
      lua_rawseti(L, -2, x->slot);
      break;
    case WRITE:
      x->missing = true;
      if (!find_values(b, L, x->owner_class, x->owner) || lua_rawgeti(L, -1, x->slot) != LUA_TTABLE) break;
      if (x->name) lua_pushstring(L, x->name);
      else lua_pushinteger(L, x->from_slot);
      lua_pushnumber(L, x->number);
      lua_rawset(L, -3);
      x->missing = false;
      break;
    case READ:
      x->missing = true;
      if (!find_values(b, L, x->owner_class, x->owner) || lua_rawgeti(L, -1, x->slot) != LUA_TTABLE) break;
      if (x->name) lua_pushstring(L, x->name);
      else lua_pushinteger(L, x->from_slot);
      if (lua_rawget(L, -2) != LUA_TNUMBER) break;
      x->number = lua_tonumberx(L, -1, NULL);
      x->missing = false;
      break;
  }
  return 0;
}

static int32_t apply(change *x) {
  if (x->b->closed) return CLUA_MISSING;
  if (!protect(x->b->L, make_change, x)) return CLUA_NO_MEMORY;
  return x->missing ? CLUA_MISSING : CLUA_DONE;
}

int32_t clua_adopt(clua_bridge *b, uint32_t class_id, uint64_t bits, int32_t anchored) {
  if (b->closed) return CLUA_MISSING;
  lua_State *L = b->L;
  change x = {.b = b, .verb = ADOPT, .class_id = class_id, .bits = bits, .index = anchored};
  if (anchored || b->depth == 0) return apply(&x);
  // Left on the caller's stack, so that no collection takes it before the call returns it.
  if (!lua_checkstack(L, 40)) return CLUA_NO_MEMORY;
  int top = lua_gettop(L);
  lua_pushcfunction(L, make_change);
  lua_pushlightuserdata(L, &x);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) return CLUA_DONE;
  lua_settop(L, top);
  return CLUA_NO_MEMORY;
}

int32_t clua_anchor(clua_bridge *b, uint32_t class_id, uint64_t bits) {
  return apply(&(change){.b = b, .verb = ANCHOR, .class_id = class_id, .bits = bits});
}

int32_t clua_unanchor(clua_bridge *b, uint32_t class_id, uint64_t bits) {
  return apply(&(change){.b = b, .verb = UNANCHOR, .class_id = class_id, .bits = bits});
}

int32_t clua_link(clua_bridge *b, uint32_t owner_class, uint64_t owner, uint32_t class_id, uint64_t bits) {
  return apply(&(change){.b = b, .verb = LINK, .owner_class = owner_class, .owner = owner, .class_id = class_id, .bits = bits});
}

int32_t clua_unlink(clua_bridge *b, uint32_t owner_class, uint64_t owner, uint32_t class_id, uint64_t bits) {
  return apply(&(change){.b = b, .verb = UNLINK, .owner_class = owner_class, .owner = owner, .class_id = class_id,
                         .bits = bits});
}

int32_t clua_store(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, int32_t index) {
  if (b->closed) return CLUA_MISSING;
  lua_State *L = b->L;
  if (!lua_checkstack(L, 40) || index < 1 || index > lua_gettop(L)) return CLUA_NO_MEMORY;
  change x = {.b = b, .verb = STORE, .owner_class = owner_class, .owner = owner, .slot = slot};
  int top = lua_gettop(L);
  lua_pushcfunction(L, make_change);
  lua_pushlightuserdata(L, &x);
  lua_pushvalue(L, index);
  int status = lua_pcall(L, 2, 0, 0);
  lua_settop(L, top);
  return status == LUA_OK ? CLUA_DONE : CLUA_NO_MEMORY;
}

int32_t clua_store_table(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot) {
  return apply(&(change){.b = b, .verb = TABLE, .owner_class = owner_class, .owner = owner, .slot = slot});
}

int32_t clua_is_stored(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, int32_t index) {
  lua_State *L = b->L;
  if (b->closed || !lua_checkstack(L, 8) || index < 1 || index > lua_gettop(L)) return 0;
  int top = lua_gettop(L);
  int same = 0;
  if (find_values(b, L, owner_class, owner)) {
    lua_rawgeti(L, -1, slot);
    same = lua_rawequal(L, -1, index);
  }
  lua_settop(L, top);
  return same;
}

int32_t clua_unstore(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot) {
  return apply(&(change){.b = b, .verb = UNSTORE, .owner_class = owner_class, .owner = owner, .slot = slot});
}

int32_t clua_copy(clua_bridge *b, uint32_t from_class, uint64_t from, int64_t from_slot, uint32_t owner_class, uint64_t owner,
                  int64_t slot) {
  return apply(&(change){.b = b, .verb = COPY, .class_id = from_class, .bits = from, .from_slot = from_slot,
                         .owner_class = owner_class, .owner = owner, .slot = slot});
}

int32_t clua_write_field(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, const char *name, int64_t key,
                         double value) {
  return apply(&(change){.b = b, .verb = WRITE, .owner_class = owner_class, .owner = owner, .slot = slot, .name = name,
                         .from_slot = key, .number = value});
}

int32_t clua_read_field(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, const char *name, int64_t key,
                        double *value) {
  change x = {.b = b, .verb = READ, .owner_class = owner_class, .owner = owner, .slot = slot, .name = name, .from_slot = key};
  int32_t status = apply(&x);
  if (status == CLUA_DONE) *value = x.number;
  return status;
}

uint64_t clua_identity(clua_bridge *b, int32_t index) { return (uint64_t)(uintptr_t)lua_topointer(b->L, index); }

typedef struct table_field {
  const char *name;
  int64_t key;
} table_field;

static int push_field(lua_State *L) {
  table_field *field = lua_touserdata(L, 2);
  if (field->name) lua_pushstring(L, field->name);
  else lua_pushinteger(L, field->key);
  lua_rawget(L, 1);
  return 1;
}

int32_t clua_field_of(clua_bridge *b, int32_t index, const char *name, int64_t key) {
  lua_State *L = b->L;
  table_field field = {name, key};
  if (b->closed || !lua_checkstack(L, 8) || lua_type(L, index) != LUA_TTABLE) return 0;
  int top = lua_gettop(L);
  lua_pushcfunction(L, push_field);
  lua_pushvalue(L, index);
  lua_pushlightuserdata(L, &field);
  if (lua_pcall(L, 2, 1, 0) == LUA_OK) {
    take_value(b, L, lua_gettop(L));
    if (lua_type(L, -1) == LUA_TTABLE) return lua_gettop(L);
  }
  lua_settop(L, top);
  return 0;
}

// Empties the slots in range of the table on top of the stack. Only present keys are set to nil, which needs no memory.
static void empty_range(lua_State *L, int64_t low, int64_t high) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1)) continue;
    int64_t key = lua_tointegerx(L, -1, NULL);
    if (key < low || key >= high) continue;
    lua_pushnil(L);
    lua_rawseti(L, -3, key);
  }
}

int32_t clua_unstore_range(clua_bridge *b, int64_t low, int64_t high) {
  lua_State *L = b->L;
  if (b->closed || !lua_checkstack(L, 20)) return CLUA_NO_MEMORY;
  push_root(b, L, ROOT_VALUES);
  empty_range(L, low, high);
  lua_settop(L, -2);
  for (int c = 1; c < MAX_CLASS; c++) {
    if (!b->classes[c] || b->classes[c]->single) continue;
    push_root(b, L, ROOT_IDENTITY + c);
    lua_pushnil(L);
    while (lua_next(L, -2)) {
      if (lua_getiuservalue(L, -1, 1) == LUA_TTABLE) empty_range(L, low, high);
      lua_settop(L, -3);
    }
    lua_settop(L, -2);
  }
  return CLUA_DONE;
}

static object *noted(clua_bridge *b, uint32_t class_id, uint64_t bits) {
  if (b->closed || !find_object(b, b->L, class_id, bits)) return NULL;
  object *o = to_object(b, b->L, -1);
  lua_settop(b->L, -2);
  return o;
}

int32_t clua_is_held(clua_bridge *b, uint32_t class_id, uint64_t bits) { return noted(b, class_id, bits) != NULL; }

int32_t clua_note(clua_bridge *b, uint32_t class_id, uint64_t bits) {
  object *o = noted(b, class_id, bits);
  return o ? o->note : 0;
}

void clua_set_note(clua_bridge *b, uint32_t class_id, uint64_t bits, int32_t note) {
  object *o = noted(b, class_id, bits);
  if (o) o->note = note;
}

// MARK: Reading what scripts handed over

bool take_value(clua_bridge *b, lua_State *L, int index) {
  clua_value value = {.kind = CLUA_NIL};
  switch (lua_type(L, index)) {
    case LUA_TNIL: break;
    case LUA_TBOOLEAN:
      value.kind = CLUA_BOOLEAN;
      value.bits = (uint64_t)lua_toboolean(L, index);
      break;
    case LUA_TNUMBER:
      value.kind = lua_isinteger(L, index) ? CLUA_INTEGER : CLUA_NUMBER;
      value.numbers[0] = lua_tonumberx(L, index, NULL);
      if (value.kind == CLUA_INTEGER) value.bits = (uint64_t)lua_tointegerx(L, index, NULL);
      break;
    case LUA_TSTRING:
      value.kind = CLUA_STRING;
      value.string = lua_tolstring(L, index, &value.length);
      break;
    case LUA_TFUNCTION: value.kind = CLUA_OTHER; break;
    case LUA_TTABLE:
      // Up to four numbers in the array part travel; other tables are only known to be there.
      value.kind = CLUA_OTHER;
      if (!lua_checkstack(L, 2)) break;
      for (int i = 0; i < 4; i++) {
        lua_rawgeti(L, index, i + 1);
        bool number = lua_type(L, -1) == LUA_TNUMBER;
        if (number) value.numbers[i] = lua_tonumberx(L, -1, NULL);
        lua_settop(L, -2);
        if (!number) break;
        value.kind = CLUA_NUMBERS;
        value.mask |= 1u << i;
        value.count = i + 1;
      }
      break;
    default: {
      object *o = to_object(b, L, index);
      value.kind = o ? CLUA_OBJECT : CLUA_OTHER;
      if (o) (value.class_id = o->class_id, value.bits = o->bits);
    }
  }
  clua_give(b, &value);
  return !b->pile_failed;
}

int32_t clua_element_size(const clua_value *list) { return list->spec ? item_size(list->spec, 0) : 1; }

int32_t clua_element(clua_bridge *b, const clua_value *list, int32_t i, clua_value *values, int32_t capacity) {
  static const clua_item any = {.types = CLUA_ANY};
  lua_State *L = b->L;
  if (i < 1 || i > list->count || capacity < clua_element_size(list) || !lua_checkstack(L, 10)) return CLUA_MISSING;
  if (list->first) lua_pushvalue(L, list->index + i - 1);
  else lua_rawgeti(L, list->index, i);
  decoding d = {.L = L, .b = b, .values = values, .used = 1, .capacity = capacity};
  bool fine = decode_item(&d, list->spec ? list->spec : &any, &values[0]);
  if (!fine || values[0].index == 0) lua_settop(L, -2);
  return fine ? CLUA_DONE : CLUA_FAILED;
}

int32_t clua_pairs(clua_bridge *b, int32_t index) {
  lua_State *L = b->L;
  if (!lua_checkstack(L, 6) || lua_type(L, index) != LUA_TTABLE) return CLUA_MISSING;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    int type = lua_type(L, -2);
    if (type == LUA_TSTRING || type == LUA_TNUMBER) {
      take_value(b, L, lua_gettop(L) - 1);
      take_value(b, L, lua_gettop(L));
    }
    lua_settop(L, -2);
  }
  return b->pile_failed ? CLUA_NO_MEMORY : CLUA_DONE;
}
