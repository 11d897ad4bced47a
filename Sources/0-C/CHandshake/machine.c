#include "machine.h"

#include <COpenSSLShims_later.h>
#include <pthread.h>
#include <string.h>

// What the machine's configuration of OpenSSL (config(5ssl); OPENSSL_CONF may name another file) decides about a
// connection. libssl has applied its section system_default to each SSL_CTX before we see it: what is stricter than our
// rules stays, what is weaker goes.

// Level 2: "Security level set to 112 bits of security" (SSL_CTX_set_security_level(3)).
enum { MINIMUM_LEVEL = 2, MINIMUM_BITS = 112 };

// Every suite that libssl knows is some 170, with names of less than 32 characters.
enum { MAXIMUM_SUITES = 512, MAXIMUM_NAMES = 1 << 14 };

static const char default_suites[] = "DEFAULT:!aNULL:!eNULL";

// Options that a configuration can set and that let less be asked of a server, spare it TLS 1.3, take a connection that
// was cut for one that its server has ended, or have the kernel make records of what the gate sends.
static uint64_t weak_options(void) {
    return SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION | SSL_OP_LEGACY_SERVER_CONNECT | SSL_OP_NO_EXTENDED_MASTER_SECRET |
           SSL_OP_NO_ENCRYPT_THEN_MAC | SSL_OP_ALLOW_NO_DHE_KEX | SSL_OP_NO_TLSv1_3 | SSL_OP_IGNORE_UNEXPECTED_EOF |
           SSL_OP_ENABLE_KTLS | shim_SSL_OP_PREFER_NO_DHE_KEX();
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// All under the lock, and the same for the life of the process once they are known: libssl reads its file once.
static int is_known;
static int lowest_version;
static int forbids_tickets;
static uint32_t suites[MAXIMUM_SUITES];
static int suite_count;

static int read_suites(SSL_CTX *context) {
    if (SSL_CTX_set_cipher_list(context, default_suites) != 1) return 0;
    const STACK_OF(SSL_CIPHER) *list = SSL_CTX_get_ciphers(context);
    int count = sk_SSL_CIPHER_num(list);
    if (count > MAXIMUM_SUITES) return 0;
    for (int index = 0; index < count; index++)
        suites[index] = SSL_CIPHER_get_id(sk_SSL_CIPHER_value(list, index));
    suite_count = count;
    return 1;
}

// 0 where libssl makes no SSL_CTX.
static int know(void) {
    pthread_mutex_lock(&lock);
    if (!is_known) {
        SSL_CTX *context = SSL_CTX_new(TLS_client_method());
        if (context != NULL) {
            lowest_version = (int)SSL_CTX_get_min_proto_version(context);
            forbids_tickets = (SSL_CTX_get_options(context) & SSL_OP_NO_TICKET) != 0;
            is_known = read_suites(context);
        }
        SSL_CTX_free(context);
    }
    int result = is_known;
    pthread_mutex_unlock(&lock);
    return result;
}

int handshake_lowest_version(void) { return know() && lowest_version > TLS1_2_VERSION ? lowest_version : TLS1_2_VERSION; }

int handshake_machine_takes_tickets(void) { return know() && !forbids_tickets; }

int handshake_bound_versions(SSL_CTX *context, int lowest, int highest) {
    if (!know()) return 0;
    int bound = handshake_lowest_version();
    return SSL_CTX_set_min_proto_version(context, lowest > bound ? lowest : bound) == 1 &&
           SSL_CTX_set_max_proto_version(context, highest) == 1;
}

static int is_of_tls13(const SSL_CIPHER *suite) { return strcmp(SSL_CIPHER_get_version(suite), "TLSv1.3") == 0; }

int handshake_suite_protects(const SSL_CIPHER *suite) {
    return suite != NULL && SSL_CIPHER_get_bits(suite, NULL) >= MINIMUM_BITS &&
           SSL_CIPHER_get_cipher_nid(suite) != NID_undef && SSL_CIPHER_get_auth_nid(suite) != NID_auth_null;
}

// Of TLS 1.3 a machine may choose others than libssl's own three: all that encrypt are sound.
static int is_allowed(const SSL_CIPHER *suite) {
    if (!handshake_suite_protects(suite)) return 0;
    if (is_of_tls13(suite)) return 1;
    for (int index = 0; index < suite_count; index++)
        if (suites[index] == SSL_CIPHER_get_id(suite)) return 1;
    return 0;
}

static int append(char *names, const SSL_CIPHER *suite) {
    const char *name = SSL_CIPHER_get_name(suite);
    size_t used = strlen(names), count = strlen(name);
    if (used + count + 2 > MAXIMUM_NAMES) return 0;
    if (used > 0) names[used++] = ':';
    memcpy(names + used, name, count + 1);
    return 1;
}

// The suites that the machine lists, without those that libssl would not list by itself. Where nothing is left that
// TLS 1.2 could use, or nothing that TLS 1.3 could, there is no connection: which others were meant is not ours to guess,
// and libssl begins no handshake without a suite of the latest version that it offers.
static int bound_suites(SSL_CTX *context) {
    const STACK_OF(SSL_CIPHER) *list = SSL_CTX_get_ciphers(context);
    int count = sk_SSL_CIPHER_num(list), has_others = 0;
    char older[MAXIMUM_NAMES] = "", newer[MAXIMUM_NAMES] = "";
    for (int index = 0; index < count; index++) {
        const SSL_CIPHER *suite = sk_SSL_CIPHER_value(list, index);
        if (!is_allowed(suite)) has_others = 1;
        else if (!append(is_of_tls13(suite) ? newer : older, suite)) return 0;
    }
    if (newer[0] == 0) return 0;
    if (!has_others) return 1;
    return SSL_CTX_set_ciphersuites(context, newer) == 1 && SSL_CTX_set_cipher_list(context, older) == 1;
}

static int is_selected(const SSL_CIPHER *suite, handshake_suites suites) {
    int cipher = SSL_CIPHER_get_cipher_nid(suite), exchange = SSL_CIPHER_get_kx_nid(suite);
    int has_gcm = cipher == NID_aes_128_gcm || cipher == NID_aes_256_gcm;
    int has_cbc = cipher == NID_aes_128_cbc || cipher == NID_aes_256_cbc;
    if (is_of_tls13(suite)) return has_gcm;
    if (!has_gcm && (!has_cbc || suites == HANDSHAKE_SUITES_AES_GCM_ECDHE)) return 0;
    return exchange == NID_kx_ecdhe || (exchange == NID_kx_rsa && suites == HANDSHAKE_SUITES_AES);
}

int handshake_bound_suites(SSL_CTX *context, handshake_suites suites) {
    if (suites == HANDSHAKE_SUITES_USUAL) return 1;
    const STACK_OF(SSL_CIPHER) *list = SSL_CTX_get_ciphers(context);
    char older[MAXIMUM_NAMES] = "", newer[MAXIMUM_NAMES] = "";
    for (int index = 0; index < sk_SSL_CIPHER_num(list); index++) {
        const SSL_CIPHER *suite = sk_SSL_CIPHER_value(list, index);
        if (is_selected(suite, suites) && !append(is_of_tls13(suite) ? newer : older, suite)) return 0;
    }
    if (older[0] == 0 || newer[0] == 0) return 0;
    return SSL_CTX_set_ciphersuites(context, newer) == 1 && SSL_CTX_set_cipher_list(context, older) == 1;
}

int handshake_bound_by_machine(SSL_CTX *context) {
    if (!handshake_bound_versions(context, TLS1_2_VERSION, 0) || !bound_suites(context)) return 0;
    if (SSL_CTX_get_security_level(context) < MINIMUM_LEVEL) SSL_CTX_set_security_level(context, MINIMUM_LEVEL);
    SSL_CTX_clear_options(context, weak_options());
    return (SSL_CTX_get_options(context) & weak_options()) == 0;
}
