#include "include/CGSSAPI.h"

#include <stdlib.h>
#include <string.h>

#include "gssapi.h"

// RFC 4178 §1 (SPNEGO), RFC 4121 §1 (Kerberos), RFC 2744 §4.1 and §4.2 (names).
static gss_OID_desc spnego = {6, "\x2b\x06\x01\x05\x05\x02"};
static gss_OID_desc kerberos = {9, "\x2a\x86\x48\x86\xf7\x12\x01\x02\x02"};
// MS-NLMP §3.4.9 ff. calls the protocol NTLMSSP; the mechanism's identifier is the one of SPNEGO's (MS-SPNG §1.9).
static gss_OID_desc ntlm = {10, "\x2b\x06\x01\x04\x01\x82\x37\x02\x02\x0a"};
static gss_OID_desc service_name = {10, "\x2a\x86\x48\x86\xf7\x12\x01\x02\x01\x04"};
static gss_OID_desc user_name = {10, "\x2a\x86\x48\x86\xf7\x12\x01\x02\x01\x01"};

// RFC 2744 §3.9.1: the errors of a status; what is not among these bits is information.
static const OM_uint32 ERRORS = 0xffff0000;

enum {
    CONTINUE_NEEDED = 1,
    NO_CREDENTIAL = 7 << 16,
    UNAVAILABLE = 16 << 16,
    FAILURE = 13 << 16,
    // RFC 2744, Appendix A.
    INITIATE = 1,
    DELEGATE = 1,
    MUTUAL = 2,
    GSS_CODE = 1,
    MECHANISM_CODE = 2,
};

struct gssapi_negotiation {
    gssapi_mechanism mechanism;
    char *service;
    void *binding;
    size_t binding_length;
    int delegates;
    gss_cred_id_t credential;
    gss_ctx_id_t context;
    gss_name_t target;
};

static int failed(gssapi_status status) { return (status.major & ERRORS) != 0; }

int gssapi_has_ntlm(void) {
    GSSAPI_CALL();
    gss_OID_set mechanisms = NULL;
    OM_uint32 minor;
    int has = 0;
    if (!gss || gss->indicate_mechs(&minor, &mechanisms) & ERRORS || !mechanisms) return 0;
    for (size_t i = 0; i < mechanisms->count; i++) {
        gss_OID each = mechanisms->elements + i;
        if (each->length == ntlm.length && !memcmp(each->elements, ntlm.elements, ntlm.length)) has = 1;
    }
    gss->release_oid_set(&minor, &mechanisms);
    return has;
}

static gss_OID spoken(const gssapi_negotiation *negotiation) {
    return negotiation->mechanism == GSSAPI_NTLM ? &ntlm : &spnego;
}

gssapi_negotiation *gssapi_negotiation_create(
    gssapi_mechanism mechanism, const char *service, int delegates, const void *binding, size_t length) {
    gssapi_negotiation *negotiation = calloc(1, sizeof *negotiation);
    if (!negotiation) return NULL;
    negotiation->mechanism = mechanism;
    negotiation->delegates = delegates;
    negotiation->service = strdup(service);
    if (binding) {
        negotiation->binding = malloc(length ? length : 1);
        if (negotiation->binding) memcpy(negotiation->binding, binding, length);
        negotiation->binding_length = length;
    }
    if (negotiation->service && (!binding || negotiation->binding)) return negotiation;
    gssapi_negotiation_destroy(negotiation);
    return NULL;
}

void gssapi_negotiation_destroy(gssapi_negotiation *negotiation) {
    GSSAPI_CALL();
    OM_uint32 minor;
    if (gss) {
        if (negotiation->context) gss->delete_sec_context(&minor, &negotiation->context, NULL);
        if (negotiation->credential) gss->release_cred(&minor, &negotiation->credential);
        if (negotiation->target) gss->release_name(&minor, &negotiation->target);
    }
    free(negotiation->service);
    free(negotiation->binding);
    free(negotiation);
}

// Whatever else is installed, an NTLM for GSSAPI for example, is not what the user asked for.
static gssapi_status only_kerberos(const struct gssapi_functions *gss, gss_cred_id_t credential) {
    gss_OID_set_desc mechanisms = {1, &kerberos};
    gssapi_status status = {0, 0};
    status.major = gss->set_neg_mechs(&status.minor, credential, &mechanisms);
    return status;
}

gssapi_status gssapi_negotiation_use_password(gssapi_negotiation *negotiation, const char *user, const char *password) {
    GSSAPI_CALL();
    gssapi_status status = {UNAVAILABLE, 0};
    if (!gss) return status;
    gss_buffer_desc text = {strlen(user), (void *)user};
    gss_buffer_desc secret = {strlen(password), (void *)password};
    gss_OID_set_desc mechanisms = {1, spoken(negotiation)};
    gss_name_t name = NULL;
    OM_uint32 minor;
    status.major = gss->import_name(&status.minor, &text, &user_name, &name);
    if (failed(status)) return status;
    status.major = gss->acquire_cred_with_password(
        &status.minor, name, &secret, 0, &mechanisms, INITIATE, &negotiation->credential, NULL, NULL);
    gss->release_name(&minor, &name);
    if (failed(status) || negotiation->mechanism == GSSAPI_NTLM) return status;
    return only_kerberos(gss, negotiation->credential);
}

gssapi_status gssapi_negotiation_use_cache(gssapi_negotiation *negotiation, const char *cache, const char *user) {
    GSSAPI_CALL();
    gssapi_status status = {UNAVAILABLE, 0};
    if (!gss) return status;
    gss_key_value_element_desc element = {"ccache", cache};
    gss_key_value_set_desc store = {1, &element};
    gss_OID_set_desc mechanisms = {1, &spnego};
    gss_name_t name = NULL;
    OM_uint32 minor;
    if (user) {
        gss_buffer_desc text = {strlen(user), (void *)user};
        status.major = gss->import_name(&status.minor, &text, &user_name, &name);
        if (failed(status)) return status;
    }
    status.major = gss->acquire_cred_from(
        &status.minor, name, 0, &mechanisms, INITIATE, cache ? &store : NULL, &negotiation->credential, NULL, NULL);
    if (name) gss->release_name(&minor, &name);
    return failed(status) ? status : only_kerberos(gss, negotiation->credential);
}

gssapi_status gssapi_negotiation_step(
    gssapi_negotiation *negotiation, const void *token, size_t length, void **answer, size_t *answer_length,
    int *is_complete) {
    GSSAPI_CALL();
    gssapi_status status = {UNAVAILABLE, 0};
    *answer = NULL;
    *answer_length = 0;
    *is_complete = 0;
    if (!gss) return status;
    // The library would take whoever the process is.
    if (!negotiation->credential) return (gssapi_status){NO_CREDENTIAL, 0};
    if (!negotiation->target) {
        gss_buffer_desc text = {strlen(negotiation->service), negotiation->service};
        status.major = gss->import_name(&status.minor, &text, &service_name, &negotiation->target);
        if (failed(status)) return status;
    }
    gss_buffer_desc input = {length, (void *)token};
    gss_buffer_desc output = {0, NULL};
    __typeof__(*(gss_channel_bindings_t)0) bindings = {0};
    bindings.application_data.length = negotiation->binding_length;
    bindings.application_data.value = negotiation->binding;
    // NTLM proves nothing of the server's. What it would sign or seal is a session that nobody begins here.
    OM_uint32 wanted = negotiation->mechanism == GSSAPI_NTLM ? 0 : MUTUAL;
    OM_uint32 flags = wanted | (negotiation->delegates ? DELEGATE : 0), given = 0, minor;
    status.major = gss->init_sec_context(
        &status.minor, negotiation->credential, &negotiation->context, negotiation->target, spoken(negotiation), flags, 0,
        negotiation->binding ? &bindings : NULL, token ? &input : NULL, NULL, &output, &given, NULL);
    if (!failed(status) && !(status.major & CONTINUE_NEEDED)) {
        // Both agree; without the server's proof that is not what was asked for.
        *is_complete = (given & wanted) == wanted;
        if (!*is_complete) status = (gssapi_status){FAILURE, 0};
    }
    if (!failed(status) && output.length) {
        *answer = malloc(output.length);
        if (*answer) {
            memcpy(*answer, output.value, output.length);
            *answer_length = output.length;
        } else {
            status = (gssapi_status){FAILURE, 0};
        }
    }
    gss->release_buffer(&minor, &output);
    return status;
}

void gssapi_free(void *answer) { free(answer); }

static void append(char *text, size_t capacity, const char *addition, size_t length) {
    size_t used = strlen(text), separator = used ? 2 : 0;
    if (!length || used + separator + length >= capacity) return;
    if (separator) memcpy(text + used, ": ", 2);
    memcpy(text + used + separator, addition, length);
    text[used + separator + length] = 0;
}

void gssapi_describe(gssapi_status status, char *text, size_t capacity) {
    GSSAPI_CALL();
    if (!capacity) return;
    text[0] = 0;
    const char *reason = gssapi_obstacle();
    if (!gss) return append(text, capacity, reason ? reason : "", reason ? strlen(reason) : 0);
    for (int kind = GSS_CODE; kind <= MECHANISM_CODE; kind++) {
        OM_uint32 code = kind == GSS_CODE ? status.major : status.minor, more = 0, minor;
        if (!code) continue;
        // One code may have several messages; four are more than any has.
        for (int count = 0; count < 4; count++) {
            gss_buffer_desc message = {0, NULL};
            OM_uint32 result = gss->display_status(&minor, code, kind, NULL, &more, &message);
            if (result & ERRORS) break;
            append(text, capacity, message.value, message.length);
            gss->release_buffer(&minor, &message);
            if (!more) break;
        }
    }
}
