#pragma once
// What versions of OpenSSL after 3.0 have. What is built with the headers of one version runs with the library of
// another (Debian 12 has 3.0, Debian 13 has 3.5), so that neither `#ifdef` nor a number of the headers tells what is
// there: the library is asked when it runs, and options have the values that ssl.h of those versions gives them.
#include <openssl/ssl.h>

// Neither offers nor takes compressed certificates (RFC 8879; SSL_OP_NO_RX_CERTIFICATE_COMPRESSION of OpenSSL 3.2):
// libssl hands what it has decompressed to nobody, so that the bytes that were sent could not be judged. 0 where the
// library does not take the option.
int shim_SSL_CTX_refuse_compressed_certificates(SSL_CTX *context);
// Lets a certificate of our own go out compressed to a peer that has asked for that, as OpenSSL does by itself; a
// configuration may have forbidden it (SSL_OP_NO_TX_CERTIFICATE_COMPRESSION).
void shim_SSL_CTX_compress_own_certificates(SSL_CTX *context);

// SSL_OP_PREFER_NO_DHE_KEX (OpenSSL 3.3): pre-shared keys without Diffie-Hellman are preferred; 0 where there is no such
// option.
uint64_t shim_SSL_OP_PREFER_NO_DHE_KEX(void);
