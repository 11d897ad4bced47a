#pragma once

#include <spawn.h>
// epoll(7), which Swift's Glibc module leaves out.
#include <sys/epoll.h>

/// Declared here and defined in Swift's Glibc module alone: a header that both modules read gives each type two owners, and
/// which of them the compiler names depends on the order in which it loads them.
struct pollfd;

/// secure_getenv(3): nothing in a program that runs with more rights than its caller. glibc declares it only for
/// _GNU_SOURCE, which Swift's Glibc module does not define.
const char *shim_secure_getenv(const char *name);

/// posix_spawn_file_actions_addchdir_np(3), which is hidden likewise.
int shim_spawn_addchdir(posix_spawn_file_actions_t *actions, const char *path);

/// posix_spawn_file_actions_addclosefrom_np (glibc 2.34), which is hidden likewise; 0 where it is not there.
int shim_spawn_addclosefrom(posix_spawn_file_actions_t *actions, int first);

/// ppoll(2), which is hidden likewise, without a signal mask: poll(2) counts in whole milliseconds only. No end of
/// waiting where `nanoseconds` is negative.
int shim_ppoll(struct pollfd *descriptors, unsigned long count, long long nanoseconds);

/// TUNSETIFF and the flags IFF_TUN and IFF_NO_PI of linux/if_tun.h: a macro that Swift does not import, and a header that
/// is not in its Glibc module. Used by HoldfastDelayLine.
extern const unsigned long shim_tunsetiff;
extern const short shim_tun_without_header;
