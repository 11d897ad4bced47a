#pragma once
// What an endpoint of TLS, whichever side it is on, needs of libssl and libssl's headers offer only as macros. See
// COpenSSLShims_crypto.h.
#include <openssl/ssl.h>

// SSL_OP_… are built by a macro with an argument, which Swift does not import; what contexts differ in has a bit here.
enum {
    // Clears what the machine's configuration (config(5ssl)) may have set, before anything else is.
    shim_tls_clears_configuration = 1 << 0,
    shim_tls_refuses_renegotiation = 1 << 1,
    // Sessions are neither kept nor put into tickets.
    shim_tls_keeps_no_sessions = 1 << 2,
    // No NewSessionTicket of TLS 1.3 is sent.
    shim_tls_sends_no_tickets = 1 << 3,
    // A client's sessions are whoever asks for them's, and not kept by libssl.
    shim_tls_hands_sessions_out = 1 << 4,
    shim_tls_prefers_own_suites = 1 << 5,
    // A peer that closes without close_notify ends the stream.
    shim_tls_takes_silent_end = 1 << 6,
    // A renegotiation is a whole handshake, with the certificate in it.
    shim_tls_renegotiates_whole = 1 << 7,
    // No extended master secret (RFC 7627).
    shim_tls_omits_extended_master_secret = 1 << 8,
    // Servers without secure renegotiation (RFC 5746) are let in.
    shim_tls_takes_legacy_servers = 1 << 9,
    // TLS 1.3 may do without Diffie-Hellman.
    shim_tls_takes_psk_alone = 1 << 10,
    // Certificates are not taken compressed, and sent so to a peer that asks for it.
    shim_tls_refuses_compressed_certificates = 1 << 11,
    // Memory goes back between records.
    shim_tls_releases_buffers = 1 << 12,
};

// Sets these options, and those of every endpoint: no compression, the chain is sent as it was given, and a piece may be
// taken up from another place than that where its sending began. 0 where the library lacks one.
int shim_SSL_CTX_set_options(SSL_CTX *context, unsigned int options);

// SSL_CTX_ctrl and SSL_ctrl take a number, a long and a void pointer for everything; these say what they take.
int shim_SSL_CTX_set_proto_versions(SSL_CTX *context, int minimum, int maximum);
int shim_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *list);
int shim_SSL_CTX_set1_sigalgs_list(SSL_CTX *context, const char *list);
void shim_SSL_CTX_set_max_cert_list(SSL_CTX *context, long count);
// A piece may be taken up from another place than that where its sending began.
void shim_SSL_CTX_accept_moving_write_buffer(SSL_CTX *context);
int shim_SSL_set_tlsext_host_name(SSL *connection, const char *name);
int shim_SSL_set_retry_verify(SSL *connection);

// Asking for timestamps asks for a staple too, unless it is taken back.
int shim_SSL_request_ocsp(SSL *connection, int wanted);

// The callback goes through SSL_CTX_callback_ctrl, which takes a pointer to a function without arguments: the cast
// belongs into C. The argument goes with it, since one without the other is of no use.
typedef int (*shim_servername_callback)(SSL *connection, int *alert, void *argument);
void shim_SSL_CTX_set_tlsext_servername_callback(SSL_CTX *context, shim_servername_callback callback, void *argument);

// The callback has the same cast. Called for a client that asks for an OCSP response; see shim_SSL_set_ocsp_response.
typedef int (*shim_status_callback)(SSL *connection, void *argument);
int shim_SSL_CTX_set_tlsext_status_callback(SSL_CTX *context, shim_status_callback callback, void *argument);
// libssl frees the response that it is given, by OPENSSL_free: it gets a copy. 0 where there is no memory.
int shim_SSL_set_ocsp_response(SSL *connection, const unsigned char *response, size_t count);

// The verification callback gets an X509_STORE_CTX; this is the connection that it verifies for.
SSL *shim_X509_STORE_CTX_get_connection(X509_STORE_CTX *store);

// Gives a connection the certificate, the key and the chain of its context, of which SSL_certs_clear(3) has taken them
// away; the chain is had by a macro.
int shim_SSL_use_identity_of(SSL *connection, SSL_CTX *context);

// Gives a connection two memory BIOs, which are the connection's. A read from an empty one means "later".
int shim_SSL_set_memory(SSL *connection, BIO **incoming, BIO **outgoing);
// A read from the empty BIO means "the end" from here on; BIO_set_mem_eof_return is a macro.
void shim_BIO_end(BIO *memory);

// OpenSSL allocates what i2d_… writes; the DER SubjectPublicKeyInfo of a certificate, or NULL. Ends in OPENSSL_free.
unsigned char *shim_X509_public_key(X509 *certificate, int *count);
