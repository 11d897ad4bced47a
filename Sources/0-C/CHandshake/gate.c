#include "callbacks.h"
#include "decision.h"

#include <errno.h>
#include <openssl/bio.h>
#include <pthread.h>
#include <sys/socket.h>

// The gate in front of the other end, for what libssl does not end its turn for by itself.
//
// What is sent: the decision that libssl asks about once. While it is waited for the gate takes nothing, so that libssl
// ends its turn as where a socket is full (SSL_ERROR_WANT_WRITE), and tries again: what it has made ready, the client's
// half of the key exchange and all that follows, goes out once the server was accepted, and never where it was refused.
//
// What is received: messages that it passes over, or answers by itself, HelloRequest and KeyUpdate, and tickets. libssl
// reads on as long as there are any, and a server that sends them without end would keep the thread. The gate gives as
// much as a turn may take, and then nothing, as where a socket is empty (SSL_ERROR_WANT_READ).

// RFC 5246 §7.2.2: bad_certificate_status_response(113), of RFC 6066 §8. Nothing has gone out since the ClientHello, so
// that this goes out unencrypted, whatever libssl has made ready.
static const unsigned char refusal[] = {SSL3_RT_ALERT, 3, 3, 0, 2, SSL3_AL_FATAL, SSL_AD_BAD_CERTIFICATE_STATUS_RESPONSE};

// Sends bytes to a socket. libssl's own way of writing raises SIGPIPE where the other end has gone, on a thread that may
// be anybody's: it begins requests.
static int write_to_socket(BIO *gate, int descriptor, const char *bytes, size_t count, size_t *written) {
    errno = 0;
    ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (sent > 0) {
        *written = (size_t)sent;
        return 1;
    }
    if (BIO_sock_should_retry((int)sent)) BIO_set_retry_write(gate);
    return 0;
}

static int write_on(BIO *gate, BIO *next, const char *bytes, size_t count, size_t *written) {
    if (BIO_method_type(next) == BIO_TYPE_SOCKET)
        return write_to_socket(gate, (int)BIO_get_fd(next, NULL), bytes, count, written);
    int result = BIO_write_ex(next, bytes, count, written);
    BIO_copy_next_retry(gate);
    return result;
}

static int write_through(BIO *gate, const char *bytes, size_t count, size_t *written) {
    handshake_record *record = BIO_get_data(gate);
    BIO *next = BIO_next(gate);
    size_t told = 0;
    *written = 0;
    BIO_clear_retry_flags(gate);
    if (record == NULL || next == NULL) return 0;
    if (record->is_held && record->stage == HANDSHAKE_WAITING) {
        BIO_set_retry_write(gate);
        return 0;
    }
    if (record->is_held && record->stage != HANDSHAKE_ACCEPTED) {
        if (record->sent_alert < 0 && write_on(gate, next, (const char *)refusal, sizeof refusal, &told))
            record->sent_alert = SSL_AD_BAD_CERTIFICATE_STATUS_RESPONSE;
        return 0;
    }
    record->is_held = 0;
    return write_on(gate, next, bytes, count, written);
}

// Twice the longest record (RFC 8446 §5.2), so that each turn comes to the end of one.
enum { TURN_BYTES = 32 << 10 };

void handshake_record_begin_turn(handshake_record *record) { record->turn_left = TURN_BYTES; }

void handshake_record_read_ahead(handshake_record *record, SSL *connection) {
    record->reads_ahead = 1;
    SSL_set_read_ahead(connection, 1);
}

void handshake_record_found_readable(handshake_record *record) { record->is_drained = 0; }

int handshake_record_is_drained(const handshake_record *record, const SSL *connection) {
    return record->is_drained && !SSL_has_pending(connection);
}

static int read_through(BIO *gate, char *bytes, size_t count, size_t *taken) {
    handshake_record *record = BIO_get_data(gate);
    BIO *next = BIO_next(gate);
    *taken = 0;
    BIO_clear_retry_flags(gate);
    if (record == NULL || next == NULL) return 0;
    if (record->turn_left == 0 || record->is_drained) {
        BIO_set_retry_read(gate);
        return 0;
    }
    size_t wanted = count < record->turn_left ? count : record->turn_left;
    int result = BIO_read_ex(next, bytes, wanted, taken);
    BIO_copy_next_retry(gate);
    record->turn_left -= *taken;
    // The end of what the other side sends is told again, whenever the socket is asked.
    record->is_drained = record->reads_ahead && *taken < wanted && (*taken > 0 || BIO_should_retry(gate));
    return result;
}

static long control(BIO *gate, int command, long number, void *pointer) {
    BIO *next = BIO_next(gate);
    return next == NULL ? 0 : BIO_ctrl(next, command, number, pointer);
}

static int make(BIO *gate) {
    BIO_set_init(gate, 1);
    return 1;
}

static int let_go(BIO *gate) {
    handshake_record_release(BIO_get_data(gate));
    return 1;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static BIO_METHOD *method;

static void make_method(void) {
    BIO_METHOD *made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_FILTER, "gate of a handshake");
    if (made == NULL) return;
    if (BIO_meth_set_write_ex(made, write_through) && BIO_meth_set_read_ex(made, read_through) &&
        BIO_meth_set_ctrl(made, control) && BIO_meth_set_create(made, make) && BIO_meth_set_destroy(made, let_go))
        method = made;
    else
        BIO_meth_free(made);
}

int handshake_put_gate(SSL *connection, handshake_record *record) {
    pthread_once(&once, make_method);
    BIO *next = SSL_get_wbio(connection), *gate = method == NULL ? NULL : BIO_new(method);
    if (gate == NULL || next == NULL || next != SSL_get_rbio(connection) || !BIO_up_ref(next)) {
        BIO_free(gate);
        return 0;
    }
    handshake_record_retain(record);
    BIO_set_data(gate, record);
    BIO_push(gate, next);
    // One reference is enough where both are the same.
    SSL_set_bio(connection, gate, gate);
    return 1;
}
