#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "include/CSecretService.h"
#include "libsecret.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct libsecret_functions functions;
static char obstacle[256];

// Another major version of the library may have other functions.
static const char name[] = "libsecret-1.so.0";

static void *function(void *library, const char *symbol) {
    // GLib's too: a library's handle finds what the library itself depends on.
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
#define TAKE(member) *(void **)&functions.member = function(library, #member)
    TAKE(g_hash_table_new);
    TAKE(g_hash_table_insert);
    TAKE(g_hash_table_lookup);
    TAKE(g_hash_table_unref);
    TAKE(g_str_hash);
    TAKE(g_str_equal);
    TAKE(g_list_free);
    TAKE(g_error_free);
    TAKE(g_object_unref);
    TAKE(g_cancellable_new);
    TAKE(g_cancellable_cancel);
    TAKE(g_cancellable_is_cancelled);
    TAKE(g_bus_get_sync);
    TAKE(g_dbus_connection_set_exit_on_close);
    TAKE(secret_error_get_quark);
    TAKE(secret_service_get_sync);
    TAKE(secret_value_new);
    TAKE(secret_value_get);
    TAKE(secret_value_unref);
    TAKE(secret_password_storev_binary_sync);
    TAKE(secret_password_clearv_sync);
    TAKE(secret_password_searchv_sync);
    TAKE(secret_retrievable_get_attributes);
    TAKE(secret_retrievable_retrieve_secret_sync);
#undef TAKE
}

const char *secretservice_obstacle(void) {
    pthread_once(&once, open_library);
    return obstacle[0] ? obstacle : NULL;
}

const struct libsecret_functions *libsecret_library(void) { return secretservice_obstacle() ? NULL : &functions; }
