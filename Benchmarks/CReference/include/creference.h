// What the engine is held against: the same work as a plain loop in C, and counts of what a frame should not do.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Objects of 4 numbers each, in columns.
typedef struct {
  double *start, *rate, *end;
  float *target, *delta;  ///< 4 an object
  int32_t *slot;          ///< first of 4 neighbouring places in `shown`
  float *shown;
  long count;
  double first_end;
} reference_objects;

/// One frame at time `t`: progress in Double, ease in-out cubic, 4 multiply-subtracts, written to the table. Returns how many
/// objects have ended.
long reference_frame(reference_objects *objects, double t);

/// The same for springs with damping ratio below 1: `rate` is the angular frequency, `ratio` the damping ratio; with libm.
long reference_spring_frame(reference_objects *objects, double ratio, double t);

/// Blocks of `lanes` numbers with one progress.
void reference_wide_frame(reference_objects *objects, long lanes, double t);

/// Reads 4 columns and writes one, `bytes` in all: what memory gives.
void reference_traffic(float *const columns[5], long count);

/// What this process has done so far.
typedef struct {
  long allocations;  ///< calls of malloc, calloc, realloc and the aligned ones
  long references;   ///< retains and releases of Swift objects while they were counted
  long locks;        ///< calls of pthread's lock functions
} reference_counts;

reference_counts reference_counted(void);

/// Counts retains and releases from now on, or no more; counting makes them slower.
void reference_count_references(bool on);
