#pragma once
// The decision about a server, which the callbacks wait for.
#include "record.h"

// Has the decision asked for.
void handshake_ask(handshake_record *record);
// Whether the decision has to wait for a CertificateStatus message, and libssl will ask handshake_status for it.
int handshake_defers(const handshake_record *record, SSL *connection);
// Has a decision asked for that waited; nothing where it was asked for before.
void handshake_ask_deferred(handshake_record *record, SSL *connection);
void handshake_keep_status(handshake_record *record, const unsigned char *message, size_t count);
// Puts the gate in front of what a connection sends to and receives from. 0 where that is not possible.
int handshake_put_gate(SSL *connection, handshake_record *record);
