#include "csegue_module.h"
