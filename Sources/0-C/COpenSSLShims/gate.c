#include "COpenSSLShims_gate.h"

int shim_SSL_CTX_set_front_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1;
}

int shim_SSL_set_memory(SSL *connection, BIO **incoming, BIO **outgoing) {
    *incoming = BIO_new(BIO_s_mem());
    *outgoing = BIO_new(BIO_s_mem());
    if (*incoming == NULL || *outgoing == NULL) {
        BIO_free(*incoming);
        BIO_free(*outgoing);
        return 0;
    }
    BIO_set_mem_eof_return(*incoming, -1);
    BIO_set_mem_eof_return(*outgoing, -1);
    // Takes both over.
    SSL_set_bio(connection, *incoming, *outgoing);
    return 1;
}

size_t shim_BIO_pending(BIO *memory) { return BIO_ctrl_pending(memory); }
