// A TLS backend of GIO's that is another one but for the certificates that it trusts by itself: those of a file.
//
// WebKitGTK connects in a process of its own, and has no call that says whom to trust there. Trusting a certificate for
// one host (webkit_web_context_allow_tls_certificate_for_host) is no way for an authority, which makes certificates as
// they are wanted. GIO asks its TLS backend for the default database of trust, and loads backends from the folder that
// GIO_EXTRA_MODULES names: so this one stands in front of GnuTLS's, and every check stays as it was.
#include "trust_from_file.h"

#include <gio/gio.h>

typedef struct {
    GObject parent;
} TrustFromFile;

typedef struct {
    GObjectClass parent;
} TrustFromFileClass;

static void trust_from_file_interface_init(GTlsBackendInterface *interface);

G_DEFINE_DYNAMIC_TYPE_EXTENDED(
    TrustFromFile, trust_from_file, G_TYPE_OBJECT, 0,
    G_IMPLEMENT_INTERFACE_DYNAMIC(G_TYPE_TLS_BACKEND, trust_from_file_interface_init))

// The backend that does the work; NULL where there is none.
static GTlsBackend *real_backend(void) {
    static GTlsBackend *backend = NULL;
    if (g_once_init_enter(&backend)) {
        GIOExtensionPoint *point = g_io_extension_point_lookup(G_TLS_BACKEND_EXTENSION_POINT_NAME);
        const char *names[] = {"gnutls", "openssl"};
        GTlsBackend *found = NULL;
        for (gsize number = 0; point != NULL && found == NULL && number < G_N_ELEMENTS(names); number++) {
            GIOExtension *extension = g_io_extension_point_get_extension_by_name(point, names[number]);
            if (extension != NULL) found = g_object_new(g_io_extension_get_type(extension), NULL);
        }
        if (found == NULL) g_error("no TLS backend of GIO's is installed (glib-networking)");
        g_once_init_leave(&backend, found);
    }
    return backend;
}

static gboolean supports_tls(GTlsBackend *backend) { return g_tls_backend_supports_tls(real_backend()); }
static gboolean supports_dtls(GTlsBackend *backend) { return g_tls_backend_supports_dtls(real_backend()); }
static GType certificate_type(void) { return g_tls_backend_get_certificate_type(real_backend()); }
static GType client_connection_type(void) { return g_tls_backend_get_client_connection_type(real_backend()); }
static GType server_connection_type(void) { return g_tls_backend_get_server_connection_type(real_backend()); }
static GType file_database_type(void) { return g_tls_backend_get_file_database_type(real_backend()); }
static GType dtls_client_type(void) { return g_tls_backend_get_dtls_client_connection_type(real_backend()); }
static GType dtls_server_type(void) { return g_tls_backend_get_dtls_server_connection_type(real_backend()); }

// Where this gives NULL, GIO trusts no authority at all.
static GTlsDatabase *default_database(GTlsBackend *backend) {
    const char *path = g_getenv(TRUST_FROM_FILE_VARIABLE);
    GError *error = NULL;
    GTlsDatabase *database =
        path == NULL ? NULL
                     : g_initable_new(file_database_type(), NULL, &error, "anchors", path, NULL);
    if (database == NULL) {
        g_warning("no certificate is trusted: %s", error == NULL ? TRUST_FROM_FILE_VARIABLE " is not set" : error->message);
        g_clear_error(&error);
    }
    return database;
}

static void trust_from_file_interface_init(GTlsBackendInterface *interface) {
    interface->supports_tls = supports_tls;
    interface->supports_dtls = supports_dtls;
    interface->get_certificate_type = certificate_type;
    interface->get_client_connection_type = client_connection_type;
    interface->get_server_connection_type = server_connection_type;
    interface->get_file_database_type = file_database_type;
    interface->get_default_database = default_database;
    interface->get_dtls_client_connection_type = dtls_client_type;
    interface->get_dtls_server_connection_type = dtls_server_type;
}

static void trust_from_file_init(TrustFromFile *self) {}
static void trust_from_file_class_init(TrustFromFileClass *class) {}
static void trust_from_file_class_finalize(TrustFromFileClass *class) {}

// What GIO calls in a module, by these names (giomodule.h).
G_MODULE_EXPORT void g_io_module_load(GIOModule *module) {
    g_type_module_use(G_TYPE_MODULE(module));
    trust_from_file_register_type(G_TYPE_MODULE(module));
    g_io_extension_point_implement(
        G_TLS_BACKEND_EXTENSION_POINT_NAME, trust_from_file_get_type(), TRUST_FROM_FILE_NAME, -1);
}

G_MODULE_EXPORT void g_io_module_unload(GIOModule *module) {}

G_MODULE_EXPORT char **g_io_module_query(void) {
    char *points[] = {(char *)G_TLS_BACKEND_EXTENSION_POINT_NAME, NULL};
    return g_strdupv(points);
}
