#pragma once
// The types of GLib 2 and libsecret 1 (0.20) that are used, and the functions; nothing of them has to be installed.
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;

typedef struct list {
    void *data;
    struct list *next;
    struct list *previous;
} GList;

// gioenums.h, secret-service.h and secret-types.h.
enum {
    G_BUS_TYPE_SESSION = 2,
    SECRET_SERVICE_OPEN_SESSION = 1 << 1,
    SECRET_SEARCH_ALL = 1 << 1,
    SECRET_SEARCH_UNLOCK = 1 << 2,
    SECRET_SEARCH_LOAD_SECRETS = 1 << 3,
    SECRET_ERROR_IS_LOCKED = 2,
};

struct libsecret_functions {
    void *(*g_hash_table_new)(unsigned (*)(const void *), int (*)(const void *, const void *));
    int (*g_hash_table_insert)(void *, void *, void *);
    void *(*g_hash_table_lookup)(void *, const void *);
    void (*g_hash_table_unref)(void *);
    unsigned (*g_str_hash)(const void *);
    int (*g_str_equal)(const void *, const void *);
    void (*g_list_free)(GList *);
    void (*g_error_free)(GError *);
    void (*g_object_unref)(void *);
    void *(*g_cancellable_new)(void);
    void (*g_cancellable_cancel)(void *);
    int (*g_cancellable_is_cancelled)(void *);
    void *(*g_bus_get_sync)(int type, void *cancellable, GError **);
    void (*g_dbus_connection_set_exit_on_close)(void *, int);
    uint32_t (*secret_error_get_quark)(void);
    void *(*secret_service_get_sync)(int flags, void *cancellable, GError **);
    void *(*secret_value_new)(const char *, ptrdiff_t, const char *);
    const char *(*secret_value_get)(void *, size_t *);
    void (*secret_value_unref)(void *);
    int (*secret_password_storev_binary_sync)(
        const void *schema, void *attributes, const char *collection, const char *label, void *value, void *cancellable,
        GError **);
    int (*secret_password_clearv_sync)(const void *schema, void *attributes, void *cancellable, GError **);
    GList *(*secret_password_searchv_sync)(
        const void *schema, void *attributes, int flags, void *cancellable, GError **);
    void *(*secret_retrievable_get_attributes)(void *);
    void *(*secret_retrievable_retrieve_secret_sync)(void *, void *cancellable, GError **);
};

const struct libsecret_functions *libsecret_library(void);
