#include "CHandshake.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static X509 *self_signed(EVP_PKEY *key) {
    X509 *certificate = X509_new();
    if (certificate == NULL) return NULL;
    X509_NAME *name = X509_get_subject_name(certificate);
    if (X509_set_version(certificate, X509_VERSION_3) == 1 &&
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1 &&
        X509_gmtime_adj(X509_getm_notBefore(certificate), -86400) != NULL &&
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86400) != NULL &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"self-test", -1, -1, 0) == 1 &&
        X509_set_issuer_name(certificate, name) == 1 && X509_set_pubkey(certificate, key) == 1 &&
        X509_sign(certificate, key, EVP_sha256()) > 0)
        return certificate;
    X509_free(certificate);
    return NULL;
}

static SSL_CTX *server_context(void) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = key == NULL ? NULL : self_signed(key);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    int isReady = certificate != NULL && context != NULL && SSL_CTX_use_certificate(context, certificate) == 1 &&
                  SSL_CTX_use_PrivateKey(context, key) == 1;
    X509_free(certificate);
    EVP_PKEY_free(key);
    if (isReady) return context;
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
    if (fcntl(listener, F_SETFD, FD_CLOEXEC) == 0 && bind(listener, (struct sockaddr *)&address, length) == 0 &&
        listen(listener, 1) == 0 && getsockname(listener, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        return listener;
    }
    close(listener);
    return -1;
}

static int accept_within(int listener, int seconds) {
    struct pollfd watched = {.fd = listener, .events = POLLIN};
    int descriptor = poll(&watched, 1, seconds * 1000) == 1 ? accept(listener, NULL, NULL) : -1;
    close(listener);
    if (descriptor < 0) return -1;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    struct timeval limit = {.tv_sec = seconds};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    return descriptor;
}

int handshake_selftest_serve(int listener, int seconds) {
    // Writing to a socket whose other end is gone must not end the process.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    SSL_CTX *context = server_context();
    int descriptor = accept_within(listener, seconds);
    int outcome = -2;
    SSL *connection = context == NULL || descriptor < 0 ? NULL : SSL_new(context);
    if (connection != NULL && SSL_set_fd(connection, descriptor) == 1) outcome = accept_and_count(connection);
    SSL_free(connection);
    SSL_CTX_free(context);
    if (descriptor >= 0) close(descriptor);
    return outcome;
}
