#pragma once

/// secure_getenv(3): nothing in a program that runs with more rights than its caller. glibc declares it only for
/// _GNU_SOURCE, which Swift's Glibc module does not define.
const char *shim_secure_getenv(const char *name);
