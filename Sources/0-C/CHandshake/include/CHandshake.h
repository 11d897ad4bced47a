#pragma once
// Holdfast's part of a TLS handshake: the callbacks that libssl calls, and what they leave behind.
//
// A callback copies, posts, and has libssl ask again (SSL_set_retry_verify(3), and -1 of SSL_CTX_set_cert_cb(3)).
// Decoding and judging happen elsewhere. Nothing in Swift is called from these callbacks.
//
// All functions belong to the one thread that drives the connections of an inbox, but for retain and release.
#include <stddef.h>
#include <stdint.h>
#include <openssl/ssl.h>

// One connection's handshake: the raw Certificate message, what was negotiated, and the decision. It is attached to
// the SSL by ex_data, counts its references, and outlives the connection while somebody looks at it.
typedef struct handshake_record handshake_record;

// Where the callbacks of one thread's connections leave what that thread has to look at.
typedef struct handshake_inbox handshake_inbox;

typedef enum {
    // No certificate has come to be decided about.
    HANDSHAKE_UNDECIDED = 0,
    // libssl waits for the decision.
    HANDSHAKE_WAITING = 1,
    HANDSHAKE_ACCEPTED = 2,
    HANDSHAKE_REFUSED = 3,
} handshake_stage;

typedef enum {
    // The server has not asked who the client is.
    HANDSHAKE_IDENTITY_UNASKED = 0,
    // libssl waits for the answer.
    HANDSHAKE_IDENTITY_WAITING = 1,
    // The handshake goes on, with the identity that is on the connection, or without one.
    HANDSHAKE_IDENTITY_DECIDED = 2,
    HANDSHAKE_IDENTITY_REFUSED = 3,
} handshake_identity_stage;

// NULL when there is no memory.
handshake_inbox *handshake_inbox_new(void);
// After the last connection that was begun with it is gone.
void handshake_inbox_free(handshake_inbox *inbox);
// The next record that waits for a decision, with a reference for the caller; NULL when there is none.
handshake_record *handshake_inbox_next_waiting(handshake_inbox *inbox);
// The identifier of the next connection that is gone; 0 when there is none.
uint64_t handshake_inbox_next_closed(handshake_inbox *inbox);

// Puts the callbacks and the rules of every connection (TLS 1.2 or later, suites that encrypt, security level 2, no
// renegotiation, no resumption, at most 1 MiB of certificates) into `context`, of which any number of connections are
// made, each of which is then begun by handshake_begin; what the machine's configuration of OpenSSL asks for beyond that
// stays. Where libssl waits for an answer it ends its turn (SSL_ERROR_WANT_RETRY_VERIFY, for the client's certificate
// SSL_ERROR_WANT_X509_LOOKUP). 0 if any of it failed: no connection must be made then.
int handshake_prepare(SSL_CTX *context);
// Has every ClientHello of a context ask for what vouches for the server's certificate beside it: timestamps of logs (RFC
// 6962 §3.3.1) and an OCSP response (RFC 6066 §8). In TLS 1.2 the response comes after the certificate: where the server
// says that it may, the decision is asked for when all of the server's first flight is there. libssl then goes on, what
// it sends is held (SSL_ERROR_WANT_WRITE), and a refusal is told to the server by the alert
// bad_certificate_status_response, whatever its reason; where the server asks for a certificate, the decision is asked
// for before that, and told by internal_error. 0 if libssl does not ask. Before the first SSL is made.
int handshake_ask_for_evidence(SSL_CTX *context);
// Has the connections of a prepared context leave the sessions that servers give in their records, unless the machine's
// configuration forbids tickets: then none are kept. Before the first SSL is made; 0 if libssl refuses.
int handshake_keep_sessions(SSL_CTX *context);
// Ties a new record to a connection of a prepared context that has what it sends to and receives from, before its first
// byte; NULL where that failed, and the connection must not be used then. `identifier` is not 0 and names the record in
// the inbox. The reference that is returned is the caller's.
handshake_record *handshake_begin(SSL *connection, handshake_inbox *inbox, uint64_t identifier);
// Lets libssl read what one turn may take, however much there is: before each call of it that may read. From then on it
// ends its turn where it has read so much (SSL_ERROR_WANT_READ), and goes on in the next one.
void handshake_record_begin_turn(handshake_record *record);

// Has libssl read as much of its socket at once as it has room for, instead of each record's head by itself: of a
// connection whose handshake is done, and whose SSL reads that socket and no other stream. The socket is not read again,
// once it has given less than that, before it was found readable.
void handshake_record_read_ahead(handshake_record *record, SSL *connection);

// The socket was found readable, or may be.
void handshake_record_found_readable(handshake_record *record);

// Whether nothing lies in libssl, as far as it is read ahead, and nothing in the socket as far as anybody knows.
int handshake_record_is_drained(const handshake_record *record, const SSL *connection);
// The rules alone, without the callbacks: of a context that shows what a handshake would offer, and makes no connection.
// 0 where a rule cannot be put in.
int handshake_apply_rules(SSL_CTX *context);
// Lets the handshake offer the versions from `lowest` to `highest` (TLS1_2_VERSION, …; 0 for the highest there is), but
// none below what the machine's configuration asks for, and none before TLS 1.2. 0 if libssl refuses.
int handshake_bound_versions(SSL_CTX *context, int lowest, int highest);
// Which of the suites of a prepared context a handshake offers; each is a part of the one before it.
typedef enum {
    // What is there.
    HANDSHAKE_SUITES_USUAL = 0,
    // AES with 128 or 256 bits (GCM, or before TLS 1.3 CBC), by ECDHE or the key transport of RSA.
    HANDSHAKE_SUITES_AES = 1,
    // Of these, the ones with forward secrecy.
    HANDSHAKE_SUITES_AES_ECDHE = 2,
    // Of these, the ones with GCM.
    HANDSHAKE_SUITES_AES_GCM_ECDHE = 3,
} handshake_suites;
// Lets the handshake offer these suites and no others. 0 where the machine's configuration leaves none of them, or libssl
// refuses: the connection must not be made then.
int handshake_bound_suites(SSL_CTX *context, handshake_suites suites);
// Whether the keys of a finished handshake are bound to its messages: by the extended master secret (RFC 7627) in TLS 1.2,
// always in TLS 1.3.
int handshake_has_extended_master_secret(SSL *connection);
// The lowest version that the machine lets a handshake offer; TLS 1.2 where it asks for no later one.
int handshake_lowest_version(void);
// Of TLS 1.2, lent: the content of the extension signed_certificate_timestamp in the ServerHello, and the body of the
// CertificateStatus message; NULL where there was none. In TLS 1.3 both stand in the Certificate message.
const unsigned char *handshake_record_timestamps(const handshake_record *record, size_t *count);
const unsigned char *handshake_record_certificate_status(const handshake_record *record, size_t *count);

// Collects the lines of the key log (SSL_CTX_set_keylog_callback(3)), 16 KiB at most between two looks at them; 0 if
// there is no memory. Before the handshake. Whoever has the lines reads everything that is sent.
int handshake_record_collect_key_log(handshake_record *record, SSL_CTX *context);
// The lines, each ended by a line feed, lent until they are cleared.
const char *handshake_record_key_log(const handshake_record *record, size_t *count);
void handshake_record_clear_key_log(handshake_record *record);

void handshake_record_retain(handshake_record *record);
void handshake_record_release(handshake_record *record);

// The record of a connection, lent; NULL unless the connection is the one that the record was made for.
handshake_record *handshake_record_of(const SSL *connection);

uint64_t handshake_record_identifier(const handshake_record *record);
handshake_stage handshake_record_stage(const handshake_record *record);
// Offers a session, whose server was accepted anew for this connection, before its first byte; it is copied. A handshake
// that resumes it is accepted at its end, one that does not asks for its decision as any other. 0 where it is not
// offered.
int handshake_offer(handshake_record *record, const SSL_SESSION *session);
// The newest session that the server has given in a handshake that was accepted, in which it did not ask for a
// certificate, and whose keys are bound to its messages; the caller's. NULL where there is none.
SSL_SESSION *handshake_record_take_session(handshake_record *record);
// Whether a fatal alert has ended the connection: its sessions are not resumed then.
int handshake_record_is_spoiled(const handshake_record *record);
// Whether `spki` is that of the certificate that a session's server presented first.
int handshake_session_has_key(SSL_SESSION *session, const unsigned char *spki, size_t count);
// The seconds for which a session may be offered, from when it was given; a week at most.
long handshake_session_lifetime(const SSL_SESSION *session);

// Whether the handshake came to its end on this side, with the certificate's key proven.
int handshake_record_is_finished(const handshake_record *record);
// Whether the connection is gone.
int handshake_record_is_closed(const handshake_record *record);

// Decides. `x509_error` (X509_V_ERR_…) is what the alert is made from. Takes effect when the connection is driven
// next; 0 if there was nothing to decide, or no longer.
int handshake_record_decide(handshake_record *record, int accepts, int x509_error);

handshake_identity_stage handshake_record_identity_stage(const handshake_record *record);
// The names of the authorities whose certificates the server accepts: DER, each after its length in four octets, the
// most significant first; lent. NULL where there are more than 1,000 of them, or no memory.
const unsigned char *handshake_record_authorities(const handshake_record *record, size_t *count);
// Puts an identity on a connection that waits for an answer, in the place of any other; takes references of its own.
// NULL for none. 0 if libssl refuses it, whose error queue says why, or if nothing waits.
int handshake_record_set_identity(handshake_record *record, X509 *certificate, EVP_PKEY *key, STACK_OF(X509) * others);
// Lets the handshake go on with the identity that is on the connection, or ends it. Takes effect when the connection is
// driven next; 0 if there was nothing to answer, or no longer.
int handshake_record_identify(handshake_record *record, int goes_on);
// Whether a certificate of the client's was sent, in the handshake or after it.
int handshake_record_has_sent_certificate(const handshake_record *record);
// Whether the server was answered with an empty list of certificates, and none was sent at any other time.
int handshake_record_has_declined(const handshake_record *record);
// Whether the server has given a ticket: one that asked for a certificate has seen the answer then (RFC 8446 §4.6.1).
int handshake_record_has_ticket(const handshake_record *record);
// Whether the server asked for one after the handshake when none had been chosen: it got an empty list.
int handshake_record_was_asked_late(const handshake_record *record);
// Whether it asked after the handshake over HTTP/2, which ended the connection (RFC 8740 §3).
int handshake_record_was_asked_over_http2(const handshake_record *record);
// Whether the server asked for another handshake (RFC 5246 §7.4.1.1), which was declined.
int handshake_record_was_asked_to_renegotiate(const handshake_record *record);

// The body of the Certificate message, without the message header, lent; NULL before it came.
const unsigned char *handshake_record_certificate_message(const handshake_record *record, size_t *count);

// Whether `spki` is the DER SubjectPublicKeyInfo of the certificate that libssl was given to verify.
int handshake_record_offers_key(const handshake_record *record, const unsigned char *spki, size_t count);
// Whether `spki` is that of the peer certificate of a connection.
int handshake_peer_has_key(const SSL *connection, const unsigned char *spki, size_t count);

// What was negotiated, as far as it is known; texts are lent.
// TLS1_2_VERSION or another of libssl's numbers; 0 before the ServerHello.
int handshake_record_version(const handshake_record *record);
// RFC name, or NULL.
const char *handshake_record_cipher_suite(const handshake_record *record);
// IANA name of the group, or "RSA" or "DHE"; empty when not known.
const char *handshake_record_key_exchange(const handshake_record *record);
// The server's SignatureScheme (RFC 8446 section 4.2.3, RFC 5246 section 7.4.1.4.1), as it was sent: whether the signature
// holds is libssl's to say, and a finished handshake says it. 0 where it has not signed.
unsigned handshake_record_signature_scheme(const handshake_record *record);
// ALPN; empty for none.
const char *handshake_record_application_protocol(const handshake_record *record);
// The name that was sent to the server; empty for none.
const char *handshake_record_server_name(const handshake_record *record);
int handshake_record_is_resumed(const handshake_record *record);
// AlertDescription of the last fatal alert, or -1.
int handshake_record_received_alert(const handshake_record *record);
int handshake_record_sent_alert(const handshake_record *record);
// Whether the server has sent close_notify.
int handshake_record_was_closed(const handshake_record *record);

// Puts what libssl said about the handshake's failure into the calling thread's error queue, after emptying it.
void handshake_record_replay_errors(const handshake_record *record);
