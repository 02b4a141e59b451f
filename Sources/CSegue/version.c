// What segue.h promises without an engine: version, texts of statuses, and the layout that hosts were compiled against.

#include "segue.h"

uint32_t segue_version(void) { return SEGUE_VERSION; }

const char *segue_version_string(void) { return SEGUE_VERSION_STRING; }

const char *segue_status_text(segue_status status) {
  switch (status) {
    case SEGUE_OK: return "done";
    case SEGUE_NONE: return "nothing to tell";
    case SEGUE_INVALID_ARGUMENT: return "an argument is NULL, not finite, or out of its range";
    case SEGUE_STALE_HANDLE: return "what the handle named has been freed";
    case SEGUE_WRONG_THREAD: return "the engine belongs to another thread";
    case SEGUE_REENTRANT: return "another call on this engine is running";
  }
  return "a status of another version of Segue";
}

// Hosts hold these sizes and places compiled in; foreign-function interfaces repeat them by hand.
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(segue_motion) == 88 && offsetof(segue_motion, velocity) == 80, "the layout of segue_motion is fixed");
_Static_assert(sizeof(segue_event) == 24 && offsetof(segue_event, reason) == 16, "the layout of segue_event is fixed");
#endif
_Static_assert(sizeof(segue_status) == 4, "a status is an int");
