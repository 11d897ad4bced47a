/* A scanner by libssl: one context for all connections, epoll on one thread, so many at once. It reads lines as
 * `holdfast scan` does (`host:port address=127.0.0.1`), and prints a line of JSON for each target. Time limits are for
 * the whole of a target; names are not looked up. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

enum { LONGEST = 512 };

/* A target under way, in a list in the order in which their times end: all have the same limit. */
struct target {
    struct target *next, *previous;
    char name[LONGEST], host[LONGEST];
    long index;
    double end;
    int descriptor, is_connected;
    SSL *tls;
};

static SSL_CTX *context;
static struct target under_way = {&under_way, &under_way};
static int events, several, at_once;
static double limit;
static long last_index;
static FILE *list;

static void fail(const char *reason) {
    fprintf(stderr, "c: %s\n", reason);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/* What a stranger wrote, as a string of JSON. */
static void print_text(const char *text) {
    putchar('"');
    for (; *text; text++) {
        unsigned char byte = *text;
        if (byte == '"' || byte == '\\') printf("\\%c", byte);
        else if (byte < 0x20 || byte >= 0x7F) printf("\\u%04x", byte);
        else putchar(byte);
    }
    putchar('"');
}

static void print_digest(const char *name, const unsigned char *bytes, unsigned count) {
    printf(",\"%s\":\"", name);
    for (unsigned index = 0; index < count; index++) printf("%02x", bytes[index]);
    putchar('"');
}

static void print_time(const char *name, const ASN1_TIME *time) {
    struct tm parts = {0};
    ASN1_TIME_to_tm(time, &parts);
    printf(",\"%s\":\"%04d-%02d-%02dT%02d:%02d:%02dZ\"", name, parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
           parts.tm_hour, parts.tm_min, parts.tm_sec);
}

static void print_certificate(X509 *certificate) {
    char text[1024];
    unsigned char digest[EVP_MAX_MD_SIZE], *key = NULL;
    unsigned count;
    printf("{\"subject\":");
    print_text(X509_NAME_oneline(X509_get_subject_name(certificate), text, sizeof text));
    printf(",\"issuer\":");
    print_text(X509_NAME_oneline(X509_get_issuer_name(certificate), text, sizeof text));
    print_time("notBefore", X509_get0_notBefore(certificate));
    print_time("notAfter", X509_get0_notAfter(certificate));
    X509_digest(certificate, EVP_sha256(), digest, &count);
    print_digest("fingerprintSHA256", digest, count);
    int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
    EVP_Digest(key, length, digest, &count, EVP_sha256(), NULL);
    print_digest("spkiSHA256", digest, count);
    OPENSSL_free(key);
    putchar('}');
}

static void tell(struct target *target, const char *error) {
    printf("{\"index\":%ld,\"target\":", target->index);
    print_text(target->name);
    printf(",\"trusted\":%s", error ? "false" : "true");
    if (error) printf(",\"error\":"), print_text(error);
    STACK_OF(X509) *presented = target->tls ? SSL_get_peer_cert_chain(target->tls) : NULL;
    if (presented) {
        printf(",\"version\":\"%s\",\"cipherSuite\":\"%s\",\"presented\":[", SSL_get_version(target->tls),
               SSL_get_cipher_name(target->tls));
        for (int index = 0; index < sk_X509_num(presented); index++) {
            if (index) putchar(',');
            print_certificate(sk_X509_value(presented, index));
        }
        putchar(']');
    }
    printf("}\n");
    fflush(stdout);
}

static void end(struct target *target, const char *error) {
    tell(target, error);
    if (target->tls) {
        if (!error) SSL_shutdown(target->tls);
        SSL_free(target->tls);
    }
    if (target->descriptor >= 0) close(target->descriptor);
    target->next->previous = target->previous, target->previous->next = target->next;
    free(target);
    at_once--;
    ERR_clear_error();
}

static void wait_for(struct target *target, int operation, unsigned kinds) {
    struct epoll_event event = {.events = kinds, .data.ptr = target};
    if (epoll_ctl(events, operation, target->descriptor, &event)) fail("epoll_ctl");
}

static void go_on(struct target *target) {
    if (!target->is_connected) {
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(target->descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error) return end(target, strerror(error));
        target->is_connected = 1;
        target->tls = SSL_new(context);
        SSL_set_fd(target->tls, target->descriptor);
        SSL_set_tlsext_host_name(target->tls, target->host);
        SSL_set1_host(target->tls, target->host);
    }
    int result = SSL_connect(target->tls);
    if (result == 1) return end(target, NULL);
    switch (SSL_get_error(target->tls, result)) {
        case SSL_ERROR_WANT_READ: return wait_for(target, EPOLL_CTL_MOD, EPOLLIN);
        case SSL_ERROR_WANT_WRITE: return wait_for(target, EPOLL_CTL_MOD, EPOLLOUT);
        default: break;
    }
    long trust = SSL_get_verify_result(target->tls);
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    end(target, trust != X509_V_OK ? X509_verify_cert_error_string(trust) : reason ? reason : "the connection ended");
}

/* Begins the next target of the list; 0 where there is none. */
static int begin(void) {
    char line[LONGEST], *name, *word, *rest;
    if (!fgets(line, sizeof line, list)) return 0;
    struct target *target = calloc(1, sizeof *target);
    struct sockaddr_in address = {.sin_family = AF_INET};
    if (!(name = strtok_r(line, " \n", &rest))) fail("an empty line");
    strcpy(target->name, name), strcpy(target->host, name);
    char *colon = strrchr(target->host, ':');
    if (!colon) fail("a target without a port");
    *colon = 0, address.sin_port = htons(atoi(colon + 1));
    while ((word = strtok_r(NULL, " \n", &rest)))
        if (!strncmp(word, "address=", 8)) inet_pton(AF_INET, word + 8, &address.sin_addr);
    target->index = last_index++, target->end = now() + limit;
    target->next = &under_way, target->previous = under_way.previous;
    target->previous->next = target, under_way.previous = target;
    at_once++;
    target->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connect(target->descriptor, (struct sockaddr *)&address, sizeof address) && errno != EINPROGRESS)
        end(target, strerror(errno));
    else
        wait_for(target, EPOLL_CTL_ADD, EPOLLOUT);
    return 1;
}

int main(int count, char **arguments) {
    if (count != 5) fail("usage: scan LIST ANCHORS CONCURRENCY SECONDS");
    if (!(list = fopen(arguments[1], "r"))) fail("the list cannot be read");
    several = atoi(arguments[3]), limit = atof(arguments[4]);
    /* A server may be gone before it is written to. */
    signal(SIGPIPE, SIG_IGN);
    context = SSL_CTX_new(TLS_client_method());
    if (SSL_CTX_load_verify_file(context, arguments[2]) != 1) fail("the anchors cannot be read");
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_protos(context, (const unsigned char *)"\2h2\10http/1.1", 12);
    events = epoll_create1(EPOLL_CLOEXEC);
    for (int is_more = 1; is_more || at_once;) {
        while (is_more && at_once < several) is_more = begin();
        if (!at_once) continue;
        struct epoll_event ready[64];
        double left = under_way.next->end - now();
        int number = epoll_wait(events, ready, 64, left > 0 ? (int)(left * 1e3) + 1 : 0);
        for (int index = 0; index < number; index++) go_on(ready[index].data.ptr);
        while (at_once && under_way.next->end <= now()) end(under_way.next, "timed out");
    }
    return 0;
}
