#include "record.h"

#include <pthread.h>

// A record hangs on the SSL, which holds a reference that the ex_data's free function gives back: whoever frees the
// connection, and whenever, the record is told and cannot dangle.

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int connection_index = -1;

static void detach(void *parent, void *value, CRYPTO_EX_DATA *data, int index, long number, void *pointer) {
    (void)parent, (void)data, (void)index, (void)number, (void)pointer;
    handshake_record *record = value;
    if (record == NULL) return;
    handshake_record_close(record);
    handshake_record_release(record);
}

// SSL_dup copies the pointer without asking: the copy has no record, and is refused.
static int drop(CRYPTO_EX_DATA *to, const CRYPTO_EX_DATA *from, void **value, int index, long number, void *pointer) {
    (void)to, (void)from, (void)index, (void)number, (void)pointer;
    *value = NULL;
    return 1;
}

static void make_index(void) { connection_index = SSL_get_ex_new_index(0, NULL, NULL, drop, detach); }

int handshake_tie(SSL *connection, handshake_record *record) {
    pthread_once(&once, make_index);
    if (connection_index < 0 || SSL_get_ex_data(connection, connection_index) != NULL) return 0;
    if (SSL_set_ex_data(connection, connection_index, record) != 1) return 0;
    handshake_record_retain(record);
    record->connection = connection;
    return 1;
}

handshake_record *handshake_record_of(const SSL *connection) {
    if (connection == NULL || connection_index < 0) return NULL;
    handshake_record *record = SSL_get_ex_data(connection, connection_index);
    return record != NULL && record->connection == connection && !record->is_closed ? record : NULL;
}
