#define _GNU_SOURCE
#include "CGlibcShims.h"

#include <stdlib.h>

const char *shim_secure_getenv(const char *name) { return secure_getenv(name); }

int shim_spawn_addchdir(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

int shim_spawn_addclosefrom(posix_spawn_file_actions_t *actions, int first) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    (void)actions, (void)first;
    return 0;
#endif
}
