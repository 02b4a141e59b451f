// Tweens from rest by pieces, from clock time to what is left of the distance in one go: the larger part of most frames.
#pragma STDC FP_CONTRACT OFF

#include "ckernels.h"

#include "portable.h"

// elapsed * (1/duration) can come out one step below 1 at the end; see tweens.c.
#define ALMOST_ONE 0x1.fffffffffffffp-1

#define BATCH 128

static void plain(ck_pieces p, const double *start, const double *rate, double t, long n, float *c) {
  double u[BATCH];
  for (long first = 0; first < n; first += BATCH) {
    long count = n - first < BATCH ? n - first : BATCH;
    ck_progress_blocks(start + first, rate + first, t, count, u);
    ck_pieces_f(p, u, count, c + first);
  }
}

// Coefficients of up to 32 pieces fit into a few registers, where a permutation looks them up: several times as fast as memory.
// Both versions below do the steps of pieces.c in the same order, so they give the same bits. They leave progress outside 0...1
// alone, since what it leads to is replaced by the first or the last value.
#ifdef CK_DISPATCH

#include <immintrin.h>

typedef uint32_t uints_8 __attribute__((vector_size(32)));
typedef uint32_t uints_16 __attribute__((vector_size(64)));

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl")))

// See root3 in pieces.c.
#define ROOT3(FLOATS, UINTS, x, y)                            \
  FLOATS y = (FLOATS)((UINTS)x / 3 + 0x2a5119f2u);            \
  for (int step = 0; step < 2; step++) {                      \
    FLOATS cube = y * y * y;                                  \
    y = y * ((cube + 2 * x) / (2 * cube + x));                \
  }

AVX2 CK_INLINE __m256 pair_256(__m256d low, __m256d high) {
  return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}

AVX2 CK_INLINE __m256 mask_256(__m256d low, __m256d high) {
  __m256 mixed = _mm256_shuffle_ps(_mm256_castpd_ps(low), _mm256_castpd_ps(high), 0x88);
  return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), 0xd8));
}

// What the loop keeps in registers: power j of pieces 0 to 7 and of 8 to 15.
typedef struct {
  __m256 low[6], high[6];
} table_256;

// At most 16 pieces; of degree 3 where `cubic`.
AVX2 CK_INLINE void instant_256(ck_pieces p, const table_256 *table, const double *start, const double *rate, double t,
                                float *c, int warp, int folded, int cubic) {
  int from_end = warp == CK_WARP_SQRT_FROM_1 || warp == CK_WARP_CBRT_FROM_1;
  __m256d u0 = (_mm256_set1_pd(t) - _mm256_loadu_pd(start)) * _mm256_loadu_pd(rate);
  __m256d u1 = (_mm256_set1_pd(t) - _mm256_loadu_pd(start + 4)) * _mm256_loadu_pd(rate + 4);
  __m256d x0 = u0, x1 = u1, one = _mm256_set1_pd(1);
  if (folded) {
    __m256d sign = _mm256_set1_pd(-0.0);
    x0 = _mm256_andnot_pd(sign, 2 * u0 - one);
    x1 = _mm256_andnot_pd(sign, 2 * u1 - one);
  }
  __m256 w = from_end ? pair_256(one - x0, one - x1) : pair_256(x0, x1), u = w;
  if (warp == CK_WARP_SQRT || warp == CK_WARP_SQRT_FROM_1) w = _mm256_sqrt_ps(w);
  if (warp == CK_WARP_CBRT || warp == CK_WARP_CBRT_FROM_1) {
    ROOT3(__m256, uints_8, w, root)
    w = _mm256_and_ps(root, _mm256_cmp_ps(w, _mm256_setzero_ps(), _CMP_GT_OQ));
  }
  __m256 y = w * _mm256_set1_ps((float)p.count);
  __m256i index = _mm256_min_epi32(_mm256_cvttps_epi32(y), _mm256_set1_epi32(p.count - 1));
  __m256 whole = _mm256_cvtepi32_ps(index);
  __m256 h = from_end ? y - whole : (whole + _mm256_set1_ps(1)) - y;
  __m256 upper = _mm256_castsi256_ps(_mm256_slli_epi32(index, 28));
#define COEFFICIENT(j)                                                                          \
  _mm256_blendv_ps(_mm256_permutevar8x32_ps(table->low[j], index),                              \
                   _mm256_permutevar8x32_ps(table->high[j], index), upper)
  __m256 left = COEFFICIENT(cubic ? 3 : 5);
  if (!cubic) {
    left = COEFFICIENT(4) + h * left;
    left = COEFFICIENT(3) + h * left;
  }
  left = COEFFICIENT(2) + h * left;
  left = COEFFICIENT(1) + h * left;
  left = COEFFICIENT(0) + h * left;
#undef COEFFICIENT
  if (folded) {
    __m256d half = _mm256_set1_pd(0.5);
    __m256 early = mask_256(_mm256_cmp_pd(u0, half, _CMP_LT_OQ), _mm256_cmp_pd(u1, half, _CMP_LT_OQ));
    __m256 late = mask_256(_mm256_cmp_pd(u0, half, _CMP_GT_OQ), _mm256_cmp_pd(u1, half, _CMP_GT_OQ));
    __m256 first = _mm256_blendv_ps(_mm256_set1_ps(0.5f), _mm256_set1_ps(1) - left, early);
    left = _mm256_blendv_ps(first, left, late);
  }
  // What is inside 0...1 in single precision is inside.
  __m256 positive = _mm256_cmp_ps(u, _mm256_setzero_ps(), _CMP_GT_OQ);
  __m256 inside = _mm256_and_ps(positive, _mm256_cmp_ps(u, _mm256_set1_ps(1), _CMP_LT_OQ));
  if (from_end || folded || _mm256_movemask_ps(inside) != 0xff) {
    __m256d zero = _mm256_setzero_pd(), last = _mm256_set1_pd(ALMOST_ONE);
    __m256 begun = mask_256(_mm256_cmp_pd(u0, zero, _CMP_GT_OQ), _mm256_cmp_pd(u1, zero, _CMP_GT_OQ));
    __m256 going = mask_256(_mm256_cmp_pd(u0, last, _CMP_LT_OQ), _mm256_cmp_pd(u1, last, _CMP_LT_OQ));
    left = _mm256_blendv_ps(_mm256_set1_ps(p.first), left, begun);
    left = _mm256_blendv_ps(_mm256_set1_ps(p.last), left, going);
  }
  _mm256_storeu_ps(c, left);
}

typedef struct {
  __m512 low[6], high[6];
} table_512;

// At most 16 pieces, or 32 where `wide`; of degree 3 where `cubic`.
AVX512 CK_INLINE void instant_512(ck_pieces p, const table_512 *table, const double *start, const double *rate, double t,
                                  float *c, int warp, int folded, int wide, int cubic) {
  int from_end = warp == CK_WARP_SQRT_FROM_1 || warp == CK_WARP_CBRT_FROM_1;
  __m512d u0 = (_mm512_set1_pd(t) - _mm512_loadu_pd(start)) * _mm512_loadu_pd(rate);
  __m512d u1 = (_mm512_set1_pd(t) - _mm512_loadu_pd(start + 8)) * _mm512_loadu_pd(rate + 8);
  __m512d x0 = u0, x1 = u1, one = _mm512_set1_pd(1);
  if (folded) {
    x0 = _mm512_abs_pd(2 * u0 - one);
    x1 = _mm512_abs_pd(2 * u1 - one);
  }
  if (from_end) {
    x0 = one - x0;
    x1 = one - x1;
  }
  __m512 w = _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(x0)), _mm512_cvtpd_ps(x1), 1), u = w;
  if (warp == CK_WARP_SQRT || warp == CK_WARP_SQRT_FROM_1) w = _mm512_sqrt_ps(w);
  if (warp == CK_WARP_CBRT || warp == CK_WARP_CBRT_FROM_1) {
    ROOT3(__m512, uints_16, w, root)
    w = _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(w, _mm512_setzero_ps(), _CMP_GT_OQ), root);
  }
  __m512 y = w * _mm512_set1_ps((float)p.count);
  __m512i index = _mm512_min_epi32(_mm512_cvttps_epi32(y), _mm512_set1_epi32(p.count - 1));
  __m512 whole = _mm512_cvtepi32_ps(index);
  __m512 h = from_end ? y - whole : (whole + _mm512_set1_ps(1)) - y;
#define COEFFICIENT(j)                                                            \
  (wide ? _mm512_permutex2var_ps(table->low[j], index, table->high[j]) : _mm512_permutexvar_ps(index, table->low[j]))
  __m512 left = COEFFICIENT(cubic ? 3 : 5);
  if (!cubic) {
    left = COEFFICIENT(4) + h * left;
    left = COEFFICIENT(3) + h * left;
  }
  left = COEFFICIENT(2) + h * left;
  left = COEFFICIENT(1) + h * left;
  left = COEFFICIENT(0) + h * left;
#undef COEFFICIENT
#define MASK(limit, relation)                                                                           \
  (__mmask16)(_mm512_cmp_pd_mask(u0, limit, relation) | (unsigned)_mm512_cmp_pd_mask(u1, limit, relation) << 8)
  if (folded) {
    __m512d half = _mm512_set1_pd(0.5);
    __m512 first = _mm512_mask_mov_ps(_mm512_set1_ps(0.5f), MASK(half, _CMP_LT_OQ), _mm512_set1_ps(1) - left);
    left = _mm512_mask_mov_ps(first, MASK(half, _CMP_GT_OQ), left);
  }
  __mmask16 inside = _mm512_cmp_ps_mask(u, _mm512_setzero_ps(), _CMP_GT_OQ);
  inside = _mm512_mask_cmp_ps_mask(inside, u, _mm512_set1_ps(1), _CMP_LT_OQ);
  if (from_end || folded || inside != 0xffff) {
    left = _mm512_mask_mov_ps(_mm512_set1_ps(p.first), MASK(_mm512_setzero_pd(), _CMP_GT_OQ), left);
    left = _mm512_mask_mov_ps(_mm512_set1_ps(p.last), MASK(_mm512_set1_pd(ALMOST_ONE), _CMP_LT_OQ), left);
  }
#undef MASK
  _mm512_storeu_ps(c, left);
}

#define BY_WARP(LOOP)                                       \
  switch (p.warp * 2 + p.folded) {                          \
    case CK_WARP_NONE * 2 + 1: LOOP(CK_WARP_NONE, 1)        \
    case CK_WARP_SQRT * 2: LOOP(CK_WARP_SQRT, 0)            \
    case CK_WARP_SQRT * 2 + 1: LOOP(CK_WARP_SQRT, 1)        \
    case CK_WARP_CBRT * 2: LOOP(CK_WARP_CBRT, 0)            \
    case CK_WARP_CBRT * 2 + 1: LOOP(CK_WARP_CBRT, 1)        \
    case CK_WARP_SQRT_FROM_1 * 2: LOOP(CK_WARP_SQRT_FROM_1, 0) \
    case CK_WARP_SQRT_FROM_1 * 2 + 1: LOOP(CK_WARP_SQRT_FROM_1, 1) \
    case CK_WARP_CBRT_FROM_1 * 2: LOOP(CK_WARP_CBRT_FROM_1, 0) \
    case CK_WARP_CBRT_FROM_1 * 2 + 1: LOOP(CK_WARP_CBRT_FROM_1, 1) \
    default: LOOP(CK_WARP_NONE, 0)                          \
  }

// Returns how many of the `n` it did, a multiple of 8.
AVX2 static long many_256(ck_pieces p, const double *start, const double *rate, double t, long n, float *c) {
  table_256 table;
  for (int j = 0; j < 6; j++) {
    table.low[j] = _mm256_loadu_ps(p.columns + CK_COLUMN * j);
    table.high[j] = _mm256_loadu_ps(p.columns + CK_COLUMN * j + 8);
  }
  long i = 0;
#define LOOP(WARP, FOLDED)                                                                                        \
  if (p.cubic) {                                                                                                  \
    for (; i + 8 <= n; i += 8) instant_256(p, &table, start + i, rate + i, t, c + i, WARP, FOLDED, 1);            \
  } else {                                                                                                        \
    for (; i + 8 <= n; i += 8) instant_256(p, &table, start + i, rate + i, t, c + i, WARP, FOLDED, 0);            \
  }                                                                                                               \
  break;
  BY_WARP(LOOP)
#undef LOOP
  return i;
}

// Returns how many of the `n` it did, a multiple of 16.
AVX512 static long many_512(ck_pieces p, const double *start, const double *rate, double t, long n, float *c) {
  table_512 table;
  for (int j = 0; j < 6; j++) {
    table.low[j] = _mm512_loadu_ps(p.columns + CK_COLUMN * j);
    table.high[j] = _mm512_loadu_ps(p.columns + CK_COLUMN * j + 16);
  }
  long i = 0;
#define LOOP(WARP, FOLDED)                                                                                        \
  if (p.count > 16) {                                                                                             \
    for (; i + 16 <= n; i += 16) instant_512(p, &table, start + i, rate + i, t, c + i, WARP, FOLDED, 1, 0);       \
  } else if (p.cubic) {                                                                                           \
    for (; i + 16 <= n; i += 16) instant_512(p, &table, start + i, rate + i, t, c + i, WARP, FOLDED, 0, 1);       \
  } else {                                                                                                        \
    for (; i + 16 <= n; i += 16) instant_512(p, &table, start + i, rate + i, t, c + i, WARP, FOLDED, 0, 0);       \
  }                                                                                                               \
  break;
  BY_WARP(LOOP)
#undef LOOP
  return i;
}

// Blocks of 4 neighbouring lanes. Where the places of several blocks follow one another, as they do for what was made together,
// they are written at once. Both return how many of the `n` they did.

AVX2 static long quads_256(const float *restrict target, const float *restrict delta, const float *restrict c,
                           const int32_t *restrict slot, long n, float *restrict shown) {
  __m256i pair = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
  __m256i steps = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
  long i = 0;
  for (; i + 8 <= n; i += 8) {
    __m256i places = _mm256_loadu_si256((const __m256i *)(slot + i));
    __m256i run = _mm256_add_epi32(_mm256_set1_epi32(slot[i]), steps);
    int together = _mm256_movemask_epi8(_mm256_cmpeq_epi32(places, run)) == -1;
    __m256 factors = _mm256_loadu_ps(c + i);
    for (int q = 0; q < 4; q++) {
      __m256 factor = _mm256_permutevar8x32_ps(factors, _mm256_add_epi32(pair, _mm256_set1_epi32(2 * q)));
      long k = 4 * i + 8 * q;
      __m256 x = _mm256_loadu_ps(target + k) - _mm256_loadu_ps(delta + k) * factor;
      if (together) {
        _mm256_storeu_ps(shown + slot[i] + 8 * q, x);
      } else {
        _mm_storeu_ps(shown + slot[i + 2 * q], _mm256_castps256_ps128(x));
        _mm_storeu_ps(shown + slot[i + 2 * q + 1], _mm256_extractf128_ps(x, 1));
      }
    }
  }
  return i;
}

AVX512 static long quads_512(const float *restrict target, const float *restrict delta, const float *restrict c,
                             const int32_t *restrict slot, long n, float *restrict shown) {
  __m512i four = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  __m512i steps = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
  long i = 0;
  for (; i + 16 <= n; i += 16) {
    __m512i run = _mm512_add_epi32(_mm512_set1_epi32(slot[i]), steps);
    int together = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(slot + i), run) == 0xffff;
    __m512 factors = _mm512_loadu_ps(c + i);
    for (int q = 0; q < 4; q++) {
      __m512 factor = _mm512_permutexvar_ps(_mm512_add_epi32(four, _mm512_set1_epi32(4 * q)), factors);
      long k = 4 * i + 16 * q;
      __m512 x = _mm512_loadu_ps(target + k) - _mm512_loadu_ps(delta + k) * factor;
      if (together) {
        _mm512_storeu_ps(shown + slot[i] + 16 * q, x);
      } else {
        const int32_t *place = slot + i + 4 * q;
        _mm_storeu_ps(shown + place[0], _mm512_castps512_ps128(x));
        _mm_storeu_ps(shown + place[1], _mm512_extractf32x4_ps(x, 1));
        _mm_storeu_ps(shown + place[2], _mm512_extractf32x4_ps(x, 2));
        _mm_storeu_ps(shown + place[3], _mm512_extractf32x4_ps(x, 3));
      }
    }
  }
  return i;
}

static long quads(int widest, const float *target, const float *delta, const float *c, const int32_t *slot, long n,
                  float *shown) {
  return widest >= 2   ? quads_512(target, delta, c, slot, n, shown)
         : widest >= 1 ? quads_256(target, delta, c, slot, n, shown)
                       : 0;
}

int ck_widest(void) {
  if (__builtin_cpu_supports("x86-64-v4")) return 2;
  return __builtin_cpu_supports("x86-64-v3") ? 1 : 0;
}

void ck_instant_within(int widest, ck_pieces p, const double *start, const double *rate, double t, long n, float *c) {
  long done = 0;
  if (widest >= 2 && p.columns) {
    done = many_512(p, start, rate, t, n, c);
  } else if (widest >= 1 && p.columns && p.count <= 16) {
    done = many_256(p, start, rate, t, n, c);
  }
  if (done < n) plain(p, start + done, rate + done, t, n - done, c + done);
}

#else

static long quads(int widest, const float *target, const float *delta, const float *c, const int32_t *slot, long n,
                  float *shown) {
  (void)widest, (void)target, (void)delta, (void)c, (void)slot, (void)n, (void)shown;
  return 0;
}

int ck_widest(void) { return 0; }

void ck_instant_within(int widest, ck_pieces p, const double *start, const double *rate, double t, long n, float *c) {
  (void)widest;
  plain(p, start, rate, t, n, c);
}

#endif

// Part of a family that stays in the first cache between the two passes.
#define PART 256

void ck_tweens_within(int widest, ck_pieces p, const double *start, const double *rate, double t, const float *target,
                      const float *delta, const int32_t *slot, int contiguous, long n, long lanes, float *shown) {
  float c[PART];
  long places = contiguous ? 1 : lanes;
  for (long i = 0; i < n; i += PART) {
    long count = n - i < PART ? n - i : PART, done = 0;
    ck_instant_within(widest, p, start + i, rate + i, t, count, c);
    if (contiguous && lanes == 4) done = quads(widest, target + 4 * i, delta + 4 * i, c, slot + i, count, shown);
    long first = i + done;
    ck_lanes_at_rest_f(target + first * lanes, delta + first * lanes, c + done, slot + first * places, contiguous, count - done,
                       lanes, shown);
  }
}

void ck_tweens_f(ck_pieces p, const double *start, const double *rate, double t, const float *target, const float *delta,
                 const int32_t *slot, int contiguous, long n, long lanes, float *shown) {
  ck_tweens_within(ck_widest(), p, start, rate, t, target, delta, slot, contiguous, n, lanes, shown);
}
