// The inner loops and elementary functions of the engine, in plain C.
//
// Everything here is made of + - * / and square roots that are never fused, so every processor gives the same bits.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Elementary functions in double precision, within 2 units in the last place. Special values follow C's Annex F.
double ck_exp(double x);
double ck_expm1(double x);
double ck_log(double x);
double ck_log1p(double x);
double ck_sin(double x);
double ck_cos(double x);
double ck_atan2(double y, double x);
double ck_cbrt(double x);
double ck_pow(double x, double y);

/// The shape of a motion at one time: x = target - distance * c + velocity * b.
typedef struct {
  double c;   ///< what is left of the distance, 1 at the start and 0 at the end
  double b;   ///< what one unit of the incoming velocity has added, in seconds
  double da;  ///< rate of 1 - c, per second
  double db;  ///< rate of b, without unit
} ck_factors;

/// A spring of angular frequency `omega` (radians a second) and damping ratio `zeta`, `t` seconds after its start.
ck_factors ck_spring(double omega, double zeta, double t);

/// The same for `n` springs at clock time `t`, each with its own start; a spring that has not started has c = 1, b = 0.
/// Bit for bit what `ck_spring` gives for t - start.
void ck_spring_blocks(const double *start, const double *omega, const double *zeta, double t, long n, double *c, double *b);

/// Where and how a tween that takes over a moving value meets its curve.
typedef struct {
  double theta;  ///< progress at which the cubic meets the curve
  double value;  ///< the curve's value there
  double slope;  ///< theta * the curve's slope there / value
} ck_join;

/// Progress of one tween: elapsed * rate within 0...1, exactly 1 as soon as elapsed reaches the duration.
double ck_progress(double elapsed, double rate);

/// The same for `n` tweens at clock time `t`.
void ck_progress_blocks(const double *start, const double *rate, double t, long n, double *u);

/// What a velocity adds before `bump` seconds are over, and its rate; `inverse_bump` = 1 / bump.
ck_factors ck_bump(double elapsed, double inverse_bump);

/// A tween joining its curve; `c` and `da` hold only before `theta`, `rate` = 1 / duration.
ck_factors ck_join_cubic(ck_join join, double u, double rate);

/// A tween that arrives early: smoothstep over the bump.
ck_factors ck_early(double elapsed, double inverse_bump);

/// For `n` joined tweens whose `c` holds the curve's part already: puts in the cubic where it has not met the curve yet, and
/// the bumps.
void ck_join_blocks(ck_join join, const double *start, const double *rate, const double *inverse_bump, double t, long n,
                    double *c, double *b);

/// For `n` tweens that arrive early.
void ck_early_blocks(const double *start, const double *inverse_bump, double t, long n, double *c, double *b);

/// For decays of `rate` k: c = exp(-k t), and b = 0, since the velocity that came in is the way that is left times k.
void ck_decay_blocks(const double *start, const double *rate, double t, long n, double *c, double *b);

/// c = 1 - u.
void ck_linear_complements(const double *u, long n, double *c);

/// How finely the parameter of a Bézier curve is guessed, in cells to each half of the progress.
#define CK_BEZIER_CELLS 32

/// A cubic Bézier curve from (0, 0) to (1, 1) made ready for solving: its first half, and its second turned around.
typedef struct {
  double x[2][3], y[2][3];             ///< coefficients of t^3, t^2, t
  double cell[2][CK_BEZIER_CELLS][4];  ///< guesses of the parameter, from the constant up
} ck_bezier;

/// Makes a curve ready; the handles' x lie in 0...1.
void ck_bezier_make(double x1, double y1, double x2, double y2, ck_bezier *curve);

/// The parameter at progress `u` in 0...1; for u > 1/2 that of the turned half at 1 - u.
double ck_bezier_parameter(const ck_bezier *curve, double u);

/// The value, and 1 - value without cancelling near the end, for progress in 0...1.
double ck_bezier_value(const ck_bezier *curve, double u);
double ck_bezier_complement(const ck_bezier *curve, double u);

/// 1 - value for `n` progresses, bit for bit the same; `c` may be `u`.
void ck_bezier_complements(const ck_bezier *curve, const double *u, long n, double *c);

/// How a piecewise curve's progress x is warped before it is cut into equal pieces.
enum {
  CK_WARP_NONE,         ///< x
  CK_WARP_SQRT,         ///< sqrt(x), for a steep start
  CK_WARP_CBRT,         ///< cbrt(x)
  CK_WARP_SQRT_FROM_1,  ///< sqrt(1 - x), counted from the end, for a steep end
  CK_WARP_CBRT_FROM_1,  ///< cbrt(1 - x)
};

/// Places of one power in `ck_pieces.columns`.
#define CK_COLUMN 32

/// A curve's complement as equal pieces of degree 5 in warped progress.
typedef struct {
  int32_t count;              ///< number of pieces
  int32_t warp;               ///< CK_WARP_...
  int32_t folded;             ///< 1: only the second half is in pieces; the first is 1 - it, turned around
  int32_t cubic;              ///< 1: powers 4 and 5 of all pieces are 0
  float first, last;          ///< the complement at 0 and at 1
  const float *coefficients;  ///< 8 a piece, the last two unused: powers 0 to 5 of h, which is 0 at the piece's later end and
                              ///< 1 at the earlier; pieces of warps counted from the end begin at the end
  const float *columns;       ///< the same turned around for up to CK_COLUMN pieces: power j of piece i at CK_COLUMN j + i,
                              ///< 0 for pieces that are not there; null for more pieces
} ck_pieces;

/// For `n` progresses of 0...1, the complements in single precision. `u` and `c` may be the same memory in the second.
void ck_pieces_f(ck_pieces pieces, const double *u, long n, float *c);
void ck_pieces_d(ck_pieces pieces, const double *u, long n, double *c);

/// The widest vectors of this processor: 2 for AVX-512, 1 for AVX2, 0 for others and under sanitizers.
int ck_widest(void);

/// What `ck_pieces_f` gives for the progress of `n` tweens at clock time `t`, to the bit, by vectors no wider than `widest`.
void ck_instant_within(int widest, ck_pieces pieces, const double *start, const double *rate, double t, long n, float *c);

/// Shows `n` tweens from rest at clock time `t`: their progress, its way through the pieces, and their lanes, as
/// `ck_lanes_f` has them.
void ck_tweens_f(ck_pieces pieces, const double *start, const double *rate, double t, const float *target,
                 const float *delta, const int32_t *slot, int contiguous, long n, long lanes, float *shown);
void ck_tweens_within(int widest, ck_pieces pieces, const double *start, const double *rate, double t, const float *target,
                      const float *delta, const int32_t *slot, int contiguous, long n, long lanes, float *shown);

/// Lanes without velocity from factors in single precision. No place may be negative.
void ck_lanes_at_rest_f(const float *target, const float *delta, const float *c, const int32_t *slot, int contiguous, long n,
                        long lanes, float *shown);

/// The least of `n` numbers, infinity if there are none.
double ck_least(const double *x, long n);

/// Writes the shown values of `n` blocks of `lanes` values each: target - delta * c, and + velocity * b unless `velocity` is
/// null. Lane j of block i is element i * lanes + j; c and b are rounded to the lanes' precision once a block.
/// `contiguous` 1: `slot[i]` is the first of `lanes` neighbouring places in `shown`. 0: `slot[i * lanes + j]` is one place, and
/// a negative one is skipped. `shown` must not overlap the columns.
void ck_lanes_f(const float *target, const float *delta, const float *velocity, const double *c, const double *b,
                const int32_t *slot, int contiguous, long n, long lanes, float *shown);
void ck_lanes_d(const double *target, const double *delta, const double *velocity, const double *c, const double *b,
                const int32_t *slot, int contiguous, long n, long lanes, double *shown);

#ifdef __cplusplus
}
#endif
