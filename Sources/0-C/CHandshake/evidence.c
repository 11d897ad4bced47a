#include "callbacks.h"
#include "decision.h"

#include <openssl/ct.h>

// Evidence about a certificate that comes beside it: timestamps of logs and an OCSP response. In TLS 1.3 both stand in
// the Certificate message, which is kept whole. In TLS 1.2 the timestamps come before it, in the ServerHello, and the
// response after it, in a message of its own. libssl takes 64 KiB of the one and 16 KiB of the other at most.

// libssl sends signed_certificate_timestamp only where it is to judge what comes. It would do so against the chain that
// its own verification has built, and there is none: it passes over them, and they are judged with the rest.
static int take_any(const CT_POLICY_EVAL_CTX *context, const STACK_OF(SCT) *timestamps, void *argument) {
    (void)context, (void)timestamps, (void)argument;
    return 1;
}

int handshake_ask_for_evidence(SSL_CTX *context) {
    return SSL_CTX_set_ct_validation_callback(context, take_any, NULL) == 1 && SSL_CTX_ct_is_enabled(context) &&
           SSL_CTX_set_tlsext_status_type(context, TLSEXT_STATUSTYPE_ocsp) == 1 &&
           SSL_CTX_set_tlsext_status_cb(context, handshake_status) == 1;
}

// Called for every extension that comes, after libssl has seen that it belongs where it stands and was asked for.
void handshake_extension(SSL *connection, int is_client, int type, const unsigned char *bytes, int count,
                         void *argument) {
    (void)is_client, (void)argument;
    handshake_record *record = handshake_record_of(connection);
    // What comes with a certificate is in its message.
    if (record == NULL || record->message != NULL || count < 0) return;
    if (type == TLSEXT_TYPE_status_request) {
        record->expects_status = 1;
    } else if (type == TLSEXT_TYPE_signed_certificate_timestamp && record->timestamps == NULL) {
        record->timestamps = handshake_copy(bytes, (size_t)count);
        if (record->timestamps != NULL) record->timestamps_count = (size_t)count;
    }
}

// A CertificateStatus that comes at any other time is nothing that somebody waits for. One that cannot be kept ends the
// handshake: without it a certificate that was taken back could count as one about which nothing is known.
void handshake_keep_status(handshake_record *record, const unsigned char *message, size_t count) {
    if (!record->is_deferred || record->stage != HANDSHAKE_UNDECIDED || record->status != NULL) return;
    if (count < SSL3_HM_HEADER_LENGTH) return;
    record->status = handshake_copy(message + SSL3_HM_HEADER_LENGTH, count - SSL3_HM_HEADER_LENGTH);
    if (record->status != NULL) record->status_count = count - SSL3_HM_HEADER_LENGTH;
    else record->stage = HANDSHAKE_REFUSED;
}

int handshake_defers(const handshake_record *record, SSL *connection) {
    if (!record->asks_for_evidence || !record->expects_status || SSL_version(connection) != TLS1_2_VERSION) return 0;
    // Without these libssl would go on and ask nobody.
    int (*asked)(SSL *, void *) = NULL;
    return SSL_get_tlsext_status_type(connection) == TLSEXT_STATUSTYPE_ocsp &&
           SSL_CTX_get_tlsext_status_cb(SSL_get_SSL_CTX(connection), &asked) == 1 && asked == handshake_status;
}

void handshake_ask(handshake_record *record) {
    record->stage = HANDSHAKE_WAITING;
    handshake_inbox_add_waiting(record->inbox, record);
}

void handshake_ask_deferred(handshake_record *record, SSL *connection) {
    if (record->stage != HANDSHAKE_UNDECIDED) return;
    handshake_record_read_facts(record, connection);
    handshake_ask(record);
}

// In TLS 1.2 it is called after the ServerHelloDone, when an ephemeral key exchange was seen to be signed by the
// certificate's key, and before anything of ours goes out that depends on it; in TLS 1.3 with the server's Finished. Once
// alone: the decision that waited is asked for, libssl goes on, and the gate holds what it sends. 0 ends the handshake
// with the alert bad_certificate_status_response.
int handshake_status(SSL *connection, void *argument) {
    (void)argument;
    handshake_record *record = handshake_record_of(connection);
    if (record == NULL || record->inbox == NULL) return 0;
    // The certificate was decided about when it came, or before the session was offered.
    if (!record->is_deferred) return record->stage == HANDSHAKE_ACCEPTED || handshake_resumes(record, connection);
    if (record->was_decided_early) {
        record->was_decided_early = 0;
        return record->stage == HANDSHAKE_ACCEPTED;
    }
    // A decision is for one handshake.
    if (record->stage != HANDSHAKE_UNDECIDED) {
        record->stage = HANDSHAKE_REFUSED;
        return 0;
    }
    record->is_held = 1;
    handshake_ask_deferred(record, connection);
    return 1;
}

const unsigned char *handshake_record_timestamps(const handshake_record *record, size_t *count) {
    *count = record->timestamps_count;
    return record->timestamps;
}

const unsigned char *handshake_record_certificate_status(const handshake_record *record, size_t *count) {
    *count = record->status_count;
    return record->status;
}
