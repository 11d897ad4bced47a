#include "COpenSSLShims_endpoint.h"

#include "COpenSSLShims_later.h"

#include <openssl/bio.h>
#include <openssl/x509.h>

// The options of libssl that have one bit of ours each.
static uint64_t one_by_one(unsigned int options) {
    uint64_t chosen = 0;
    if (options & shim_tls_refuses_renegotiation) chosen |= SSL_OP_NO_RENEGOTIATION;
    if (options & shim_tls_keeps_no_sessions) chosen |= SSL_OP_NO_TICKET;
    if (options & shim_tls_prefers_own_suites) chosen |= SSL_OP_CIPHER_SERVER_PREFERENCE;
    if (options & shim_tls_takes_silent_end) chosen |= SSL_OP_IGNORE_UNEXPECTED_EOF;
    if (options & shim_tls_renegotiates_whole) chosen |= SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION;
    if (options & shim_tls_omits_extended_master_secret) chosen |= SSL_OP_NO_EXTENDED_MASTER_SECRET;
    if (options & shim_tls_takes_legacy_servers) chosen |= SSL_OP_LEGACY_SERVER_CONNECT;
    if (options & shim_tls_takes_psk_alone) chosen |= SSL_OP_ALLOW_NO_DHE_KEX;
    return chosen;
}

int shim_SSL_CTX_set_options(SSL_CTX *context, unsigned int options) {
    if (options & shim_tls_clears_configuration)
        SSL_CTX_clear_options(context, SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION | SSL_OP_LEGACY_SERVER_CONNECT |
                                           SSL_OP_NO_EXTENDED_MASTER_SECRET | SSL_OP_NO_ENCRYPT_THEN_MAC |
                                           SSL_OP_ALLOW_NO_DHE_KEX | SSL_OP_NO_SSL_MASK);
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | one_by_one(options));
    SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    if (options & shim_tls_releases_buffers) SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, options & shim_tls_keeps_no_sessions ? SSL_SESS_CACHE_OFF
                                            : options & shim_tls_hands_sessions_out
                                                ? SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL
                                                : SSL_SESS_CACHE_SERVER);
    if (options & shim_tls_sends_no_tickets && SSL_CTX_set_num_tickets(context, 0) != 1) return 0;
    if (!(options & shim_tls_refuses_compressed_certificates)) return 1;
    shim_SSL_CTX_compress_own_certificates(context);
    return shim_SSL_CTX_refuse_compressed_certificates(context);
}

int shim_SSL_CTX_set_proto_versions(SSL_CTX *context, int minimum, int maximum) {
    return SSL_CTX_set_min_proto_version(context, minimum) == 1 && SSL_CTX_set_max_proto_version(context, maximum) == 1;
}

int shim_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_groups_list(context, list) == 1;
}

int shim_SSL_CTX_set1_sigalgs_list(SSL_CTX *context, const char *list) {
    return SSL_CTX_set1_sigalgs_list(context, list) == 1;
}

void shim_SSL_CTX_set_max_cert_list(SSL_CTX *context, long count) { SSL_CTX_set_max_cert_list(context, count); }

void shim_SSL_CTX_accept_moving_write_buffer(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

int shim_SSL_set_tlsext_host_name(SSL *connection, const char *name) {
    return SSL_set_tlsext_host_name(connection, name) == 1;
}

int shim_SSL_set_retry_verify(SSL *connection) { return SSL_set_retry_verify(connection) > 0; }

int shim_SSL_request_ocsp(SSL *connection, int wanted) {
    // -1 is what SSL_get_tlsext_status_type says where nothing is asked for; it has no public name.
    return SSL_set_tlsext_status_type(connection, wanted ? TLSEXT_STATUSTYPE_ocsp : -1) == 1;
}

void shim_SSL_CTX_set_tlsext_servername_callback(SSL_CTX *context, shim_servername_callback callback, void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

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

void shim_BIO_end(BIO *memory) { BIO_set_mem_eof_return(memory, 0); }

unsigned char *shim_X509_public_key(X509 *certificate, int *count) {
    unsigned char *bytes = NULL;
    *count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &bytes);
    return *count > 0 ? bytes : NULL;
}
