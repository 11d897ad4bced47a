#pragma once
#include "CHandshake.h"

#include <stdatomic.h>
#include <openssl/x509.h>

// OpenSSL's error queue holds sixteen entries.
enum { HANDSHAKE_MAXIMUM_ERRORS = 16 };

// A handshake of TLS 1.3 has five lines of less than 300 characters each.
enum { HANDSHAKE_MAXIMUM_KEY_LOG = 1 << 14 };

// Sessions that wait to be taken; libssl's servers give two.
enum { HANDSHAKE_MAXIMUM_SESSIONS = 4 };

typedef struct {
    unsigned long code;
    char *data;
} handshake_error;

struct handshake_record {
    atomic_uint references;
    uint64_t identifier;
    // NULL when the connection is gone.
    handshake_inbox *inbox;
    // The next in the inbox's list of waiting ones.
    handshake_record *next;
    // The connection, from its first callback until it is freed. Compared; called only while it waits for an answer.
    SSL *connection;
    int is_closed;

    // Whether libssl was told to ask again: for the verdict, for the answer about the client.
    int retries_verdict;
    int retries_identity;

    handshake_stage stage;
    handshake_identity_stage identity_stage;
    int x509_error;
    int is_finished;
    X509 *leaf;
    // The certificate of which peer_key is the key, as DER; kept, so that no other one comes to lie where it does.
    X509 *peer;
    unsigned char *peer_key;
    size_t peer_key_count;
    unsigned char *message;
    size_t message_count;

    // Whether the ClientHello asks for timestamps of logs and for an OCSP response.
    int asks_for_evidence;
    // TLS 1.2: whether the ServerHello says that an OCSP response may follow, and whether the decision waits for it.
    int expects_status;
    int is_deferred;
    // TLS 1.2: whether the decision that waited was taken when the server asked for a certificate, and not yet after
    // the ServerHelloDone.
    int was_decided_early;
    // Whether the gate may hold what is sent: the decision was asked for after libssl could be told to wait.
    int is_held;
    // Bytes that may still be read in this turn; all there are before the first one was begun.
    size_t turn_left;
    // Whether as much is read of the socket at once as libssl has room for.
    int reads_ahead;
    // Whether a socket that is read ahead has given less than it was asked for, and was not found readable since.
    int is_drained;
    // TLS 1.2: the body of the CertificateStatus message.
    unsigned char *status;
    size_t status_count;
    // TLS 1.2: the content of the ServerHello's signed_certificate_timestamp.
    unsigned char *timestamps;
    size_t timestamps_count;

    int version;
    const char *cipher_suite;
    char key_exchange[32];
    // SignatureScheme of the server's CertificateVerify, or of its ServerKeyExchange; 0 before.
    uint16_t signature_scheme;
    char application_protocol[32];
    char server_name[256];
    int is_resumed;
    // Whether a session is offered, whose server was judged anew.
    int offers_session;
    // Sessions that the server has given, the newest last.
    SSL_SESSION *sessions[HANDSHAKE_MAXIMUM_SESSIONS];
    int session_count;
    // Whether a fatal alert has ended the connection: "the session identifier MUST be invalidated" (RFC 5246 §7.2), and
    // tickets "SHOULD be discarded" (RFC 8446 §6.2).
    int is_spoiled;
    int received_alert;
    int sent_alert;
    // Whether the server has said that nothing more will come (close_notify).
    int was_closed;

    // The names of the authorities that the server accepts, DER, each after its length in four octets.
    unsigned char *authorities;
    size_t authorities_count;
    // Whether a certificate of ours is on the connection, and whether one has been sent.
    int has_identity;
    int has_sent_certificate;
    // Whether a list of certificates of ours has been sent, which may be empty.
    int has_answered_request;
    // Whether the server has given a ticket.
    int has_ticket;
    int was_asked_late;
    int was_asked_over_http2;
    int was_asked_to_renegotiate;

    // Lines of the key log, each with its line feed; NULL unless they are collected.
    char *key_log;
    size_t key_log_count;

    handshake_error errors[HANDSHAKE_MAXIMUM_ERRORS];
    int error_count;
};

struct handshake_inbox {
    handshake_record *first_waiting;
    handshake_record *last_waiting;
    uint64_t *closed;
    size_t closed_count;
    size_t closed_capacity;
};

handshake_record *handshake_record_new(handshake_inbox *inbox, uint64_t identifier);
void handshake_inbox_add_waiting(handshake_inbox *inbox, handshake_record *record);
// The connection is gone, or was never made.
void handshake_record_close(handshake_record *record);

// Ties a record to a connection that has none.
int handshake_tie(SSL *connection, handshake_record *record);

// Whether the handshake resumes the session that was offered; before it was settled.
int handshake_resumes(const handshake_record *record, const SSL *connection);
// Decides about a handshake at its end that showed no certificate: what was offered was judged before, and nothing else
// is accepted.
void handshake_settle_resumption(handshake_record *record, SSL *connection);
void handshake_note_fatal_alert(handshake_record *record, int is_sent);
void handshake_drop_sessions(handshake_record *record);

void handshake_record_read_facts(handshake_record *record, SSL *connection);
// Keeps the scheme that a CertificateVerify or a ServerKeyExchange says that it is signed by.
void handshake_keep_signature_scheme(handshake_record *record, const unsigned char *message, size_t count,
                                     const SSL_CIPHER *cipher);
// Copies the calling thread's error queue and leaves it as it was.
void handshake_record_copy_errors(handshake_record *record);

// A copy of bytes that libssl lends, with one byte more, so that none at all is not a NULL; NULL without memory.
unsigned char *handshake_copy(const unsigned char *bytes, size_t count);
