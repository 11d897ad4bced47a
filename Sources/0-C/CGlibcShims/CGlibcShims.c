#define _GNU_SOURCE
#include "CGlibcShims.h"

#include <linux/if_tun.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>

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

int shim_ppoll(struct pollfd *descriptors, unsigned long count, long long nanoseconds) {
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &time, NULL);
}

const unsigned long shim_tunsetiff = TUNSETIFF;
const short shim_tun_without_header = IFF_TUN | IFF_NO_PI;
