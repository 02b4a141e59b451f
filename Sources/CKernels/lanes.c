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

// Blocks at rest of a fixed number of lanes, next to each other in the table or each at its own place.
CK_INLINE void rest(const float *restrict target, const float *restrict delta, const float *restrict c,
                    const int32_t *restrict slot, int contiguous, long n, long lanes, float *restrict shown) {
  for (long i = 0; i < n; i++) {
    float ci = c[i];
    for (long j = 0, k = i * lanes; j < lanes; j++, k++)
      shown[contiguous ? slot[i] + j : slot[k]] = target[k] - delta[k] * ci;
  }
}

CK_INLINE void rest_quads(const float *restrict target, const float *restrict delta, const float *restrict c,
                          const int32_t *restrict slot, int contiguous, long n, float *restrict shown) {
  for (long i = 0; i < n; i++) {
    float ci = c[i];
    quad_f to, by;
    memcpy(&to, target + 4 * i, sizeof to);
    memcpy(&by, delta + 4 * i, sizeof by);
    quad_f x = to - by * (quad_f){ci, ci, ci, ci};
    if (contiguous) {
      memcpy(shown + slot[i], &x, sizeof x);
    } else {
      for (int j = 0; j < 4; j++) shown[slot[4 * i + j]] = x[j];
    }
  }
}

CK_CLONES
void ck_lanes_at_rest_f(const float *target, const float *delta, const float *c, const int32_t *slot, int contiguous, long n,
                        long lanes, float *shown) {
#define REST(LANES)                                                  \
  if (contiguous) {                                                  \
    rest(target, delta, c, slot, 1, n, LANES, shown);                \
  } else {                                                           \
    rest(target, delta, c, slot, 0, n, LANES, shown);                \
  }                                                                  \
  break;
  switch (lanes) {
    case 1: REST(1)
    case 2: REST(2)
    case 3: REST(3)
    case 4:
      if (contiguous) {
        rest_quads(target, delta, c, slot, 1, n, shown);
      } else {
        rest_quads(target, delta, c, slot, 0, n, shown);
      }
      break;
    default: REST(lanes)
  }
}

CK_CLONES
double ck_least(const double *x, long n) {
  double least[8];
  for (int j = 0; j < 8; j++) least[j] = __builtin_inf();
  long i = 0;
  for (; i + 8 <= n; i += 8)
    for (int j = 0; j < 8; j++) least[j] = x[i + j] < least[j] ? x[i + j] : least[j];
  for (; i < n; i++) least[0] = x[i] < least[0] ? x[i] : least[0];
  for (int j = 1; j < 8; j++) least[0] = least[j] < least[0] ? least[j] : least[0];
  return least[0];
}
