// See the header: nothing else has a state that is a plain value.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "COpenSSLShims_digests.h"

#include <openssl/crypto.h>

// What is no state of libcrypto's, as memory that nobody wrote, would be counted on beyond its block.
static int is_sound(const shim_digest *digest) {
    switch (digest->algorithm) {
    case shim_digest_md5: return digest->state.md5.num < MD5_CBLOCK;
    case shim_digest_sha1: return digest->state.sha1.num < SHA_CBLOCK;
    case shim_digest_sha224:
    case shim_digest_sha256: return digest->state.sha256.num < SHA256_CBLOCK;
    case shim_digest_sha384:
    case shim_digest_sha512: return digest->state.sha512.num < SHA512_CBLOCK;
    default: return 0;
    }
}

int shim_digest_init(shim_digest *digest, int algorithm) {
    digest->algorithm = algorithm;
    switch (algorithm) {
    case shim_digest_md5: return MD5_Init(&digest->state.md5);
    case shim_digest_sha1: return SHA1_Init(&digest->state.sha1);
    case shim_digest_sha224: return SHA224_Init(&digest->state.sha256);
    case shim_digest_sha256: return SHA256_Init(&digest->state.sha256);
    case shim_digest_sha384: return SHA384_Init(&digest->state.sha512);
    case shim_digest_sha512: return SHA512_Init(&digest->state.sha512);
    default: digest->algorithm = shim_digest_none; return 0;
    }
}

int shim_digest_update(shim_digest *digest, const void *bytes, size_t count) {
    if (!is_sound(digest)) return 0;
    if (count == 0) return 1;
    switch (digest->algorithm) {
    case shim_digest_md5: return MD5_Update(&digest->state.md5, bytes, count);
    case shim_digest_sha1: return SHA1_Update(&digest->state.sha1, bytes, count);
    case shim_digest_sha224:
    case shim_digest_sha256: return SHA256_Update(&digest->state.sha256, bytes, count);
    default: return SHA512_Update(&digest->state.sha512, bytes, count);
    }
}

int shim_digest_final(shim_digest *digest, unsigned char *output) {
    int done = 0;
    if (is_sound(digest)) {
        switch (digest->algorithm) {
        case shim_digest_md5: done = MD5_Final(output, &digest->state.md5); break;
        case shim_digest_sha1: done = SHA1_Final(output, &digest->state.sha1); break;
        case shim_digest_sha224: done = SHA224_Final(output, &digest->state.sha256); break;
        case shim_digest_sha256: done = SHA256_Final(output, &digest->state.sha256); break;
        case shim_digest_sha384: done = SHA384_Final(output, &digest->state.sha512); break;
        default: done = SHA512_Final(output, &digest->state.sha512); break;
        }
    }
    OPENSSL_cleanse(digest, sizeof *digest);
    return done;
}
