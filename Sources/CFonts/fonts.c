// #embed is C23; the compiler has it in every mode and follows the files as dependencies.
#define _GNU_SOURCE
#include "cfonts.h"

#include <sys/mman.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char regular[] = {
#embed "../../assets/fonts/Inter-Regular.otf"
};

static const unsigned char bold[] = {
#embed "../../assets/fonts/Inter-Bold.otf"
};

segue_font_file segue_font_regular(void) { return (segue_font_file){regular, sizeof regular}; }
segue_font_file segue_font_bold(void) { return (segue_font_file){bold, sizeof bold}; }

int segue_font_memory_file(void) { return memfd_create("segue-font", MFD_CLOEXEC); }
