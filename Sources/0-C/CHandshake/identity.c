#include "callbacks.h"
#include "decision.h"

#include <stdlib.h>
#include <string.h>

// A server that lists all that its system trusts names some 150 authorities in 20 KiB. The list of a handshake has room
// for 64 KiB (RFC 5246 §7.4.4, RFC 8446 §4.2.4).
enum { MAXIMUM_AUTHORITIES = 1000, MAXIMUM_AUTHORITY_BYTES = 1 << 16 };

// Two passes, so that one allocation does. Nothing is kept where there is too much.
static void keep_authorities(handshake_record *record, const SSL *connection) {
    const STACK_OF(X509_NAME) *names = SSL_get0_peer_CA_list(connection);
    int count = names == NULL ? 0 : sk_X509_NAME_num(names);
    if (count > MAXIMUM_AUTHORITIES) return;
    size_t total = 0;
    for (int index = 0; index < count; index++) {
        const unsigned char *der = NULL;
        size_t length = 0;
        // The bytes as they came; libssl keeps them beside the name.
        if (X509_NAME_get0_der(sk_X509_NAME_value(names, index), &der, &length) != 1) return;
        if (length > MAXIMUM_AUTHORITY_BYTES - total) return;
        total += length;
    }
    // One byte more, so that an empty list is not a NULL.
    unsigned char *bytes = malloc(total + 4 * (size_t)count + 1);
    if (bytes == NULL) return;
    unsigned char *end = bytes;
    for (int index = 0; index < count; index++) {
        const unsigned char *der = NULL;
        size_t length = 0;
        X509_NAME_get0_der(sk_X509_NAME_value(names, index), &der, &length);
        for (int shift = 24; shift >= 0; shift -= 8) *end++ = (unsigned char)(length >> shift);
        memcpy(end, der, length);
        end += length;
    }
    record->authorities = bytes;
    record->authorities_count = (size_t)(end - bytes);
}

// After the handshake nobody is asked: reading would wait for the answer. What has been chosen is sent, else an
// empty list: "If the client declines to authenticate, it MUST respond with a Certificate message containing no
// certificates, followed by Finished" (RFC 8446 §4.6.2).
static int answer_late(handshake_record *record, const SSL *connection) {
    // A second handshake of TLS 1.2 is refused before it comes to this.
    if (SSL_version(connection) != TLS1_3_VERSION) return 0;
    if (strcmp(record->application_protocol, "h2") == 0) {
        record->was_asked_over_http2 = 1;
        return 0;
    }
    if (!record->has_identity) record->was_asked_late = 1;
    return 1;
}

static int refuse(handshake_record *record) {
    record->identity_stage = HANDSHAKE_IDENTITY_REFUSED;
    return 0;
}

// The answer as far as it is known; until then libssl ends its turn, and asks again in the next one.
static int answer(handshake_record *record) {
    record->retries_identity = record->identity_stage == HANDSHAKE_IDENTITY_WAITING;
    if (record->retries_identity) return -1;
    return record->identity_stage == HANDSHAKE_IDENTITY_DECIDED ? 1 : refuse(record);
}

// 0 ends the connection with the alert internal_error; less has libssl ask again.
int handshake_identify(SSL *connection, void *argument) {
    (void)argument;
    handshake_record *record = handshake_record_of(connection);
    if (record == NULL || record->inbox == NULL) return 0;
    if (record->is_finished) return answer_late(record, connection);
    if (record->retries_identity) return answer(record);
    // In TLS 1.2 libssl asks as soon as the CertificateRequest is there: behind the OCSP response and the key exchange,
    // whose signature was checked, and before the ServerHelloDone, for which the decision would wait.
    if (record->is_deferred && record->stage == HANDSHAKE_UNDECIDED) {
        handshake_ask_deferred(record, connection);
        record->was_decided_early = 1;
    }
    if (record->was_decided_early && record->stage == HANDSHAKE_WAITING) return -1;
    // Nobody says who they are to a server that was not accepted. An answer is for one handshake.
    if (record->stage != HANDSHAKE_ACCEPTED || record->identity_stage != HANDSHAKE_IDENTITY_UNASKED)
        return refuse(record);

    keep_authorities(record, connection);
    handshake_record_read_facts(record, connection);
    record->identity_stage = HANDSHAKE_IDENTITY_WAITING;
    handshake_inbox_add_waiting(record->inbox, record);
    return answer(record);
}

handshake_identity_stage handshake_record_identity_stage(const handshake_record *record) {
    return record->identity_stage;
}

const unsigned char *handshake_record_authorities(const handshake_record *record, size_t *count) {
    *count = record->authorities_count;
    return record->authorities;
}

int handshake_record_set_identity(handshake_record *record, X509 *certificate, EVP_PKEY *key, STACK_OF(X509) * others) {
    // A resumed handshake asks nothing; what may be asked for later is put there at its end.
    int waits = record->stage == HANDSHAKE_WAITING || record->identity_stage == HANDSHAKE_IDENTITY_WAITING ||
                (record->is_resumed && record->stage == HANDSHAKE_ACCEPTED && record->is_finished && !record->has_identity);
    if (!waits || record->is_closed || record->connection == NULL) return 0;
    SSL_certs_clear(record->connection);
    record->has_identity = 0;
    if (certificate == NULL) return 1;
    if (SSL_use_cert_and_key(record->connection, certificate, key, others, 1) != 1) return 0;
    record->has_identity = 1;
    return 1;
}

int handshake_record_identify(handshake_record *record, int goes_on) {
    if (record->identity_stage != HANDSHAKE_IDENTITY_WAITING || record->is_closed) return 0;
    record->identity_stage = goes_on ? HANDSHAKE_IDENTITY_DECIDED : HANDSHAKE_IDENTITY_REFUSED;
    return 1;
}

int handshake_record_has_sent_certificate(const handshake_record *record) { return record->has_sent_certificate; }
int handshake_record_has_declined(const handshake_record *record) {
    return record->has_answered_request && !record->has_sent_certificate;
}
int handshake_record_has_ticket(const handshake_record *record) { return record->has_ticket; }
int handshake_record_was_asked_late(const handshake_record *record) { return record->was_asked_late; }
int handshake_record_was_asked_over_http2(const handshake_record *record) { return record->was_asked_over_http2; }
int handshake_record_was_asked_to_renegotiate(const handshake_record *record) {
    return record->was_asked_to_renegotiate;
}
