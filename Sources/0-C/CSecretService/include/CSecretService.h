#pragma once
// The desktop's Secret Service (freedesktop.org, "Secret Service API") by libsecret, opened at run time: neither its
// headers nor the library itself has to be installed. GLib's types are hidden behind functions that take and give plain
// memory. libsecret's calls may be made by several threads.
#include <stddef.h>

// NULL where the library can be used, else why not; the text lasts as long as the process. The library is opened at the
// first call, from any thread, and stays open.
const char *secretservice_obstacle(void);

// A call that may be cut short by another thread. NULL where there is no library or no memory.
typedef struct secretservice_call secretservice_call;
secretservice_call *secretservice_call_create(void);
void secretservice_call_cancel(secretservice_call *call);
void secretservice_call_destroy(secretservice_call *call);
// The reason why the last of these calls failed; "" where it did not.
const char *secretservice_call_error(const secretservice_call *call);

// Whether a service answers on the session's bus, and agrees on a session's encryption.
int secretservice_answers(secretservice_call *call);

// An attribute by which an item is found; nothing of it is secret.
typedef struct {
    const char *name;
    const char *value;
} secretservice_attribute;

// Stores a secret in the default collection, in the place of an item with exactly the same attributes. 0 where it
// fails.
int secretservice_store(secretservice_call *call, const secretservice_attribute *attributes, size_t count,
                        const char *label, const void *secret, size_t length, const char *content_type);

// Removes the items that have these attributes; 0 where that fails. None at all is no failure, and locked ones are left
// out without a word: search for them first.
int secretservice_remove(secretservice_call *call, const secretservice_attribute *attributes, size_t count);

// An item that was found: one of its attributes, and its secret, where it was asked for and could be had.
typedef struct {
    char *attribute;
    void *secret;
    size_t length;
} secretservice_item;

// Finds the items that have these attributes, `limit` at most, and gives the attribute `wanted` of each. NULL where it
// fails; an array of `found` items otherwise, which ends in secretservice_free. With `unlocks` the user may be asked;
// an item that stays locked is a failure where its secret is asked for.
secretservice_item *secretservice_search(
    secretservice_call *call, const secretservice_attribute *attributes, size_t count, const char *wanted, int unlocks,
    int with_secrets, size_t limit, size_t *found);
// Overwrites the secrets, and frees all of it.
void secretservice_free(secretservice_item *items, size_t count);
