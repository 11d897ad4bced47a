import COpenSSL
package import HoldfastX509

/// The algorithms that one libcrypto has and another has not: the library that runs is asked, since what is built with
/// the headers of one version runs with the library of another.
enum LibraryAlgorithms {
    /// ML-DSA came with OpenSSL 3.5.
    static let mldsa: Set<MLDSA> = Set(MLDSA.allCases.filter { has($0.rawValue) })

    /// Whether there are keys and signatures of this name.
    private static func has(_ name: String) -> Bool {
        guard let context = unsafe try? LibraryContext.pointer() else { return false }
        // A name that is not known leaves a word in the queue.
        defer { ERR_clear_error() }
        guard let signature = unsafe EVP_SIGNATURE_fetch(context, name, nil) else { return false }
        defer { unsafe EVP_SIGNATURE_free(signature) }
        guard let keys = unsafe EVP_KEYMGMT_fetch(context, name, nil) else { return false }
        unsafe EVP_KEYMGMT_free(keys)
        return true
    }
}

extension MLDSA {
    /// Whether the libcrypto of this process has keys and signatures of the set: OpenSSL 3.5 and newer do.
    package var isInLibrary: Bool { LibraryAlgorithms.mldsa.contains(self) }

    /// Refuses a set that libcrypto does not have.
    ///
    /// - Throws: ``CryptoError`` of the reason `notInLibrary` where libcrypto does not have it.
    func expectInLibrary(during operation: String) throws(CryptoError) {
        guard isInLibrary else { throw CryptoError(operation, reason: .notInLibrary(rawValue)) }
    }
}

extension SubjectPublicKeyInfo {
    /// The algorithm of the key by name, where the key is one that is computed with, and the libcrypto of this process
    /// cannot; `nil` for any other key.
    package var algorithmNotInLibrary: String? {
        guard case .mldsa(let set, _) = key, !set.isInLibrary else { return nil }
        return set.rawValue
    }
}
