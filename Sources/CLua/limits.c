// What keeps a script within bounds: an allocator with a cap, and a limit on running time.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bridge.h"

// MARK: Memory

static void *allocate(void *context, void *block, size_t old, size_t new) {
  clua_host *host = context;
  if (!block) old = 0;
  if (new == 0) {
    free(block);
    host->used -= old;
    return NULL;
  }
  if (new > old) {
    host->allocations++;
    if (host->cap && host->used - old + new > host->cap) return NULL;
    if (host->fail_every && host->allocations > host->fail_from &&
        (host->allocations - host->fail_from) % host->fail_every == 0) {
      return NULL;
    }
  }
  void *moved = realloc(block, new);
  if (!moved) return new <= old ? block : NULL;  // Lua takes it for granted that shrinking works
  host->used += new - old;
  return moved;
}

lua_State *clua_host_open(clua_host *host) { return lua_newstate(allocate, host); }

// MARK: Time

// A limit counts the thread's processor time, so that a busy machine does not stop an innocent script. The kernel's timers on
// that
// clock are late by whole ticks; so a timer of the other clock looks whether the time has been used, and goes on looking every
// 2 ms. (To set a timer anew in its own handler may lose the signal.)
typedef struct timer {
  timer_t id;
  pid_t thread;
  bool made;
  double end;  // processor time of the thread at which the limit is reached
} timer;

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void arm(timer *t, double seconds) {
  struct itimerspec next = {0};
  if (seconds > 0) {
    next.it_value.tv_sec = (time_t)seconds;
    next.it_value.tv_nsec = (long)((seconds - (double)next.it_value.tv_sec) * 1e9);
    if (next.it_value.tv_sec == 0 && next.it_value.tv_nsec == 0) next.it_value.tv_nsec = 1;
    next.it_interval.tv_nsec = 2000000;
  }
  timer_settime(t->id, 0, &next, NULL);
}

// The bridge whose limit is armed on this thread. A signal for another one is late and is ignored.
static _Thread_local clua_bridge *volatile armed;

static void kill_hook(lua_State *L, lua_Debug *at);

static void on_timer(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)context;
  clua_bridge *b = info->si_value.sival_ptr;
  if (b == NULL || b != armed || !b->limited) return;
  timer *t = b->timer;
  if (processor_time() < t->end) return;
  // Setting a hook walks every call on the thread's stack. Done again at each tick, a deep recursion would never get on.
  if (b->expired && lua_gethook(b->running) == kill_hook) return;
  if (!b->expired) b->stopped[0] = 0;
  b->expired = true;
  lua_sethook(b->running, kill_hook, LUA_MASKCOUNT, 1);  // allowed in a signal handler
}

static int timer_signal(void) { return SIGRTMIN + 6; }

static bool make_timer(clua_bridge *b) {
  timer *t = b->timer;
  pid_t here = (pid_t)syscall(SYS_gettid);
  if (t && t->made && t->thread == here) return true;
  if (!t) {
    t = calloc(1, sizeof *t);
    if (!t) return false;
    b->timer = t;
  }
  if (t->made) timer_delete(t->id);
  t->made = false;
  struct sigaction action = {.sa_sigaction = on_timer, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  if (sigaction(timer_signal(), &action, NULL) != 0) return false;
  // Threads of a pool come with signals blocked.
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, timer_signal());
  if (pthread_sigmask(SIG_UNBLOCK, &one, NULL) != 0) return false;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = timer_signal()};
  event.sigev_value.sival_ptr = b;
#ifdef sigev_notify_thread_id
  event.sigev_notify_thread_id = here;
#else
  event._sigev_un._tid = here;
#endif
  if (timer_create(CLOCK_MONOTONIC, &event, &t->id) != 0) return false;
  t->thread = here;
  t->made = true;
  return true;
}

// Seconds of processor time from now on; 0 disarms. Returns what was left.
static double set_timer(clua_bridge *b, double seconds) {
  timer *t = b->timer;
  double now = processor_time(), left = t->end - now;
  arm(t, 0);
  t->end = now + seconds;
  if (seconds > 0) arm(t, seconds);
  return left > 0 ? left : 1e-9;
}

double clua_limit(clua_bridge *b, double seconds, double first) {
  double left = 0;
  if (b->closed) return 0;
  if (b->limited) left = set_timer(b, 0);
  bool was_expired = b->expired;
  if (was_expired) left = 1e-9;
  b->limited = false;
  b->expired = false;
  armed = NULL;
  if (was_expired) lua_sethook(b->running, NULL, 0, 0);
  if (seconds <= 0 || !make_timer(b)) return left;
  b->limit = seconds;
  b->limited = true;
  armed = b;
  set_timer(b, first);
  return left;
}

void limit_renew(clua_bridge *b) {
  b->expired = false;
  lua_sethook(b->running, NULL, 0, 0);
  if (b->limited && b->timer) set_timer(b, b->limit);
}

void limit_start(clua_bridge *b, lua_State *thread) {
  b->running = thread;
  if (b->expired) lua_sethook(thread, kill_hook, LUA_MASKCOUNT, 1);
}

void limit_free(clua_bridge *b) {
  b->limited = false;
  if (armed == b) armed = NULL;
  timer *t = b->timer;
  if (t && t->made) timer_delete(t->id);
  free(t);
  b->timer = NULL;
}

static void tell_limit(clua_bridge *b, lua_State *thread) {
  lua_Debug at;
  int n = 0;
  for (int level = 0; lua_getstack(thread, level, &at); level++) {
    if (!lua_getinfo(thread, "Sl", &at) || at.currentline <= 0) continue;
    n = snprintf(b->stopped, 200, "%s:%d: ", at.short_src, at.currentline);
    break;
  }
  snprintf(b->stopped + n, sizeof b->stopped - (size_t)n, "stopped: the script ran for more than %g ms without waiting",
           b->limit * 1000);
}

static void kill_hook(lua_State *L, lua_Debug *at) {
  (void)at;
  clua_bridge *b = armed;
  if (!b || !b->expired) {
    lua_sethook(L, NULL, 0, 0);
    return;
  }
  // Again at the next instruction, or a pcall around the loop would swallow it for good.
  lua_sethook(L, kill_hook, LUA_MASKCOUNT, 1);
  if (!b->stopped[0]) tell_limit(b, L);
  // A yield leaves every pcall behind and keeps the thread fit for its closing handlers; the loop's owner sees `expired`.
  if (lua_isyieldable(L)) {
    lua_yield(L, 0);
    return;
  }
  lua_pushstring(L, b->stopped);
  lua_error(L);
}
