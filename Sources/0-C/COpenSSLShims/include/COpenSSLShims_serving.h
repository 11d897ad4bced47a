#pragma once
// What a TLS server needs of libssl and libssl's headers offer only as macros. See COpenSSLShims_crypto.h.
#include <openssl/ssl.h>

// The callback goes through SSL_CTX_callback_ctrl, which takes a pointer to a function without arguments: the cast
// belongs into C. The argument goes with it, since one without the other is of no use.
typedef int (*shim_servername_callback)(SSL *connection, int *alert, void *argument);
void shim_SSL_CTX_set_tlsext_servername_callback(SSL_CTX *context, shim_servername_callback callback, void *argument);

// SSL_CTX_ctrl and SSL_ctrl take a number, a long and a void pointer for everything; these say what they take.
int shim_SSL_CTX_set_proto_versions(SSL_CTX *context, int minimum, int maximum);
void shim_SSL_set_msg_callback_arg(SSL *connection, void *argument);

// The callback has the same cast. Called for a client that asks for an OCSP response; see shim_SSL_set_ocsp_response.
typedef int (*shim_status_callback)(SSL *connection, void *argument);
int shim_SSL_CTX_set_tlsext_status_callback(SSL_CTX *context, shim_status_callback callback, void *argument);
// libssl frees the response that it is given, by OPENSSL_free: it gets a copy. 0 where there is no memory.
int shim_SSL_set_ocsp_response(SSL *connection, const unsigned char *response, size_t count);

// SSL_OP_… are built by a macro with an argument, which Swift does not import: all that a server sets, in one place.
void shim_SSL_CTX_set_server_options(SSL_CTX *context, int resumes, int omits_extended_master_secret);
