import COpenSSL
import COpenSSLShims
import HoldfastStatements
public import HoldfastX509

/// A private key, held by libcrypto: made new or read, to sign with and to give to a TLS server.
public final class PrivateKey: Sendable {
    /// The public half, as it goes into a certificate.
    public let subjectPublicKeyInfo: SubjectPublicKeyInfo

    /// libcrypto's key.
    let handle: Owned

    init(_ handle: consuming Owned, during operation: String) throws(CryptoError) {
        let info = try Self.publicHalf(of: handle, during: operation)
        switch info.key {
        case .unknown: throw CryptoError(operation, reason: .unsupportedKey(info.algorithm.keyKind))
        case .rsa(let key), .rsaPSS(let key, _):
            guard key.modulusBits <= PublicKey.maximumModulusBits else {
                throw CryptoError(
                    operation, reason: .keyTooLarge(bits: key.modulusBits, limit: PublicKey.maximumModulusBits))
            }
        case .ec, .ed25519, .ed448, .mldsa: break
        }
        subjectPublicKeyInfo = info
        self.handle = handle
    }

    /// The algorithm that an issuer with this key signs by unless told otherwise: SHA-256 with RSA by PKCS #1 v1.5,
    /// what an RSA-PSS key states, for a curve the digest of its strength, EdDSA, or ML-DSA.
    public var defaultSignatureAlgorithm: SignatureAlgorithm {
        switch subjectPublicKeyInfo.key {
        case .rsaPSS(_, let bound):
            .rsaPSS(bound ?? RSAPSSParameters(.sha256))
        case .ec(.p256, _): .ecdsa(.sha256)
        case .ec(.p384, _): .ecdsa(.sha384)
        case .ec(.p521, _): .ecdsa(.sha512)
        case .ed25519: .ed25519
        case .ed448: .ed448
        case .mldsa(let set, _): .mldsa(set)
        case .rsa, .unknown: .rsaPKCS1(.sha256)
        }
    }

    /// Signs `message` by `algorithm`.
    ///
    /// - Returns: The signature in the form that ``PublicKey/isValidSignature(_:for:algorithm:)`` takes. ECDSA and PSS
    ///   give another one each time.
    /// - Throws: ``CryptoError`` where the algorithm is not one for this key, or the key too short for its digest.
    public func sign(_ message: some Collection<UInt8>, algorithm: SignatureAlgorithm) throws(CryptoError) -> [UInt8] {
        guard let scheme = SignatureScheme(algorithm, for: subjectPublicKeyInfo.key) else {
            throw CryptoError("sign", reason: .algorithmNotForKey)
        }
        return try scheme.sign(Array(message)[...], with: handle)
    }

    /// The key as PKCS #8 (`PrivateKeyInfo`, RFC 5208 §5), not encrypted.
    public var pkcs8DER: [UInt8] {
        get throws(CryptoError) {
            ERR_clear_error()
            return unsafe try handle.with { (key) throws(CryptoError) in
                let operation = "write a private key"
                let info = unsafe try Owned(
                    EVP_PKEY2PKCS8(key), freedBy: PKCS8_PRIV_KEY_INFO_free, during: operation)
                return unsafe try info.with { (info) throws(CryptoError) in
                    unsafe try encoded(during: operation) { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
                }
            }
        }
    }

    /// The key as PEM of ``pkcs8DER``, label `PRIVATE KEY` (RFC 7468 §10).
    public var pem: String {
        get throws(CryptoError) { PEMBlock(label: "PRIVATE KEY", contents: try pkcs8DER).encoded }
    }

    private static func publicHalf(
        of handle: borrowing Owned, during operation: String
    ) throws(CryptoError) -> SubjectPublicKeyInfo {
        let der = unsafe try handle.with { (key) throws(CryptoError) in
            unsafe try encoded(during: operation) { unsafe i2d_PUBKEY(key, $0) }
        }
        do {
            return try SubjectPublicKeyInfo(der: der[...])
        } catch {
            throw CryptoError(operation, .publicHalf(error.statement))
        }
    }
}

/// Returns the bytes that one of libcrypto's `i2d_…` functions writes.
@unsafe private func encoded(
    during operation: String, _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
) throws(CryptoError) -> [UInt8] {
    var memory: UnsafeMutablePointer<UInt8>?
    let count = unsafe write(&memory)
    guard count > 0, let start = unsafe memory else { throw .library(operation) }
    defer { unsafe shim_OPENSSL_free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
}
