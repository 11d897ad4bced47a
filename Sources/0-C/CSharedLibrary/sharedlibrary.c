#include "include/CSharedLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Opening is rare, and looking at what was opened short.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void open_library(struct sharedlibrary *library) {
    void *handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(library->obstacle, sizeof library->obstacle, "%s cannot be opened: %s", library->name,
                 reason ? reason : "no reason is given");
        return;
    }
    for (size_t index = 0; index < library->count; index++) {
        const struct sharedlibrary_function *function = &library->functions[index];
        // Of what the library itself depends on, too: its handle finds that as well.
        *function->place = dlsym(handle, function->name);
        if (*function->place || library->obstacle[0]) continue;
        snprintf(library->obstacle, sizeof library->obstacle, "%s has no %s", library->name, function->name);
    }
}

const char *sharedlibrary_obstacle(struct sharedlibrary *library) {
    pthread_mutex_lock(&lock);
    if (!library->was_tried) open_library(library);
    library->was_tried = 1;
    pthread_mutex_unlock(&lock);
    return library->obstacle[0] ? library->obstacle : NULL;
}
