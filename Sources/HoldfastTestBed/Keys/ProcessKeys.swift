import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import Synchronization

/// RSA keys made once a process: of authorities, whose keys must be nobody else's, and of weak ones.
///
/// A key of 2,048 bits takes a third of a second; the catalogue's entries with RSA authorities share theirs.
enum ProcessKeys {
    private static let made = Mutex<[String: PrivateKey]>([:])

    /// The key of that length for that role; always the same one.
    static func rsa(bits: Int, for role: String) throws(TestBedError) -> PrivateKey {
        do throws(CryptoError) {
            return try made.withLock { made throws(CryptoError) in
                let name = "\(bits) \(role)"
                if let key = made[name] { return key }
                let key = try PrivateKey.generate(.rsa(bits: bits))
                made[name] = key
                return key
            }
        } catch {
            throw .authority(.crypto(error))
        }
    }
}

extension TestAuthority {
    /// The authority whose keys, root and intermediate, are RSA of 2,048 bits; its servers get P-256 unless told.
    static func rsa(at moment: Instant) throws(TestBedError) -> TestAuthority {
        try TestAuthority(
            name: "Holdfast Test RSA", at: moment, rootKey: ProcessKeys.rsa(bits: 2048, for: "root"),
            intermediateKey: ProcessKeys.rsa(bits: 2048, for: "intermediate"))
    }

    /// The authority whose keys, root, intermediate and servers, are on P-384.
    static func p384(at moment: Instant) throws(TestBedError) -> TestAuthority {
        try TestAuthority(name: "Holdfast Test P-384", at: moment, keys: .p384)
    }
}
