/* GnuTLS as a verifier, with a list of trust that is made before. The arguments and the line that it prints are those
 * of `holdfast-bench-verdict time`. */
#define PEER "gnutls"
#include "verdict.h"

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

static struct octets leaf, authority, roots[MOST_FILES];
static int root_count;
static gnutls_x509_trust_list_t trusted;

static gnutls_x509_crt_t parse(struct octets octets) {
    gnutls_datum_t data = {octets.bytes, octets.count};
    gnutls_x509_crt_t certificate;
    gnutls_x509_crt_init(&certificate);
    if (gnutls_x509_crt_import(certificate, &data, GNUTLS_X509_FMT_DER) < 0) fail("a certificate cannot be read");
    return certificate;
}

static void parse_roots(void) {
    for (int index = 0; index < root_count; index++) gnutls_x509_crt_deinit(parse(roots[index]));
}

/* From bytes to the verdict on a host: 0, or what is wrong with the chain. */
static unsigned judge(char *host) {
    gnutls_x509_crt_t chain[2] = {parse(leaf), parse(authority)};
    gnutls_typed_vdata_st wanted[2] = {
        {GNUTLS_DT_DNS_HOSTNAME, (unsigned char *)host, 0},
        {GNUTLS_DT_KEY_PURPOSE_OID, (unsigned char *)GNUTLS_KP_TLS_WWW_SERVER, 0},
    };
    unsigned status = 0;
    if (gnutls_x509_trust_list_verify_crt2(trusted, chain, 2, wanted, 2, 0, &status, NULL) < 0) fail("no verdict");
    for (int index = 0; index < 2; index++) gnutls_x509_crt_deinit(chain[index]);
    return status;
}

static void accept_chain(void) {
    unsigned status = judge(HOST);
    gnutls_datum_t reason;
    if (!status) return;
    gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &reason, 0);
    fail((char *)reason.data);
}

static void refuse_chain(void) {
    if (judge(OTHER_HOST) != (GNUTLS_CERT_INVALID | GNUTLS_CERT_UNEXPECTED_OWNER)) fail("another verdict");
}

int main(int count, char **arguments) {
    if (count != 4) fail("usage: gnutls parse|first|refuse FOLDER SECONDS");
    const char *mode = arguments[1], *folder = arguments[2];
    double duration = atof(arguments[3]);
    if (!strcmp(mode, "parse")) {
        root_count = read_folder(folder, roots);
        return measure(parse_roots, root_count, duration), 0;
    }
    leaf = read_file(folder, "leaf.der"), authority = read_file(folder, "authority.der");
    gnutls_x509_crt_t root = parse(read_file(folder, "root.der"));
    gnutls_x509_trust_list_init(&trusted, 0);
    if (gnutls_x509_trust_list_add_cas(trusted, &root, 1, 0) != 1) fail("the root is not taken");
    if (!strcmp(mode, "first")) measure(accept_chain, 1, duration);
    else if (!strcmp(mode, "refuse")) measure(refuse_chain, 1, duration);
    else fail("no such mode");
    return 0;
}
