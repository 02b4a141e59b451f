// The bundled font files as bytes inside the program, so that no installation can lose them. Licence: assets/fonts/OFL.txt.
#pragma once
#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t size;
} segue_font_file;

// Inter Regular and Inter Bold: complete OpenType files that live as long as the program.
segue_font_file segue_font_regular(void);
segue_font_file segue_font_bold(void);

// An empty file in memory, closed on exec; -1 where the system has none. Here because Swift's Glibc lacks memfd_create.
int segue_font_memory_file(void);
