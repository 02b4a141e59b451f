// Lua 5.4 for Swift. All stack work, all checking of what scripts hand over and all raising happens in C: no function declared
// here raises, and none of the functions that Swift supplies is ever jumped over.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "guard.h"

typedef struct clua_bridge clua_bridge;

// What a value is. An item's accepted types are a set of bits `1 << kind`.
typedef enum clua_kind {
  CLUA_NIL,
  CLUA_BOOLEAN,   // bits: 0 or 1
  CLUA_INTEGER,   // bits: the number, two's complement
  CLUA_NUMBER,    // numbers[0], always finite
  CLUA_STRING,    // string, length; not terminated in results
  CLUA_FUNCTION,  // index; given to Lua: a stored value, or with `string` that method of an object, bound to it
  CLUA_OBJECT,    // class_id, bits
  CLUA_NUMBERS,   // numbers, mask (which of them were given), count (places from the first to the last given)
  CLUA_OPTIONS,   // first, count, bits: place i of the descriptor stands at values[first + i] if bit i is set, else nowhere
  CLUA_LIST,      // index, count, spec
  CLUA_TABLE,     // index; given to Lua: a record, count pairs of key and value follow
  CLUA_OTHER,     // index: a thread, a foreign userdata
} clua_kind;

// Accepts every kind.
#define CLUA_ANY 0x0fffu

// One value on its way between a script and Swift.
typedef struct clua_value {
  int32_t kind;
  int32_t index;  // where it lies on the stack of the running call, 0 if nowhere
  int32_t count;
  int32_t first;
  uint32_t class_id;
  uint32_t mask;
  uint64_t bits;
  const char *string;
  size_t length;
  double numbers[4];
  const void *spec;
} clua_value;

typedef struct clua_spec clua_spec;

// What an argument, an option or a field may be.
typedef struct clua_item {
  const char *name;
  uint32_t types;
  uint32_t required;          // 1: must be given
  uint32_t unbounded;         // numbers: 1: may be infinite
  uint32_t variadic;          // 1: the last argument, takes all that follow as a list
  uint32_t least;             // numbers: how many from the first on must be given; 0: any one of them
  uint64_t classes;           // objects: set of bits 1 << class_id
  const char *const *keys;    // numbers: up to four names, then NULL
  const char *const *words;   // strings: the allowed ones, then NULL; NULL: any
  const clua_spec *options;   // options: their names
  const struct clua_item *element;  // list: what its elements may be
} clua_item;

// A table of options, at most 64. Its array part, if `rest` is not NULL, is one more field after the named ones, a list.
struct clua_spec {
  const clua_item *items;
  int32_t count;
  const clua_item *rest;
  const struct clua_names *names;  // made by clua_declare
};

typedef struct clua_method {
  const char *name;
  int32_t function;
  clua_spec arguments;
} clua_method;

typedef struct clua_field {
  int32_t field;
  uint32_t writable;
  uint32_t readable;
  clua_item item;
} clua_field;

// One class of objects, or with `single` a table of functions and fields such as the module itself.
typedef struct clua_class {
  const char *name;
  uint32_t class_id;  // 1 ... 63
  uint32_t single;
  uint32_t open;  // 1: scripts may keep fields of their own
  uint32_t ends_itself;  // 1: the engine ends it, so nobody is told when the last script lets it go
  const clua_method *methods;
  int32_t method_count;
  const clua_field *fields;
  int32_t field_count;
} clua_class;

// How a call ended.
typedef enum clua_status {
  CLUA_FAILED = -1,   // a message was given with clua_fail, or stands at the mark, a traceback after it
  CLUA_DONE = 0,      // results were given, or stand at the mark
  CLUA_WAITING = 1,   // the task sleeps until clua_resume
  CLUA_MISSING = 2,   // no such callback, task or object
  CLUA_RUNNING = 3,   // the task cannot be cancelled, it is on the call stack
  CLUA_NO_MEMORY = 4,
} clua_status;

// What Swift supplies. Each returns CLUA_FAILED, CLUA_DONE or, for `call`, CLUA_WAITING.
typedef struct clua_calls {
  int32_t (*call)(void *context, int32_t function, const clua_value *values, int32_t count);
  int32_t (*get)(void *context, int32_t field, uint32_t class_id, uint64_t bits);
  int32_t (*set)(void *context, int32_t field, uint32_t class_id, uint64_t bits, const clua_value *values);
  int32_t (*describe)(void *context, uint32_t class_id, uint64_t bits);
  void (*close)(void *context);
} clua_calls;

// Opening. The descriptors and the strings in them must live as long as the state. NULL: no memory, or a class that is out of
// bounds (63 classes, 512 values a call, 64 options a table, options 8 deep).
clua_bridge *clua_open(lua_State *L, const clua_calls *calls, void *context);
int32_t clua_declare(clua_bridge *b, const clua_class *const *classes, int32_t count);
// Puts the table of a `single` class on the stack of the running call, for luaopen; also files it in package.loaded.
int32_t clua_push_module(clua_bridge *b, uint32_t class_id, lua_State *L);

// What is handed to Lua, or was received from it, stands on a pile. Take a mark, give values, make the call, read the results
// from the mark on, reset. A list or record is given as its head, then its parts.
int32_t clua_mark(const clua_bridge *b);
void clua_reset(clua_bridge *b, int32_t mark);
void clua_give(clua_bridge *b, const clua_value *value);  // a string's bytes are copied
int32_t clua_count(const clua_bridge *b);
clua_value clua_at(const clua_bridge *b, int32_t place);
// The message of a failure; `placed`: the script's file and line go before it.
void clua_fail(clua_bridge *b, const char *message, size_t length, int32_t placed);

// Gives "file:line" of the script that made the running call; an empty text if none did.
void clua_where(clua_bridge *b);

// Element i (from 1) of a list or variadic argument that was handed to the running call.
int32_t clua_element(clua_bridge *b, const clua_value *list, int32_t i, clua_value *values, int32_t capacity);
// How many values clua_element needs for one.
int32_t clua_element_size(const clua_value *list);
// Gives the raw pairs of a table whose keys are strings or numbers to the pile, key then value.
int32_t clua_pairs(clua_bridge *b, int32_t index);

// Objects. Owner class 0 is the bridge itself.
int32_t clua_adopt(clua_bridge *b, uint32_t class_id, uint64_t bits, int32_t anchored);
int32_t clua_anchor(clua_bridge *b, uint32_t class_id, uint64_t bits);
int32_t clua_unanchor(clua_bridge *b, uint32_t class_id, uint64_t bits);
int32_t clua_link(clua_bridge *b, uint32_t owner_class, uint64_t owner, uint32_t class_id, uint64_t bits);
int32_t clua_unlink(clua_bridge *b, uint32_t owner_class, uint64_t owner, uint32_t class_id, uint64_t bits);
int32_t clua_store(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, int32_t index);
// Sees to it that a slot holds something: a new table if it is empty.
int32_t clua_store_table(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot);
// Whether the value at an index of the running call is the one in a slot: 1 or 0.
int32_t clua_is_stored(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, int32_t index);
int32_t clua_unstore(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot);
int32_t clua_copy(clua_bridge *b, uint32_t from_class, uint64_t from, int64_t from_slot, uint32_t owner_class, uint64_t owner,
                  int64_t slot);
// Empties all slots low ..< high of all owners.
int32_t clua_unstore_range(clua_bridge *b, int64_t low, int64_t high);
// A number field of a stored plain table, by name or, where that is NULL, by integer key. Raw, so no script runs.
int32_t clua_write_field(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, const char *name, int64_t key,
                         double value);
// The same field's number; CLUA_MISSING if it has none.
int32_t clua_read_field(clua_bridge *b, uint32_t owner_class, uint64_t owner, int64_t slot, const char *name, int64_t key,
                        double *value);
// Tells tables apart for as long as both live: the table at an index of the running call.
uint64_t clua_identity(clua_bridge *b, int32_t index);
// Gives what a table of the running call has, raw, under a name or, where that is NULL, under an integer key. A table stays on
// the call's stack, and its index there is returned; else 0.
int32_t clua_field_of(clua_bridge *b, int32_t index, const char *name, int64_t key);
// The object's note: a small number that stays readable after the engine has forgotten it. 0 if none, or no such object.
int32_t clua_note(clua_bridge *b, uint32_t class_id, uint64_t bits);
void clua_set_note(clua_bridge *b, uint32_t class_id, uint64_t bits, int32_t note);
// Whether a script holds the object: 1 or 0.
int32_t clua_is_held(clua_bridge *b, uint32_t class_id, uint64_t bits);
// A full collection, without leaving protected mode.
void clua_collect(clua_bridge *b);
// One object that no script holds any more. 0: none left.
int32_t clua_next_drop(clua_bridge *b, uint32_t *class_id, uint64_t *bits);

// Tasks. What stands from the mark on is handed over and replaced by the results, or by message and traceback.
int32_t clua_start(clua_bridge *b, int64_t task, uint32_t owner_class, uint64_t owner, int64_t slot, int32_t mark);
int32_t clua_resume(clua_bridge *b, int64_t task, int32_t mark);
int32_t clua_cancel(clua_bridge *b, int64_t task, int32_t mark);
// The task that is asking; 0: the state's main thread; -1: a coroutine that a script made.
int64_t clua_running_task(clua_bridge *b);
int32_t clua_can_yield(clua_bridge *b);

// A state of our own: memory cap, sandbox, time limits.
typedef struct clua_host {
  size_t used, cap;
  uint64_t allocations;  // so far
  uint64_t fail_from;    // tests: allocations after this count fail ...
  uint64_t fail_every;   // ... every one of this many; 0: none
} clua_host;

typedef struct clua_host_calls {
  // Gives the text of a module and its chunk name to the pile, or fails.
  int32_t (*read)(void *context, int64_t environment, const char *name, size_t length);
  void (*print)(void *context, const char *text, size_t length);
} clua_host_calls;

lua_State *clua_host_open(clua_host *host);
int32_t clua_host_prepare(clua_bridge *b, const clua_host_calls *calls, void *context);
// A new sandbox as slot `environment` of the bridge. `module`: class of the module that require "segue" gives.
int32_t clua_new_environment(clua_bridge *b, int64_t environment, uint32_t module, const char *const *globals);
// Compiles text into slot `slot` of the bridge; a failure's message stands at the mark.
int32_t clua_load(clua_bridge *b, int64_t environment, int64_t slot, const char *text, size_t length, const char *name,
                  int32_t mark);
// The limit on running script code of this thread, in seconds of its processor time; <= 0: none. `first`: what is left of it
// now. Returns what was left of the limit before.
double clua_limit(clua_bridge *b, double seconds, double first);

// How many edits part two names; the nearest name's place in a NULL-terminated list, or -1 if none is near.
int32_t clua_nearest(const char *name, size_t length, const char *const *names);
