// Cubic Bézier curves over progress, for one progress and for many.
#pragma STDC FP_CONTRACT OFF

#include "ckernels.h"

#include "portable.h"

#define CELLS CK_BEZIER_CELLS

// Index 0 is the first half of the curve; 1 is the second half, turned around the middle so that it too begins at (0, 0).
// Progress v in 0...1/2 belongs to half of the interval's cells, each with a cubic that guesses the parameter.

CK_INLINE double power_form(const double *p, double t) { return ((p[0] * t + p[1]) * t + p[2]) * t; }

// The parameter at which x is v: Newton's steps from t, kept in a bracket that halves whenever a step would leave it.
static double bracketed(const ck_bezier *k, int half, double v, double t) {
  const double *x = k->x[half];
  if (x[1] == 0 && x[2] == 0) return ck_cbrt(v);  // both handles at x = 0
  double low = 0, high = 1;
  for (int i = 0; i < 120; i++) {  // halving alone never needs more
    double error = power_form(x, t) - v;
    if (error == 0) return t;
    if (error < 0) low = t;
    if (error > 0) high = t;
    double next = t - error / ((3 * x[0] * t + 2 * x[1]) * t + x[2]);
    if (!(next > low && next < high)) next = (low + high) / 2;
    double step = next > t ? next - t : t - next;
    t = next;
    if (step <= 0x1p-52 * t) break;  // two units in the last place
  }
  return t;
}

typedef struct {
  double t;
  int sure;
} guess;

// The same by one step of third order (Chebyshev's) from the cell's guess, and whether that is certain to be as good.
CK_INLINE guess one_step(const ck_bezier *k, int half, double v) {
  const double *x = k->x[half];
  double place = v * (2 * CELLS);
  int cell = (int)place;
  cell = cell < CELLS - 1 ? cell : CELLS - 1;
  const double *g = k->cell[half][cell];
  double f = place - cell;
  double t = ((g[3] * f + g[2]) * f + g[1]) * f + g[0];
  double inverse = 1 / ((3 * x[0] * t + 2 * x[1]) * t + x[2]);
  double step = (power_form(x, t) - v) * inverse;
  double bend = (3 * x[0] * t + x[1]) * inverse;
  // What the step leaves is its cube times 2 bend^2 - x'''/6x'.
  double turn = x[0] * inverse;
  double left = step * step * (2 * bend * bend + (turn < 0 ? -turn : turn)) * (step < 0 ? -step : step);
  t = t - step * (1 + step * bend);
  return (guess){t, (left <= 0x1p-55 * t) & (t <= 1)};
}

static double parameter(const ck_bezier *k, int half, double v) {
  guess g = one_step(k, half, v);
  return g.sure ? g.t : bracketed(k, half, v, v);
}

void ck_bezier_make(double x1, double y1, double x2, double y2, ck_bezier *k) {
  const double handles[2][4] = {{x1, y1, x2, y2}, {1 - x2, 1 - y2, 1 - x1, 1 - y1}};
  for (int half = 0; half < 2; half++) {
    const double *h = handles[half];
    for (int axis = 0; axis < 2; axis++) {
      double *p = axis ? k->y[half] : k->x[half];
      p[2] = 3 * h[axis];
      p[1] = 3 * (h[axis + 2] - h[axis]) - p[2];
      p[0] = 1 - p[2] - p[1];
    }
    const double *x = k->x[half];
    double t = 0, rate = 0;
    for (int i = 0; i <= CELLS; i++) {
      double next = i ? bracketed(k, half, (double)i / (2 * CELLS), t + rate) : 0;
      double slope = (3 * x[0] * next + 2 * x[1]) * next + x[2];
      double next_rate = slope > 0 ? 1 / (slope * (2 * CELLS)) : 0;
      if (i) {
        double *g = k->cell[half][i - 1];
        double way = next - t;
        g[0] = t;
        g[1] = rate;
        g[2] = 3 * way - 2 * rate - next_rate;
        g[3] = rate + next_rate - 2 * way;
      }
      t = next;
      rate = next_rate;
    }
  }
}

double ck_bezier_parameter(const ck_bezier *k, double u) {
  return u <= 0.5 ? parameter(k, 0, u) : parameter(k, 1, 1 - u);
}

double ck_bezier_value(const ck_bezier *k, double u) {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  return u <= 0.5 ? power_form(k->y[0], parameter(k, 0, u)) : 1 - power_form(k->y[1], parameter(k, 1, 1 - u));
}

CK_INLINE double complement(const ck_bezier *k, double u) {
  if (u <= 0) return 1;
  if (u >= 1) return 0;
  return u <= 0.5 ? 1 - power_form(k->y[0], parameter(k, 0, u)) : power_form(k->y[1], parameter(k, 1, 1 - u));
}

double ck_bezier_complement(const ck_bezier *k, double u) { return complement(k, u); }

// Progress is looked at in runs, so that a loop without branches does nearly all of it.
#define RUN 64

CK_CLONES
void ck_bezier_complements(const ck_bezier *k, const double *u, long n, double *c) {
  double out[RUN];
  for (long first = 0; first < n; first += RUN) {
    long count = n - first < RUN ? n - first : RUN;
    const double *from = u + first;
    long unsure = 0;
    for (long i = 0; i < count; i++) {
      double w = from[i];
      int half = w > 0.5;
      guess g = one_step(k, half, half ? 1 - w : w);
      double y = power_form(k->y[half], g.t);
      y = half ? y : 1 - y;
      int sure = g.sure & (w > 0) & (w < 1);
      out[i] = sure ? y : __builtin_nan("");
      unsure += !sure;
    }
    for (long i = 0; unsure && i < count; i++)
      if (out[i] != out[i]) out[i] = complement(k, from[i]);
    memcpy(c + first, out, (unsigned long)count * sizeof *out);
  }
}
