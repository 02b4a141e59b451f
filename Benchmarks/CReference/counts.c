// Counts what a frame should not do: allocations, reference counts, locks. The program's own functions stand before those of
// glibc and hand over to them; the Swift runtime has pointers for such a purpose.
#define _GNU_SOURCE
#include "creference.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_long allocations, references, locks;

static void note(atomic_long *count) { atomic_fetch_add_explicit(count, 1, memory_order_relaxed); }

reference_counts reference_counted(void) {
  return (reference_counts){
      .allocations = atomic_load_explicit(&allocations, memory_order_relaxed),
      .references = atomic_load_explicit(&references, memory_order_relaxed),
      .locks = atomic_load_explicit(&locks, memory_order_relaxed),
  };
}

// The runtime asks these pointers where the flag is set; bridged objects come by here too.
extern _Atomic(bool) _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;
extern void *(*_Atomic _swift_retain)(void *);
extern void *(*_Atomic _swift_retain_n)(void *, uint32_t);
extern void (*_Atomic _swift_release)(void *);
extern void (*_Atomic _swift_release_n)(void *, uint32_t);

static void *(*retain)(void *);
static void *(*retain_n)(void *, uint32_t);
static void (*release)(void *);
static void (*release_n)(void *, uint32_t);

static void *noted_retain(void *object) {
  if (object) note(&references);
  return retain(object);
}

static void *noted_retain_n(void *object, uint32_t n) {
  if (object) note(&references);
  return retain_n(object, n);
}

static void noted_release(void *object) {
  if (object) note(&references);
  release(object);
}

static void noted_release_n(void *object, uint32_t n) {
  if (object) note(&references);
  release_n(object, n);
}

void reference_count_references(bool on) {
  if (!retain) {
    retain = _swift_retain;
    retain_n = _swift_retain_n;
    release = _swift_release;
    release_n = _swift_release_n;
  }
  _swift_retain = on ? noted_retain : retain;
  _swift_retain_n = on ? noted_retain_n : retain_n;
  _swift_release = on ? noted_release : release;
  _swift_release_n = on ? noted_release_n : release_n;
  _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = on;
}

#ifndef __has_feature
#define __has_feature(x) 0
#endif

// Sanitizers have functions of their own.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  note(&allocations);
  return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  note(&allocations);
  return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size) {
  note(&allocations);
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(&allocations);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size) {
  note(&allocations);
  *to = __libc_memalign(alignment, size);
  return *to ? 0 : ENOMEM;
}

#define LOCK(name, type)                                                 \
  int name(type *lock) {                                                 \
    static int (*_Atomic next)(type *);                                  \
    int (*real)(type *) = next;                                          \
    if (!real) next = real = (int (*)(type *))dlsym(RTLD_NEXT, #name);   \
    note(&locks);                                                        \
    return real(lock);                                                   \
  }

LOCK(pthread_mutex_lock, pthread_mutex_t)
LOCK(pthread_mutex_trylock, pthread_mutex_t)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)

#endif
