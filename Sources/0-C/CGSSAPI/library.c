#include "CSharedLibrary.h"
#include "gssapi.h"
#include "include/CGSSAPI.h"

static struct gssapi_functions functions;

#define TAKE(member) SHAREDLIBRARY_FUNCTION(functions, member, "gss_")
static const struct sharedlibrary_function table[] = {
    TAKE(import_name),
    TAKE(release_name),
    TAKE(release_cred),
    TAKE(release_buffer),
    TAKE(delete_sec_context),
    TAKE(indicate_mechs),
    TAKE(release_oid_set),
    TAKE(display_status),
    TAKE(init_sec_context),
    TAKE(acquire_cred_with_password),
    TAKE(acquire_cred_from),
    TAKE(set_neg_mechs),
};
#undef TAKE

static struct sharedlibrary library = SHAREDLIBRARY("libgssapi_krb5.so.2", table);

const char *gssapi_obstacle(void) { return sharedlibrary_obstacle(&library); }

const struct gssapi_functions *gssapi_library(void) { return gssapi_obstacle() ? NULL : &functions; }
