#pragma once
// The rules that the machine's configuration of OpenSSL adds to those of every connection.
#include "CHandshake.h"

// Keeps of what the machine's configuration says only what is stricter than the rules of every connection: TLS 1.2 or
// later, suites that encrypt, security level 2, no option that lets a server off. 0 if nothing would be left.
int handshake_bound_by_machine(SSL_CTX *context);
// Whether the machine's configuration lets sessions be resumed by tickets: what it forbids (SSL_CONF_cmd(3), `Options =
// -SessionTicket`) stays forbidden.
int handshake_machine_takes_tickets(void);
// Whether a suite encrypts, with 112 bits at least, and proves who the server is; NULL does not.
int handshake_suite_protects(const SSL_CIPHER *suite);
