#include "CCurlShims.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t shim_socket_identity(curl_socket_t socket) {
    struct stat status;
    return fstat(socket, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

void shim_socket_shut_down(curl_socket_t socket, uint64_t identity) {
    if (shim_socket_identity(socket) == identity) (void)shutdown(socket, SHUT_RDWR);
}

int shim_socket_peer(curl_socket_t socket, uint64_t identity, char *text, size_t capacity) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (shim_socket_identity(socket) != identity) return 0;
    if (getpeername(socket, (struct sockaddr *)&address, &length) != 0) return 0;
    const void *bytes = address.ss_family == AF_INET    ? (const void *)&((struct sockaddr_in *)&address)->sin_addr
                        : address.ss_family == AF_INET6 ? (const void *)&((struct sockaddr_in6 *)&address)->sin6_addr
                                                        : NULL;
    if (bytes == NULL || inet_ntop(address.ss_family, bytes, text, (socklen_t)capacity) == NULL) return 0;
    return ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
                                              : ((struct sockaddr_in6 *)&address)->sin6_port);
}

static socklen_t fill(struct sockaddr_storage *storage, const uint8_t *address, size_t length, uint16_t port) {
    memset(storage, 0, sizeof *storage);
    if (length == 4) {
        struct sockaddr_in *ipv4 = (struct sockaddr_in *)storage;
        ipv4->sin_family = AF_INET;
        ipv4->sin_port = htons(port);
        memcpy(&ipv4->sin_addr, address, length);
        return sizeof *ipv4;
    }
    struct sockaddr_in6 *ipv6 = (struct sockaddr_in6 *)storage;
    ipv6->sin6_family = AF_INET6;
    ipv6->sin6_port = htons(port);
    if (length == sizeof ipv6->sin6_addr) memcpy(&ipv6->sin6_addr, address, length);
    return sizeof *ipv6;
}

curl_socket_t shim_tcp_socket(size_t length) {
    int descriptor = socket(length == 4 ? AF_INET : AF_INET6, SOCK_STREAM, 0);
    if (descriptor < 0) return -1;
    (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

int shim_tcp_connect(curl_socket_t socket, const uint8_t *address, size_t length, uint16_t port) {
    struct sockaddr_storage storage;
    socklen_t size = fill(&storage, address, length, port);
    if (connect(socket, (struct sockaddr *)&storage, size) == 0) return EISCONN;
    return errno == EINPROGRESS || errno == EINTR ? 0 : errno;
}

int shim_tcp_failure(curl_socket_t socket) {
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

size_t shim_source_address(const uint8_t *address, size_t length, uint8_t source[16]) {
    struct sockaddr_storage storage;
    socklen_t size = fill(&storage, address, length, 9);
    int descriptor = socket(storage.ss_family, SOCK_DGRAM, 0);
    if (descriptor < 0) return 0;
    (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    int known = connect(descriptor, (struct sockaddr *)&storage, size) == 0
                && getsockname(descriptor, (struct sockaddr *)&storage, &size) == 0;
    (void)close(descriptor);
    if (!known) return 0;
    if (storage.ss_family == AF_INET) {
        memcpy(source, &((struct sockaddr_in *)&storage)->sin_addr, 4);
        return 4;
    }
    memcpy(source, &((struct sockaddr_in6 *)&storage)->sin6_addr, 16);
    return 16;
}

void shim_curl_set_address(struct curl_sockaddr *target, const uint8_t *address, size_t length, uint16_t port) {
    struct sockaddr_storage storage;
    socklen_t size = fill(&storage, address, length, port);
    target->family = storage.ss_family;
    target->addrlen = size;
    memcpy(&target->addr, &storage, size);
}
