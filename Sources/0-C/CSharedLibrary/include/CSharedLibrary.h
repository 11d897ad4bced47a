#pragma once
// Shared libraries that are opened at run time: a program needs neither their headers nor their packages, and does
// without what they do where they are not there.
#include <stddef.h>

// A function of a library, and the pointer that it is put into: a member of a table of functions.
struct sharedlibrary_function {
    const char *name;
    void **place;
};

// A pointer to an object and one to a function are of one size where dlsym is (POSIX). The function's name is that of
// the member with a prefix, which may be "".
#define SHAREDLIBRARY_FUNCTION(table, member, prefix) {prefix #member, (void **)&(table).member}

// A library by the name of its file, major version included: another one may have other functions. Zero but for the
// first three members, and never moved.
struct sharedlibrary {
    const char *name;
    const struct sharedlibrary_function *functions;
    size_t count;
    int was_tried;
    char obstacle[256];
};

#define SHAREDLIBRARY(name, functions) {name, functions, sizeof functions / sizeof *functions, 0, ""}

// NULL where all functions are there, else why not; the text lasts as long as the process. The library is opened at the
// first call, from any thread, and stays open.
const char *sharedlibrary_obstacle(struct sharedlibrary *library);
