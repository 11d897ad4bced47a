#include "CHandshake.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static X509 *self_signed(EVP_PKEY *key, const EVP_MD *digest) {
    X509 *certificate = X509_new();
    if (certificate == NULL) return NULL;
    X509_NAME *name = X509_get_subject_name(certificate);
    if (X509_set_version(certificate, X509_VERSION_3) == 1 &&
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1 &&
        X509_gmtime_adj(X509_getm_notBefore(certificate), -86400) != NULL &&
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86400) != NULL &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"self-test", -1, -1, 0) == 1 &&
        X509_set_issuer_name(certificate, name) == 1 && X509_set_pubkey(certificate, key) == 1 &&
        X509_sign(certificate, key, digest) > 0)
        return certificate;
    X509_free(certificate);
    return NULL;
}

// What is tested is the client: the server takes whatever of OpenSSL's own defaults the machine lets a client offer.
static int accept_defaults(SSL_CTX *context) {
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_clear_options(context, SSL_OP_NO_TLSv1_2 | SSL_OP_NO_TLSv1_3);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_max_proto_version(context, 0) == 1 && SSL_CTX_set_cipher_list(context, "DEFAULT") == 1 &&
           SSL_CTX_set_ciphersuites(context, OSSL_default_ciphersuites()) == 1;
}

static SSL_CTX *server_context(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) return NULL;
    // A key and a digest that a client takes at the machine's security level (SSL_CTX_set_security_level(3)): 192 bits at
    // level 4, 256 at level 5.
    int level = SSL_CTX_get_security_level(context);
    EVP_PKEY *key = EVP_EC_gen(level > 4 ? "P-521" : level == 4 ? "P-384" : "P-256");
    const EVP_MD *digest = level > 4 ? EVP_sha512() : level == 4 ? EVP_sha384() : EVP_sha256();
    X509 *certificate = key == NULL ? NULL : self_signed(key, digest);
    int is_ready = certificate != NULL && accept_defaults(context) &&
                   SSL_CTX_use_certificate(context, certificate) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1;
    X509_free(certificate);
    EVP_PKEY_free(key);
    if (is_ready) return context;
    SSL_CTX_free(context);
    return NULL;
}

static int accept_and_count(SSL *connection) {
    if (SSL_accept(connection) != 1) return -1;
    int total = 0;
    char bytes[512];
    for (int count; (count = SSL_read(connection, bytes, sizeof bytes)) > 0;) total += count;
    return total;
}

int handshake_selftest_listen(uint16_t *port) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (fcntl(listener, F_SETFD, FD_CLOEXEC) == 0 && fcntl(listener, F_SETFL, O_NONBLOCK) == 0 &&
        bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, SOMAXCONN) == 0 &&
        getsockname(listener, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        return listener;
    }
    close(listener);
    return -1;
}

static int connect_to(uint16_t port) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(port)};
    int client = socket(AF_INET, SOCK_STREAM, 0);
    if (client < 0) return -1;
    // Not waited for: libcurl 7.88 asks the system to connect once more, and has to be the first that it tells.
    if (fcntl(client, F_SETFD, FD_CLOEXEC) == 0 && fcntl(client, F_SETFL, O_NONBLOCK) == 0 &&
        connect(client, (struct sockaddr *)&address, sizeof address) != 0 && errno == EINPROGRESS)
        return client;
    close(client);
    return -1;
}

// Both ends of a connection have the same two addresses, and no other connection has them (RFC 9293 §3.3).
static int are_joined(int client, int server) {
    struct sockaddr_in own, peer;
    socklen_t own_length = sizeof own, peer_length = sizeof peer;
    return getsockname(client, (struct sockaddr *)&own, &own_length) == 0 &&
           getpeername(server, (struct sockaddr *)&peer, &peer_length) == 0 && own_length == peer_length &&
           own.sin_port == peer.sin_port && own.sin_addr.s_addr == peer.sin_addr.s_addr;
}

int handshake_selftest_join(int listener, uint16_t port, int seconds, int *server) {
    int client = connect_to(port), end = -1;
    time_t limit = time(NULL) + seconds;
    while (client >= 0 && end < 0 && time(NULL) <= limit) {
        struct pollfd watched = {.fd = listener, .events = POLLIN};
        if (poll(&watched, 1, 1000) < 0 && errno != EINTR) break;
        // Whoever else of the machine comes is let go.
        for (int other; end < 0 && (other = accept(listener, NULL, NULL)) >= 0;) {
            if (are_joined(client, other)) end = other;
            else close(other);
        }
    }
    close(listener);
    if (end < 0) {
        if (client >= 0) close(client);
        return -1;
    }
    fcntl(end, F_SETFD, FD_CLOEXEC);
    fcntl(end, F_SETFL, 0);
    *server = end;
    return client;
}

int handshake_selftest_serve(int descriptor, int seconds) {
    // Writing to a socket whose other end is gone must not end the process.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    struct timeval limit = {.tv_sec = seconds};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    SSL_CTX *context = server_context();
    int outcome = -2;
    SSL *connection = context == NULL ? NULL : SSL_new(context);
    if (connection != NULL && SSL_set_fd(connection, descriptor) == 1) outcome = accept_and_count(connection);
    SSL_free(connection);
    SSL_CTX_free(context);
    close(descriptor);
    return outcome;
}
