// Sine and cosine of moderate angles without branches, so that loops over them vectorise.
#pragma once

#include "portable.h"

// Angles below this are reduced with three parts of pi/2, whose products with the quotient are exact or small enough.
#define CK_MODERATE_ANGLE 50000.0

// sin(x + tail) for |x| <= pi/4.
CK_INLINE double ck_sin_near_zero(double x, double tail) {
  double z = x * x;
  double p = 1.0 / 355687428096000;
  p = p * z - 1.0 / 1307674368000;
  p = p * z + 1.0 / 6227020800;
  p = p * z - 1.0 / 39916800;
  p = p * z + 1.0 / 362880;
  p = p * z - 1.0 / 5040;
  p = p * z + 1.0 / 120;
  double cube = z * x;
  return x - ((z * (0.5 * tail - cube * p) - tail) + cube * (1.0 / 6));
}

// cos(x + tail) for |x| <= pi/4; 1 - z/2 is kept in two parts.
CK_INLINE double ck_cos_near_zero(double x, double tail) {
  double z = x * x;
  double p = 1.0 / 20922789888000;
  p = p * z - 1.0 / 87178291200;
  p = p * z + 1.0 / 479001600;
  p = p * z - 1.0 / 3628800;
  p = p * z + 1.0 / 40320;
  p = p * z - 1.0 / 720;
  p = p * z + 1.0 / 24;
  double half = 0.5 * z, w = 1 - half;
  return w + (((1 - w) - half) + (z * z * p - x * tail));
}

// Both, for x = (quarter turns) * pi/2 + r + tail.
CK_INLINE void ck_quarters(uint64_t quarters, double r, double tail, double *sine, double *cosine) {
  double s = ck_sin_near_zero(r, tail), c = ck_cos_near_zero(r, tail);
  uint64_t swap = 0 - (quarters & 1);
  uint64_t sb = ck_bits(s), cb = ck_bits(c);
  uint64_t mixed = (sb ^ cb) & swap;
  *sine = ck_from_bits((sb ^ mixed) ^ ((quarters & 2) << 62));
  *cosine = ck_from_bits((cb ^ mixed) ^ (((quarters + 1) & 2) << 62));
}

// sin and cos for |x| < CK_MODERATE_ANGLE.
CK_INLINE void ck_circular_moderate(double x, double *sine, double *cosine) {
  double shifted = x * 0x1.45f306dc9c883p-1 + CK_ROUNDER;
  double k = shifted - CK_ROUNDER;
  double r = x - k * 0x1.921fb544p+0;  // exact
  double t = k * 0x1.0b4611a6p-34;     // exact
  double s = r - t;
  double back = s - r;
  double error = (r - (s - back)) - (t + back);
  double w = k * 0x1.3198a2e037073p-69 - error;
  double y = s - w;
  ck_quarters(ck_bits(shifted), y, (s - y) - w, sine, cosine);
}
