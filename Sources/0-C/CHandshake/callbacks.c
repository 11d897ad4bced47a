#include "callbacks.h"
#include "decision.h"
#include "machine.h"

#include <openssl/err.h>
#include <string.h>

static int refuse(X509_STORE_CTX *store, handshake_record *record, int error) {
    if (record != NULL) {
        record->stage = HANDSHAKE_REFUSED;
        record->x509_error = error;
    }
    X509_STORE_CTX_set_error(store, error);
    return 0;
}

static int refused_error(const handshake_record *record) {
    return record->x509_error == X509_V_OK ? X509_V_ERR_UNSPECIFIED : record->x509_error;
}

// The verdict as far as it is known; until then libssl ends its turn, and asks again in the next one.
static int answer(X509_STORE_CTX *store, handshake_record *record, SSL *connection) {
    record->retries_verdict = record->stage == HANDSHAKE_WAITING;
    if (record->retries_verdict) return SSL_set_retry_verify(connection) > 0;
    if (record->stage != HANDSHAKE_ACCEPTED) return refuse(store, record, refused_error(record));
    X509_STORE_CTX_set_error(store, X509_V_OK);
    return 1;
}

int handshake_verify(X509_STORE_CTX *store, void *argument) {
    (void)argument;
    SSL *connection = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    handshake_record *record = handshake_record_of(connection);
    if (record == NULL || record->inbox == NULL) return refuse(store, NULL, X509_V_ERR_UNSPECIFIED);

    if (record->retries_verdict) return answer(store, record, connection);
    // A decision is for one handshake. Whatever asks a second time on the same connection does not inherit the first,
    // and takes it back.
    if (record->stage != HANDSHAKE_UNDECIDED || record->is_deferred)
        return refuse(store, record, X509_V_ERR_APPLICATION_VERIFICATION);
    // The suite was not offered; should it be there all the same, nobody's certificate makes up for it. Before the keys
    // are in use it is the pending one.
    if (!handshake_suite_protects(SSL_get_pending_cipher(connection)))
        return refuse(store, record, X509_V_ERR_APPLICATION_VERIFICATION);
    X509 *leaf = X509_STORE_CTX_get0_cert(store);
    if (leaf == NULL || record->message == NULL || X509_up_ref(leaf) != 1)
        return refuse(store, record, X509_V_ERR_UNSPECIFIED);

    record->leaf = leaf;
    handshake_record_read_facts(record, connection);
    if (!handshake_defers(record, connection)) {
        handshake_ask(record);
        return answer(store, record, connection);
    }
    record->is_deferred = 1;
    X509_STORE_CTX_set_error(store, X509_V_OK);
    return 1;
}

static void keep_certificate_message(handshake_record *record, const unsigned char *bytes, size_t count) {
    // The first one is the one that is judged; another is a second handshake, which is refused.
    if (record->message != NULL || count < SSL3_HM_HEADER_LENGTH) return;
    record->message = handshake_copy(bytes + SSL3_HM_HEADER_LENGTH, count - SSL3_HM_HEADER_LENGTH);
    if (record->message != NULL) record->message_count = count - SSL3_HM_HEADER_LENGTH;
}

// RFC 8879 §4; OpenSSL's headers have it from 3.2 on.
enum { COMPRESSED_CERTIFICATE = 25 };

void handshake_message(int is_sent, int version, int content_type, const void *bytes, size_t count, SSL *connection,
                       void *argument) {
    (void)argument;
    const unsigned char *message = bytes;
    handshake_record *record = handshake_record_of(connection);
    if (record == NULL || message == NULL) return;
    if (content_type == SSL3_RT_HANDSHAKE && count > 0) {
        if (message[0] == SSL3_MT_CERTIFICATE && !is_sent) {
            record->version = version;
            keep_certificate_message(record, message, count);
        } else if (is_sent && (message[0] == SSL3_MT_CERTIFICATE || message[0] == COMPRESSED_CERTIFICATE)) {
            record->has_answered_request = 1;
        } else if (!is_sent && (message[0] == SSL3_MT_CERTIFICATE_VERIFY || message[0] == SSL3_MT_SERVER_KEY_EXCHANGE)) {
            handshake_keep_signature_scheme(record, message, count, SSL_get_pending_cipher(connection));
        } else if (message[0] == SSL3_MT_CERTIFICATE_STATUS && !is_sent) {
            handshake_keep_status(record, message, count);
        } else if (message[0] == SSL3_MT_NEWSESSION_TICKET && !is_sent) {
            record->has_ticket = 1;
        } else if (message[0] == SSL3_MT_HELLO_REQUEST && !is_sent && record->is_finished) {
            record->was_asked_to_renegotiate = 1;
        }
    } else if (content_type == SSL3_RT_ALERT && count == 2 && message[0] == SSL3_AL_FATAL) {
        handshake_note_fatal_alert(record, is_sent);
        if (is_sent) record->sent_alert = message[1];
        else record->received_alert = message[1];
    } else if (content_type == SSL3_RT_ALERT && count == 2 && message[1] == SSL3_AD_CLOSE_NOTIFY && !is_sent) {
        record->was_closed = 1;
    }
}

// Whether a signature by the client's key has just been written. "Clients MUST send this message whenever authenticating
// via a certificate (i.e., when the Certificate message is non-empty)" (RFC 8446 §4.4.3), and before TLS 1.3 with every
// certificate of a key that signs (RFC 5246 §7.4.8); the message of the certificate itself may be compressed (RFC 8879).
// By its name (SSL_state_string(3)): the states' numbers are others from OpenSSL 3.2 on.
static int has_proven_client(const SSL *connection) { return strcmp(SSL_state_string(connection), "TWCV") == 0; }

void handshake_progress(const SSL *connection, int where, int result) {
    // libssl lends it as const; what is read from it is not changed.
    handshake_record *record = handshake_record_of(connection);
    if (record == NULL) return;
    if (where & SSL_CB_HANDSHAKE_START) {
        if (record->asks_for_evidence) SSL_set_tlsext_debug_callback((SSL *)connection, handshake_extension);
    } else if ((where & SSL_CB_CONNECT_LOOP) == SSL_CB_CONNECT_LOOP) {
        // The state that libssl leaves.
        if (has_proven_client(connection)) record->has_sent_certificate = 1;
    } else if (where & SSL_CB_HANDSHAKE_DONE) {
        handshake_record_read_facts(record, (SSL *)connection);
        if (!record->is_finished) handshake_settle_resumption(record, (SSL *)connection);
        record->is_finished = 1;
    } else if ((where & SSL_CB_EXIT) && result <= 0 && ERR_peek_error() != 0) {
        handshake_record_read_facts(record, (SSL *)connection);
        handshake_record_copy_errors(record);
    }
}
