#include "CCurlShims.h"

#include <string.h>

void shim_curl_set_address(struct curl_sockaddr *target, const struct sockaddr *address, socklen_t length) {
    target->family = address->sa_family;
    target->addrlen = length;
    memcpy(&target->addr, address, length);
}
