import COpenSSL
import COpenSSLShims
import HoldfastStatements
import HoldfastX509

/// One side's key of an ephemeral key agreement (ECDHE, RFC 8446 §7.4.2): made for one handshake, then thrown away.
///
/// Each side sends its ``publicValue`` and computes the same secret; whoever only sees both public values does not.
package final class KeyAgreementKey: Sendable {
    /// A group in which keys are agreed on, by its number in TLS (RFC 8446 §4.2.7).
    package enum Group: UInt16, Hashable, Sendable, CaseIterable {
        /// RFC 7748, 32 bytes.
        case x25519 = 0x001d
        /// NIST's P-256: a point as `04 x y`, 65 bytes.
        case p256 = 0x0017
    }

    package let group: Group
    /// The public half, sent to the other side in the form of TLS 1.3 (RFC 8446 §4.2.8.2).
    package let publicValue: [UInt8]

    private let handle: Owned

    /// A key from 32 bytes: those of the system's randomness unless a test fixes them.
    ///
    /// - Parameter privateKey: for ``Group/x25519`` any 32 bytes (RFC 7748 §5), for ``Group/p256`` a number from 1 to
    ///   the order less one, most significant byte first.
    /// - Throws: ``CryptoError`` for other bytes.
    package init(_ group: Group, privateKey: [UInt8]) throws(CryptoError) {
        let operation = "make a key for a key agreement"
        guard privateKey.count == 32 else {
            throw CryptoError(operation, .groupLength(bytes: privateKey.count))
        }
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        switch group {
        case .x25519:
            handle = unsafe try Owned(
                EVP_PKEY_new_raw_private_key_ex(library, "X25519", nil, privateKey, privateKey.count),
                freedBy: EVP_PKEY_free, during: operation)
        case .p256:
            // RFC 5915 §3; the public half is left out, and libcrypto computes it.
            var writer = DERWriter()
            writer.sequence { key in
                key.integer(1)
                key.octetString(privateKey)
                key.explicit(0) { $0.oid(.secp256r1) }
            }
            var rest = 0
            let made = unsafe writer.bytes.withContiguousBytes { bytes in
                // Nobody is asked for a passphrase.
                unsafe shim_OSSL_DECODER_private_key(
                    library, bytes.baseAddress, bytes.count, { _, _, _, _ in -1 }, &rest)
            }
            handle = unsafe try Owned(made, freedBy: EVP_PKEY_free, during: operation)
            guard try handle.isPrivateHalfInRange(during: operation) else {
                throw CryptoError(operation, .outsideGroup)
            }
        }
        self.group = group
        publicValue = try Self.publicValue(of: handle, during: operation)
    }

    /// The secret that both sides have after the other's public value has arrived (RFC 8446 §7.4.2).
    ///
    /// - Throws: ``CryptoError`` for a value of another length or form, for a point that is not on the curve, and for a
    ///   value of X25519 that would give a secret of zeros, which RFC 8446 §7.4.2 says must be refused.
    package func sharedSecret(with peerValue: [UInt8]) throws(CryptoError) -> [UInt8] {
        let operation = "agree on a secret"
        let peer =
            switch group {
            case .x25519: try Self.x25519(peerValue, during: operation)
            case .p256: try Self.p256(peerValue, during: operation)
            }
        let secret = try handle.secret(with: peer, atMost: 32, during: operation)
        guard secret.count == 32 else { throw .library(operation) }
        // libcrypto refuses it as well; this is the rule's own check.
        guard secret.contains(where: { $0 != 0 }) else {
            throw CryptoError(operation, .zeros)
        }
        return secret
    }

    /// The public half of a key in the form of TLS 1.3.
    static func publicValue(of handle: borrowing Owned, during operation: String) throws(CryptoError) -> [UInt8] {
        unsafe try handle.with { (key) throws(CryptoError) in
            var encoded: UnsafeMutablePointer<UInt8>?
            let count = unsafe EVP_PKEY_get1_encoded_public_key(key, &encoded)
            guard count > 0, let start = unsafe encoded else { throw .library(operation) }
            defer { unsafe shim_OPENSSL_free(start) }
            return unsafe Array(UnsafeBufferPointer(start: start, count: count))
        }
    }

    private static func x25519(_ value: [UInt8], during operation: String) throws(CryptoError) -> Owned {
        guard value.count == 32 else {
            throw CryptoError(operation, .x25519Length(bytes: value.count))
        }
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        return unsafe try Owned(
            EVP_PKEY_new_raw_public_key_ex(library, "X25519", nil, value, value.count), freedBy: EVP_PKEY_free,
            during: operation)
    }

    private static func p256(_ value: [UInt8], during operation: String) throws(CryptoError) -> Owned {
        // RFC 8446 §4.2.8.2: the uncompressed form alone.
        guard value.first == 0x04 else {
            throw CryptoError(operation, .compressedPoint)
        }
        return try KeyMaker.ellipticCurve(.p256, point: value[...])
    }
}
