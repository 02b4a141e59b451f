// The same frame as the engine's, as a C programmer writes it by hand: no handles, no take-over, no other curve.
#pragma STDC FP_CONTRACT OFF

#include "creference.h"

#include <math.h>
#include <string.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if defined(__x86_64__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define CLONES
#endif

// Small enough for the first cache, large enough to be worth a vector loop.
#define PART 256

typedef float quad __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) double left(double u) {
  u = u > 0 ? u : 0;
  u = u < 1 ? u : 1;
  double rest = 1 - u;
  double late = 4 * rest * rest * rest, early = 1 - 4 * u * u * u;
  return u < 0.5 ? early : late;
}

static long ended(reference_objects *o, double t) {
  if (t < o->first_end) return 0;
  long count = 0;
  double next = INFINITY;
  for (long i = 0; i < o->count; i++) {
    count += o->end[i] <= t;
    if (o->end[i] > t && o->end[i] < next) next = o->end[i];
  }
  o->first_end = next;
  return count;
}

static inline __attribute__((always_inline)) void show(const float *restrict target, const float *restrict delta,
                                                       const int32_t *restrict slot, const float *restrict c, long n,
                                                       float *restrict shown) {
  for (long i = 0; i < n; i++) {
    quad to, by;
    memcpy(&to, target + 4 * i, sizeof to);
    memcpy(&by, delta + 4 * i, sizeof by);
    quad x = to - by * (quad){c[i], c[i], c[i], c[i]};
    memcpy(shown + slot[i], &x, sizeof x);
  }
}

CLONES
long reference_frame(reference_objects *o, double t) {
  float c[PART];
  for (long first = 0; first < o->count; first += PART) {
    long n = o->count - first < PART ? o->count - first : PART;
    const double *restrict start = o->start + first, *restrict rate = o->rate + first;
    for (long i = 0; i < n; i++) c[i] = (float)left((t - start[i]) * rate[i]);
    show(o->target + 4 * first, o->delta + 4 * first, o->slot + first, c, n, o->shown);
  }
  return ended(o, t);
}

long reference_spring_frame(reference_objects *o, double ratio, double t) {
  float c[PART];
  double root = sqrt((1 - ratio) * (1 + ratio));
  for (long first = 0; first < o->count; first += PART) {
    long n = o->count - first < PART ? o->count - first : PART;
    for (long i = 0; i < n; i++) {
      double elapsed = t - o->start[first + i], omega = o->rate[first + i];
      double phase = omega * root * elapsed;
      c[i] = (float)(exp(-ratio * omega * elapsed) * (cos(phase) + ratio / root * sin(phase)));
    }
    show(o->target + 4 * first, o->delta + 4 * first, o->slot + first, c, n, o->shown);
  }
  return ended(o, t);
}

CLONES
void reference_wide_frame(reference_objects *o, long lanes, double t) {
  for (long i = 0; i < o->count; i++) {
    float c = (float)left((t - o->start[i]) * o->rate[i]);
    const float *restrict target = o->target + i * lanes, *restrict delta = o->delta + i * lanes;
    float *restrict shown = o->shown + o->slot[i];
    for (long j = 0; j < lanes; j++) shown[j] = target[j] - delta[j] * c;
  }
}

CLONES
void reference_traffic(float *const columns[5], long count) {
  const float *restrict a = columns[0], *restrict b = columns[1], *restrict c = columns[2], *restrict d = columns[3];
  float *restrict out = columns[4];
  for (long i = 0; i < count; i++) out[i] = (a[i] + b[i]) + (c[i] + d[i]);
}
