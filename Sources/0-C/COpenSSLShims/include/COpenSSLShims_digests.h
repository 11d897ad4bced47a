#pragma once
// Digests whose state is a plain value in the caller's memory: copied by assignment, dropped without a call, as the
// contexts of CommonCrypto are. An EVP_MD_CTX is none of it: it lies on the heap, and somebody has to free it. So these
// stand on libcrypto's older functions of the single digests, which are deprecated in favour of EVP and give the same.
#include <stddef.h>
#include <openssl/md5.h>
#include <openssl/sha.h>

typedef enum {
    shim_digest_none = 0,
    shim_digest_md5,
    shim_digest_sha1,
    shim_digest_sha224,
    shim_digest_sha256,
    shim_digest_sha384,
    shim_digest_sha512,
} shim_algorithm;

// A digest of which some bytes have been seen. All zeros is one that was not begun.
typedef struct {
    union {
        MD5_CTX md5;
        SHA_CTX sha1;
        SHA256_CTX sha256;
        SHA512_CTX sha512;
    } state;
    int algorithm;
} shim_digest;

// Each gives 1, and 0 where nothing was done: no such algorithm, a digest that was not begun, or one whose count of
// waiting bytes is none that libcrypto leaves there.
int shim_digest_init(shim_digest *digest, int algorithm);
int shim_digest_update(shim_digest *digest, const void *bytes, size_t count);
// Writes as many bytes as the algorithm's digest has, and overwrites the state.
int shim_digest_final(shim_digest *digest, unsigned char *output);
