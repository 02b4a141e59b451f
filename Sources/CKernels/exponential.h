// exp and expm1 without branches, so that loops over them vectorise.
#pragma once

#include "portable.h"

// ln 2 in two parts; the first has 42 bits, so that its product with an exponent is exact.
#define CK_LN2_HIGH 0x1.62e42fefa38p-1
#define CK_LN2_LOW 0x1.ef35793c7673p-45
#define CK_INVERSE_LN2 0x1.71547652b82fep+0

// e^r - 1 for |r + tail| <= ln 2 / 2, by its power series; the first term left out is below 2^-57.
CK_INLINE double ck_expm1_near_zero(double r, double tail) {
  double p = 1.0 / 6227020800;
  p = p * r + 1.0 / 479001600;
  p = p * r + 1.0 / 39916800;
  p = p * r + 1.0 / 3628800;
  p = p * r + 1.0 / 362880;
  p = p * r + 1.0 / 40320;
  p = p * r + 1.0 / 5040;
  p = p * r + 1.0 / 720;
  p = p * r + 1.0 / 120;
  p = p * r + 1.0 / 24;
  p = p * r + 1.0 / 6;
  p = p * r + 0.5;
  return r + (r * r * p + tail);
}

// 2^k for an integer k in -1022...1023.
CK_INLINE double ck_power_of_two(double k) { return ck_from_bits((ck_bits(k + CK_ROUNDER) + 1023) << 52); }

// e^(x + tail): 2^k * e^r, the power applied in two halves to reach subnormal results and infinity.
CK_INLINE double ck_exp_with_tail(double x, double tail) {
  x = x < -1400 ? -1400 : x;
  x = x > 1400 ? 1400 : x;
  double k = (x * CK_INVERSE_LN2 + CK_ROUNDER) - CK_ROUNDER;
  double high = x - k * CK_LN2_HIGH, low = k * CK_LN2_LOW - tail;
  double r = high - low;
  double y = 1 + ck_expm1_near_zero(r, (high - r) - low);
  double half = (k * 0.5 + CK_ROUNDER) - CK_ROUNDER;
  return y * ck_power_of_two(half) * ck_power_of_two(k - half);
}

CK_INLINE double ck_exp_inline(double x) { return ck_exp_with_tail(x, 0); }

// e^x - 1 for x <= 700.
CK_INLINE double ck_expm1_inline(double x) {
  x = x < -60 ? -60 : x;
  double k = (x * CK_INVERSE_LN2 + CK_ROUNDER) - CK_ROUNDER;
  double high = x - k * CK_LN2_HIGH, low = k * CK_LN2_LOW;
  double r = high - low;
  double scale = ck_power_of_two(k);
  double q = ck_expm1_near_zero(r, (high - r) - low);
  return k == 0 ? q : scale * q + (scale - 1);
}
