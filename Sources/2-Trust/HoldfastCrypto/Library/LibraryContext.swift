import COpenSSL
import COpenSSLShims
import HoldfastStatements
import HoldfastX509

/// The OpenSSL library context that this room works in, and who else is to depend on nothing of the process: one of its
/// own, with the default provider alone.
///
/// The process's own context obeys `openssl.cnf` and the environment variables that point to it: a provider switched
/// off there, or a property query, would change which signatures verify. The same input has to give the same verdict
/// in every process. The context lives as long as the process.
@safe package enum LibraryContext {
    private nonisolated(unsafe) static let shared: OpaquePointer? = {
        guard LibraryStart.isDone, let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        guard unsafe OSSL_PROVIDER_load(context, "default") != nil else {
            unsafe OSSL_LIB_CTX_free(context)
            return nil
        }
        return unsafe context
    }()

    /// The context, never the NULL that stands for the process's own: a failure to make ours is an error.
    @unsafe package static func pointer() throws(CryptoError) -> OpaquePointer {
        guard let shared = unsafe shared else { throw .library("set up libcrypto") }
        return unsafe shared
    }
}

/// libcrypto's digests, fetched once: a fetch by name costs about as much as hashing a certificate.
@safe enum MessageDigests {
    private nonisolated(unsafe) static let fetched: [DigestAlgorithm: OpaquePointer] = {
        guard let context = unsafe try? LibraryContext.pointer() else { return unsafe [:] }
        var table: [DigestAlgorithm: OpaquePointer] = unsafe [:]
        for algorithm in DigestAlgorithm.allCases {
            unsafe table[algorithm] = unsafe EVP_MD_fetch(context, algorithm.libraryName, nil)
        }
        return unsafe table
    }()

    @unsafe static func pointer(_ algorithm: DigestAlgorithm) throws(CryptoError) -> OpaquePointer {
        guard let digest = unsafe fetched[algorithm] else { throw .library("fetch \(algorithm.libraryName)") }
        return unsafe digest
    }
}

extension DigestAlgorithm {
    /// The name by which libcrypto's default provider knows the digest.
    var libraryName: String {
        switch self {
        case .md5: "MD5"
        case .sha1: "SHA1"
        case .sha224: "SHA2-224"
        case .sha256: "SHA2-256"
        case .sha384: "SHA2-384"
        case .sha512: "SHA2-512"
        }
    }
}

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

    /// The context for an encryption of this name: this one where it needs the legacy provider, else the room's own.
    @unsafe static func pointer(
        for name: String, isNeeded: Bool, during operation: String
    ) throws(CryptoError) -> OpaquePointer {
        guard isNeeded else { return unsafe try LibraryContext.pointer() }
        guard let shared = unsafe shared else {
            throw CryptoError(operation, reason: .unsupportedEncryption(EncryptionFault.legacyProvider(name).statement))
        }
        return unsafe shared
    }
}

/// The initialisation of libcrypto in this process, once and for good: it is never taken down again.
///
/// By itself it frees its tables in an exit handler, and a thread that is still in a handshake then works with freed
/// memory (github.com/openssl/openssl/issues/6214). The system takes the memory back in any case. Whoever initialises
/// libcrypto first in a process decides, so every room says this before it says anything else.
package enum LibraryStart {
    /// Whether libcrypto can be used. It does not read openssl.cnf; without its strings the error queue has numbers
    /// only.
    package static let isDone =
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil) == 1
}
