#!/usr/bin/env bash
# nghttp2 takes one CONTINUATION frame for a flood of them where its octets come one by one. RFC 9113 §4.3 lets a block
# of fields be cut into frames, TCP cuts frames wherever it likes, and neither says anything; but the limit of eight
# CONTINUATION frames behind a HEADERS frame counts how often the library is called while the head of one is not all
# there. The same octets are a response or the end of the connection, as they come:
# Seen on 30 November 2026, libnghttp2 1.52.0-1+deb12u3 of Debian 12, which has the limit from a later version (1.61):
#     1 CONTINUATION, all at once: taken, status 200
#     1 CONTINUATION, by 1: Too many CONTINUATION frames following a HEADER frame, status 200
#     4 CONTINUATION, all at once: taken, status 200
#     4 CONTINUATION, by 4: Too many CONTINUATION frames following a HEADER frame, status 200
# A client that hands on what its socket gives meets this on a slow line alone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(
    cd "$work"
    apt-get -q download libnghttp2-14=1.52.0-1+deb12u3 libnghttp2-dev=1.52.0-1+deb12u3 >/dev/null 2>&1
    for package in *.deb; do dpkg -x "$package" root; done
)

# A client asks for a page, and is given a server's SETTINGS, HEADERS with a status, and CONTINUATIONs of a field each.
cat >"$work/pieces.c" <<'C'
#include <nghttp2/nghttp2.h>
#include <stdio.h>
#include <string.h>

static char status[8];

static int header(nghttp2_session *session, const nghttp2_frame *of, const uint8_t *name, size_t name_length,
                  const uint8_t *value, size_t length, uint8_t flags, void *user) {
    (void)session, (void)of, (void)flags, (void)user;
    if (name_length == 7 && !memcmp(name, ":status", 7) && length < sizeof status) memcpy(status, value, length);
    return 0;
}

static size_t frame(uint8_t *to, uint8_t type, uint8_t flags, uint8_t stream, const char *payload, size_t length) {
    uint8_t head[9] = {0, 0, (uint8_t)length, type, flags, 0, 0, 0, stream};
    memcpy(to, head, 9);
    memcpy(to + 9, payload, length);
    return 9 + length;
}

static void hear(size_t count, size_t size) {
    uint8_t said[512];
    size_t length = frame(said, NGHTTP2_SETTINGS, 0, 0, "", 0);
    length += frame(said + length, NGHTTP2_HEADERS, NGHTTP2_FLAG_END_STREAM, 1, "\x88", 1);
    for (size_t i = 1; i <= count; i++)
        length += frame(said + length, NGHTTP2_CONTINUATION, i == count ? NGHTTP2_FLAG_END_HEADERS : 0, 1,
                        "\x00\x01" "a" "\x01" "b", 5);

    nghttp2_session_callbacks *callbacks;
    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, header);
    nghttp2_session *session;
    nghttp2_session_client_new(&session, callbacks, NULL);
    nghttp2_submit_settings(session, 0, NULL, 0);
    nghttp2_nv get[] = {{(uint8_t *)":method", (uint8_t *)"GET", 7, 3, 0},
                        {(uint8_t *)":scheme", (uint8_t *)"https", 7, 5, 0},
                        {(uint8_t *)":authority", (uint8_t *)"a.test", 10, 6, 0},
                        {(uint8_t *)":path", (uint8_t *)"/", 5, 1, 0}};
    nghttp2_submit_request(session, NULL, get, 4, NULL, NULL);
    const uint8_t *out;
    while (nghttp2_session_mem_send(session, &out) > 0) {}

    memset(status, 0, sizeof status);
    long taken = 0;
    for (size_t at = 0; at < length && taken >= 0; at += size)
        taken = nghttp2_session_mem_recv(session, said + at, length - at < size ? length - at : size);
    if (size < length) printf("%zu CONTINUATION, by %zu: ", count, size);
    else printf("%zu CONTINUATION, all at once: ", count);
    printf("%s, status %s\n", taken < 0 ? nghttp2_strerror((int)taken) : "taken", status);
    nghttp2_session_del(session);
    nghttp2_session_callbacks_del(callbacks);
}

int main(void) {
    hear(1, 512), hear(1, 1), hear(4, 512), hear(4, 4);
}
C
root=$work/root/usr library=$(dirname "$(find "$work/root" -name libnghttp2.so.14)")
cc -Wall -I "$root/include" "$work/pieces.c" "$library/libnghttp2.so.14" -o "$work/pieces"
LD_LIBRARY_PATH=$library "$work/pieces" | tee "$work/seen"

# Whether the behaviour is still so.
so() { grep -qxF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }
so '1 CONTINUATION, all at once: taken, status 200'
so '1 CONTINUATION, by 1: Too many CONTINUATION frames following a HEADER frame, status 200'
so '4 CONTINUATION, all at once: taken, status 200'
so '4 CONTINUATION, by 4: Too many CONTINUATION frames following a HEADER frame, status 200'
