#pragma once
// What TLS clients, the one that is watched and those of sessions, need of libssl and libssl's headers offer only as
// macros. See COpenSSLShims_crypto.h.
#include <openssl/ssl.h>

// SSL_OP_… are built by a macro with an argument, which Swift does not import. `legacy` lets servers without secure
// renegotiation (RFC 5746) in; `psk_alone` lets TLS 1.3 do without Diffie-Hellman. Compressed
// certificates are not taken: 0 where that cannot be had.
int shim_SSL_CTX_set_tracing_options(SSL_CTX *context, int legacy, int psk_alone);

// SSL_CTX_ctrl and SSL_ctrl take a number, a long and a void pointer for everything; these say what they take.
int shim_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *list);
// A piece may be taken up from another place than that where its sending began.
void shim_SSL_CTX_accept_moving_write_buffer(SSL_CTX *context);
int shim_SSL_CTX_set1_sigalgs_list(SSL_CTX *context, const char *list);
void shim_SSL_CTX_set_max_cert_list(SSL_CTX *context, long count);
int shim_SSL_set_tlsext_host_name(SSL *connection, const char *name);
int shim_SSL_set_retry_verify(SSL *connection);

// Asking for timestamps asks for a staple too, unless it is taken back.
int shim_SSL_request_ocsp(SSL *connection, int wanted);

// The verification callback gets an X509_STORE_CTX; this is the connection that it verifies for.
SSL *shim_X509_STORE_CTX_get_connection(X509_STORE_CTX *store);

// Gives a connection the certificate, the key and the chain of its context, of which SSL_certs_clear(3) has taken them
// away; the chain is had by a macro.
int shim_SSL_use_identity_of(SSL *connection, SSL_CTX *context);

// A read from an empty memory BIO means "later" until this is called, and "the end" afterwards.
void shim_BIO_end(BIO *memory);

// OpenSSL allocates what i2d_… writes; the DER SubjectPublicKeyInfo of a certificate, or NULL. Ends in OPENSSL_free.
unsigned char *shim_X509_public_key(X509 *certificate, int *count);
