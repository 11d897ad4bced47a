#include "COpenSSLShims_crypto.h"

#include <limits.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>

void shim_OPENSSL_free(void *memory) { OPENSSL_free(memory); }

static EVP_PKEY *from_data(OSSL_LIB_CTX *context, const char *type, int selection, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(context, type, NULL);
    if (maker != NULL && EVP_PKEY_fromdata_init(maker) == 1)
        (void)EVP_PKEY_fromdata(maker, &key, selection, parameters);
    EVP_PKEY_CTX_free(maker);
    return key;
}

EVP_PKEY *shim_EVP_PKEY_fromdata_RSA(OSSL_LIB_CTX *context, const unsigned char *modulus, size_t modulus_count,
                                     const unsigned char *exponent, size_t exponent_count) {
    if (modulus_count > INT_MAX || exponent_count > INT_MAX) return NULL;
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *n = BN_bin2bn(modulus, (int)modulus_count, NULL);
    BIGNUM *e = BN_bin2bn(exponent, (int)exponent_count, NULL);
    if (builder != NULL && n != NULL && e != NULL && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1)
        parameters = OSSL_PARAM_BLD_to_param(builder);
    if (parameters != NULL) key = from_data(context, "RSA", EVP_PKEY_PUBLIC_KEY, parameters);
    OSSL_PARAM_free(parameters);
    BN_free(e);
    BN_free(n);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

EVP_PKEY *shim_EVP_PKEY_fromdata_EC(OSSL_LIB_CTX *context, const char *group) {
    // The constructor takes a pointer to what may be written, for the use of the same array as output.
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
        OSSL_PARAM_construct_end(),
    };
    return from_data(context, "EC", EVP_PKEY_KEY_PARAMETERS, parameters);
}

EVP_PKEY *shim_EVP_PKEY_fromdata_DSA(OSSL_LIB_CTX *context, const unsigned char *p, size_t p_count,
                                     const unsigned char *q, size_t q_count, const unsigned char *g, size_t g_count,
                                     const unsigned char *y, size_t y_count) {
    if (p_count > INT_MAX || q_count > INT_MAX || g_count > INT_MAX || y_count > INT_MAX) return NULL;
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *numbers[] = {
        BN_bin2bn(p, (int)p_count, NULL),
        BN_bin2bn(q, (int)q_count, NULL),
        BN_bin2bn(g, (int)g_count, NULL),
        BN_bin2bn(y, (int)y_count, NULL),
    };
    if (builder != NULL && numbers[0] != NULL && numbers[1] != NULL && numbers[2] != NULL && numbers[3] != NULL &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_P, numbers[0]) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_Q, numbers[1]) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_FFC_G, numbers[2]) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PUB_KEY, numbers[3]) == 1)
        parameters = OSSL_PARAM_BLD_to_param(builder);
    if (parameters != NULL) key = from_data(context, "DSA", EVP_PKEY_PUBLIC_KEY, parameters);
    OSSL_PARAM_free(parameters);
    for (int index = 0; index < 4; index++) BN_free(numbers[index]);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

EVP_PKEY *shim_OSSL_DECODER_private_key(OSSL_LIB_CTX *context, const unsigned char *der, size_t count,
                                        pem_password_cb *passphrase, size_t *rest) {
    EVP_PKEY *key = NULL;
    *rest = count;
    OSSL_DECODER_CTX *decoder =
        OSSL_DECODER_CTX_new_for_pkey(&key, "DER", NULL, NULL, EVP_PKEY_KEYPAIR, context, NULL);
    if (decoder != NULL && OSSL_DECODER_CTX_set_pem_password_cb(decoder, passphrase, NULL) == 1)
        (void)OSSL_DECODER_from_data(decoder, &der, rest);
    OSSL_DECODER_CTX_free(decoder);
    return key;
}

int shim_EVP_KDF_PBKDF2(OSSL_LIB_CTX *context, const char *digest, const void *password, size_t password_count,
                        const void *salt, size_t salt_count, unsigned int rounds, unsigned char *key,
                        size_t key_count) {
    // 1: shorter salts and fewer rounds than SP 800-132 asks for are the caller's to refuse.
    int checks_nothing = 1;
    // The constructors take pointers to what may be written, for the use of the same array as output.
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)password, password_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
        OSSL_PARAM_construct_uint(OSSL_KDF_PARAM_ITER, &rounds),
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &checks_nothing),
        OSSL_PARAM_construct_end(),
    };
    EVP_KDF *function = EVP_KDF_fetch(context, "PBKDF2", NULL);
    EVP_KDF_CTX *derivation = EVP_KDF_CTX_new(function);
    int done = derivation != NULL && EVP_KDF_derive(derivation, key, key_count, parameters) == 1;
    EVP_KDF_CTX_free(derivation);
    EVP_KDF_free(function);
    return done;
}
