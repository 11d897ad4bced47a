import COpenSSL
import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements

/// A certificate, its key and the rest of the chain as libssl takes them.
@safe struct TLSMaterial: ~Copyable {
    private let certificate: OpaquePointer
    private let key: OpaquePointer
    private let others: OpaquePointer

    init(_ identity: Identity) throws(ServingError) {
        let operation = ServingOperation.readMaterial
        ERR_clear_error()
        let pkcs8: [UInt8]
        do { pkcs8 = try identity.key.pkcs8DER } catch {
            throw ServingError(operation, .configuration(Statement(verbatim: error.operation)), stack: error.stack)
        }
        // Read anew, and so into the library context of libssl: the key's own belongs to another.
        guard let key = unsafe Self.read(pkcs8, { unsafe d2i_AutoPrivateKey(nil, $0, $1) }) else {
            throw .library(operation)
        }
        var certificates: [OpaquePointer] = unsafe []
        let stack = unsafe OPENSSL_sk_new_null()
        for bytes in identity.chain {
            guard let one = unsafe Self.read(Array(bytes), { unsafe d2i_X509(nil, $0, $1) }) else { break }
            unsafe certificates.append(one)
        }
        guard let first = unsafe certificates.first, unsafe certificates.count == identity.chain.count,
            let stack = unsafe stack
        else {
            let error = ServingError.library(operation)
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
