import COpenSSL
package import HoldfastCrypto

/// A private key with the certificates that are presented for it.
package struct TLSIdentity: Sendable {
    /// DER, the key's own first, then those above it.
    package var certificates: [[UInt8]]
    package var key: PrivateKey

    package init(certificates: [[UInt8]], key: PrivateKey) {
        self.certificates = certificates
        self.key = key
    }
}

/// An identity as libssl takes it, and the one owner of its parts.
@safe struct TLSMaterial: ~Copyable {
    private let certificate: OpaquePointer
    private let key: OpaquePointer
    private let others: OpaquePointer

    /// Reads an identity.
    ///
    /// - Parameter library: the library context of its use; nil for the process's own.
    @unsafe init(_ identity: TLSIdentity, in library: OpaquePointer?) throws(TLSEndpointError) {
        ERR_clear_error()
        let pkcs8: [UInt8]
        do throws(CryptoError) { pkcs8 = try identity.key.pkcs8DER } catch {
            throw TLSEndpointError(.key(error), error.stack)
        }
        // Read anew, and so into the library context of libssl: the key's own belongs to another.
        guard let key = unsafe Self.read(pkcs8, { unsafe d2i_AutoPrivateKey_ex(nil, $0, $1, library, nil) }) else {
            throw .library(.material)
        }
        var certificates: [OpaquePointer] = unsafe []
        let stack = unsafe OPENSSL_sk_new_null()
        for bytes in identity.certificates {
            guard let one = unsafe Self.read(bytes, { unsafe d2i_X509(nil, $0, $1) }) else { break }
            unsafe certificates.append(one)
        }
        guard let first = unsafe certificates.first, unsafe certificates.count == identity.certificates.count,
            let stack = unsafe stack
        else {
            let error = TLSEndpointError.library(.material)
            unsafe certificates.forEach { unsafe X509_free($0) }
            unsafe OPENSSL_sk_free(stack)
            unsafe EVP_PKEY_free(key)
            throw error
        }
        unsafe certificates.dropFirst().forEach { _ = unsafe OPENSSL_sk_push(stack, UnsafeRawPointer($0)) }
        unsafe (certificate, self.key, others) = unsafe (first, key, stack)
    }

    deinit {
        while let last = unsafe OPENSSL_sk_pop(others) { unsafe X509_free(OpaquePointer(last)) }
        unsafe OPENSSL_sk_free(others)
        unsafe X509_free(certificate)
        unsafe EVP_PKEY_free(key)
    }

    /// Lends the leaf, its key and the stack of the others; libssl takes references of its own.
    @unsafe borrowing func with<Result>(_ body: (OpaquePointer, OpaquePointer, OpaquePointer) -> Result) -> Result {
        unsafe body(certificate, key, others)
    }

    @unsafe private static func read(
        _ der: [UInt8], _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
    ) -> OpaquePointer? {
        unsafe der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return unsafe decode(&position, buffer.count)
        }
    }
}
