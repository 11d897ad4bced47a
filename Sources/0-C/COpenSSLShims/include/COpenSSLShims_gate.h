#pragma once
// What the gate's front needs of libssl and libssl's headers offer only as macros. See COpenSSLShims_crypto.h.
#include <openssl/ssl.h>

// SSL_OP_… are built by a macro with an argument, which Swift does not import: all that the front sets, in one place.
// No renegotiation, no compression, no tickets and no sessions; the chain is sent as it was given, and a piece may be
// taken up from another place than that where its sending began. 0 where libssl does not take the versions.
int shim_SSL_CTX_set_front_options(SSL_CTX *context);

// A read from an empty memory BIO means "later"; BIO_set_mem_eof_return is a macro. Both BIOs are the connection's.
int shim_SSL_set_memory(SSL *connection, BIO **incoming, BIO **outgoing);

// BIO_pending is a macro.
size_t shim_BIO_pending(BIO *memory);
