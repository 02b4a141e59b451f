// What the kernels share: bits of doubles, and compilation for several processors.
#pragma once

#include <stdint.h>
#include <string.h>

#define CK_INLINE static inline __attribute__((always_inline))

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#ifndef __has_builtin
#define __has_builtin(x) 0
#endif

// The bare instruction: a plain sqrt may set errno, which keeps loops from vectorising.
#if __has_builtin(__builtin_elementwise_sqrt)
#define CK_SQRT(x) __builtin_elementwise_sqrt(x)
#else
#define CK_SQRT(x) __builtin_sqrt(x)
#endif

// Sanitizers are not ready yet when the loader picks a clone.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define CK_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#define CK_DISPATCH 1  // functions written for one kind of processor may be chosen, too
#else
#define CK_CLONES
#endif

CK_INLINE uint64_t ck_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

CK_INLINE double ck_from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Adding this and subtracting it again rounds to an integer, which then stands in the sum's low bits.
#define CK_ROUNDER 0x1.8p52
