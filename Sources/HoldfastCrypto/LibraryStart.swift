import COpenSSL

/// The first word to libcrypto in a process: it is never taken down again.
///
/// By itself it frees its tables in an exit handler, and a thread that is still in a handshake then works with freed
/// memory (github.com/openssl/openssl/issues/6214). The system takes the memory back in any case. Whoever initialises
/// libcrypto first in a process decides, so every room says this before it says anything else.
package enum LibraryStart {
    /// Whether libcrypto can be used. It does not read openssl.cnf; without its strings the error queue has numbers only.
    package static let isDone =
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil) == 1
}
