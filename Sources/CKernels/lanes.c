// The second pass of a frame: the shown value of every lane from its block's two factors.
#pragma STDC FP_CONTRACT OFF

#include "ckernels.h"

#include "portable.h"

// Lanes of scattered blocks are computed this many at a time, densely, and then written to their places.
#define BATCH 256

// One set of loops for Float and for Double. `moving` is a constant where these are inlined.
#define LANES(T, QUAD, SUFFIX)                                                                                               \
  typedef T QUAD __attribute__((vector_size(4 * sizeof(T))));                                                                \
                                                                                                                             \
  CK_INLINE T shown_##SUFFIX(T target, T delta, T velocity, T c, T b, int moving) {                                          \
    T x = target - delta * c;                                                                                                \
    return moving ? x + velocity * b : x;                                                                                    \
  }                                                                                                                          \
                                                                                                                             \
  /* Blocks of a fixed number of lanes; the inner loop is unrolled. */                                                       \
  CK_INLINE void few_##SUFFIX(const T *restrict target, const T *restrict delta, const T *restrict velocity,                 \
                              const double *restrict c, const double *restrict b, const int32_t *restrict slot, long n,      \
                              long lanes, T *restrict shown, int moving) {                                                   \
    for (long i = 0; i < n; i++) {                                                                                           \
      T ci = (T)c[i], bi = moving ? (T)b[i] : 0;                                                                             \
      T *place = shown + slot[i];                                                                                            \
      for (long j = 0, k = i * lanes; j < lanes; j++, k++)                                                                   \
        place[j] = shown_##SUFFIX(target[k], delta[k], moving ? velocity[k] : 0, ci, bi, moving);                            \
    }                                                                                                                        \
  }                                                                                                                          \
                                                                                                                             \
  CK_INLINE void four_##SUFFIX(const T *restrict target, const T *restrict delta, const T *restrict velocity,                \
                               const double *restrict c, const double *restrict b, const int32_t *restrict slot, long n,     \
                               T *restrict shown, int moving) {                                                              \
    for (long i = 0; i < n; i++) {                                                                                           \
      T ci = (T)c[i];                                                                                                        \
      QUAD to, by, x;                                                                                                        \
      memcpy(&to, target + 4 * i, sizeof to);                                                                                \
      memcpy(&by, delta + 4 * i, sizeof by);                                                                                 \
      x = to - by * (QUAD){ci, ci, ci, ci};                                                                                  \
      if (moving) {                                                                                                          \
        T bi = (T)b[i];                                                                                                      \
        memcpy(&by, velocity + 4 * i, sizeof by);                                                                            \
        x = x + by * (QUAD){bi, bi, bi, bi};                                                                                 \
      }                                                                                                                      \
      memcpy(shown + slot[i], &x, sizeof x);                                                                                 \
    }                                                                                                                        \
  }                                                                                                                          \
                                                                                                                             \
  CK_INLINE void scattered_##SUFFIX(const T *restrict target, const T *restrict delta, const T *restrict velocity,           \
                                    const double *restrict c, const double *restrict b, const int32_t *restrict slot,        \
                                    long n, long lanes, T *restrict shown, int moving) {                                     \
    T x[BATCH];                                                                                                              \
    for (long i = 0; i < n; i++) {                                                                                           \
      T ci = (T)c[i], bi = moving ? (T)b[i] : 0;                                                                             \
      for (long first = i * lanes, end = first + lanes; first < end; first += BATCH) {                                       \
        long count = end - first < BATCH ? end - first : BATCH;                                                              \
        for (long j = 0; j < count; j++)                                                                                     \
          x[j] = shown_##SUFFIX(target[first + j], delta[first + j], moving ? velocity[first + j] : 0, ci, bi, moving);      \
        for (long j = 0; j < count; j++)                                                                                     \
          if (slot[first + j] >= 0) shown[slot[first + j]] = x[j];                                                           \
      }                                                                                                                      \
    }                                                                                                                        \
  }                                                                                                                          \
                                                                                                                             \
  CK_INLINE void any_##SUFFIX(const T *target, const T *delta, const T *velocity, const double *c, const double *b,          \
                              const int32_t *slot, int contiguous, long n, long lanes, T *shown, int moving) {               \
    if (!contiguous && lanes != 1) {                                                                                         \
      scattered_##SUFFIX(target, delta, velocity, c, b, slot, n, lanes, shown, moving);                                      \
    } else if (!contiguous) {                                                                                                \
      scattered_##SUFFIX(target, delta, velocity, c, b, slot, n, 1, shown, moving);                                          \
    } else if (lanes == 1) {                                                                                                 \
      few_##SUFFIX(target, delta, velocity, c, b, slot, n, 1, shown, moving);                                                \
    } else if (lanes == 2) {                                                                                                 \
      few_##SUFFIX(target, delta, velocity, c, b, slot, n, 2, shown, moving);                                                \
    } else if (lanes == 3) {                                                                                                 \
      few_##SUFFIX(target, delta, velocity, c, b, slot, n, 3, shown, moving);                                                \
    } else if (lanes == 4) {                                                                                                 \
      four_##SUFFIX(target, delta, velocity, c, b, slot, n, shown, moving);                                                  \
    } else {                                                                                                                 \
      few_##SUFFIX(target, delta, velocity, c, b, slot, n, lanes, shown, moving);                                            \
    }                                                                                                                        \
  }

LANES(float, quad_f, f)
LANES(double, quad_d, d)

CK_CLONES
void ck_lanes_f(const float *target, const float *delta, const float *velocity, const double *c, const double *b,
                const int32_t *slot, int contiguous, long n, long lanes, float *shown) {
  if (velocity) {
    any_f(target, delta, velocity, c, b, slot, contiguous, n, lanes, shown, 1);
  } else {
    any_f(target, delta, velocity, c, b, slot, contiguous, n, lanes, shown, 0);
  }
}

CK_CLONES
void ck_lanes_d(const double *target, const double *delta, const double *velocity, const double *c, const double *b,
                const int32_t *slot, int contiguous, long n, long lanes, double *shown) {
  if (velocity) {
    any_d(target, delta, velocity, c, b, slot, contiguous, n, lanes, shown, 1);
  } else {
    any_d(target, delta, velocity, c, b, slot, contiguous, n, lanes, shown, 0);
  }
}
