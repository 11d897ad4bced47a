#include "record.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

handshake_record *handshake_record_new(handshake_inbox *inbox, uint64_t identifier) {
    handshake_record *record = calloc(1, sizeof *record);
    if (record == NULL) return NULL;
    atomic_init(&record->references, 1);
    record->identifier = identifier;
    record->inbox = inbox;
    record->turn_left = SIZE_MAX;
    record->received_alert = -1;
    record->sent_alert = -1;
    return record;
}

unsigned char *handshake_copy(const unsigned char *bytes, size_t count) {
    unsigned char *copy = malloc(count + 1);
    if (copy != NULL && count > 0) memcpy(copy, bytes, count);
    return copy;
}

void handshake_record_clear_key_log(handshake_record *record) {
    if (record->key_log != NULL) OPENSSL_cleanse(record->key_log, record->key_log_count);
    record->key_log_count = 0;
}

void handshake_record_retain(handshake_record *record) {
    atomic_fetch_add_explicit(&record->references, 1, memory_order_relaxed);
}

void handshake_record_release(handshake_record *record) {
    if (record == NULL || atomic_fetch_sub_explicit(&record->references, 1, memory_order_acq_rel) != 1) return;
    X509_free(record->leaf);
    X509_free(record->peer);
    OPENSSL_free(record->peer_key);
    handshake_drop_sessions(record);
    for (int index = 0; index < record->error_count; index++) free(record->errors[index].data);
    free(record->message);
    free(record->status);
    free(record->timestamps);
    free(record->authorities);
    if (record->key_log != NULL) handshake_record_clear_key_log(record);
    free(record->key_log);
    free(record);
}

int handshake_record_decide(handshake_record *record, int accepts, int x509_error) {
    if (record->stage != HANDSHAKE_WAITING || record->is_closed) return 0;
    record->x509_error = accepts ? X509_V_OK : x509_error == X509_V_OK ? X509_V_ERR_UNSPECIFIED : x509_error;
    record->stage = accepts ? HANDSHAKE_ACCEPTED : HANDSHAKE_REFUSED;
    return 1;
}

uint64_t handshake_record_identifier(const handshake_record *record) { return record->identifier; }
handshake_stage handshake_record_stage(const handshake_record *record) { return record->stage; }
int handshake_record_is_finished(const handshake_record *record) { return record->is_finished; }
int handshake_record_is_closed(const handshake_record *record) { return record->is_closed; }

const unsigned char *handshake_record_certificate_message(const handshake_record *record, size_t *count) {
    *count = record->message_count;
    return record->message;
}
