import COpenSSL
package import HoldfastX509

/// A signature over a digest that somebody else has made.
///
/// The signer of a digest cannot know what it is a digest of: for messages there are ``PrivateKey/sign(_:algorithm:)``
/// and ``PublicKey/isValidSignature(_:for:algorithm:)``.
package enum DigestSignature: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2). Without the digest's name the block holds the bytes bare, whatever they are.
    case pkcs1(DigestAlgorithm?)
    /// RSASSA-PSS (RFC 8017 §8.1) with the same digest in MGF1 and a salt as long as the digest.
    case pss(DigestAlgorithm)
    /// ECDSA with a signature in DER (RFC 3279 §2.2.3); of a digest longer than the order, the leftmost bits count
    /// (FIPS 186-5 §6.4.1).
    case ecdsa

    /// Whether a key can make or check such a signature: its type, and what a key of the type RSA-PSS restricts itself
    /// to (RFC 4055 §3.3).
    package func isOne(for key: SubjectPublicKeyInfo.Key) -> Bool {
        switch (self, key) {
        case (.pkcs1, .rsa), (.pss, .rsa), (.pss, .rsaPSS(_, nil)), (.ecdsa, .ec): true
        case (.pss(let digest), .rsaPSS(_, let bound?)):
            bound.digest == digest && bound.maskGenerationDigest == digest && bound.saltLength <= digest.byteCount
        default: false
        }
    }

    /// Signs `digest`.
    ///
    /// - Throws: ``CryptoError`` for a key of another type, a digest of another length, and an RSA key too short for
    ///   it.
    package func sign(_ digest: [UInt8], with key: PrivateKey) throws(CryptoError) -> [UInt8] {
        let operation = "sign a digest"
        guard isOne(for: key.subjectPublicKeyInfo.key), isRightLength(digest.count) else {
            throw CryptoError(operation, reason: .algorithmNotForKey)
        }
        let context = try Owned.context(for: key.handle, during: operation)
        let size = unsafe key.handle.with { unsafe EVP_PKEY_get_size($0) }
        var signature = [UInt8](repeating: 0, count: max(0, Int(size)))
        var count = signature.count
        let done = unsafe context.with { context in
            guard unsafe EVP_PKEY_sign_init(context) == 1, unsafe prepare(context) else { return false }
            return unsafe digest.withContiguousBytes { digest in
                unsafe EVP_PKEY_sign(context, &signature, &count, digest.baseAddress, digest.count) == 1
            }
        }
        guard done, count <= signature.count else { throw .library(operation) }
        return Array(signature.prefix(count))
    }

    /// Whether `signature` is the key's signature of `digest`; `false` too for a key of another type and a digest of
    /// another length.
    package func isValid(_ signature: [UInt8], of digest: [UInt8], with key: PublicKey) -> Bool {
        guard isOne(for: key.subjectPublicKeyInfo.key), isRightLength(digest.count),
            let context = try? Owned.context(for: key.handle, during: "check a signature of a digest")
        else { return false }
        defer { ERR_clear_error() }
        return unsafe context.with { context in
            guard unsafe EVP_PKEY_verify_init(context) == 1, unsafe prepare(context) else { return false }
            return unsafe signature.withContiguousBytes { signature in
                unsafe digest.withContiguousBytes { digest in
                    unsafe EVP_PKEY_verify(
                        context, signature.baseAddress, signature.count, digest.baseAddress, digest.count) == 1
                }
            }
        }
    }

    private func isRightLength(_ count: Int) -> Bool {
        switch self {
        case .pkcs1(let digest?), .pss(let digest): count == digest.byteCount
        case .pkcs1(nil), .ecdsa: true
        }
    }

    @unsafe private func prepare(_ context: OpaquePointer) -> Bool {
        switch self {
        case .pkcs1(let digest):
            guard unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1 else { return false }
            guard let digest else { return true }
            return unsafe name(digest, context)
        case .pss(let digest):
            return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && name(digest, context)
                && EVP_PKEY_CTX_set_rsa_mgf1_md_name(context, digest.libraryName, nil) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(digest.byteCount)) == 1
        case .ecdsa: return true
        }
    }

    @unsafe private func name(_ digest: DigestAlgorithm, _ context: OpaquePointer) -> Bool {
        guard let pointer = unsafe try? MessageDigests.pointer(digest) else { return false }
        return unsafe EVP_PKEY_CTX_set_signature_md(context, pointer) == 1
    }
}
