/* OpenSSL as a verifier, set up for its best speed: a store that is made before, and for `signatures` contexts and
 * digests that are kept. The arguments and the line that it prints are those of `holdfast-bench-verdict time`. */
#define PEER "openssl"
#include "verdict.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/x509v3.h>

static struct octets leaf, authority, roots[MOST_FILES];
static int root_count, reads_extensions;
static X509_STORE *store;

static X509 *parse(struct octets octets) {
    const unsigned char *at = octets.bytes;
    X509 *certificate = d2i_X509(NULL, &at, octets.count);
    if (!certificate) fail("a certificate cannot be read");
    return certificate;
}

static void parse_roots(void) {
    for (int index = 0; index < root_count; index++) {
        X509 *certificate = parse(roots[index]);
        if (reads_extensions && X509_check_purpose(certificate, -1, 0) != 1) fail("an extension cannot be read");
        X509_free(certificate);
    }
}

/* From bytes to the verdict on a host: X509_V_OK, or why not. */
static int judge(const char *host) {
    X509 *server = parse(leaf);
    STACK_OF(X509) *others = sk_X509_new_null();
    sk_X509_push(others, parse(authority));
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    X509_STORE_CTX_init(context, store, server, others);
    X509_STORE_CTX_set_default(context, "ssl_server");
    X509_VERIFY_PARAM_set1_host(X509_STORE_CTX_get0_param(context), host, 0);
    int is_trusted = X509_verify_cert(context) == 1, error = X509_STORE_CTX_get_error(context);
    if (is_trusted != (error == X509_V_OK)) fail("a verdict without a reason");
    X509_STORE_CTX_free(context);
    sk_X509_pop_free(others, X509_free);
    X509_free(server);
    return error;
}

static void accept_chain(void) {
    int error = judge(HOST);
    if (error != X509_V_OK) fail(X509_verify_cert_error_string(error));
}

static void refuse_chain(void) {
    if (judge(OTHER_HOST) != X509_V_ERR_HOSTNAME_MISMATCH) fail("another verdict");
}

/* A signature with all that its check needs: the parts of the signer's key, and that key, where it is kept. */
struct check {
    OSSL_PARAM *parts;
    EVP_PKEY_CTX *maker;
    EVP_PKEY *kept;
    EVP_MD *digest;
    EVP_MD_CTX *context;
    struct octets message;
    const ASN1_BIT_STRING *signature;
};

static struct check checks[2];

static OSSL_PARAM *parts_of(EVP_PKEY *key) {
    char curve[64];
    unsigned char point[256];
    BIGNUM *modulus = NULL, *exponent = NULL;
    size_t count;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (EVP_PKEY_is_a(key, "RSA")) {
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_N, &modulus);
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent);
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus);
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent);
    } else {
        EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, curve, sizeof curve, NULL);
        EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point, &count);
        OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0);
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count);
    }
    OSSL_PARAM *parts = OSSL_PARAM_BLD_to_param(builder);
    if (!parts) fail("the parts of a key");
    OSSL_PARAM_BLD_free(builder);
    return parts;
}

static struct check check_of(X509 *signed_one, X509 *signer) {
    int digest;
    struct check check = {0};
    check.kept = X509_get_pubkey(signer);
    check.parts = parts_of(check.kept);
    check.maker = EVP_PKEY_CTX_new_from_name(NULL, EVP_PKEY_is_a(check.kept, "RSA") ? "RSA" : "EC", NULL);
    if (EVP_PKEY_fromdata_init(check.maker) != 1) fail("no keys of this type");
    if (!OBJ_find_sigid_algs(X509_get_signature_nid(signed_one), &digest, NULL)) fail("an unknown algorithm");
    check.digest = EVP_MD_fetch(NULL, OBJ_nid2sn(digest), NULL);
    check.context = EVP_MD_CTX_new();
    check.message.count = i2d_re_X509_tbs(signed_one, &check.message.bytes);
    X509_get0_signature(&check.signature, NULL, signed_one);
    return check;
}

static void run(struct check *check, EVP_PKEY *key) {
    if (EVP_DigestVerifyInit(check->context, NULL, check->digest, NULL, key) != 1 ||
        EVP_DigestVerify(check->context, check->signature->data, check->signature->length, check->message.bytes,
                         check->message.count) != 1)
        fail("a signature that is none");
    EVP_MD_CTX_reset(check->context);
}

static void check_signatures(void) {
    for (int index = 0; index < 2; index++) {
        EVP_PKEY *key = NULL;
        if (EVP_PKEY_fromdata(checks[index].maker, &key, EVP_PKEY_PUBLIC_KEY, checks[index].parts) != 1)
            fail("a key that is none");
        run(&checks[index], key);
        EVP_PKEY_free(key);
    }
}

static void check_signatures_with_kept_keys(void) {
    for (int index = 0; index < 2; index++) run(&checks[index], checks[index].kept);
}

int main(int count, char **arguments) {
    if (count != 4) fail("usage: openssl parse|extensions|first|refuse|signatures|kept FOLDER SECONDS");
    const char *mode = arguments[1], *folder = arguments[2];
    double duration = atof(arguments[3]);
    if (!strcmp(mode, "parse") || !strcmp(mode, "extensions")) {
        reads_extensions = !strcmp(mode, "extensions");
        root_count = read_folder(folder, roots);
        return measure(parse_roots, root_count, duration), 0;
    }
    leaf = read_file(folder, "leaf.der"), authority = read_file(folder, "authority.der");
    X509 *root = parse(read_file(folder, "root.der"));
    store = X509_STORE_new();
    X509_STORE_add_cert(store, root);
    checks[0] = check_of(parse(leaf), parse(authority));
    checks[1] = check_of(parse(authority), root);
    if (!strcmp(mode, "first")) measure(accept_chain, 1, duration);
    else if (!strcmp(mode, "refuse")) measure(refuse_chain, 1, duration);
    else if (!strcmp(mode, "signatures")) measure(check_signatures, 1, duration);
    else if (!strcmp(mode, "kept")) measure(check_signatures_with_kept_keys, 1, duration);
    else fail("no such mode");
    return 0;
}
