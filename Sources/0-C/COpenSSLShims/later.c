#include "COpenSSLShims_later.h"

// By ssl.h of OpenSSL 3.2 and later, and of 3.3; an option keeps its number within a major version.
enum { NO_TX_CERTIFICATE_COMPRESSION = 32, NO_RX_CERTIFICATE_COMPRESSION = 33, PREFER_NO_DHE_KEX = 35 };

static const unsigned long version_3_2 = 0x30200000, version_3_3 = 0x30300000;

// The option, where the library is of the version that brought it.
static uint64_t option(int number, unsigned long version) {
    return OpenSSL_version_num() >= version ? (uint64_t)1 << number : 0;
}

int shim_SSL_CTX_refuse_compressed_certificates(SSL_CTX *context) {
    uint64_t refused = option(NO_RX_CERTIFICATE_COMPRESSION, version_3_2);
    return (SSL_CTX_set_options(context, refused) & refused) == refused;
}

void shim_SSL_CTX_compress_own_certificates(SSL_CTX *context) {
    SSL_CTX_clear_options(context, option(NO_TX_CERTIFICATE_COMPRESSION, version_3_2));
}

uint64_t shim_SSL_OP_PREFER_NO_DHE_KEX(void) { return option(PREFER_NO_DHE_KEX, version_3_3); }
