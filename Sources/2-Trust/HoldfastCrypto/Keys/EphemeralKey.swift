import COpenSSL
import HoldfastStatements
import HoldfastX509

/// One side's key for one handshake, in whatever group of TLS the linked libcrypto has: a curve, or a key
/// encapsulation.
///
/// Unlike ``KeyAgreementKey`` it is made of the system's randomness alone.
package final class EphemeralKey: Sendable {
    /// The groups of TLS (RFC 8446 §4.2.7, and the registry) by the names that libcrypto has for their keys.
    private enum Kind: Sendable {
        case curve(String)
        case plain(String)
        case encapsulation(String)

        init?(_ group: UInt16) {
            switch group {
            case 0x0017: self = .curve("P-256")
            case 0x0018: self = .curve("P-384")
            case 0x0019: self = .curve("P-521")
            case 0x001D: self = .plain("X25519")
            case 0x001E: self = .plain("X448")
            case 0x0200: self = .encapsulation("ML-KEM-512")
            case 0x0201: self = .encapsulation("ML-KEM-768")
            case 0x0202: self = .encapsulation("ML-KEM-1024")
            case 0x11EB: self = .encapsulation("SecP256r1MLKEM768")
            case 0x11EC: self = .encapsulation("X25519MLKEM768")
            case 0x11ED: self = .encapsulation("SecP384r1MLKEM1024")
            default: return nil
            }
        }
    }

    /// The public half in the form of TLS 1.3: a curve's value, or the key that the other side encapsulates to.
    package let publicValue: [UInt8]

    private let kind: Kind
    private let handle: Owned

    /// Makes a key of a group.
    ///
    /// - Parameter group: the group's number in TLS.
    /// - Throws: ``CryptoError`` for a group that this libcrypto has not.
    package init(group: UInt16) throws(CryptoError) {
        let operation = "make a key for a handshake"
        guard let kind = Kind(group) else {
            throw CryptoError(operation, reason: .unsupportedKey("group \(group)"))
        }
        // A group that is not there leaves its reason in the queue.
        defer { ERR_clear_error() }
        let (name, curve): (String, String?) =
            switch kind {
            case .curve(let curve): ("EC", curve)
            case .plain(let name), .encapsulation(let name): (name, nil)
            }
        handle = unsafe try Owned.newKey(name, during: operation) { context in
            curve.map { unsafe EVP_PKEY_CTX_set_group_name(context, $0) == 1 } ?? true
        }
        self.kind = kind
        publicValue = try KeyAgreementKey.publicValue(of: handle, during: operation)
    }

    /// The secret that both sides have after the other's value has arrived.
    ///
    /// - Parameter peerValue: the other side's public value, or what it encapsulated.
    /// - Throws: ``CryptoError`` for a value of another length or form, and for a point that is not on the curve.
    package func sharedSecret(with peerValue: [UInt8]) throws(CryptoError) -> [UInt8] {
        let operation = "agree on a secret"
        defer { ERR_clear_error() }
        // RFC 8446 §4.2.8.2: the uncompressed form alone.
        if case .curve = kind, peerValue.first != 0x04 {
            throw CryptoError(operation, .compressedPoint)
        }
        let secret =
            if case .encapsulation = kind {
                try decapsulated(peerValue, during: operation)
            } else {
                try handle.secret(
                    with: key(of: peerValue, during: operation), atMost: Self.maximumSecretByteCount, during: operation)
            }
        // RFC 8446 §7.4.2: of X25519 and X448 "implementations MUST check" for "the all-zero value".
        guard secret.contains(where: { $0 != 0 }) else { throw CryptoError(operation, .zeros) }
        return secret
    }

    /// The longest is P-521's, of 66 bytes; hybrids have two secrets of 32 to 48.
    private static let maximumSecretByteCount = 128

    private func decapsulated(_ value: [UInt8], during operation: String) throws(CryptoError) -> [UInt8] {
        let context = try Owned.context(for: handle, during: operation)
        var secret = [UInt8](repeating: 0, count: Self.maximumSecretByteCount)
        defer { secret.wipe() }
        var count = secret.count
        let done = unsafe context.with { context in
            unsafe EVP_PKEY_decapsulate_init(context, nil) == 1
                && EVP_PKEY_decapsulate(context, &secret, &count, value, value.count) == 1
        }
        guard done, count <= secret.count else { throw .library(operation) }
        return Array(secret.prefix(count))
    }

    private func key(of peerValue: [UInt8], during operation: String) throws(CryptoError) -> Owned {
        ERR_clear_error()
        let peer = unsafe try Owned(EVP_PKEY_new(), freedBy: EVP_PKEY_free, during: operation)
        let done = unsafe handle.with { own in
            unsafe peer.with { peer in
                unsafe EVP_PKEY_copy_parameters(peer, own) == 1
                    && EVP_PKEY_set1_encoded_public_key(peer, peerValue, peerValue.count) == 1
            }
        }
        guard done else { throw .library(operation) }
        return peer
    }
}
