// Curves as pieces of polynomials, in single precision: what small blocks of Float lanes take.
#pragma STDC FP_CONTRACT OFF

#include "ckernels.h"

#include "portable.h"

CK_INLINE float root3(float x) {
  // The exponent divided by 3 is within 6 % (Kahan); each of Halley's steps cubes the error.
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = bits / 3 + 0x2a5119f2;
  float y;
  memcpy(&y, &bits, sizeof y);
  for (int step = 0; step < 2; step++) {
    float cube = y * y * y;
    y = y * ((cube + 2 * x) / (2 * cube + x));
  }
  return x > 0 ? y : 0;
}

// Progress becomes a piece's index and the place h in it.
CK_INLINE void place(const double *restrict u, long n, int warp, int folded, float count, int32_t *restrict index,
                     float *restrict h) {
  float last = count - 1;
  for (long i = 0; i < n; i++) {
    double x = u[i];
    if (folded) {
      x = 2 * x - 1;
      x = x < 0 ? -x : x;
    }
    int from_end = warp == CK_WARP_SQRT_FROM_1 || warp == CK_WARP_CBRT_FROM_1;
    float w = from_end ? (float)(1 - x) : (float)x;
    if (warp == CK_WARP_SQRT || warp == CK_WARP_SQRT_FROM_1) w = CK_SQRT(w);
    if (warp == CK_WARP_CBRT || warp == CK_WARP_CBRT_FROM_1) w = root3(w);
    float y = w * count;
    float whole = (float)(int32_t)y;
    whole = whole < last ? whole : last;
    index[i] = (int32_t)whole;
    h[i] = from_end ? y - whole : (whole + 1) - y;
  }
}

CK_INLINE void place_any(ck_pieces p, const double *u, long n, int32_t *index, float *h) {
  float count = (float)p.count;
#define PLACE(WARP)                                  \
  if (p.folded) {                                    \
    place(u, n, WARP, 1, count, index, h);           \
  } else {                                           \
    place(u, n, WARP, 0, count, index, h);           \
  }                                                  \
  break;
  switch (p.warp) {
    case CK_WARP_SQRT: PLACE(CK_WARP_SQRT)
    case CK_WARP_CBRT: PLACE(CK_WARP_CBRT)
    case CK_WARP_SQRT_FROM_1: PLACE(CK_WARP_SQRT_FROM_1)
    case CK_WARP_CBRT_FROM_1: PLACE(CK_WARP_CBRT_FROM_1)
    default: PLACE(CK_WARP_NONE)
  }
}

#define BATCH 128

#define PIECES(T, SUFFIX)                                                                            \
  CK_CLONES                                                                                          \
  void ck_pieces_##SUFFIX(ck_pieces p, const double *u, long n, T *c) {                              \
    double x[BATCH];                                                                                 \
    float h[BATCH];                                                                                  \
    int32_t index[BATCH];                                                                            \
    for (long first = 0; first < n; first += BATCH) {                                                \
      long count = n - first < BATCH ? n - first : BATCH;                                            \
      for (long i = 0; i < count; i++) x[i] = u[first + i];                                          \
      place_any(p, x, count, index, h);                                                              \
      const float *restrict table = p.coefficients;                                                  \
      for (long i = 0; i < count; i++) {                                                             \
        const float *k = table + 8 * index[i];                                                       \
        float t = h[i];                                                                              \
        h[i] = k[0] + t * (k[1] + t * (k[2] + t * (k[3] + t * (k[4] + t * k[5]))));                  \
      }                                                                                              \
      T *restrict out = c + first;                                                                   \
      if (p.folded) {                                                                                \
        for (long i = 0; i < count; i++) h[i] = x[i] < 0.5 ? 1 - h[i] : x[i] > 0.5 ? h[i] : 0.5f;    \
      }                                                                                              \
      for (long i = 0; i < count; i++) {                                                             \
        float y = x[i] > 0 ? h[i] : p.first;                                                         \
        out[i] = x[i] < 1 ? y : p.last;                                                              \
      }                                                                                              \
    }                                                                                                \
  }

PIECES(float, f)
PIECES(double, d)
