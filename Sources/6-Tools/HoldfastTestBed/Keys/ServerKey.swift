import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// The key of a server of the catalogue.
enum ServerKey: Sendable {
    /// As its authority has them.
    case authoritys
    /// RSA, from ``RecordedKeys``.
    case rsa2048, rsa4096
    /// RSA of a length that is refused, at least by some.
    case weakRSA(bits: Int)
    case ed25519
    case mldsa(MLDSA)

    /// The key; nil for a new one of the authority's kind.
    func make() throws(TestBedError) -> PrivateKey? {
        switch self {
        case .authoritys: return nil
        case .rsa2048: return try RecordedKeys.rsa2048()
        case .rsa4096: return try RecordedKeys.rsa4096()
        case .weakRSA(let bits): return try ProcessKeys.weak(bits: bits)
        case .ed25519: return try Self.new(.ed25519)
        case .mldsa(let set): return try Self.new(.mldsa(set))
        }
    }
}

extension ServerKey {
    private static func new(_ kind: KeyKind) throws(TestBedError) -> PrivateKey {
        do throws(CryptoError) { return try .generate(kind) } catch { throw .authority(.crypto(error)) }
    }
}

/// RSA keys made once a process: of authorities, whose keys must be nobody else's, and of weak ones.
///
/// A key of 2,048 bits takes a third of a second; the catalogue's entries with RSA authorities share theirs.
enum ProcessKeys {
    private typealias Made = Result<PrivateKey, CryptoError>

    private static let ofRoot = make(bits: 2048)
    private static let ofIntermediate = make(bits: 2048)
    private static let of512Bits = make(bits: 512)
    private static let of1024Bits = make(bits: 1024)

    static func root() throws(TestBedError) -> PrivateKey { try key(ofRoot) }
    static func intermediate() throws(TestBedError) -> PrivateKey { try key(ofIntermediate) }

    /// A server's key of so few bits; the usual sizes are always the same key.
    static func weak(bits: Int) throws(TestBedError) -> PrivateKey {
        switch bits {
        case 512: try key(of512Bits)
        case 1024: try key(of1024Bits)
        default: try key(make(bits: bits))
        }
    }

    private static func make(bits: Int) -> Made {
        do throws(CryptoError) { return .success(try .generate(.rsa(bits: bits))) } catch { return .failure(error) }
    }

    private static func key(_ made: Made) throws(TestBedError) -> PrivateKey {
        do throws(CryptoError) { return try made.get() } catch { throw .authority(.crypto(error)) }
    }
}

extension TestAuthority {
    /// The authority whose keys, root and intermediate, are RSA of 2,048 bits; its servers get P-256 unless told.
    static func rsa(at moment: Instant) throws(TestBedError) -> TestAuthority {
        try TestAuthority(
            name: "Holdfast Test RSA", at: moment, rootKey: ProcessKeys.root(),
            intermediateKey: ProcessKeys.intermediate())
    }

    /// The authority whose keys, root, intermediate and servers, are of a parameter set of ML-DSA.
    static func mldsa(_ set: MLDSA, at moment: Instant) throws(TestBedError) -> TestAuthority {
        try TestAuthority(name: "Holdfast Test \(set.rawValue)", at: moment, keys: .mldsa(set))
    }

    /// The authority whose keys, root, intermediate and servers, are on P-384.
    static func p384(at moment: Instant) throws(TestBedError) -> TestAuthority {
        try TestAuthority(name: "Holdfast Test P-384", at: moment, keys: .p384)
    }
}
