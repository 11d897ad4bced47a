import HoldfastCrypto
import HoldfastX509
import Synchronization

/// Remembers signatures that were verified, so that a chain's issuers are checked once and not at every connection.
///
/// Successes only: a failure that is stored could be turned against another chain. The key is a SHA-256 over the exact
/// bytes that the answer depends on, each with its length in front, so that no two inputs share one.
final class SignatureMemory: Sendable {
    /// Entries kept; at 32 bytes each, well below a megabyte.
    private static let capacity = 4_096

    private let entries = Mutex<(set: Set<[UInt8]>, order: [[UInt8]], next: Int)>(([], [], 0))

    static func key(child: some SignedStructure, issuer: Certificate) -> [UInt8] {
        var input: [UInt8] = []
        for part in [
            issuer.subjectPublicKeyInfo.bytes, child.signatureAlgorithmIdentifier.bytes, child.tbsBytes,
            child.signature.bytes,
        ] {
            for shift in stride(from: 56, through: 0, by: -8) {
                input.append(UInt8(truncatingIfNeeded: part.count >> shift))
            }
            input += part
        }
        return Digest.sha256(input[...])
    }

    func contains(_ key: [UInt8]) -> Bool { entries.withLock { $0.set.contains(key) } }

    func insert(_ key: [UInt8]) {
        entries.withLock { entries in
            guard entries.set.insert(key).inserted else { return }
            if entries.order.count < Self.capacity {
                entries.order.append(key)
            } else {
                entries.set.remove(entries.order[entries.next])
                entries.order[entries.next] = key
                entries.next = (entries.next + 1) % Self.capacity
            }
        }
    }
}
