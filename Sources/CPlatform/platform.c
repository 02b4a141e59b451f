#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cplatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int cplatform_poll(struct pollfd *descriptors, size_t count, double seconds) {
  struct timespec limit = {0};
  if (seconds >= 0) {
    if (seconds > 1e9) seconds = 1e9;
    limit.tv_sec = (time_t)seconds;
    limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
  }
  return ppoll(descriptors, count, seconds < 0 ? NULL : &limit, NULL);
}

void cplatform_unblock_endings(void) {
  sigset_t endings;
  sigemptyset(&endings);
  sigaddset(&endings, SIGTERM);
  sigaddset(&endings, SIGINT);
  sigaddset(&endings, SIGHUP);
  sigprocmask(SIG_UNBLOCK, &endings, NULL);
}

// As in <linux/openat2.h>, which older headers lack.
struct how {
  uint64_t flags, mode, resolve;
};
enum { NO_MAGIC_LINKS = 0x02, BENEATH = 0x08, OPENAT2 = 437 };

int cplatform_open_beneath(const char *directory, const char *path) {
  int base = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (base < 0) return -1;
  struct how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK, .resolve = BENEATH | NO_MAGIC_LINKS};
  int file = (int)syscall(OPENAT2, base, path, &how, sizeof how);
  int reason = errno;
  close(base);
  // EPERM: a container's filter that does not know the call.
  if (file < 0 && (reason == ENOSYS || reason == EPERM)) return cplatform_open_beneath_by_name(directory, path);
  errno = reason;
  return file;
}

int cplatform_open_beneath_by_name(const char *directory, const char *path) {
  char joined[PATH_MAX], base[PATH_MAX], real[PATH_MAX];
  if (path[0] == '/') return errno = EXDEV, -1;
  if (snprintf(joined, sizeof joined, "%s/%s", directory, path) >= (int)sizeof joined) return errno = ENAMETOOLONG, -1;
  if (!realpath(directory, base) || !realpath(joined, real)) return -1;
  size_t n = strlen(base);
  if (n == 1) n = 0;  // the root itself
  if (strncmp(base, real, n) != 0 || real[n] != '/') return errno = EXDEV, -1;
  return open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
}

int cplatform_character_width(uint32_t character) { return wcwidth((wchar_t)character); }

void cplatform_use_locale(void) { setlocale(LC_CTYPE, ""); }

int cplatform_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
