// Progress of tweens, and the shapes with which they take over a moving value, for one and for many.
#pragma STDC FP_CONTRACT OFF

#include "ckernels.h"

#include "portable.h"

// elapsed * (1/duration) can come out one step below 1 at the end.
#define ALMOST_ONE 0x1.fffffffffffffp-1

CK_INLINE double progress(double elapsed, double rate) {
  double u = elapsed * rate;
  u = u > 0 ? u : 0;
  return u < ALMOST_ONE ? u : 1;
}

// b = T s (1 - s)^2 with s = elapsed / T: slope 1 at the start, value and slope 0 at the end.
CK_INLINE double bump(double elapsed, double inverse) {
  double s = elapsed * inverse;
  double rest = 1 - s;
  double b = elapsed * (rest * rest);
  b = elapsed > 0 ? b : 0;
  return s < 1 ? b : 0;
}

// 1 - value * (S + slope * (s^3 - s^2)) with S = s^2 (3 - 2 s) and s = u / theta.
CK_INLINE double cubic(ck_join join, double u) {
  double s = u / join.theta;
  return 1 - join.value * (s * s * ((3 - 2 * s) + join.slope * (s - 1)));
}

// 1 - S = (1 - s)^2 (1 + 2 s), which reaches 0 without cancelling.
CK_INLINE double early(double elapsed, double inverse) {
  double s = elapsed * inverse;
  s = s > 0 ? s : 0;
  s = s < ALMOST_ONE ? s : 1;
  double rest = 1 - s;
  return rest * rest * (1 + 2 * s);
}

double ck_progress(double elapsed, double rate) { return progress(elapsed, rate); }

ck_factors ck_bump(double elapsed, double inverse_bump) {
  double s = elapsed * inverse_bump;
  return (ck_factors){0, bump(elapsed, inverse_bump), 0, s >= 1 ? 0 : s > 0 ? (1 - s) * (1 - 3 * s) : 1};
}

ck_factors ck_join_cubic(ck_join join, double u, double rate) {
  double s = u / join.theta;
  double da = join.value * (s * (6 * (1 - s) + join.slope * (3 * s - 2))) * rate / join.theta;
  return (ck_factors){cubic(join, u), 0, da, 0};
}

ck_factors ck_early(double elapsed, double inverse_bump) {
  ck_factors x = ck_bump(elapsed, inverse_bump);
  double s = elapsed * inverse_bump;
  x.c = early(elapsed, inverse_bump);
  x.da = s > 0 && s < ALMOST_ONE ? 6 * s * (1 - s) * inverse_bump : 0;
  return x;
}

CK_CLONES
void ck_progress_blocks(const double *restrict start, const double *restrict rate, double t, long n, double *restrict u) {
  for (long i = 0; i < n; i++) u[i] = progress(t - start[i], rate[i]);
}

CK_CLONES
void ck_join_blocks(ck_join join, const double *restrict start, const double *restrict rate, const double *restrict inverse_bump,
                    double t, long n, double *restrict c, double *restrict b) {
  for (long i = 0; i < n; i++) {
    double elapsed = t - start[i];
    double u = progress(elapsed, rate[i]);
    double before = cubic(join, u), after = c[i];
    c[i] = u < join.theta ? before : after;
    // A bump longer than its tween would only come from wrong columns; the end must be exact all the same.
    double added = bump(elapsed, inverse_bump[i]);
    b[i] = u < 1 ? added : 0;
  }
}

CK_CLONES
void ck_early_blocks(const double *restrict start, const double *restrict inverse_bump, double t, long n, double *restrict c,
                     double *restrict b) {
  for (long i = 0; i < n; i++) {
    double elapsed = t - start[i];
    c[i] = early(elapsed, inverse_bump[i]);
    b[i] = bump(elapsed, inverse_bump[i]);
  }
}

CK_CLONES
void ck_linear_complements(const double *u, long n, double *c) {
  for (long i = 0; i < n; i++) c[i] = 1 - u[i];
}
