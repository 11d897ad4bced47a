#include "CSharedLibrary.h"
#include "include/CSecretService.h"
#include "libsecret.h"

static struct libsecret_functions functions;

// GLib's too.
#define TAKE(member) SHAREDLIBRARY_FUNCTION(functions, member, "")
static const struct sharedlibrary_function table[] = {
    TAKE(g_hash_table_new),
    TAKE(g_hash_table_insert),
    TAKE(g_hash_table_lookup),
    TAKE(g_hash_table_unref),
    TAKE(g_str_hash),
    TAKE(g_str_equal),
    TAKE(g_list_free),
    TAKE(g_error_free),
    TAKE(g_object_unref),
    TAKE(g_cancellable_new),
    TAKE(g_cancellable_cancel),
    TAKE(g_cancellable_is_cancelled),
    TAKE(g_bus_get_sync),
    TAKE(g_dbus_connection_set_exit_on_close),
    TAKE(secret_error_get_quark),
    TAKE(secret_service_get_sync),
    TAKE(secret_value_new),
    TAKE(secret_value_get),
    TAKE(secret_value_unref),
    TAKE(secret_password_storev_binary_sync),
    TAKE(secret_password_clearv_sync),
    TAKE(secret_password_searchv_sync),
    TAKE(secret_retrievable_get_attributes),
    TAKE(secret_retrievable_retrieve_secret_sync),
};
#undef TAKE

static struct sharedlibrary library = SHAREDLIBRARY("libsecret-1.so.0", table);

const char *secretservice_obstacle(void) { return sharedlibrary_obstacle(&library); }

const struct libsecret_functions *libsecret_library(void) { return secretservice_obstacle() ? NULL : &functions; }
