/* A server of WebSockets over TLS 1.3 that sends back what comes: `echo PORT CHAIN KEY`, on one thread. It takes messages
 * of one frame and 64 KiB at most, compresses nothing, and ends a connection at anything else. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { ROOM = 128 << 10, HEAD = 14 };

struct connection {
    SSL *ssl;
    int is_open;
    size_t count;
    unsigned char in[ROOM];
};

static void fail(const char *reason) {
    fprintf(stderr, "echo: %s\n", reason);
    exit(1);
}

/* Zero where the connection is over. */
static int put(struct connection *connection, const void *bytes, size_t count) {
    int written;
    while ((written = SSL_write(connection->ssl, bytes, (int)count)) <= 0) {
        struct pollfd wait = {SSL_get_fd(connection->ssl), POLLOUT, 0};
        if (SSL_get_error(connection->ssl, written) != SSL_ERROR_WANT_WRITE) return 0;
        poll(&wait, 1, -1);
    }
    return 1;
}

static void take(struct connection *connection, size_t count) {
    connection->count -= count;
    memmove(connection->in, connection->in + count, connection->count);
}

/* The answer to the handshake (RFC 6455, section 4.2.2); 1 where there was none to answer yet, 0 for no handshake. */
static int open_socket(struct connection *connection) {
    static const char name[] = "\r\nSec-WebSocket-Key:", number[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char digest[EVP_MAX_MD_SIZE];
    char text[128], answer[512];
    unsigned int length = 0;
    if (connection->count == ROOM) return 0;
    connection->in[connection->count] = 0;
    char *end = strstr((char *)connection->in, "\r\n\r\n"), *key = strcasestr((char *)connection->in, name);
    if (!end) return 1;
    if (!key) return 0;
    key += sizeof name - 1;
    key += strspn(key, " ");
    snprintf(text, sizeof text, "%.*s%s", (int)strcspn(key, " \r"), key, number);
    EVP_Digest(text, strlen(text), digest, &length, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)text, digest, (int)length);
    snprintf(answer, sizeof answer,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
        text);
    take(connection, (size_t)(end + 4 - (char *)connection->in));
    connection->is_open = 1;
    return put(connection, answer, strlen(answer));
}

/* Sends back the frame at the front; -1 where it has not come, 0 where the connection is over. */
static int echo(struct connection *connection) {
    unsigned char *in = connection->in, out[ROOM];
    size_t head = 2, length, written = 2;
    if (connection->count < 2) return -1;
    if (!(in[0] & 0x80) || !(in[1] & 0x80) || (length = in[1] & 0x7F) == 127) return 0;
    if (length == 126) {
        if (connection->count < 4) return -1;
        length = (size_t)in[2] << 8 | in[3];
        head = 4;
    }
    if (connection->count < head + 4 + length) return -1;
    /* A pong for a ping. */
    out[0] = (in[0] & 0x0F) == 9 ? 0x8A : in[0];
    out[1] = in[1] & 0x7F;
    if (head == 4) {
        out[2] = in[2], out[3] = in[3];
        written = 4;
    }
    for (size_t place = 0; place < length; place++) out[written + place] = in[head + 4 + place] ^ in[head + (place & 3)];
    take(connection, head + 4 + length);
    if (!put(connection, out, written + length)) return 0;
    return out[0] != 0x88;
}

/* Zero where the connection is over. */
static int serve(struct connection *connection) {
    for (;;) {
        int count = SSL_read(connection->ssl, connection->in + connection->count, (int)(ROOM - connection->count));
        if (count <= 0) return SSL_get_error(connection->ssl, count) == SSL_ERROR_WANT_READ;
        connection->count += (size_t)count;
        if (!connection->is_open && !open_socket(connection)) return 0;
        for (int state = 1; connection->is_open && state > 0;)
            if ((state = echo(connection)) == 0) return 0;
    }
}

int main(int count, char **arguments) {
    if (count != 4) fail("usage: echo PORT CHAIN KEY");
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_num_tickets(context, 0);
    if (SSL_CTX_use_certificate_chain_file(context, arguments[2]) != 1) fail("no chain");
    if (SSL_CTX_use_PrivateKey_file(context, arguments[3], SSL_FILETYPE_PEM) != 1) fail("no key");
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0), many = epoll_create1(0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 64)) fail("no port");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(many, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        if (epoll_wait(many, &event, 1, -1) != 1) continue;
        struct connection *connection = event.data.ptr;
        if (connection) {
            if (serve(connection)) continue;
            close(SSL_get_fd(connection->ssl));
            SSL_free(connection->ssl);
            free(connection);
            continue;
        }
        int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
        if (socket < 0) continue;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        connection = calloc(1, sizeof *connection);
        connection->ssl = SSL_new(context);
        SSL_set_fd(connection->ssl, socket);
        SSL_set_accept_state(connection->ssl);
        event = (struct epoll_event){.events = EPOLLIN, .data.ptr = connection};
        epoll_ctl(many, EPOLL_CTL_ADD, socket, &event);
    }
}
