#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "include/CSecretService.h"
#include "libsecret.h"

struct secretservice_call {
    const struct libsecret_functions *library;
    void *cancellable;
    void *bus;
    char error[256];
};

secretservice_call *secretservice_call_create(void) {
    const struct libsecret_functions *library = libsecret_library();
    secretservice_call *call = library ? calloc(1, sizeof *call) : NULL;
    if (!call) return NULL;
    call->library = library;
    call->cancellable = library->g_cancellable_new();
    return call;
}

void secretservice_call_cancel(secretservice_call *call) {
    if (call->cancellable) call->library->g_cancellable_cancel(call->cancellable);
}

void secretservice_call_destroy(secretservice_call *call) {
    if (call->bus) call->library->g_object_unref(call->bus);
    if (call->cancellable) call->library->g_object_unref(call->cancellable);
    free(call);
}

const char *secretservice_call_error(const secretservice_call *call) { return call->error; }

// Keeps the reason of a failure; 1 where there was none.
static int ended(secretservice_call *call, GError *error) {
    call->error[0] = 0;
    if (!error) return 1;
    snprintf(call->error, sizeof call->error, "%s", error->message ? error->message : "no reason is given");
    call->library->g_error_free(error);
    return 0;
}

static int failed(secretservice_call *call, const char *reason) {
    snprintf(call->error, sizeof call->error, "%s", reason);
    return 0;
}

// Holds the connection to the session's bus, which libsecret shares. GLib ends the process where the bus goes away,
// unless it is told otherwise (g_dbus_connection_set_exit_on_close).
static int connected(secretservice_call *call) {
    if (call->bus) return 1;
    GError *error = NULL;
    call->bus = call->library->g_bus_get_sync(G_BUS_TYPE_SESSION, call->cancellable, &error);
    if (call->bus) call->library->g_dbus_connection_set_exit_on_close(call->bus, 0);
    return ended(call, error) && (call->bus || failed(call, "there is no bus of a session"));
}

// A table that points to the attributes, which outlive it.
static void *table(secretservice_call *call, const secretservice_attribute *attributes, size_t count) {
    const struct libsecret_functions *library = call->library;
    void *made = library->g_hash_table_new(library->g_str_hash, library->g_str_equal);
    for (size_t index = 0; index < count; index++)
        library->g_hash_table_insert(made, (void *)attributes[index].name, (void *)attributes[index].value);
    return made;
}

int secretservice_answers(secretservice_call *call) {
    if (!connected(call)) return 0;
    GError *error = NULL;
    void *service = call->library->secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, call->cancellable, &error);
    if (service) call->library->g_object_unref(service);
    return ended(call, error) && (service || failed(call, "it does not answer"));
}

int secretservice_store(secretservice_call *call, const secretservice_attribute *attributes, size_t count,
                        const char *label, const void *secret, size_t length, const char *content_type) {
    if (!connected(call)) return 0;
    const struct libsecret_functions *library = call->library;
    void *value = library->secret_value_new(length ? secret : "", (ptrdiff_t)length, content_type);
    if (!value) return failed(call, "there is no memory for a secret");
    void *wanted = table(call, attributes, count);
    GError *error = NULL;
    // The default collection, and no schema: that would only check the attributes' types.
    int done = library->secret_password_storev_binary_sync(
        NULL, wanted, "default", label, value, call->cancellable, &error);
    library->g_hash_table_unref(wanted);
    library->secret_value_unref(value);
    return ended(call, error) && (done || failed(call, "it stored nothing"));
}

int secretservice_remove(secretservice_call *call, const secretservice_attribute *attributes, size_t count) {
    if (!connected(call)) return 0;
    void *wanted = table(call, attributes, count);
    GError *error = NULL;
    (void)call->library->secret_password_clearv_sync(NULL, wanted, call->cancellable, &error);
    call->library->g_hash_table_unref(wanted);
    return ended(call, error);
}

// What came of a look: a failure that stays one, what was looked for, or less than that, since another process may have
// replaced an item between the search and the look at it.
enum answer { FAILED, FOUND, GONE };

// Copies what is wanted of one item.
static enum answer copy(
    secretservice_call *call, void *object, const char *wanted, int with_secrets, secretservice_item *item) {
    const struct libsecret_functions *library = call->library;
    void *attributes = library->secret_retrievable_get_attributes(object);
    const char *text = attributes ? library->g_hash_table_lookup(attributes, wanted) : NULL;
    item->attribute = strdup(text ? text : "");
    if (attributes) library->g_hash_table_unref(attributes);
    if (!item->attribute) {
        failed(call, "there is no memory for its items");
        return FAILED;
    }
    if (!with_secrets) return FOUND;
    GError *error = NULL;
    void *value = library->secret_retrievable_retrieve_secret_sync(object, call->cancellable, &error);
    if (!value) {
        // Locked: whoever was asked has not unlocked it, and is not to be asked again at once.
        int is_locked = error && error->domain == library->secret_error_get_quark()
            && error->code == SECRET_ERROR_IS_LOCKED;
        if (ended(call, error)) failed(call, "it gives no secret");
        return is_locked || library->g_cancellable_is_cancelled(call->cancellable) ? FAILED : GONE;
    }
    if (error) library->g_error_free(error);
    size_t length = 0;
    const char *secret = library->secret_value_get(value, &length);
    item->secret = malloc(length ? length : 1);
    if (item->secret) {
        memcpy(item->secret, secret, length);
        item->length = length;
    }
    library->secret_value_unref(value);
    if (item->secret) return FOUND;
    failed(call, "there is no memory for its items");
    return FAILED;
}

struct search {
    const secretservice_attribute *attributes;
    size_t count;
    const char *wanted;
    int flags;
    size_t limit;
};

// Searches once. With GONE there are items, some of them without a secret, or none at all.
static enum answer look(
    secretservice_call *call, const struct search *search, secretservice_item **items, size_t *found) {
    const struct libsecret_functions *library = call->library;
    *items = NULL;
    *found = 0;
    void *given = table(call, search->attributes, search->count);
    GError *error = NULL;
    GList *list = library->secret_password_searchv_sync(NULL, given, search->flags, call->cancellable, &error);
    library->g_hash_table_unref(given);
    size_t total = 0;
    for (GList *entry = list; entry; entry = entry->next) total++;
    enum answer answer = FOUND;
    if (!ended(call, error)) {
        answer = library->g_cancellable_is_cancelled(call->cancellable) ? FAILED : GONE;
    } else if (total > search->limit) {
        failed(call, "it has more items than are read");
        answer = FAILED;
    } else if (!(*items = calloc(total + 1, sizeof **items))) {
        failed(call, "there is no memory for its items");
        answer = FAILED;
    }
    for (GList *entry = list; entry; entry = entry->next) {
        if (*items && answer != FAILED) {
            int with_secrets = search->flags & SECRET_SEARCH_LOAD_SECRETS;
            enum answer one = copy(call, entry->data, search->wanted, with_secrets, &(*items)[(*found)++]);
            if (one != FOUND) answer = one;
        }
        library->g_object_unref(entry->data);
    }
    library->g_list_free(list);
    return answer;
}

secretservice_item *secretservice_search(
    secretservice_call *call, const secretservice_attribute *attributes, size_t count, const char *wanted, int unlocks,
    int with_secrets, size_t limit, size_t *found) {
    *found = 0;
    if (!connected(call)) return NULL;
    int flags = SECRET_SEARCH_ALL;
    if (unlocks) flags |= SECRET_SEARCH_UNLOCK;
    if (with_secrets) flags |= SECRET_SEARCH_LOAD_SECRETS;
    struct search search = { attributes, count, wanted, flags, limit };
    for (int attempts = 20;; attempts--) {
        secretservice_item *items = NULL;
        enum answer answer = look(call, &search, &items, found);
        // What stays without a secret is told of, and keeps nothing else from being found.
        if (answer == FOUND || (answer == GONE && attempts == 1 && items)) {
            call->error[0] = 0;
            return items;
        }
        if (items) secretservice_free(items, *found);
        *found = 0;
        if (answer == FAILED || attempts == 1) return NULL;
        usleep(5000);
    }
}

void secretservice_free(secretservice_item *items, size_t count) {
    for (size_t index = 0; index < count; index++) {
        if (items[index].secret) explicit_bzero(items[index].secret, items[index].length);
        free(items[index].secret);
        free(items[index].attribute);
    }
    free(items);
}
