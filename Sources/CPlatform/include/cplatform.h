// The few libc and kernel calls that Swift's Glibc module lacks.
#pragma once

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// ppoll without a signal mask; seconds < 0 waits for ever. Returns what ppoll returns.
int cplatform_poll(struct pollfd *descriptors, size_t count, double seconds);

// Lets the signals that end a program through, whoever started it with them blocked. For the program's start only.
void cplatform_unblock_endings(void);

// Opens a file for reading that lies in `directory` or below, whatever links are on the way. -1 and errno (EXDEV: it lies outside).
int cplatform_open_beneath(const char *directory, const char *path);
// The same without the kernel's help; for kernels that lack openat2.
int cplatform_open_beneath_by_name(const char *directory, const char *path);

// Columns that a character takes in a terminal; -1: not printable. Needs a locale set with cplatform_use_locale.
int cplatform_character_width(uint32_t character);
void cplatform_use_locale(void);
// Size of the terminal behind a descriptor; 0: it is one.
int cplatform_terminal_size(int descriptor, int *columns, int *rows);
