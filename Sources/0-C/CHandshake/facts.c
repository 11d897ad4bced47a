#include "record.h"

#include <string.h>

static void copy(char *to, size_t capacity, const char *from, size_t count) {
    if (from == NULL) count = 0;
    if (count >= capacity) count = capacity - 1;
    if (count > 0) memcpy(to, from, count);
    to[count] = 0;
}

static const char *key_exchange_name(SSL *connection, const SSL_CIPHER *cipher) {
    int group = (int)SSL_get_negotiated_group(connection);
    const char *name = group == 0 ? NULL : SSL_group_to_name(connection, group);
    if (name != NULL) return name;
    switch (SSL_CIPHER_get_kx_nid(cipher)) {
    case NID_kx_rsa: return "RSA";
    case NID_kx_dhe: return "DHE";
    default: return NULL;
    }
}

// The place behind a vector with a length of one or two octets; `count` and more where it does not fit.
static size_t behind(const unsigned char *bytes, size_t count, size_t place, size_t octets) {
    if (place + octets > count) return count;
    size_t length = octets == 1 ? bytes[place] : (size_t)bytes[place] << 8 | bytes[place + 1];
    return place + octets + length;
}

void handshake_keep_signature_scheme(handshake_record *record, const unsigned char *message, size_t count,
                                     const SSL_CIPHER *cipher) {
    size_t place = SSL3_HM_HEADER_LENGTH;
    if (message[0] == SSL3_MT_SERVER_KEY_EXCHANGE) {
        // RFC 8422 section 5.4: a named curve, its number and a point; RFC 5246 section 7.4.3: three numbers.
        switch (cipher == NULL ? NID_undef : SSL_CIPHER_get_kx_nid(cipher)) {
        case NID_kx_ecdhe: place = behind(message, count, place + 3, 1); break;
        case NID_kx_dhe:
            for (int number = 0; number < 3; number++) place = behind(message, count, place, 2);
            break;
        default: return;
        }
    }
    if (place + 2 <= count) record->signature_scheme = (uint16_t)(message[place] << 8 | message[place + 1]);
}

void handshake_record_read_facts(handshake_record *record, SSL *connection) {
    // Before the keys are in use it is the pending one: in TLS 1.2 the certificate is judged before that.
    const SSL_CIPHER *cipher = SSL_get_current_cipher(connection);
    if (cipher == NULL) cipher = SSL_get_pending_cipher(connection);
    // Before the ServerHello the version is the highest that was offered.
    if (cipher != NULL) {
        record->version = SSL_version(connection);
        record->cipher_suite = SSL_CIPHER_standard_name(cipher);
        const char *exchange = key_exchange_name(connection, cipher);
        if (exchange != NULL) copy(record->key_exchange, sizeof record->key_exchange, exchange, strlen(exchange));
    }
    const unsigned char *protocol = NULL;
    unsigned count = 0;
    SSL_get0_alpn_selected(connection, &protocol, &count);
    copy(record->application_protocol, sizeof record->application_protocol, (const char *)protocol, count);
    const char *name = SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name);
    copy(record->server_name, sizeof record->server_name, name, name == NULL ? 0 : strlen(name));
    record->is_resumed = SSL_session_reused(connection);
}

int handshake_has_extended_master_secret(SSL *connection) {
    return SSL_version(connection) != TLS1_2_VERSION || SSL_get_extms_support(connection) == 1;
}

int handshake_record_version(const handshake_record *record) { return record->version; }
const char *handshake_record_cipher_suite(const handshake_record *record) { return record->cipher_suite; }
const char *handshake_record_key_exchange(const handshake_record *record) { return record->key_exchange; }
unsigned handshake_record_signature_scheme(const handshake_record *record) { return record->signature_scheme; }
const char *handshake_record_application_protocol(const handshake_record *record) {
    return record->application_protocol;
}
const char *handshake_record_server_name(const handshake_record *record) { return record->server_name; }
int handshake_record_is_resumed(const handshake_record *record) { return record->is_resumed; }
int handshake_record_received_alert(const handshake_record *record) { return record->received_alert; }
int handshake_record_sent_alert(const handshake_record *record) { return record->sent_alert; }
int handshake_record_was_closed(const handshake_record *record) { return record->was_closed; }

static int has_key(const X509 *certificate, const unsigned char *spki, size_t count) {
    if (certificate == NULL || spki == NULL || count == 0) return 0;
    unsigned char *encoded = NULL;
    int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded);
    int matches = length > 0 && (size_t)length == count && memcmp(encoded, spki, count) == 0;
    OPENSSL_free(encoded);
    return matches;
}

int handshake_record_offers_key(const handshake_record *record, const unsigned char *spki, size_t count) {
    return has_key(record->leaf, spki, count);
}

int handshake_session_has_key(SSL_SESSION *session, const unsigned char *spki, size_t count) {
    return has_key(SSL_SESSION_get0_peer(session), spki, count);
}

// The peer's key is encoded once for its certificate: every request on a connection asks.
static int remember_peer(handshake_record *record, X509 *peer) {
    unsigned char *encoded = NULL;
    int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(peer), &encoded);
    if (length <= 0 || !X509_up_ref(peer)) {
        OPENSSL_free(encoded);
        return 0;
    }
    X509_free(record->peer);
    OPENSSL_free(record->peer_key);
    record->peer = peer;
    record->peer_key = encoded;
    record->peer_key_count = (size_t)length;
    return 1;
}

int handshake_peer_has_key(const SSL *connection, const unsigned char *spki, size_t count) {
    X509 *peer = SSL_get0_peer_certificate(connection);
    handshake_record *record = handshake_record_of(connection);
    if (record == NULL || peer == NULL || spki == NULL || count == 0) return has_key(peer, spki, count);
    if (record->peer != peer && !remember_peer(record, peer)) return 0;
    return record->peer_key_count == count && memcmp(record->peer_key, spki, count) == 0;
}
