/*
 * Segue for C and for everything that can call C: values that move with position and velocity, and can be caught, retargeted
 * and let go at any time without a jump.
 *
 * Units. Times are seconds; positions have the unit that you choose; velocities are that unit per second.
 *
 * Time. An engine never reads a clock, waits, or starts a thread: it knows the time that segue_engine_advance says. What you
 * start between two frames starts at the time of the last one.
 *
 * Errors. Every call on an engine returns a status: 0 for done, above 0 for done with nothing to tell, below 0 for refused. A
 * refused call has changed nothing, has written through none of your pointers, and left a sentence in segue_engine_error. NULL
 * where something is needed, NaN, infinity and wrong sizes are refused.
 *
 * Ownership. What you pass is copied before the call returns; nothing keeps your pointers. What has a _new has a _free.
 *
 * Names. Values and animators are named by numbers other than 0. A name that outlived what it named is noticed: the call
 * returns SEGUE_STALE_HANDLE. Names belong to one engine and one kind. An engine is a plain pointer: one that was freed cannot be
 * told from one that is alive, so do not use it again.
 *
 * Threads. An engine belongs to the thread that made it: calls from another one return SEGUE_WRONG_THREAD and do nothing.
 * (A thread that starts after the owner ended may pass for it.) Different engines may live on different threads; they share
 * nothing.
 *
 * Callbacks. There are none: ask segue_engine_next_event after each frame. A call made while another call on the same engine
 * runs, as from a signal handler or the host's own malloc, returns SEGUE_REENTRANT and does nothing.
 *
 *     segue_engine *engine;
 *     segue_value x;
 *     segue_engine_new(&engine);
 *     segue_value_new(engine, (double[]){0}, 1, &x);
 *     segue_value_move(engine, x, (double[]){200}, 1, NULL, NULL);
 *     for each frame {
 *       double position[SEGUE_VALUE_NUMBERS];
 *       segue_engine_advance(engine, now_in_seconds());
 *       segue_values_read(engine, &x, 1, position, NULL);
 *     }
 *     segue_engine_free(engine);
 */
#ifndef SEGUE_H
#define SEGUE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---------------------------------------------------------------------------------------------------------- */

/* Of this header. The library's name changes with the major number alone; while that is 0, see the change log. */
#define SEGUE_VERSION_MAJOR 0
#define SEGUE_VERSION_MINOR 1
#define SEGUE_VERSION_PATCH 0
#define SEGUE_VERSION_STRING "0.1.0"

/* The version as one number, major << 16 | minor << 8 | patch: later versions are greater. */
#define SEGUE_VERSION (SEGUE_VERSION_MAJOR << 16 | SEGUE_VERSION_MINOR << 8 | SEGUE_VERSION_PATCH)

/* The version of the library that is running, packed like SEGUE_VERSION. Any thread. */
uint32_t segue_version(void);

/* The same for people, like "0.1.0". Lives forever. Any thread. */
const char *segue_version_string(void);

/* ---- Status ----------------------------------------------------------------------------------------------------------- */

typedef enum segue_status {
  SEGUE_OK = 0,
  /* Nothing to tell: no event is waiting, or nothing will ever move. Not an error. */
  SEGUE_NONE = 1,
  /* A NULL, a number that is not finite or out of its range, a wrong count or size. */
  SEGUE_INVALID_ARGUMENT = -1,
  /* What the handle named has been freed. */
  SEGUE_STALE_HANDLE = -2,
  /* The engine belongs to another thread. */
  SEGUE_WRONG_THREAD = -3,
  /* Another call on this engine is running. */
  SEGUE_REENTRANT = -4
} segue_status;

/* What a status means, as a sentence; also for numbers that this version does not know. Lives forever. Any thread. */
const char *segue_status_text(segue_status status);

/* ---- Engines ---------------------------------------------------------------------------------------------------------- */

typedef struct segue_engine segue_engine;

/* Makes an engine that belongs to the calling thread. Free it with segue_engine_free. */
segue_status segue_engine_new(segue_engine **engine);

/* Ends an engine and everything in it; the pointer is dead then. NULL is fine. */
segue_status segue_engine_free(segue_engine *engine);

/*
 * The sentence about the last call on this engine that was refused, or "" if none was; never NULL. It lives until the next
 * call that is refused or the engine's end. Calls with SEGUE_WRONG_THREAD and SEGUE_REENTRANT leave no sentence here, nor
 * does one with a NULL engine: segue_status_text has one. Asked for from a foreign thread, or for NULL, it is "".
 */
const char *segue_engine_error(const segue_engine *engine);

/*
 * Brings everything to a time: seconds on any clock of yours that does not go back, for instance CLOCK_MONOTONIC. It need not
 * start at 0: the first call sets the origin. A time before the last one counts as the last one.
 */
segue_status segue_engine_advance(segue_engine *engine, double time);

/*
 * When the next call of segue_engine_advance has something to do, on the same clock: the present when something moves, later
 * when something waits for its delay. SEGUE_NONE, and infinity in *time, when nothing will until you start it: sleep.
 * Before the first segue_engine_advance the clock is not known yet and times count from 0.
 */
segue_status segue_engine_next_deadline(segue_engine *engine, double *time);

/* ---- Values ----------------------------------------------------------------------------------------------------------- */

/* One number, or two that move as one. */
typedef uint64_t segue_value;

/* How many numbers a value has at most. */
#define SEGUE_VALUE_NUMBERS 2

/* Makes a value at rest; `count` is 1 or 2. Free it with segue_value_free, or with its engine. */
segue_status segue_value_new(segue_engine *engine, const double *numbers, size_t count, segue_value *value);

/* Ends a value. What moves it ends as SEGUE_REMOVED. */
segue_status segue_value_free(segue_engine *engine, segue_value value);

/* Sets a value at once and at rest. `count` is that of segue_value_new. */
segue_status segue_value_set(segue_engine *engine, segue_value value, const double *numbers, size_t count);

/*
 * Sets a value to where a finger is, say once a frame after segue_engine_advance. Its velocity is measured from these calls, and
 * is what the next segue_value_move goes on with.
 */
segue_status segue_value_track(segue_engine *engine, segue_value value, const double *numbers, size_t count);

/*
 * Reads `count` values in one call. Value i has the numbers 2i and 2i + 1 of `positions` and of `velocities`, which have room for
 * SEGUE_VALUE_NUMBERS * count; the second is 0 for a value of one number. Either may be NULL. One stale value refuses all.
 */
segue_status segue_values_read(
    segue_engine *engine, const segue_value *values, size_t count, double *positions, double *velocities);

/* ---- Motions ---------------------------------------------------------------------------------------------------------- */

/* The pace of a motion. */
typedef enum segue_pace {
  /* The default spring: half a second, without bounce. */
  SEGUE_PACE_DEFAULT = 0,
  /* A curve over a time: `duration` and `bezier`. */
  SEGUE_PACE_TWEEN = 1,
  /* A spring by `response` and `ratio`. */
  SEGUE_PACE_SPRING_RESPONSE = 2,
  /* The same spring by `duration` and `bounce`. */
  SEGUE_PACE_SPRING_DURATION = 3
} segue_pace;

/*
 * How a value moves. Start from SEGUE_MOTION_INIT, which sets `size` and leaves the rest 0, and fill in what the pace reads;
 * the pace's other fields are not looked at. Later versions add fields at the end, where 0 means what it was before; a library
 * that does not know a field refuses a value other than 0.
 */
typedef struct segue_motion {
  /* sizeof(segue_motion) */
  uint32_t size;
  /* A segue_pace. */
  uint32_t pace;
  /* Seconds from now until the motion starts, 0 or more. Until then the value goes on as before. */
  double delay;
  /* Tween: seconds that it takes, 0 or more. Spring by duration: seconds of one period without damping, which tells the pace,
     not the end; 0 is there at once. */
  double duration;
  /* Tween: the handles x1, y1, x2, y2 of a cubic curve from (0, 0) to (1, 1), as in CSS; x1 and x2 lie in 0 to 1. All 0 is a
     straight line. */
  double bezier[4];
  /* Spring by duration: above -1 and below 1. 0 does not overshoot, more does, less is slower. */
  double bounce;
  /* Spring by response: seconds of one period without damping; 0 is there at once. */
  double response;
  /* Spring by response: damping ratio, above 0. Below 1 it overshoots, at 1 it is as fast as it can be without. */
  double ratio;
  /* NULL: goes on with the velocity that the value has. Else the velocity to start with, as many numbers as the value has. */
  const double *velocity;
} segue_motion;

#define SEGUE_MOTION_INIT {sizeof(segue_motion), 0, 0, 0, {0, 0, 0, 0}, 0, 0, 0, 0}

/* One motion, from its start to its one end; it frees itself then. */
typedef uint64_t segue_animator;

/*
 * Moves a value to a target from where it is, with the velocity that it has; what moved it before ends as SEGUE_INTERRUPTED.
 * `count` is that of segue_value_new. `motion` may be NULL for the default spring. Asking each frame for the target and pace of a
 * motion that runs already, without a delay, goes on with that motion.
 *
 * `animator` may be NULL. Otherwise it gets the motion's name, and the motion's end is an event, to be taken with
 * segue_engine_next_event: events that nobody takes pile up.
 */
segue_status segue_value_move(
    segue_engine *engine, segue_value value, const double *target, size_t count, const segue_motion *motion,
    segue_animator *animator);

/* ---- Events ----------------------------------------------------------------------------------------------------------- */

typedef enum segue_event_kind {
  /* `animator` has ended because of `reason`. */
  SEGUE_EVENT_ENDED = 1
} segue_event_kind;

/* Why a motion ended. */
typedef enum segue_reason {
  /* It reached its target. */
  SEGUE_FINISHED = 1,
  /* Somebody stopped it or took it back. */
  SEGUE_CANCELLED = 2,
  /* Another motion, a set or a finger took its value over. */
  SEGUE_INTERRUPTED = 3,
  /* Its value was freed. */
  SEGUE_REMOVED = 4
} segue_reason;

/* What happened. Later versions have more kinds, which are to be passed over, and may add fields at the end. */
typedef struct segue_event {
  /* sizeof(segue_event); set it before each call, or start from SEGUE_EVENT_INIT. */
  uint32_t size;
  /* A segue_event_kind. */
  uint32_t kind;
  segue_animator animator;
  /* A segue_reason. */
  uint32_t reason;
  uint32_t reserved;
} segue_event;

#define SEGUE_EVENT_INIT {sizeof(segue_event), 0, 0, 0, 0}

/*
 * Takes the oldest event that has not been taken, in the order in which things happened; SEGUE_NONE, with *event as it was, when
 * there is none. An end that a call between two frames brings about is told by the next segue_engine_advance, for which
 * segue_engine_next_deadline asks at once; only a motion that ends within the call that starts it, being there already, is told
 * immediately.
 *
 *     segue_event event = SEGUE_EVENT_INIT;
 *     while (segue_engine_next_event(engine, &event) == SEGUE_OK) { ... }
 */
segue_status segue_engine_next_event(segue_engine *engine, segue_event *event);

#ifdef __cplusplus
}
#endif

#endif
