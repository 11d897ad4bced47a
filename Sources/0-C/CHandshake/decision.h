#pragma once
// The decision about a server, which the callbacks wait for.
#include "record.h"

// Has the decision asked for, without waiting.
void handshake_ask(handshake_record *record);
// Waits for the decision; whether it accepts. There has to be something to pause, or to wait on.
int handshake_await(handshake_record *record);
// Whether the decision has to wait for a CertificateStatus message, and libssl will ask handshake_status for it.
int handshake_defers(const handshake_record *record, SSL *connection);
int handshake_decide_deferred(handshake_record *record, SSL *connection);
void handshake_keep_status(handshake_record *record, const unsigned char *message, size_t count);
