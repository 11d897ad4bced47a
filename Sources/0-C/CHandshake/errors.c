#include "record.h"

#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

// The queue is the thread's: the next connection on it clears the entries.

static void raise(unsigned long code, const char *data) {
    ERR_new();
    ERR_set_debug(OPENSSL_FILE, OPENSSL_LINE, OPENSSL_FUNC);
    // The data stand in a "%s": they may hold what a server sent.
    if (data != NULL && data[0] != 0) ERR_set_error(ERR_GET_LIB(code), ERR_GET_REASON(code), "%s", data);
    else ERR_set_error(ERR_GET_LIB(code), ERR_GET_REASON(code), NULL);
}

void handshake_record_copy_errors(handshake_record *record) {
    if (ERR_peek_error() == 0) return;
    for (int index = 0; index < record->error_count; index++) free(record->errors[index].data);
    record->error_count = 0;
    // The queue can only be read by emptying it.
    while (record->error_count < HANDSHAKE_MAXIMUM_ERRORS) {
        const char *data = NULL;
        int flags = 0;
        unsigned long code = ERR_get_error_all(NULL, NULL, NULL, &data, &flags);
        if (code == 0) break;
        handshake_error *error = &record->errors[record->error_count++];
        error->code = code;
        error->data = data != NULL && (flags & ERR_TXT_STRING) != 0 && data[0] != 0 ? strdup(data) : NULL;
    }
    for (int index = 0; index < record->error_count; index++)
        raise(record->errors[index].code, record->errors[index].data);
}

void handshake_record_replay_errors(const handshake_record *record) {
    ERR_clear_error();
    for (int index = 0; index < record->error_count; index++)
        raise(record->errors[index].code, record->errors[index].data);
}
