import COpenSSL
import COpenSSLShims

/// A library context with OpenSSL's legacy provider beside the default one, to open old files with: RC2, RC4, DES.
///
/// Apart from the room's own context, so that what it brings is there for nothing else. The provider is a file of its
/// own, which need not be installed.
@safe enum LegacyLibraryContext {
    /// `nil` where there is no such provider.
    nonisolated(unsafe) static let shared: OpaquePointer? = {
        guard LibraryStart.isDone, let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        guard unsafe OSSL_PROVIDER_load(context, "default") != nil,
            unsafe OSSL_PROVIDER_load(context, "legacy") != nil
        else {
            ERR_clear_error()
            unsafe OSSL_LIB_CTX_free(context)
            return nil
        }
        return unsafe context
    }()
}
