#include "segue.h"
