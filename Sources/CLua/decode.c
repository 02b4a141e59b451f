// Checks what a script hands over against a descriptor and lays it out as a flat array in descriptor order. Everything here
// works by raw access and neither allocates nor raises, so it may run with Swift frames below.
#include <math.h>

#include "bridge.h"

static bool fail(decoding *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The message begins with where the value stands.
static bool fail(decoding *d, const char *format, ...) {
  const path_part *parts[2 * MAX_DEPTH + 4];
  size_t count = 0, n = 0, limit = sizeof d->message - 352;
  for (const path_part *p = d->path; p && count < sizeof parts / sizeof *parts; p = p->outer) parts[count++] = p;
  while (count-- > 0 && n < limit) {
    const path_part *p = parts[count];
    int written = p->name ? snprintf(d->message + n, limit - n, "%s%s", p->separator, p->name)
                          : snprintf(d->message + n, limit - n, "[%d]", p->index);
    n += written > 0 ? (size_t)written : 0;
  }
  if (n >= limit) n = limit - 1;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(d->message + n, sizeof d->message - n, format, arguments);
  va_end(arguments);
  return false;
}

// Room a descriptor takes in the flat array; -1 if it is out of bounds.
static int32_t spec_size(const clua_spec *spec, int depth) {
  if (depth > MAX_DEPTH) return -1;
  int32_t size = spec->count + (spec->rest != NULL);
  for (int32_t i = 0; i < spec->count + (spec->rest != NULL); i++) {
    int32_t part = item_size(i < spec->count ? &spec->items[i] : spec->rest, depth + 1);
    if (part < 0) return -1;
    if (i < spec->count) size += part - 1;
  }
  return size > MAX_VALUES ? -1 : size;
}

int32_t item_size(const clua_item *item, int depth) {
  if (depth > MAX_DEPTH) return -1;
  if (item->element != NULL && item_size(item->element, depth + 1) < 0) return -1;
  if (item->options == NULL) return 1;
  if (item->options->count + (item->options->rest != NULL) > MAX_OPTIONS) return -1;
  int32_t size = spec_size(item->options, depth);
  return size < 0 ? -1 : size + 1;
}

object *to_object(clua_bridge *b, lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(object)) return NULL;
  object *o = lua_touserdata(L, index);
  return o->magic == OBJECT_MAGIC && o->bridge == b ? o : NULL;
}

// What stands before a noun; nothing before a plural.
static const char *article(const char *noun) {
  if (noun[strlen(noun) - 1] == 's') return "";
  return strchr("aeiou", noun[0]) ? "an " : "a ";
}

// Copies at most 40 bytes, cut at a character's boundary, control characters as '?'.
static void quote(char *out, size_t size, const char *text, size_t length) {
  size_t limit = length < 40 ? length : 40, n = 0;
  if (limit > size - 4) limit = size - 4;
  while (limit < length && limit > 0 && ((unsigned char)text[limit] & 0xc0) == 0x80) limit--;
  for (; n < limit; n++) out[n] = (unsigned char)text[n] < 32 || text[n] == 127 ? '?' : text[n];
  strcpy(out + n, limit < length ? "..." : "");
}

void describe_value(clua_bridge *b, lua_State *L, int index, char *out, size_t size) {
  char text[64];
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL: snprintf(out, size, "nothing"); break;
    case LUA_TBOOLEAN: snprintf(out, size, "%s", lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        snprintf(out, size, "a number %lld", (long long)lua_tointegerx(L, index, NULL));
      } else {
        double x = lua_tonumberx(L, index, NULL);
        if (isnan(x)) snprintf(out, size, "nan");
        else snprintf(out, size, "a number %.14g", x);
      }
      break;
    case LUA_TSTRING: {
      size_t length;
      const char *s = lua_tolstring(L, index, &length);
      quote(text, sizeof text, s, length);
      snprintf(out, size, "a string \"%s\"", text);
      break;
    }
    default: {
      object *o = to_object(b, L, index);
      const char *noun = o ? b->classes[o->class_id]->name : lua_typename(L, lua_type(L, index));
      snprintf(out, size, "%s%s", article(noun), noun);
    }
  }
}

static void append(char *out, size_t size, const char *text) {
  size_t n = strlen(out);
  if (n < size) snprintf(out + n, size - n, "%s", text);
}

// "a number, a string or a view"
static void expected(decoding *d, const clua_item *item, char *out, size_t size) {
  const char *words[24];
  char classes[MAX_CLASS][40], words_text[48];
  int n = 0;
  uint32_t t = item->types;
  if (t & 1u << CLUA_BOOLEAN) words[n++] = "true or false";
  if (t & 1u << CLUA_NUMBER) words[n++] = "a number";
  if (t & 1u << CLUA_INTEGER && !(t & 1u << CLUA_NUMBER)) words[n++] = "an integer";
  if (t & 1u << CLUA_NUMBERS && item->keys) {
    snprintf(words_text, sizeof words_text, "numbers {");
    for (int i = 0; item->keys[i]; i++) {
      append(words_text, sizeof words_text, i ? ", " : " ");
      append(words_text, sizeof words_text, item->keys[i]);
    }
    append(words_text, sizeof words_text, " }");
    words[n++] = words_text;
  }
  if (t & 1u << CLUA_STRING) words[n++] = "a string";
  if (t & 1u << CLUA_FUNCTION) words[n++] = "a function";
  if (t & 1u << CLUA_OBJECT) {
    for (uint32_t c = 1; c < MAX_CLASS && n < 20; c++) {
      if (!(item->classes >> c & 1) || !d->b->classes[c]) continue;
      snprintf(classes[c], sizeof classes[c], "%s%s", article(d->b->classes[c]->name), d->b->classes[c]->name);
      words[n++] = classes[c];
    }
  }
  if (t & 1u << CLUA_OPTIONS) words[n++] = "a table of options";
  else if (t & 1u << CLUA_LIST) words[n++] = "a list";
  else if (t & 1u << CLUA_TABLE) words[n++] = "a table";
  out[0] = 0;
  for (int i = 0; i < n; i++) {
    if (i) append(out, size, i == n - 1 ? " or " : ", ");
    append(out, size, words[i]);
  }
}

static bool mismatch(decoding *d, const clua_item *item, int index) {
  char want[320], got[96];
  expected(d, item, want, sizeof want);
  describe_value(d->b, d->L, index, got, sizeof got);
  return fail(d, " expected %s, got %s", want, got);
}

// Edits (insert, delete, replace, swap neighbours) between two names of at most 47 bytes.
static int edits(const char *a, size_t n, const char *b, size_t m) {
  int rows[3][49];
  for (size_t j = 0; j <= m; j++) rows[1][j] = (int)j;
  for (size_t i = 1; i <= n; i++) {
    int *above = rows[i % 3], *row = rows[(i + 1) % 3], *two = rows[(i + 2) % 3];
    row[0] = (int)i;
    for (size_t j = 1; j <= m; j++) {
      int best = above[j - 1] + (a[i - 1] != b[j - 1]);
      if (above[j] + 1 < best) best = above[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two[j - 2] + 1 < best) best = two[j - 2] + 1;
      row[j] = best;
    }
  }
  return rows[(n + 1) % 3][m];
}

// Keeps the nearer of two candidates; `best` starts as the most edits that still count as near, plus one.
static void nearer(const char *name, size_t length, const char *candidate, int *best, const char **nearest) {
  size_t m = strlen(candidate);
  if (length > 47 || m > 47) return;
  int distance = edits(name, length, candidate, m);
  if (distance < *best) (*best = distance, *nearest = candidate);
}

static int near_enough(size_t length) { return length < 3 ? 2 : length < 6 ? 3 : (int)(length / 3) + 2; }

int32_t clua_nearest(const char *name, size_t length, const char *const *names) {
  const char *nearest = NULL;
  int best = near_enough(length);
  int32_t place = -1;
  for (int32_t i = 0; names[i]; i++) {
    const char *before = nearest;
    nearer(name, length, names[i], &best, &nearest);
    if (nearest != before) place = i;
  }
  return place;
}

void unknown_name(char *out, size_t size, const char *what, lua_State *L, int key, const char *nearest) {
  char name[64];
  if (lua_type(L, key) == LUA_TSTRING) {
    size_t length;
    const char *s = lua_tolstring(L, key, &length);
    quote(name, sizeof name, s, length);
    snprintf(out, size, "unknown %s \"%s\"", what, name);
  } else if (lua_isinteger(L, key)) {
    snprintf(out, size, "unknown %s [%lld]", what, (long long)lua_tointegerx(L, key, NULL));
  } else {
    snprintf(out, size, "unknown %s (a %s as its name)", what, lua_typename(L, lua_type(L, key)));
  }
  if (nearest) {
    append(out, size, ", did you mean \"");
    append(out, size, nearest);
    append(out, size, "\"?");
  }
}

// Before, in an order that does not depend on the table: strings first, by their bytes, then numbers, then the rest.
static bool key_before(lua_State *L, int a, int b) {
  int rank[2], places[2] = {a, b};
  for (int i = 0; i < 2; i++) {
    int t = lua_type(L, places[i]);
    rank[i] = t == LUA_TSTRING ? 0 : t == LUA_TNUMBER ? 1 : 2 + t;
  }
  if (rank[0] != rank[1]) return rank[0] < rank[1];
  if (rank[0] == 0) {
    size_t n, m;
    const char *x = lua_tolstring(L, a, &n), *y = lua_tolstring(L, b, &m);
    int order = memcmp(x, y, n < m ? n : m);
    return order ? order < 0 : n < m;
  }
  return rank[0] == 1 && lua_tonumberx(L, a, NULL) < lua_tonumberx(L, b, NULL);
}

// Keeps the value on top of the stack for the rest of the call.
static void keep(decoding *d, clua_value *out) { out->index = lua_gettop(d->L); }

static bool decode_list(decoding *d, const clua_item *element, int table, clua_value *out) {
  lua_State *L = d->L;
  lua_Unsigned length = lua_rawlen(L, table);
  if (length > 1000000) return fail(d, " has more than 1000000 elements");
  out->kind = CLUA_LIST;
  out->index = table;
  out->count = (int32_t)length;
  out->spec = element;
  if (!element) return true;
  clua_value scratch[item_size(element, 0)];
  for (int32_t i = 1; i <= out->count; i++) {
    int top = lua_gettop(L);
    decoding inner = *d;
    inner.values = scratch;
    inner.used = 1;
    inner.capacity = item_size(element, 0);
    path_part part = {.outer = d->path, .index = i, .inside = d->path && d->path->inside};
    inner.path = &part;
    lua_rawgeti(L, table, i);
    bool fine = lua_type(L, -1) == LUA_TNIL ? mismatch(&inner, element, -1) : decode_item(&inner, element, &scratch[0]);
    lua_settop(L, top);
    if (!fine) return memcpy(d->message, inner.message, sizeof d->message), false;
  }
  return true;
}

static inline size_t address_hash(const char *name) { return (uintptr_t)name >> 4 ^ (uintptr_t)name >> 11; }

size_t names_size(const clua_spec *spec, uint32_t *mask) {
  *mask = 7;
  while (*mask < 2 * (uint32_t)spec->count) *mask = *mask * 2 + 1;
  return sizeof(clua_names) + (*mask + 1) * sizeof(struct named);
}

void add_name(clua_names *names, const char *name, int32_t place) {
  size_t i = address_hash(name) & names->mask;
  while (names->at[i].name) i = (i + 1) & names->mask;
  names->at[i] = (struct named){name, place};
}

static int32_t place_of(const clua_names *names, const char *name) {
  size_t i = address_hash(name) & names->mask;
  for (; names->at[i].name; i = (i + 1) & names->mask) {
    if (names->at[i].name == name) return names->at[i].place;
  }
  return -1;
}

// The first key of the table that the descriptor does not have, in an order of its own, as a message.
static bool unknown_option(decoding *d, const clua_spec *spec, int table) {
  lua_State *L = d->L;
  lua_Unsigned length = spec->rest ? lua_rawlen(L, table) : 0;
  lua_pushnil(L);
  int unknown = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING && place_of(spec->names, lua_tolstring(L, -1, NULL)) >= 0) continue;
    if (lua_isinteger(L, -1)) {
      lua_Integer key = lua_tointegerx(L, -1, NULL);
      if (key >= 1 && (lua_Unsigned)key <= length) continue;
    }
    if (lua_isnil(L, unknown) || key_before(L, -1, unknown)) lua_copy(L, -1, unknown);
  }
  const char *nearest = NULL;
  if (lua_type(L, unknown) == LUA_TSTRING) {
    size_t n;
    const char *s = lua_tolstring(L, unknown, &n);
    int best = near_enough(n);
    for (int32_t i = 0; i < spec->count; i++) nearer(s, n, spec->items[i].name, &best, &nearest);
  }
  char text[256];
  unknown_name(text, sizeof text, "option", L, unknown, nearest);
  return fail(d, ": %s", text);
}

// The table on top of the stack, which stays there, as options.
static bool decode_options(decoding *d, const clua_spec *spec, clua_value *out) {
  lua_State *L = d->L;
  if (!lua_checkstack(L, 20 + spec->count)) return fail(d, ": not enough memory");
  int table = lua_gettop(L);
  int32_t total = spec->count + (spec->rest != NULL);
  if (d->used + total > d->capacity) return fail(d, ": too many values");
  *out = (clua_value){.kind = CLUA_OPTIONS, .index = table, .first = d->used, .count = total, .spec = spec};
  clua_value *fields = d->values + d->used;
  d->used += total;

  // Plain numbers and texts are taken as they come; the rest afterwards, in the descriptor's order, so that of two mistakes
  // always the same one is told.
  uint64_t given = 0, rest = 0;
  lua_Unsigned length = spec->rest ? lua_rawlen(L, table) : 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    int type = lua_type(L, -2);
    int32_t i = type == LUA_TSTRING ? place_of(spec->names, lua_tolstring(L, -2, NULL)) : -1;
    if (i < 0) {
      lua_Integer key = lua_isinteger(L, -2) ? lua_tointegerx(L, -2, NULL) : 0;
      if (key < 1 || (lua_Unsigned)key > length) return unknown_option(d, spec, table);
    } else {
      given |= 1ull << i;
      const clua_item *item = &spec->items[i];
      double x;
      type = item->types == CLUA_ANY ? LUA_TNIL : lua_type(L, -1);
      if (type == LUA_TNUMBER && item->types >> CLUA_NUMBER & 1 && isfinite(x = lua_tonumberx(L, -1, NULL))) {
        fields[i] = (clua_value){.kind = CLUA_NUMBER, .count = 1, .mask = 1, .numbers = {x}};
      } else if (type == LUA_TSTRING && item->types >> CLUA_STRING & 1 && !item->words) {
        // The table keeps it alive as long as the call runs nothing that could change the table.
        fields[i] = (clua_value){.kind = CLUA_STRING};
        fields[i].string = lua_tolstring(L, -1, &fields[i].length);
      } else {
        rest |= 1ull << i;
      }
    }
    lua_settop(L, -2);
  }
  uint64_t missing = spec->names->required & ~given;
  for (uint64_t left = rest | missing; left; left &= left - 1) {
    int i = __builtin_ctzll(left);
    const clua_item *item = &spec->items[i];
    // "segue.view: corner", and below it "segue.view: spring.duration"
    path_part part = {d->path, d->path && d->path->inside ? "." : ": ", item->name, 0, true};
    d->path = &part;
    bool fine = false;
    if (missing >> i & 1) {
      lua_pushnil(L);
      mismatch(d, item, -1);
    } else {
      push_option_name(d->b, L, spec, i);
      lua_rawget(L, table);
      fine = decode_item(d, item, &fields[i]);
      if (fine && fields[i].index == 0) lua_settop(L, -2);
    }
    d->path = part.outer;
    if (!fine) return false;
  }
  out->bits = given;
  if (!spec->rest) return true;
  out->bits |= 1ull << spec->count;
  fields[spec->count] = (clua_value){.kind = CLUA_NIL};
  return decode_list(d, spec->rest, table, &fields[spec->count]);
}

static bool decode_numbers(decoding *d, const clua_item *item, clua_value *out) {
  lua_State *L = d->L;
  int table = lua_gettop(L), allowed = 0;
  while (item->keys && allowed < 4 && item->keys[allowed]) allowed++;
  *out = (clua_value){.kind = CLUA_NUMBERS};
  int seen = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    int place = -1;
    if (lua_isinteger(L, -2)) {
      lua_Integer key = lua_tointegerx(L, -2, NULL);
      if (key >= 1 && key <= allowed) place = (int)key - 1;
    } else if (lua_type(L, -2) == LUA_TSTRING) {
      const char *key = lua_tolstring(L, -2, NULL);
      for (int i = 0; i < allowed; i++) if (!strcmp(key, item->keys[i])) place = i;
    }
    double x = lua_tonumberx(L, -1, NULL);
    if (place < 0 || lua_type(L, -1) != LUA_TNUMBER || !isfinite(x) || out->mask >> place & 1) {
      char name[40] = "other keys", what[80];
      if (lua_isinteger(L, -2)) snprintf(name, sizeof name, "[%lld]", (long long)lua_tointegerx(L, -2, NULL));
      else if (lua_type(L, -2) == LUA_TSTRING) snprintf(name, sizeof name, "%.30s", lua_tolstring(L, -2, NULL));
      if (place < 0) snprintf(what, sizeof what, "with %s", name);
      else if (lua_type(L, -1) != LUA_TNUMBER) snprintf(what, sizeof what, "whose %s is a %s", name, luaL_typename(L, -1));
      else if (!isfinite(x)) snprintf(what, sizeof what, "whose %s is not finite", name);
      else snprintf(what, sizeof what, "that gives %s twice", item->keys[place]);
      lua_settop(L, table);
      char want[320];
      expected(d, item, want, sizeof want);
      return fail(d, " expected %s, got a table %s", want, what);
    }
    out->numbers[place] = x;
    out->mask |= 1u << place;
    if (place + 1 > out->count) out->count = place + 1;
    seen++;
    lua_pop(L, 1);
  }
  uint32_t needed = (1u << item->least) - 1;
  if (seen == 0 || (out->mask & needed) != needed) {
    char want[320];
    expected(d, item, want, sizeof want);
    return fail(d, " expected %s, got a table with %d of them", want, seen);
  }
  return true;
}

static bool matches(decoding *d, const clua_item *item, int index) {
  uint32_t t = item->types;
  if (t == CLUA_ANY) return true;
  switch (lua_type(d->L, index)) {
    case LUA_TNIL: return t & 1u << CLUA_NIL;
    case LUA_TBOOLEAN: return t & 1u << CLUA_BOOLEAN;
    case LUA_TNUMBER: return t & (1u << CLUA_NUMBER | 1u << CLUA_INTEGER | 1u << CLUA_NUMBERS);
    case LUA_TSTRING: return t & 1u << CLUA_STRING;
    case LUA_TFUNCTION: return t & 1u << CLUA_FUNCTION;
    case LUA_TTABLE: return t & (1u << CLUA_NUMBERS | 1u << CLUA_OPTIONS | 1u << CLUA_LIST | 1u << CLUA_TABLE);
    default: {
      object *o = to_object(d->b, d->L, index);
      return o && t & 1u << CLUA_OBJECT && item->classes >> o->class_id & 1;
    }
  }
}

// The value on top of the stack. It stays there if out->index is set.
bool decode_item(decoding *d, const clua_item *item, clua_value *out) {
  lua_State *L = d->L;
  uint32_t t = item->types;
  *out = (clua_value){.kind = CLUA_NIL};
  if (!lua_checkstack(L, 20)) return fail(d, ": not enough memory");
  if (!matches(d, item, -1)) return mismatch(d, item, -1);
  switch (lua_type(L, -1)) {
    case LUA_TNIL: return true;
    case LUA_TBOOLEAN:
      out->kind = CLUA_BOOLEAN;
      out->bits = (uint64_t)lua_toboolean(L, -1);
      if (t == CLUA_ANY) keep(d, out);
      return true;
    case LUA_TNUMBER: {
      double x = lua_tonumberx(L, -1, NULL);
      if (t == CLUA_ANY) keep(d, out);
      else if (!isfinite(x) && (!item->unbounded || isnan(x))) {
        return fail(d, " must be a finite number, got %s", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
      }
      if (!(t & (1u << CLUA_NUMBER | 1u << CLUA_NUMBERS))) {
        int exact;
        out->kind = CLUA_INTEGER;
        out->bits = (uint64_t)lua_tointegerx(L, -1, &exact);
        return exact ? true : mismatch(d, item, -1);
      }
      bool single = t & 1u << CLUA_NUMBER;
      if (!single && item->least > 1) return mismatch(d, item, -1);
      int index = out->index;
      *out = (clua_value){.index = index, .count = 1, .mask = 1, .numbers = {x}};
      out->kind = single ? CLUA_NUMBER : CLUA_NUMBERS;
      return true;
    }
    case LUA_TSTRING: {
      out->kind = CLUA_STRING;
      out->string = lua_tolstring(L, -1, &out->length);
      if (t == CLUA_ANY) keep(d, out);
      if (!item->words) return true;
      for (int i = 0; item->words[i]; i++) {
        if (strlen(item->words[i]) == out->length && !memcmp(item->words[i], out->string, out->length)) {
          return out->mask = (uint32_t)i, true;
        }
      }
      char name[64];
      quote(name, sizeof name, out->string, out->length);
      int32_t near = clua_nearest(out->string, out->length, item->words);
      if (near >= 0) return fail(d, ": unknown \"%s\", did you mean \"%s\"?", name, item->words[near]);
      fail(d, ": unknown \"%s\", expected one of ", name);
      for (int i = 0; item->words[i]; i++) {
        if (i) append(d->message, sizeof d->message, ", ");
        append(d->message, sizeof d->message, item->words[i]);
      }
      return false;
    }
    case LUA_TFUNCTION:
      out->kind = CLUA_FUNCTION;
      keep(d, out);
      return true;
    case LUA_TTABLE: {
      lua_rawgeti(L, -1, 1);
      int first = lua_type(L, -1);
      lua_pop(L, 1);
      bool listed = first != LUA_TNIL;
      if (t & 1u << CLUA_NUMBERS && t != CLUA_ANY && (!(t & (1u << CLUA_OPTIONS | 1u << CLUA_LIST)) || first == LUA_TNUMBER)) {
        return decode_numbers(d, item, out);
      }
      if (t & 1u << CLUA_OPTIONS && item->options && (!listed || item->options->rest || !(t & 1u << CLUA_LIST))) {
        return decode_options(d, item->options, out);
      }
      if (t & 1u << CLUA_LIST && t != CLUA_ANY) return decode_list(d, item->element, lua_gettop(L), out);
      out->kind = CLUA_TABLE;
      keep(d, out);
      return true;
    }
    default: {
      object *o = to_object(d->b, L, -1);
      out->kind = o ? CLUA_OBJECT : CLUA_OTHER;
      if (o) (out->class_id = o->class_id, out->bits = o->bits);
      keep(d, out);
      return true;
    }
  }
}

bool decode_arguments(decoding *d, const clua_class *class, const clua_method *method) {
  lua_State *L = d->L;
  const clua_spec *spec = &method->arguments;
  int given = lua_gettop(L), at = 1;
  int32_t self = class->single ? 0 : 1;
  if (!lua_checkstack(L, 2 * spec->count + 20)) return fail(d, "not enough memory");
  path_part class_part = {.separator = "", .name = class->name};
  path_part method_part = {&class_part, class->single ? "." : ":", method->name, 0, false};
  d->path = &method_part;
  d->used = self + spec->count;
  memset(d->values, 0, sizeof *d->values * (size_t)(d->used ? d->used : 1));
  if (self) {
    object *o = to_object(d->b, L, 1);
    if (!o || o->class_id != class->class_id) {
      char got[96];
      describe_value(d->b, L, 1, got, sizeof got);
      return fail(d, ": call it with \":\" on %s%s, got %s", article(class->name), class->name, got);
    }
    d->values[0] = (clua_value){.kind = CLUA_OBJECT, .index = 1, .class_id = o->class_id, .bits = o->bits};
    at = 2;
  }
  for (int32_t i = 0; i < spec->count; i++) {
    const clua_item *item = &spec->items[i];
    clua_value *out = &d->values[self + i];
    path_part part = {&method_part, ": ", item->name, 0, true};
    d->path = &part;
    if (item->variadic) {
      *out = (clua_value){.kind = CLUA_LIST, .index = at, .first = 1, .spec = item->element};
      if (at <= given) out->count = given - at + 1;
      if (item->required && out->count == 0) return mismatch(d, item->element, given + 1);
      clua_value scratch[item_size(item->element, 0)];
      int top = lua_gettop(L);
      for (; at <= given; at++) {
        decoding inner = *d;
        inner.values = scratch;
        inner.used = 1;
        inner.capacity = item_size(item->element, 0);
        lua_pushvalue(L, at);
        bool fine = lua_isnil(L, -1) ? mismatch(&inner, item->element, -1) : decode_item(&inner, item->element, &scratch[0]);
        lua_settop(L, top);
        if (!fine) return memcpy(d->message, inner.message, sizeof d->message), false;
      }
      break;
    }
    if (at > given || lua_isnil(L, at)) {
      bool last = at > given;
      if (item->required && !(item->types & 1u << CLUA_NIL)) return mismatch(d, item, at);
      if (!last) at++;
      continue;
    }
    // An optional argument may be left out when the next one that would take the value follows.
    if (!item->required && !matches(d, item, at)) {
      bool later = false;
      for (int32_t j = i + 1; j < spec->count && !later; j++) {
        later = matches(d, &spec->items[j], at);
        if (spec->items[j].required) break;
      }
      if (later) continue;
    }
    lua_pushvalue(L, at++);
    // A table of options is the call's own: its options are named without the argument's name.
    if (lua_type(L, -1) == LUA_TTABLE && item->options && !(item->types & 1u << CLUA_NUMBERS)) d->path = &method_part;
    if (!decode_item(d, item, out)) return false;
    if (out->index == 0) lua_settop(L, -2);
  }
  d->path = &method_part;
  if (at <= given) {
    int takes = spec->count;
    return fail(d, ": too many arguments, it takes %d", takes);
  }
  return true;
}

bool decode_field(decoding *d, const clua_class *class, const clua_field *field, int index) {
  path_part class_part = {.separator = "", .name = class->name}, part = {&class_part, ".", field->item.name, 0, false};
  d->path = &part;
  d->used = 1;
  lua_pushvalue(d->L, index);
  return decode_item(d, &field->item, &d->values[0]);
}
