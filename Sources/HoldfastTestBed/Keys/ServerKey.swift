import HoldfastAuthority
import HoldfastCrypto

/// The key of a server of the catalogue.
enum ServerKey: Sendable {
    /// As its authority has them.
    case authoritys
    /// RSA, from ``RecordedKeys``.
    case rsa2048, rsa4096
    /// RSA of a length that is refused, at least by some.
    case weakRSA(bits: Int)
    case ed25519

    /// The key; nil for a new one of the authority's kind.
    func make() throws(TestBedError) -> PrivateKey? {
        switch self {
        case .authoritys: return nil
        case .rsa2048: return try RecordedKeys.rsa2048()
        case .rsa4096: return try RecordedKeys.rsa4096()
        case .weakRSA(let bits): return try ProcessKeys.weak(bits: bits)
        case .ed25519:
            do throws(CryptoError) { return try .generate(.ed25519) } catch { throw .authority(.crypto(error)) }
        }
    }
}
