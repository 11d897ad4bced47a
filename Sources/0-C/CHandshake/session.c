#include "callbacks.h"
#include "machine.h"

#include <openssl/err.h>

// Sessions that a server lets be resumed. In a resumed handshake no certificate comes and libssl asks nobody, so that one
// is offered only after what its server had presented was judged anew: handshake_offer says so, and without it a
// resumed handshake counts as refused.

// RFC 8446 §4.6.1: "Servers MUST NOT use any value greater than 604800 seconds (7 days)".
enum { MAXIMUM_LIFETIME = 604800 };
// A ticket with a client's whole chain in it has some 10 KiB; the format has room for 64 (RFC 5077 §4).
enum { MAXIMUM_TICKET_BYTES = 1 << 14 };

// Whether who the client is was a question: the answer goes on in a resumed session, and nobody would be asked again.
static int has_asked_for_client(const handshake_record *record) {
    return record->identity_stage != HANDSHAKE_IDENTITY_UNASKED || record->has_answered_request ||
           record->has_sent_certificate || record->was_asked_late || record->was_asked_over_http2;
}

// Keeps a copy: libssl marks its own where a connection ends without close_notify, which says nothing against the
// session (RFC 4346 §7.2.1).
static void keep(handshake_record *record, const SSL_SESSION *session) {
    const unsigned char *ticket = NULL;
    size_t count = 0;
    SSL_SESSION_get0_ticket(session, &ticket, &count);
    if (record->session_count == HANDSHAKE_MAXIMUM_SESSIONS || count > MAXIMUM_TICKET_BYTES) return;
    SSL_SESSION *copy = SSL_SESSION_dup(session);
    if (copy != NULL) record->sessions[record->session_count++] = copy;
}

// 0: libssl keeps its reference.
static int take_new(SSL *connection, SSL_SESSION *session) {
    handshake_record *record = handshake_record_of(connection);
    if (record != NULL) keep(record, session);
    return 0;
}

int handshake_keep_sessions(SSL_CTX *context) {
    if (!handshake_machine_takes_tickets()) return 1;
    // libssl's own store would be of sessions that nobody judges anew.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, take_new);
    SSL_CTX_clear_options(context, SSL_OP_NO_TICKET);
    return SSL_CTX_sess_get_new_cb(context) == take_new &&
           SSL_CTX_get_session_cache_mode(context) == (SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
}

int handshake_offer(handshake_record *record, const SSL_SESSION *session) {
    SSL *connection = record->connection;
    if (connection == NULL || record->stage != HANDSHAKE_UNDECIDED || !SSL_in_before(connection)) return 0;
    SSL_SESSION *copy = SSL_SESSION_dup(session);
    record->offers_session = copy != NULL && SSL_set_session(connection, copy) == 1;
    SSL_SESSION_free(copy);
    return record->offers_session;
}

int handshake_resumes(const handshake_record *record, const SSL *connection) {
    return record->offers_session && record->stage == HANDSHAKE_UNDECIDED && SSL_session_reused(connection) == 1;
}

void handshake_settle_resumption(handshake_record *record, SSL *connection) {
    if (!SSL_session_reused(connection)) return;
    int is_sound = handshake_resumes(record, connection) && handshake_suite_protects(SSL_get_current_cipher(connection));
    record->stage = is_sound ? HANDSHAKE_ACCEPTED : HANDSHAKE_REFUSED;
    // libssl hands out what TLS 1.2 gives in a handshake of its own alone (RFC 5077 §3.3: a ticket may be renewed).
    SSL_SESSION *session = is_sound && record->has_ticket ? SSL_get0_session(connection) : NULL;
    if (session != NULL && SSL_version(connection) == TLS1_2_VERSION) keep(record, session);
}

void handshake_note_fatal_alert(handshake_record *record, int is_sent) {
    // An end without close_notify, which libssl answers by an alert.
    int reason = is_sent ? ERR_GET_REASON(ERR_peek_last_error()) : 0;
    if (reason != SSL_R_UNEXPECTED_EOF_WHILE_READING) record->is_spoiled = 1;
}

SSL_SESSION *handshake_record_take_session(handshake_record *record) {
    if (record->session_count == 0 || !record->is_finished || record->connection == NULL) return NULL;
    SSL_SESSION *session = record->sessions[--record->session_count];
    // RFC 7627 §5.3: without the extended master secret another server may have the same keys.
    if (record->stage == HANDSHAKE_ACCEPTED && !record->is_spoiled && !has_asked_for_client(record) &&
        SSL_SESSION_is_resumable(session) && handshake_has_extended_master_secret(record->connection))
        return session;
    SSL_SESSION_free(session);
    return handshake_record_take_session(record);
}

int handshake_record_is_spoiled(const handshake_record *record) { return record->is_spoiled; }

void handshake_drop_sessions(handshake_record *record) {
    while (record->session_count > 0) SSL_SESSION_free(record->sessions[--record->session_count]);
}

long handshake_session_lifetime(const SSL_SESSION *session) {
    unsigned long lifetime = SSL_SESSION_get_ticket_lifetime_hint(session);
    // RFC 5077 §3.3: "A value of zero is reserved to indicate that the lifetime of the ticket is unspecified"; in TLS 1.3
    // it "indicates that the ticket should be discarded immediately".
    if (lifetime == 0 && SSL_SESSION_get_protocol_version(session) == TLS1_2_VERSION) return MAXIMUM_LIFETIME;
    return lifetime > MAXIMUM_LIFETIME ? MAXIMUM_LIFETIME : (long)lifetime;
}
