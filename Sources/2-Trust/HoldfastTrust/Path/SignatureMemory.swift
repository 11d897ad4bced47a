import HoldfastCrypto
import HoldfastX509
import Synchronization

/// Remembers signatures that were verified, so that a chain's issuers are checked once and not at every connection, and
/// the keys that they were checked with; with the authorities of accepted paths, so that these are read once.
///
/// Successes only: a failure that is stored could be turned against another chain. The key of a signature is a SHA-256
/// over the exact bytes that the answer depends on, each with its length in front, so that no two inputs share one.
final class SignatureMemory: Sendable {
    /// Signatures kept; at 32 bytes each, well below a megabyte.
    private static let capacity = 4_096
    /// Keys kept; libcrypto needs some kilobytes for each.
    private static let keyCapacity = 256
    /// Authorities kept, of at most so many bytes each.
    private static let (issuerCapacity, maximumIssuerBytes) = (256, 1 << 14)

    private let signatures = Mutex(LRUCache<[UInt8], Void>(capacity: capacity))
    private let issuers = Mutex(LRUCache<OctetKey, Certificate>(capacity: issuerCapacity))
    private let keys = Mutex(LRUCache<OctetKey, PublicKey>(capacity: keyCapacity))

    static func key(child: some SignedStructure, issuer: Certificate) -> [UInt8] {
        key([
            issuer.subjectPublicKeyInfo.bytes, child.signatureAlgorithmIdentifier.bytes, child.tbsBytes,
            child.signature.bytes,
        ])
    }

    /// The key of a check: the signer's key, the algorithm, what is signed, the signature.
    static func key(_ parts: [ArraySlice<UInt8>]) -> [UInt8] {
        var input: [UInt8] = []
        input.reserveCapacity(parts.reduce(0) { $0 + 8 + $1.count })
        for part in parts {
            for shift in stride(from: 56, through: 0, by: -8) {
                input.append(UInt8(truncatingIfNeeded: part.count >> shift))
            }
            input += part
        }
        return Digest.sha256(input[...])
    }

    func contains(_ key: [UInt8]) -> Bool { signatures.withLock { $0[key] != nil } }

    func insert(_ key: [UInt8]) { signatures.withLock { _ = $0.set((), for: key) } }

    /// An authority of these very bytes that stood in a path that was accepted.
    func issuer(_ bytes: ArraySlice<UInt8>) -> Certificate? { issuers.withLock { $0[OctetKey(bytes)] } }

    /// Keeps the authorities between the leaf and the anchor of a path that was accepted.
    func remember(issuersOf path: [Certificate]) {
        for issuer in path.dropFirst().dropLast() where issuer.bytes.count <= Self.maximumIssuerBytes {
            let name = OctetKey(issuer.bytes)
            issuers.withLock { if $0[name] == nil { $0.set(issuer, for: name) } }
        }
    }

    /// The key that a certificate or a log states, ready to check with; nil where it is none.
    func publicKey(_ info: SubjectPublicKeyInfo) -> PublicKey? {
        let name = OctetKey(info.bytes)
        if let known = keys.withLock({ $0[name] }) { return known }
        guard let key = try? PublicKey(info) else { return nil }
        keys.withLock { _ = $0.set(key, for: name) }
        return key
    }
}
