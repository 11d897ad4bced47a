import COpenSSL
import HoldfastCrypto

/// A certificate, its key and the rest of the chain as libssl takes them, and their one owner.
///
/// Nothing of it is changed once it is made; libcrypto counts the references that connections take.
@safe final class ClientMaterial: @unchecked Sendable {
    private let certificate: OpaquePointer
    private let key: OpaquePointer
    private let others: OpaquePointer

    init(_ certificates: [[UInt8]], _ privateKey: PrivateKey) throws(TransportError) {
        ERR_clear_error()
        var pkcs8: [UInt8]
        do throws(CryptoError) { pkcs8 = try privateKey.pkcs8DER } catch {
            throw .clientIdentityUnusable(.key(reason: error.statement))
        }
        // Read anew, and so into the library context of libssl: the key's own belongs to another.
        let read = unsafe Self.read(pkcs8) { unsafe d2i_AutoPrivateKey(nil, $0, $1) }
        unsafe pkcs8.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
        guard let key = unsafe read else { throw .clientIdentityUnusable(.keyUnreadable) }
        let owned = unsafe certificates.compactMap { bytes in
            unsafe Self.read(bytes) { unsafe d2i_X509(nil, $0, $1) }
        }
        guard let first = unsafe owned.first, unsafe owned.count == certificates.count,
            let others = unsafe OPENSSL_sk_new_null()
        else {
            unsafe owned.forEach { unsafe X509_free($0) }
            unsafe EVP_PKEY_free(key)
            throw .clientIdentityUnusable(.certificatesUnreadable)
        }
        unsafe owned.dropFirst().forEach { _ = unsafe OPENSSL_sk_push(others, UnsafeRawPointer($0)) }
        unsafe (certificate, self.key, self.others) = unsafe (first, key, others)
        // From here on deinit frees them.
        guard unsafe X509_check_private_key(first, key) == 1 else {
            throw .clientIdentityUnusable(.otherKey)
        }
    }

    deinit {
        while let last = unsafe OPENSSL_sk_pop(others) { unsafe X509_free(OpaquePointer(last)) }
        unsafe OPENSSL_sk_free(others)
        unsafe X509_free(certificate)
        unsafe EVP_PKEY_free(key)
    }

    /// Lends the leaf, its key and the stack of the others; libssl takes references of its own.
    @unsafe func with<Result>(_ body: (OpaquePointer, OpaquePointer, OpaquePointer) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return unsafe body(certificate, key, others)
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

extension TransportError {
    static func clientIdentityUnusable(
        _ problem: ClientCertificateSentence.Problem, librarySays: [String] = []
    ) -> TransportError {
        TransportError(
            .tls, .clientIdentityUnusable, ClientCertificateSentence.unusable(problem),
            advice: ClientCertificateAdvice.giveKeyWithCertificate, librarySays: librarySays)
    }
}
