#include "decision.h"
#include "not_instrumented.h"

#include <openssl/async.h>

void handshake_ask(handshake_record *record) {
    record->stage = HANDSHAKE_WAITING;
    handshake_inbox_add_waiting(record->inbox, record);
}

NOT_INSTRUMENTED
int handshake_await(handshake_record *record) {
    // The record lets go of it when the connection is gone.
    handshake_inbox *inbox = record->inbox;
    if (inbox->wait != NULL) {
        record->stage = HANDSHAKE_WAITING;
        inbox->wait(record, inbox->wait_argument);
    } else {
        handshake_ask(record);
        while (record->stage == HANDSHAKE_WAITING) {
            if (ASYNC_pause_job() != 1) return 0;
            if (record->stage == HANDSHAKE_WAITING) inbox->vain_resumptions++;
        }
    }
    return record->stage == HANDSHAKE_ACCEPTED;
}
