#include "callbacks.h"

#include <stdlib.h>
#include <string.h>

// Whole and at once, so that no copy of a secret is left behind by one that grows.
int handshake_record_collect_key_log(handshake_record *record, SSL_CTX *context) {
    if (record->key_log == NULL) record->key_log = malloc(HANDSHAKE_MAXIMUM_KEY_LOG);
    if (record->key_log == NULL) return 0;
    SSL_CTX_set_keylog_callback(context, handshake_log_key);
    return 1;
}

void handshake_log_key(const SSL *connection, const char *line) {
    handshake_record *record = handshake_record_of(connection);
    if (record == NULL || record->key_log == NULL || line == NULL) return;
    size_t count = strlen(line);
    if (count >= HANDSHAKE_MAXIMUM_KEY_LOG - record->key_log_count) return;
    memcpy(record->key_log + record->key_log_count, line, count);
    record->key_log_count += count;
    record->key_log[record->key_log_count++] = '\n';
}

const char *handshake_record_key_log(const handshake_record *record, size_t *count) {
    *count = record->key_log_count;
    return record->key_log;
}
