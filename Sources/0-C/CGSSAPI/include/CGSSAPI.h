#pragma once
// GSSAPI as MIT's library has it, opened at run time: neither its header nor the library itself has to be installed.
// The types and functions are those of RFC 2744, and of krb5's gssapi_ext.h where that is said; they are hidden behind
// functions that take and give plain memory.
#include <stddef.h>
#include <stdint.h>

// NULL where the library can be used, else why not; the text lasts as long as the process. The library is opened at the
// first call, from any thread, and stays open.
const char *gssapi_obstacle(void);

// Whether the library has a mechanism for NTLM (MS-NLMP), as gss-ntlmssp adds one. It is asked at each call.
int gssapi_has_ntlm(void);

// What is spoken: Kerberos, wrapped by SPNEGO (RFC 4178), or NTLM as it is.
typedef enum { GSSAPI_KERBEROS, GSSAPI_NTLM } gssapi_mechanism;

// One side of a negotiation: a credential, the name of the server, and what both have agreed on so far. Used by one
// thread at a time.
typedef struct gssapi_negotiation gssapi_negotiation;

// What went wrong: the codes of GSSAPI (RFC 2744 §3.9.1) and of its mechanism. 0 and 0 for nothing.
typedef struct {
    uint32_t major;
    uint32_t minor;
} gssapi_status;

// A negotiation with a service, spelled SERVICE@HOST (RFC 2744 §4.1), of which nothing has been done; NULL where there
// is no memory. `binding` is the application's data of the channel (RFC 2744 §3.11); none where it is NULL.
gssapi_negotiation *gssapi_negotiation_create(
    gssapi_mechanism mechanism, const char *service, int delegates, const void *binding, size_t length);
void gssapi_negotiation_destroy(gssapi_negotiation *negotiation);

// Finds the credential: a user with a password (gssapi_ext.h), or the tickets in a cache (gssapi_ext.h), the process's
// own where it is NULL; of a user alone, where there is one. By SPNEGO only Kerberos is negotiated, whatever other
// mechanisms are installed. NTLM takes a user, spelled DOMAIN\USER, with a password.
gssapi_status gssapi_negotiation_use_password(gssapi_negotiation *negotiation, const char *user, const char *password);
gssapi_status gssapi_negotiation_use_cache(gssapi_negotiation *negotiation, const char *cache, const char *user);

// Takes the server's token, none for the first, and gives the one to send: memory for gssapi_free, NULL where there is
// none. `is_complete` tells whether both sides agree, the server having proved who it is, which none does by NTLM.
gssapi_status gssapi_negotiation_step(
    gssapi_negotiation *negotiation, const void *token, size_t length, void **answer, size_t *answer_length,
    int *is_complete);
void gssapi_free(void *answer);

// What a status means, in the library's words, as much as fits; asked on the thread on which it came about.
void gssapi_describe(gssapi_status status, char *text, size_t capacity);
