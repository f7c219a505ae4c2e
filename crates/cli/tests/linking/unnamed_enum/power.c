#include "shared.h"
__typeof__(power) power = ON;
