#include "callbacks.h"
#include "decision.h"
#include "machine.h"

#include <COpenSSLShims_later.h>

// The same bound as the judgement's: TrustPolicy.Limits.presentedBytes.
enum { MAXIMUM_CERTIFICATE_BYTES = 1 << 20 };

int handshake_apply_rules(SSL_CTX *context) {
    if (!handshake_bound_by_machine(context)) return 0;

    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION);
    if ((SSL_CTX_get_options(context) & SSL_OP_NO_RENEGOTIATION) == 0) return 0;

    // RFC 8879: a compressed message is not the chain that is judged. Not offered, it is not sent; sent all the same, it
    // ends the handshake. Our own may go out compressed: nothing is judged by it.
    if (!shim_SSL_CTX_refuse_compressed_certificates(context)) return 0;

    SSL_CTX_set_max_cert_list(context, MAXIMUM_CERTIFICATE_BYTES);

    // The verify callback is skipped on a resumed session: there is none, but by handshake_keep_sessions.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_sess_set_new_cb(context, NULL);
    SSL_CTX_sess_set_get_cb(context, NULL);

    // RFC 8446 §4.6.2. It changes neither the keys nor the server's certificate, so that the decision about the server
    // stands; libssl asks handshake_identify, which gives away nothing that was not chosen for this very connection.
    SSL_CTX_set_post_handshake_auth(context, 1);

    return 1;
}

int handshake_prepare(SSL_CTX *context) {
    if (context == NULL || !handshake_apply_rules(context)) return 0;
    // Without SSL_VERIFY_PEER libssl calls the callback and ignores a refusal.
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_verify_callback(context, handshake_verify, NULL);
    SSL_CTX_set_msg_callback(context, handshake_message);
    SSL_CTX_set_info_callback(context, handshake_progress);
    SSL_CTX_set_cert_cb(context, handshake_identify, NULL);
    return SSL_CTX_get_verify_mode(context) == SSL_VERIFY_PEER && SSL_CTX_get_info_callback(context) == handshake_progress;
}

handshake_record *handshake_begin(SSL *connection, handshake_inbox *inbox, uint64_t identifier) {
    if (connection == NULL || inbox == NULL || identifier == 0) return NULL;
    // What handshake_prepare has put there: without it nobody is asked.
    if (SSL_get_verify_mode(connection) != SSL_VERIFY_PEER ||
        SSL_CTX_get_info_callback(SSL_get_SSL_CTX(connection)) != handshake_progress)
        return NULL;
    handshake_record *record = handshake_record_new(inbox, identifier);
    if (record == NULL) return NULL;
    record->asks_for_evidence = SSL_CTX_ct_is_enabled(SSL_get_SSL_CTX(connection));
    if (handshake_put_gate(connection, record) && handshake_tie(connection, record)) return record;
    handshake_record_release(record);
    return NULL;
}
