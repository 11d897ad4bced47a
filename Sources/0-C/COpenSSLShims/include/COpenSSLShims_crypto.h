#pragma once
// What libcrypto offers only to C, as typed functions. A shim that stands for a macro carries its name behind
// `shim_`. Each room that needs more adds a header of its own beside this one.
#include <stddef.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
// Not among COpenSSL's headers.
#include <openssl/pkcs12.h>
#include <openssl/pkcs12err.h>
#include <openssl/proverr.h>
#include <openssl/provider.h>

// OPENSSL_free is a macro that adds the caller's file and line. What i2d_… allocates ends here.
void shim_OPENSSL_free(void *memory);

// EVP_PKEY_fromdata takes an array of OSSL_PARAM, which only points to the names and values of the key's parts:
// they have to stay where they are from the making of the array to the call, and Swift lends the memory of a
// string or an array for the length of one call only. One call each, then. NULL and OpenSSL's error queue where
// the parts are no key.

// The RSA public key with this modulus and exponent: unsigned, most significant byte first.
EVP_PKEY *shim_EVP_PKEY_fromdata_RSA(OSSL_LIB_CTX *context, const unsigned char *modulus, size_t modulus_count,
                                     const unsigned char *exponent, size_t exponent_count);

// A key of a named curve that has the curve alone, to make others of by EVP_PKEY_dup.
EVP_PKEY *shim_EVP_PKEY_fromdata_EC(OSSL_LIB_CTX *context, const char *group);

// The DSA public key `y` of this domain: unsigned, most significant byte first.
EVP_PKEY *shim_EVP_PKEY_fromdata_DSA(OSSL_LIB_CTX *context, const unsigned char *p, size_t p_count,
                                     const unsigned char *q, size_t q_count, const unsigned char *g, size_t g_count,
                                     const unsigned char *y, size_t y_count);

// OSSL_DECODER keeps the address at which the key is to be left, from its making to its use. The private key that
// `der` begins with, in any form that libcrypto reads; `rest` is the number of bytes after it.
EVP_PKEY *shim_OSSL_DECODER_private_key(OSSL_LIB_CTX *context, const unsigned char *der, size_t count,
                                        pem_password_cb *passphrase, size_t *rest);

// EVP_KDF takes an array of OSSL_PARAM too. PBKDF2 (RFC 8018 §5.2) with the context's digest of that name; 1, or 0 with
// OpenSSL's error queue. PKCS5_PBKDF2_HMAC would take the process's own context.
int shim_EVP_KDF_PBKDF2(OSSL_LIB_CTX *context, const char *digest, const void *password, size_t password_count,
                        const void *salt, size_t salt_count, unsigned int rounds, unsigned char *key,
                        size_t key_count);
