#define _GNU_SOURCE
#include "CGlibcShims.h"

#include <stdlib.h>

const char *shim_secure_getenv(const char *name) { return secure_getenv(name); }
