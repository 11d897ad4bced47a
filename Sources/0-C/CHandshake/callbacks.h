#pragma once
// What libssl calls: it is put into contexts, and called by nobody else.
#include "record.h"

int handshake_verify(X509_STORE_CTX *store, void *argument);
int handshake_status(SSL *connection, void *argument);
void handshake_extension(SSL *connection, int is_client, int type, const unsigned char *bytes, int count,
                         void *argument);
int handshake_identify(SSL *connection, void *argument);
void handshake_log_key(const SSL *connection, const char *line);
void handshake_message(int is_sent, int version, int content_type, const void *bytes, size_t count, SSL *connection,
                       void *argument);
void handshake_progress(const SSL *connection, int where, int result);
