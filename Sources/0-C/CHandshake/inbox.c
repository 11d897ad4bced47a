#include "record.h"

#include <stdlib.h>

handshake_inbox *handshake_inbox_new(void) { return calloc(1, sizeof(handshake_inbox)); }

void handshake_inbox_free(handshake_inbox *inbox) {
    if (inbox == NULL) return;
    for (handshake_record *record; (record = handshake_inbox_next_waiting(inbox)) != NULL;)
        handshake_record_release(record);
    free(inbox->closed);
    free(inbox);
}

void handshake_inbox_add_waiting(handshake_inbox *inbox, handshake_record *record) {
    handshake_record_retain(record);
    record->next = NULL;
    if (inbox->last_waiting != NULL) inbox->last_waiting->next = record;
    else inbox->first_waiting = record;
    inbox->last_waiting = record;
}

handshake_record *handshake_inbox_next_waiting(handshake_inbox *inbox) {
    handshake_record *record = inbox->first_waiting;
    if (record == NULL) return NULL;
    inbox->first_waiting = record->next;
    if (record->next == NULL) inbox->last_waiting = NULL;
    record->next = NULL;
    return record;
}

void handshake_record_close(handshake_record *record) {
    if (record->is_closed) return;
    record->is_closed = 1;
    record->connection = NULL;
    // Nobody waits any more; whoever looks at the record later must not find an open question.
    if (record->stage == HANDSHAKE_WAITING) record->stage = HANDSHAKE_REFUSED;
    if (record->identity_stage == HANDSHAKE_IDENTITY_WAITING) record->identity_stage = HANDSHAKE_IDENTITY_REFUSED;
    handshake_inbox *inbox = record->inbox;
    record->inbox = NULL;
    if (inbox == NULL) return;
    if (inbox->closed_count == inbox->closed_capacity) {
        size_t capacity = inbox->closed_capacity == 0 ? 16 : inbox->closed_capacity * 2;
        uint64_t *closed = realloc(inbox->closed, capacity * sizeof *closed);
        // Without memory the notice is lost, and with it only that a table shrinks.
        if (closed == NULL) return;
        inbox->closed = closed;
        inbox->closed_capacity = capacity;
    }
    inbox->closed[inbox->closed_count++] = record->identifier;
}

uint64_t handshake_inbox_next_closed(handshake_inbox *inbox) {
    return inbox->closed_count == 0 ? 0 : inbox->closed[--inbox->closed_count];
}
