import COpenSSL
package import HoldfastX509

extension PublicKey {
    /// Encrypts a short message, a key for example, so that only the private key opens it (RSAES-OAEP, RFC 8017 §7.1).
    ///
    /// Mask generation uses the same digest. The result differs each time.
    ///
    /// - Parameter message: at most the modulus' length less twice the digest's less two bytes.
    /// - Throws: ``CryptoError`` for a key that is not of the type RSA, and for a longer message.
    package func encryptOAEP(
        _ message: some Collection<UInt8>, digest: DigestAlgorithm = .sha256
    ) throws(CryptoError) -> [UInt8] {
        try RSAEncryption.oaep(digest).encrypt(message, with: self)
    }
}

extension PrivateKey {
    /// Opens what ``PublicKey/encryptOAEP(_:digest:)`` made for this key.
    ///
    /// - Returns: `nil` where it was made for another key, with another digest, or was changed: which, is not said.
    /// - Throws: ``CryptoError`` for a key that is not of the type RSA.
    package func decryptOAEP(
        _ sealed: some Collection<UInt8>, digest: DigestAlgorithm = .sha256
    ) throws(CryptoError) -> [UInt8]? {
        try RSAEncryption.oaep(digest).decrypt(sealed, with: self)
    }
}

/// RSA encryption with one padding, in libcrypto's terms.
enum RSAEncryption {
    case oaep(DigestAlgorithm)
    case pkcs1
    /// No padding at all: the bare power.
    case none

    func encrypt(_ message: some Collection<UInt8>, with key: PublicKey) throws(CryptoError) -> [UInt8] {
        let operation = "encrypt with RSA"
        guard case .rsa = key.subjectPublicKeyInfo.key else {
            throw CryptoError(operation, reason: .algorithmNotForKey)
        }
        let context = try Owned.context(for: key.handle, during: operation)
        let size = unsafe key.handle.with { unsafe EVP_PKEY_get_size($0) }
        guard let output = unsafe run(context, size: size, message, EVP_PKEY_encrypt_init, EVP_PKEY_encrypt) else {
            throw .library(operation)
        }
        return output
    }

    func decrypt(_ sealed: some Collection<UInt8>, with key: PrivateKey) throws(CryptoError) -> [UInt8]? {
        let operation = "decrypt with RSA"
        guard case .rsa = key.subjectPublicKeyInfo.key else {
            throw CryptoError(operation, reason: .algorithmNotForKey)
        }
        let context = try Owned.context(for: key.handle, during: operation)
        defer { ERR_clear_error() }
        let size = unsafe key.handle.with { unsafe EVP_PKEY_get_size($0) }
        return unsafe run(context, size: size, sealed, EVP_PKEY_decrypt_init, EVP_PKEY_decrypt)
    }

    private typealias Start = (OpaquePointer?) -> Int32
    private typealias Work = (
        OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?, Int
    ) -> Int32

    @unsafe private func run(
        _ context: borrowing Owned, size: Int32, _ input: some Collection<UInt8>, _ start: Start, _ work: Work
    ) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: max(0, Int(size)))
        var count = output.count
        let done = unsafe context.with { context in
            guard unsafe start(context) == 1, unsafe pad(context) else { return false }
            return unsafe input.withContiguousBytes { input in
                unsafe work(context, &output, &count, input.baseAddress, input.count) == 1
            }
        }
        guard done, count <= output.count else { return nil }
        return Array(output.prefix(count))
    }

    @unsafe private func pad(_ context: OpaquePointer) -> Bool {
        switch self {
        case .oaep(let digest):
            unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_oaep_md_name(context, digest.libraryName, nil) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md_name(context, digest.libraryName, nil) == 1
        case .pkcs1: unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        case .none: unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
        }
    }
}
