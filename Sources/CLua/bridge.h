// What the parts of CLua share.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clua.h"

enum { MAX_CLASS = 64, MAX_VALUES = 512, MAX_DEPTH = 8, MAX_OPTIONS = 64 };

// The bridge's places in the registry.
enum {
  ROOT_TASKS = 1,  // id → thread, thread → id
  ROOT_POOL,       // threads at rest
  ROOT_ANCHORS,    // userdata → true
  ROOT_VALUES,     // what owner class 0 holds
  ROOT_SANDBOX,    // the allow-list that environments are copied from
  ROOT_NAMES,      // spec → the names of its options
  ROOT_KILLED,     // weak: coroutines that ran out of time
  ROOT_IDENTITY = 100,   // + class: weak, bits → userdata
  ROOT_METATABLE = 200,  // + class
  ROOT_END = 300,
};

typedef struct object {
  uint64_t magic;
  clua_bridge *bridge;
  uint64_t bits;
  uint32_t class_id;
  int32_t note;
} object;

#define OBJECT_MAGIC 0x5e90e0b1ec7a11edull

typedef struct drop {
  uint64_t bits;
  uint32_t class_id;
} drop;

// The names of a table of options by address: Lua keeps one copy of each short string, and these are kept for good.
typedef struct clua_names {
  uint64_t required;
  uint32_t mask;
  struct named { const char *name; int32_t place; } at[];
} clua_names;

struct clua_bridge {
  lua_State *L;        // where Swift's work happens now: the calling thread, else the main thread
  clua_calls calls;
  void *context;
  bool closed;
  int depth;           // Swift calls on the stack
  int task_depth;      // tasks on the stack
  bool waiting;        // the running task is about to yield in order
  const clua_class *classes[MAX_CLASS];

  clua_value *pile;
  int32_t pile_count, pile_capacity;
  char *bytes;
  size_t byte_count, byte_capacity;
  bool pile_failed;

  drop *drops;
  size_t drop_count, drop_capacity, live;

  // Time limits. `running` and `expired` are shared with a signal handler.
  lua_State *volatile running;
  volatile bool expired;
  volatile bool limited;
  double limit;
  char roots[ROOT_END];  // their addresses are the places' keys in the registry
  char stopped[300];  // what the limit's end has to say; made where the script stood
  void *timer;
  clua_host_calls host;
  void *host_context;
};

// Where a value stands, for messages: each part on the C stack of whoever goes into it, so that a call without a mistake
// formats nothing.
typedef struct path_part {
  const struct path_part *outer;
  const char *separator, *name;  // name NULL: an element's place
  int32_t index;
  bool inside;  // behind a ": " already, so that parts follow with "."
} path_part;

typedef struct decoding {
  lua_State *L;
  clua_bridge *b;
  clua_value *values;
  int32_t used, capacity;
  const path_part *path;
  char message[512];
} decoding;

// decode.c: neither allocates nor raises.
int32_t item_size(const clua_item *item, int depth);
bool decode_arguments(decoding *d, const clua_class *class, const clua_method *method);
bool decode_field(decoding *d, const clua_class *class, const clua_field *field, int index);
bool decode_item(decoding *d, const clua_item *item, clua_value *out);
size_t names_size(const clua_spec *spec, uint32_t *mask);
void add_name(clua_names *names, const char *name, int32_t place);
object *to_object(clua_bridge *b, lua_State *L, int index);
// Text for people about the value at an index: `a string "fast"`.
void describe_value(clua_bridge *b, lua_State *L, int index, char *out, size_t size);
void unknown_name(char *out, size_t size, const char *what, lua_State *L, int key, const char *nearest);

// bridge.c
void push_root(clua_bridge *b, lua_State *L, int place);
void set_root(clua_bridge *b, lua_State *L, int place);  // pops a value; raises
void push_option_name(clua_bridge *b, lua_State *L, const clua_spec *spec, int32_t place);
// Runs f(L) in protected mode with `argument` as light userdata at index 1; false: it raised, and nothing is left on the stack.
bool protect(lua_State *L, lua_CFunction f, void *argument);
int raise_text(lua_State *L, const char *text);
int deliver(lua_State *L, clua_bridge *b, int32_t mark, int32_t status);
// Pushes the value at *place and moves past it. Raises when memory ends.
void push_value(clua_bridge *b, lua_State *L, int32_t *place);
void give_text(clua_bridge *b, const char *text, size_t length);

// objects.c
void push_object(clua_bridge *b, lua_State *L, uint32_t class_id, uint64_t bits);   // raises
bool find_object(clua_bridge *b, lua_State *L, uint32_t class_id, uint64_t bits);   // pushes if there is one
bool find_values(clua_bridge *b, lua_State *L, uint32_t owner_class, uint64_t owner);  // pushes if there are some
void drop_object(clua_bridge *b, object *o);
bool take_value(clua_bridge *b, lua_State *L, int index);  // to the pile, without raising

// limits.c
void limit_start(clua_bridge *b, lua_State *thread);
void limit_renew(clua_bridge *b);
void limit_free(clua_bridge *b);
