#include "COpenSSLShims_tracing.h"

#include "COpenSSLShims_later.h"

#include <openssl/bio.h>
#include <openssl/x509.h>

int shim_SSL_CTX_set_tracing_options(SSL_CTX *context, int legacy, int psk_alone) {
    // The machine's configuration (config(5ssl)) may have set these; what is wanted of them is set below.
    SSL_CTX_clear_options(context, SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION | SSL_OP_LEGACY_SERVER_CONNECT |
                                       SSL_OP_NO_EXTENDED_MASTER_SECRET | SSL_OP_NO_ENCRYPT_THEN_MAC |
                                       SSL_OP_ALLOW_NO_DHE_KEX | SSL_OP_NO_SSL_MASK);
    // One handshake a connection; the end of the stream is told from an error by whoever reads it.
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    if (legacy) SSL_CTX_set_options(context, SSL_OP_LEGACY_SERVER_CONNECT);
    if (psk_alone) SSL_CTX_set_options(context, SSL_OP_ALLOW_NO_DHE_KEX);
    SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    shim_SSL_CTX_compress_own_certificates(context);
    return shim_SSL_CTX_refuse_compressed_certificates(context);
}

int shim_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_groups_list(context, list) == 1;
}

void shim_SSL_CTX_accept_moving_write_buffer(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

int shim_SSL_CTX_set1_sigalgs_list(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_sigalgs_list(context, list) == 1;
}

void shim_SSL_CTX_set_max_cert_list(SSL_CTX *context, long count) { SSL_CTX_set_max_cert_list(context, count); }

int shim_SSL_set_tlsext_host_name(SSL *connection, const char *name) {
    return SSL_set_tlsext_host_name(connection, name) == 1;
}

int shim_SSL_request_ocsp(SSL *connection, int wanted) {
    // -1 is what SSL_get_tlsext_status_type says where nothing is asked for; it has no public name.
    return SSL_set_tlsext_status_type(connection, wanted ? TLSEXT_STATUSTYPE_ocsp : -1) == 1;
}

int shim_SSL_set_retry_verify(SSL *connection) { return SSL_set_retry_verify(connection) > 0; }

SSL *shim_X509_STORE_CTX_get_connection(X509_STORE_CTX *store) {
    return X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
}

int shim_SSL_use_identity_of(SSL *connection, SSL_CTX *context) {
    X509 *certificate = SSL_CTX_get0_certificate(context);
    EVP_PKEY *key = SSL_CTX_get0_privatekey(context);
    STACK_OF(X509) *chain = NULL;
    if (certificate == NULL || key == NULL || SSL_CTX_get0_chain_certs(context, &chain) != 1) return 0;
    return SSL_use_cert_and_key(connection, certificate, key, chain, 1) == 1;
}

void shim_BIO_end(BIO *memory) { BIO_set_mem_eof_return(memory, 0); }

unsigned char *shim_X509_public_key(X509 *certificate, int *count) {
    unsigned char *bytes = NULL;
    *count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &bytes);
    return *count > 0 ? bytes : NULL;
}
