#include "COpenSSLShims_serving.h"

void shim_SSL_CTX_set_tlsext_servername_callback(SSL_CTX *context, shim_servername_callback callback, void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

int shim_SSL_CTX_set_proto_versions(SSL_CTX *context, int minimum, int maximum) {
    return SSL_CTX_set_min_proto_version(context, minimum) == 1 && SSL_CTX_set_max_proto_version(context, maximum) == 1;
}

void shim_SSL_set_msg_callback_arg(SSL *connection, void *argument) { SSL_set_msg_callback_arg(connection, argument); }

int shim_SSL_CTX_set_tlsext_status_callback(SSL_CTX *context, shim_status_callback callback, void *argument) {
    return SSL_CTX_set_tlsext_status_cb(context, callback) == 1 &&
           SSL_CTX_set_tlsext_status_arg(context, argument) == 1;
}

int shim_SSL_set_ocsp_response(SSL *connection, const unsigned char *response, size_t count) {
    unsigned char *copy = OPENSSL_memdup(response, count);
    if (copy != NULL && SSL_set_tlsext_status_ocsp_resp(connection, copy, (long)count) == 1) return 1;
    OPENSSL_free(copy);
    return 0;
}

void shim_SSL_CTX_set_server_options(SSL_CTX *context, int resumes, int omits_extended_master_secret) {
    // A peer that closes without close_notify ends the stream; a renegotiation is a whole handshake, with the
    // certificate in it.
    SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION);
    if (!resumes) SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    if (omits_extended_master_secret) SSL_CTX_set_options(context, SSL_OP_NO_EXTENDED_MASTER_SECRET);
    SSL_CTX_set_session_cache_mode(context, resumes ? SSL_SESS_CACHE_SERVER : SSL_SESS_CACHE_OFF);
    // The chain is sent as it was given, and not completed; a buffer that has moved still holds the same bytes.
    SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}
