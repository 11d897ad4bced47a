#pragma once

#include <spawn.h>

/// secure_getenv(3): nothing in a program that runs with more rights than its caller. glibc declares it only for
/// _GNU_SOURCE, which Swift's Glibc module does not define.
const char *shim_secure_getenv(const char *name);

/// posix_spawn_file_actions_addchdir_np(3), which is hidden likewise.
int shim_spawn_addchdir(posix_spawn_file_actions_t *actions, const char *path);

/// posix_spawn_file_actions_addclosefrom_np (glibc 2.34), which is hidden likewise; 0 where it is not there.
int shim_spawn_addclosefrom(posix_spawn_file_actions_t *actions, int first);
