// The closed form of a damped spring, for one and for many.
#pragma STDC FP_CONTRACT OFF

#include "ckernels.h"

#include "circular.h"
#include "exponential.h"

// With gamma = zeta omega and s = (1 - zeta)(1 + zeta), which does not cancel near 1, the response to a unit velocity b and
// what is left of a unit distance c are:
//   zeta < 1, wd = omega sqrt(s):       b = e^(-gamma t) sin(wd t)/wd       c = e^(-gamma t) cos(wd t) + gamma b
//   zeta = 1:                           b = e^(-omega t) t                  c = e^(-omega t) + omega b
//   zeta > 1, kappa = omega sqrt(-s):   b = e^(-r t)(1 - e^(-2 kappa t))/(2 kappa), c = e^(-r t) + r b
// where r = omega/(zeta + sqrt(-s)) is the slow rate without cancellation.

typedef struct {
  double c, b;
} response;

CK_INLINE response under_with(double omega, double zeta, double t, double wd, double sine, double cosine, double phase) {
  double gamma = zeta * omega;
  double e = ck_exp_inline(-(gamma * t));
  double b = phase < 1e-8 ? e * t : e * sine / wd;
  return (response){e * cosine + gamma * b, b};
}

CK_INLINE double damped_frequency(double omega, double zeta) {
  return omega * CK_SQRT((1 - zeta) * (1 + zeta));
}

// Underdamped, omega t < CK_MODERATE_ANGLE.
CK_INLINE response under(double omega, double zeta, double t) {
  double wd = damped_frequency(omega, zeta), phase = wd * t, sine, cosine;
  ck_circular_moderate(phase, &sine, &cosine);
  return under_with(omega, zeta, t, wd, sine, cosine, phase);
}

// Underdamped, any time.
CK_INLINE response under_late(double omega, double zeta, double t) {
  double wd = damped_frequency(omega, zeta), phase = wd * t;
  return under_with(omega, zeta, t, wd, ck_sin(phase), ck_cos(phase), phase);
}

CK_INLINE response critical(double omega, double t) {
  double e = ck_exp_inline(-(omega * t)), b = e * t;
  return (response){e + omega * b, b};
}

CK_INLINE response over(double omega, double zeta, double t) {
  double root = CK_SQRT((zeta - 1) * (1 + zeta));
  double kappa2 = 2 * (omega * root), r = omega / (zeta + root);
  double e = ck_exp_inline(-(r * t));
  double b = e * -ck_expm1_inline(-(kappa2 * t)) / kappa2;
  return (response){e + r * b, b};
}

CK_INLINE response spring(double omega, double zeta, double t) {
  t = t > 0 ? t : 0;
  if (zeta == 1) return critical(omega, t);
  if (zeta > 1) return over(omega, zeta, t);
  return omega * t < CK_MODERATE_ANGLE ? under(omega, zeta, t) : under_late(omega, zeta, t);
}

ck_factors ck_spring(double omega, double zeta, double t) {
  response x = spring(omega, zeta, t);
  return (ck_factors){x.c, x.b, omega * omega * x.b, x.c - 2 * (zeta * omega) * x.b};
}

// Blocks of one kind in a row go through a loop without branches; this many are looked at together. Four vectors at once, since
// each step of the series waits for the one before; and a damping ratio that all share makes its root only once.
#define RUN 256

CK_CLONES
void ck_spring_blocks(const double *restrict start, const double *restrict omega, const double *restrict zeta, double t, long n,
                      double *restrict c, double *restrict b) {
  for (long first = 0; first < n; first += RUN) {
    long end = first + RUN < n ? first + RUN : n;
    long below = 0, above = 0, late = 0, alike = 0;
    double common = zeta[first];
    for (long i = first; i < end; i++) {
      below += zeta[i] < 1;
      above += zeta[i] > 1;
      alike += zeta[i] == common;
      late += !(omega[i] * (t - start[i]) < CK_MODERATE_ANGLE);
    }
    if (below == end - first && late == 0 && alike == end - first) {
#pragma clang loop interleave_count(4)
      for (long i = first; i < end; i++) {
        double elapsed = t - start[i];
        response x = under(omega[i], common, elapsed > 0 ? elapsed : 0);
        c[i] = x.c;
        b[i] = x.b;
      }
    } else if (below == end - first && late == 0) {
#pragma clang loop interleave_count(4)
      for (long i = first; i < end; i++) {
        double elapsed = t - start[i];
        response x = under(omega[i], zeta[i], elapsed > 0 ? elapsed : 0);
        c[i] = x.c;
        b[i] = x.b;
      }
    } else if (above == end - first) {
#pragma clang loop interleave_count(4)
      for (long i = first; i < end; i++) {
        double elapsed = t - start[i];
        response x = over(omega[i], zeta[i], elapsed > 0 ? elapsed : 0);
        c[i] = x.c;
        b[i] = x.b;
      }
    } else if (below == 0 && above == 0) {
#pragma clang loop interleave_count(4)
      for (long i = first; i < end; i++) {
        double elapsed = t - start[i];
        response x = critical(omega[i], elapsed > 0 ? elapsed : 0);
        c[i] = x.c;
        b[i] = x.b;
      }
    } else {
#pragma clang loop interleave_count(4)
      for (long i = first; i < end; i++) {
        response x = spring(omega[i], zeta[i], t - start[i]);
        c[i] = x.c;
        b[i] = x.b;
      }
    }
  }
}

void ck_decay_blocks(const double *restrict start, const double *restrict rate, double t, long n, double *restrict c,
                     double *restrict b) {
  for (long i = 0; i < n; i++) {
    double elapsed = t - start[i];
    c[i] = ck_exp(-(rate[i] * (elapsed > 0 ? elapsed : 0)));
    b[i] = 0;
  }
}
