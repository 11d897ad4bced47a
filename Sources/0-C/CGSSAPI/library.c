#include "include/CGSSAPI.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "gssapi.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct gssapi_functions functions;
static char obstacle[256];

// Another major version of the library may have other functions.
static const char name[] = "libgssapi_krb5.so.2";

static void *function(void *library, const char *symbol) {
    void *found = dlsym(library, symbol);
    if (!found && !obstacle[0]) snprintf(obstacle, sizeof obstacle, "%s has no %s", name, symbol);
    return found;
}

static void open_library(void) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(obstacle, sizeof obstacle, "%s cannot be opened: %s", name, reason ? reason : "no reason is given");
        return;
    }
// A pointer to an object and one to a function are of one size where dlsym is (POSIX).
#define TAKE(member) *(void **)&functions.member = function(library, "gss_" #member)
    TAKE(import_name);
    TAKE(release_name);
    TAKE(release_cred);
    TAKE(release_buffer);
    TAKE(delete_sec_context);
    TAKE(display_status);
    TAKE(init_sec_context);
    TAKE(acquire_cred_with_password);
    TAKE(acquire_cred_from);
    TAKE(set_neg_mechs);
#undef TAKE
}

const char *gssapi_obstacle(void) {
    pthread_once(&once, open_library);
    return obstacle[0] ? obstacle : NULL;
}

const struct gssapi_functions *gssapi_library(void) { return gssapi_obstacle() ? NULL : &functions; }
