#pragma once
// The types of RFC 2744 §3 and Appendix A, in the layout of MIT's library on Linux, and the functions that are used.
#include <stddef.h>
#include <stdint.h>

typedef uint32_t OM_uint32;
typedef struct gss_name_struct *gss_name_t;
typedef struct gss_cred_id_struct *gss_cred_id_t;
typedef struct gss_ctx_id_struct *gss_ctx_id_t;

typedef struct {
    OM_uint32 length;
    void *elements;
} gss_OID_desc, *gss_OID;

typedef struct {
    size_t count;
    gss_OID elements;
} gss_OID_set_desc, *gss_OID_set;

typedef struct {
    size_t length;
    void *value;
} gss_buffer_desc, *gss_buffer_t;

typedef struct {
    OM_uint32 initiator_addrtype;
    gss_buffer_desc initiator_address;
    OM_uint32 acceptor_addrtype;
    gss_buffer_desc acceptor_address;
    gss_buffer_desc application_data;
} *gss_channel_bindings_t;

// gssapi_ext.h, "Credential store extensions".
typedef struct {
    const char *key;
    const char *value;
} gss_key_value_element_desc;

typedef struct {
    OM_uint32 count;
    gss_key_value_element_desc *elements;
} gss_key_value_set_desc;

struct gssapi_functions {
    OM_uint32 (*import_name)(OM_uint32 *, gss_buffer_t, gss_OID, gss_name_t *);
    OM_uint32 (*release_name)(OM_uint32 *, gss_name_t *);
    OM_uint32 (*release_cred)(OM_uint32 *, gss_cred_id_t *);
    OM_uint32 (*release_buffer)(OM_uint32 *, gss_buffer_t);
    OM_uint32 (*delete_sec_context)(OM_uint32 *, gss_ctx_id_t *, gss_buffer_t);
    OM_uint32 (*indicate_mechs)(OM_uint32 *, gss_OID_set *);
    OM_uint32 (*release_oid_set)(OM_uint32 *, gss_OID_set *);
    OM_uint32 (*display_status)(OM_uint32 *, OM_uint32, int, gss_OID, OM_uint32 *, gss_buffer_t);
    OM_uint32 (*init_sec_context)(
        OM_uint32 *, gss_cred_id_t, gss_ctx_id_t *, gss_name_t, gss_OID, OM_uint32, OM_uint32, gss_channel_bindings_t,
        gss_buffer_t, gss_OID *, gss_buffer_t, OM_uint32 *, OM_uint32 *);
    // gssapi_ext.h
    OM_uint32 (*acquire_cred_with_password)(
        OM_uint32 *, gss_name_t, gss_buffer_t, OM_uint32, gss_OID_set, int, gss_cred_id_t *, gss_OID_set *, OM_uint32 *);
    OM_uint32 (*acquire_cred_from)(
        OM_uint32 *, gss_name_t, OM_uint32, gss_OID_set, int, const gss_key_value_set_desc *, gss_cred_id_t *,
        gss_OID_set *, OM_uint32 *);
    OM_uint32 (*set_neg_mechs)(OM_uint32 *, gss_cred_id_t, const gss_OID_set);
};

// The library's functions, for a call; NULL where it cannot be used, or the process ends. Given back by gssapi_leave.
const struct gssapi_functions *gssapi_enter(void);
void gssapi_leave(const struct gssapi_functions **gss);

// Declares `gss`, the library's functions, for as long as its scope lasts.
#define GSSAPI_CALL() const struct gssapi_functions *gss __attribute__((cleanup(gssapi_leave))) = gssapi_enter()
