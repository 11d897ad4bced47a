#include "CCurlShims.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

uint64_t shim_socket_identity(curl_socket_t socket) {
    struct stat status;
    return fstat(socket, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

int shim_socket_peer(curl_socket_t socket, uint64_t identity, char *text, size_t capacity) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (shim_socket_identity(socket) != identity) return 0;
    if (getpeername(socket, (struct sockaddr *)&address, &length) != 0) return 0;
    const void *bytes = address.ss_family == AF_INET    ? (const void *)&((struct sockaddr_in *)&address)->sin_addr
                        : address.ss_family == AF_INET6 ? (const void *)&((struct sockaddr_in6 *)&address)->sin6_addr
                                                        : NULL;
    return bytes != NULL && inet_ntop(address.ss_family, bytes, text, (socklen_t)capacity) != NULL;
}
