// Elementary functions from + - * / and square roots only: a system's own differ in the last bit between processors.
#pragma STDC FP_CONTRACT OFF

#include "ckernels.h"

#include "circular.h"
#include "exponential.h"

#define INFINITE __builtin_inf()
#define NOT_A_NUMBER __builtin_nan("")

typedef struct {
  double high, low;
} pair;

// a + b exactly.
CK_INLINE pair exact_sum(double a, double b) {
  double s = a + b, back = s - a;
  return (pair){s, (a - (s - back)) + (b - back)};
}

// The upper 26 bits of x.
CK_INLINE double upper_half(double x) { return ck_from_bits(ck_bits(x) & 0xfffffffff8000000); }

// a * b to twice the precision, unless a part over- or underflows.
CK_INLINE pair wide_product(double a, double b) {
  double p = a * b, a1 = upper_half(a), b1 = upper_half(b), a2 = a - a1, b2 = b - b1;
  // Upper parts have 26 bits and lower ones 27, so only the last product, the least one, is rounded.
  return (pair){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

double ck_exp(double x) { return ck_exp_inline(x); }

double ck_expm1(double x) { return x > 40 ? ck_exp_inline(x) : x == 0 ? x : ck_expm1_inline(x); }

// MARK: logarithms

// Splits a positive finite x into m in sqrt(1/2)...sqrt(2) and a power of two.
CK_INLINE double split(double x, double *exponent) {
  double shift = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    shift = -54;
  }
  // Counting from sqrt(1/2) instead of 1 makes the exponent field round the way wanted.
  uint64_t offset = ck_bits(x) - 0x3fe6a09e667f3bcd;
  int64_t k = (int64_t)offset >> 52;
  *exponent = (double)k + shift;
  return ck_from_bits(ck_bits(x) - ((uint64_t)k << 52));
}

// log(1 + f) + correction + k ln 2 for 1 + f within sqrt(1/2)...sqrt(2), from log((1 + s)/(1 - s)) = 2 (s + s^3/3 + ...).
CK_INLINE double log_sum(double f, double k, double correction) {
  double s = f / (2 + f), z = s * s;
  double p = 2.0 / 23;
  p = p * z + 2.0 / 21;
  p = p * z + 2.0 / 19;
  p = p * z + 2.0 / 17;
  p = p * z + 2.0 / 15;
  p = p * z + 2.0 / 13;
  p = p * z + 2.0 / 11;
  p = p * z + 2.0 / 9;
  p = p * z + 2.0 / 7;
  p = p * z + 2.0 / 5;
  p = p * z + 2.0 / 3;
  double half = 0.5 * f * f;
  return k * CK_LN2_HIGH - ((half - (s * (half + z * p) + (k * CK_LN2_LOW + correction))) - f);
}

double ck_log(double x) {
  if (!(x > 0)) return x == 0 ? -INFINITE : NOT_A_NUMBER;
  if (x == INFINITE) return x;
  double k, m = split(x, &k);
  return log_sum(m - 1, k, 0);
}

double ck_log1p(double x) {
  if (!(x > -1)) return x == -1 ? -INFINITE : NOT_A_NUMBER;
  if (x == INFINITE || (x < 0x1p-54 && x > -0x1p-54)) return x;
  if (x > -0.29 && x < 0.41) return log_sum(x, 0, 0);
  double u = 1 + x;
  // What rounding took from 1 + x, relative to u.
  double lost = x > 1 ? 1 - (u - x) : x - (u - 1);
  double k, m = split(u, &k);
  return log_sum(m - 1, k, lost / u);
}

// MARK: sine and cosine

// The bits of 2/pi after 64 zeros.
static const uint64_t two_over_pi[20] = {
  0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
  0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
  0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
  0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
  0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

CK_INLINE uint64_t word_at(long bit) {
  long i = bit >> 6, shift = bit & 63;
  return shift ? two_over_pi[i] << shift | two_over_pi[i + 1] >> (64 - shift) : two_over_pi[i];
}

// Any finite angle >= CK_MODERATE_ANGLE: x * 2/pi in integers, with only the bits that count modulo 4 (Payne and Hanek 1983).
static void circular_large(double x, double *sine, double *cosine) {
  uint64_t bits = ck_bits(x);
  uint64_t m = (bits & 0x000fffffffffffff) | 0x0010000000000000;
  long e = (long)(bits >> 52) - 1075;  // x = m * 2^e
  long first = 62 + e;                 // the place whose weight is 2 quarter turns
  unsigned __int128 low = (unsigned __int128)m * word_at(first + 128);
  unsigned __int128 middle = (unsigned __int128)m * word_at(first + 64) + (uint64_t)(low >> 64);
  uint64_t top = m * word_at(first) + (uint64_t)(middle >> 64);
  uint64_t quarters = top >> 62;
  // The fraction of a quarter turn, as 128 bits, taken to within half a quarter turn of 0.
  unsigned __int128 fraction = ((unsigned __int128)top << 64 | (uint64_t)middle) << 2 | ((uint64_t)low >> 62);
  double sign = 1;
  if (fraction >> 127) {
    fraction = ~fraction;
    quarters += 1;
    sign = -1;
  }
  if (fraction == 0) fraction = 1;
  double scale = 0x1p-128;
  uint64_t lower = (uint64_t)low << 2;
  while (!(fraction >> 127)) {
    // The bits below the window only matter near a multiple of pi/2, where they move up.
    fraction = fraction << 1 | (sign > 0 ? lower >> 63 : ~lower >> 63);
    lower <<= 1;
    scale *= 0.5;
  }
  double f1 = (double)(uint64_t)(fraction >> 75) * 0x1p75 * scale * sign;
  double f2 = (double)(uint64_t)((fraction << 53) >> 64) * 0x1p11 * scale * sign;
  pair p = wide_product(f1, 0x1.921fb54442d18p+0);
  double tail = p.low + (f1 * 0x1.1a62633145c07p-54 + f2 * 0x1.921fb54442d18p+0);
  double r = p.high + tail;
  ck_quarters(quarters, r, (p.high - r) + tail, sine, cosine);
}

CK_INLINE void circular(double x, double *sine, double *cosine) {
  double size = x < 0 ? -x : x;
  if (size < CK_MODERATE_ANGLE) {
    ck_circular_moderate(size, sine, cosine);
  } else if (size < INFINITE) {
    circular_large(size, sine, cosine);
  } else {
    *sine = *cosine = NOT_A_NUMBER;
  }
  if (x < 0) *sine = -*sine;
}

double ck_sin(double x) {
  double s, c;
  if (x == 0) return x;
  circular(x, &s, &c);
  return s;
}

double ck_cos(double x) {
  double s, c;
  circular(x, &s, &c);
  return c;
}

// MARK: arc tangent

// atan(k / 8) in two parts.
static const pair eighths[9] = {
  {0, 0},
  {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
  {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
  {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
  {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
  {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
  {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
  {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
  {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

double ck_atan2(double y, double x) {
  const pair half_turn = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  const pair quarter_turn = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  if (x != x || y != y) return NOT_A_NUMBER;
  int below = (int)(ck_bits(y) >> 63), left = (int)(ck_bits(x) >> 63);
  double a = below ? -y : y, b = left ? -x : x;
  double angle;
  if (a == 0) {
    angle = left ? half_turn.high : 0;
  } else {
    if (a == INFINITE && b == INFINITE) {
      a = b = 1;
    } else if (a == INFINITE || b == INFINITE) {
      a = a == INFINITE;
      b = 1 - a;
    }
    int steep = a > b;
    double opposite = steep ? b : a, adjacent = steep ? a : b;
    if (adjacent > 0x1p1000) {
      opposite *= 0x1p-100;
      adjacent *= 0x1p-100;
    } else if (adjacent < 0x1p-900) {
      opposite *= 0x1p170;
      adjacent *= 0x1p170;
    }
    // atan(q) = atan(k/8) + atan((q - k/8)/(1 + q k/8)) leaves an angle of at most 1/16.
    int k = (int)(opposite / adjacent * 8 + 0.5);
    double eighth = k * 0.125;
    double upper = upper_half(adjacent), lower = adjacent - upper;
    double t = ((opposite - eighth * upper) - eighth * lower) / (adjacent + eighth * opposite);
    double z = t * t;
    double p = 1.0 / 17;
    p = p * z - 1.0 / 15;
    p = p * z + 1.0 / 13;
    p = p * z - 1.0 / 11;
    p = p * z + 1.0 / 9;
    p = p * z - 1.0 / 7;
    p = p * z + 1.0 / 5;
    p = p * z - 1.0 / 3;
    double low = t * z * p + eighths[k].low;
    pair s = exact_sum(eighths[k].high, t);
    s.low += low;
    if (steep) {
      pair d = exact_sum(quarter_turn.high, -s.high);
      s = (pair){d.high, d.low + (quarter_turn.low - s.low)};
    }
    if (left) {
      pair d = exact_sum(half_turn.high, -s.high);
      s = (pair){d.high, d.low + (half_turn.low - s.low)};
    }
    angle = s.high + s.low;
  }
  return below ? -angle : angle;
}

// MARK: roots and powers

double ck_cbrt(double x) {
  double size = x < 0 ? -x : x;
  if (!(size > 0 && size < INFINITE)) return x;
  double scale = 1;
  if (size < 0x1p-1022) {
    size *= 0x1p54;
    scale = 0x1p-18;
  } else if (size > 0x1p1000) {
    size *= 0x1p-54;
    scale = 0x1p18;
  }
  // A third of the exponent field is a cube root to within 6 %.
  double t = ck_from_bits(ck_bits(size) / 3 + 0x2a9f7893782da1ce);
  for (int i = 0; i < 3; i++) {  // Halley's step cubes the error: 2^-4, 2^-12, 2^-38, below rounding
    double cube = t * t * t;
    t = t * (((cube + size) + size) / ((cube + cube) + size));
  }
  // One more step from a root of 26 bits, whose square is exact, leaves the final rounding only.
  t = upper_half(t);
  double r = size / (t * t);
  t = t + t * ((r - t) / ((t + t) + r));
  t *= scale;
  return x < 0 ? -t : t;
}

// c near 1/m with at most 9 bits, and -log c in two parts; entry i is for m within 1/64 of (i + 22)/32.
static const struct {
  double inverse, high, low;
} logs[25] = {
  {0x1.74p+0, -0x1.7eaf83b82bp-2, 0x1.e4da62d0c25adp-49},
  {0x1.64p+0, -0x1.51aad872e0p-2, 0x1.f4bd8db0a7cc1p-44},
  {0x1.55p+0, -0x1.2596010df8p-2, 0x1.38c21eed8ae0fp-43},
  {0x1.48p+0, -0x1.fb9186d5e4p-3, 0x1.d572aab993c87p-47},
  {0x1.3bp+0, -0x1.a8becfc884p-3, 0x1.0e73d186f2318p-43},
  {0x1.2fp+0, -0x1.59338d9984p-3, 0x1.f7a2cba455516p-43},
  {0x1.25p+0, -0x1.1478584676p-3, 0x1.d53975dfb0716p-43},
  {0x1.1ap+0, -0x1.8c345d631cp-4, 0x1.26f8529a5eacdp-43},
  {0x1.11p+0, -0x1.0759835990p-4, 0x1.b8ecfe4b59987p-44},
  {0x1.08p+0, -0x1.f829b0e790p-6, 0x1.99ff660e07d87p-43},
  {0x1.00p+0, 0, 0},
  {0x1.f0p-1, 0x1.0415d89e70p-5, 0x1.1111c05cf1d75p-43},
  {0x1.e2p-1, 0x1.eea31c0068p-5, 0x1.c3dd83606d891p-44},
  {0x1.d4p-1, 0x1.700d30aeacp-4, 0x1.c1e8da99ded32p-49},
  {0x1.c8p-1, 0x1.da72763844p-4, 0x1.a89401fa71733p-46},
  {0x1.bap-1, 0x1.2d1610c868p-3, 0x1.39d6ccb81b4a1p-47},
  {0x1.b0p-1, 0x1.5bf406b542p-3, 0x1.db1fb8292ecfdp-43},
  {0x1.a4p-1, 0x1.95a5adcf70p-3, 0x1.7f22858a0ff6fp-47},
  {0x1.9ap-1, 0x1.c6ffbc6f00p-3, 0x1.ee138d3a69d43p-44},
  {0x1.90p-1, 0x1.f991c6cb3ap-3, 0x1.3797d99419be6p-43},
  {0x1.86p-1, 0x1.16b5ccbacfp-2, 0x1.6e6b37de945a0p-43},
  {0x1.7ep-1, 0x1.2bef07cdc9p-2, 0x1.a9cfa4a5004f4p-45},
  {0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44},
  {0x1.6cp-1, 0x1.5d5bddf595p-2, 0x1.e5f4d5f75b9a2p-43},
  {0x1.64p-1, 0x1.741d876c67p-2, 0x1.762c25277182dp-43},
};

// log x for a positive finite x to some 66 bits.
static pair precise_log(double x) {
  double k, m = split(x, &k);
  int i = (int)(m * 32 + 0.5) - 22;
  double c = logs[i].inverse, upper = upper_half(m);
  pair r = exact_sum(upper * c - 1, (m - upper) * c);  // m c = 1 + r
  double p = 1.0 / 13;
  p = p * r.high - 1.0 / 12;
  p = p * r.high + 1.0 / 11;
  p = p * r.high - 1.0 / 10;
  p = p * r.high + 1.0 / 9;
  p = p * r.high - 1.0 / 8;
  p = p * r.high + 1.0 / 7;
  p = p * r.high - 1.0 / 6;
  p = p * r.high + 1.0 / 5;
  p = p * r.high - 1.0 / 4;
  p = p * r.high + 1.0 / 3;
  pair square = wide_product(r.high, r.high);
  pair s = exact_sum(k * CK_LN2_HIGH + logs[i].high, r.high);  // the first sum is exact: both lie on a grid of 2^-42
  pair q = exact_sum(s.high, -0.5 * square.high);
  double low = ((k * CK_LN2_LOW + logs[i].low) + r.high * square.high * p) + (r.low * (1 - r.high) - 0.5 * square.low);
  low += s.low + q.low;
  double sum = q.high + low;
  return (pair){sum, (q.high - sum) + low};
}

double ck_pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return NOT_A_NUMBER;
  double size = x < 0 ? -x : x, power = y < 0 ? -y : y;
  // From 2^53 on every double is even.
  double whole = power < 0x1p52 ? (power + 0x1p52) - 0x1p52 : power;
  int integer = whole == power;
  int odd = integer && power < 0x1p53 && ((uint64_t)power & 1);
  int negative = (int)(ck_bits(x) >> 63);
  if (size == 0 || size == INFINITE) {
    double result = (size == 0) == (y < 0) ? INFINITE : 0;
    return negative && odd ? -result : result;
  }
  if (power == INFINITE) return size == 1 ? 1 : (size < 1) == (y < 0) ? INFINITE : 0;
  if (negative && !integer) return NOT_A_NUMBER;
  double result;
  if (power > 0x1p70) {
    result = size == 1 ? 1 : (size < 1) == (y < 0) ? INFINITE : 0;
  } else if (size == 1) {
    result = 1;
  } else {
    pair l = precise_log(size);
    pair e = wide_product(l.high, y);
    int settled = e.high > 1400 || e.high < -1400;  // infinite or 0 whatever the tail is
    result = ck_exp_with_tail(e.high, settled ? 0 : e.low + l.low * y);
  }
  return negative && odd ? -result : result;
}
