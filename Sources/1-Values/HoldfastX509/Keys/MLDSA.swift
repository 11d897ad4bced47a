/// The parameter sets of ML-DSA, a signature scheme that a quantum computer is not known to break (FIPS 204 §4, RFC
/// 9881 §2). One identifier stands for the key and for its signatures.
public enum MLDSA: String, Hashable, Sendable, CaseIterable {
    /// Security category 2: as hard to break as a collision of SHA-256 is to find.
    case mlDSA44 = "ML-DSA-44"
    /// Security category 3: as AES-192.
    case mlDSA65 = "ML-DSA-65"
    /// Security category 5: as AES-256.
    case mlDSA87 = "ML-DSA-87"

    /// The set with this identifier; `nil` for any other, as those of HashML-DSA, which certificates must not have
    /// (RFC 9881 §8.3).
    public init?(_ identifier: ObjectIdentifier) {
        guard let set = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = set
    }

    /// The identifier of keys and of signatures (RFC 9881 §2).
    public var identifier: ObjectIdentifier {
        switch self {
        case .mlDSA44: .mlDSA44
        case .mlDSA65: .mlDSA65
        case .mlDSA87: .mlDSA87
        }
    }

    /// The octets of a public key (FIPS 204 table 2).
    public var publicKeyByteCount: Int {
        switch self {
        case .mlDSA44: 1312
        case .mlDSA65: 1952
        case .mlDSA87: 2592
        }
    }

    /// The octets of a signature (FIPS 204 table 2).
    public var signatureByteCount: Int {
        switch self {
        case .mlDSA44: 2420
        case .mlDSA65: 3309
        case .mlDSA87: 4627
        }
    }

    /// The octets of a private key that is written out (FIPS 204 table 2).
    public var expandedKeyByteCount: Int {
        switch self {
        case .mlDSA44: 2560
        case .mlDSA65: 4032
        case .mlDSA87: 4896
        }
    }

    /// The octets of the seed that a pair of keys is made of (FIPS 204 algorithm 6).
    public static let seedByteCount = 32
}

extension MLDSA: CustomStringConvertible {
    /// The name of FIPS 204, as `ML-DSA-65`.
    public var description: String { rawValue }
}

/// A private key of ML-DSA as PKCS #8 holds it: its seed, the key written out, or both (RFC 9881 §6).
///
/// The octets only: whether seed and key belong together is for whoever can compute with them.
package struct MLDSAPrivateKey: Sendable {
    /// The forms of the CHOICE.
    package enum Form: Hashable, Sendable {
        case seed, expandedKey, both
    }

    package let set: MLDSA
    package let form: Form

    /// Reads the octets of a `PrivateKeyInfo`'s key.
    ///
    /// - Throws: ``DERError`` for another choice, other lengths than FIPS 204 has, and bytes after the end.
    package init(_ set: MLDSA, der bytes: ArraySlice<UInt8>) throws(DERError) {
        // ML-DSA-XX-PrivateKey ::= CHOICE {
        //     seed         [0] OCTET STRING (SIZE (32)),
        //     expandedKey  OCTET STRING (SIZE (2560 | 4032 | 4896)),
        //     both         SEQUENCE { seed OCTET STRING (SIZE (32)), expandedKey OCTET STRING (…) } }
        var reader = try DERReader(bytes)
        let start = reader.offset
        let octets: (seed: ArraySlice<UInt8>?, expandedKey: ArraySlice<UInt8>?)
        if reader.nextIs(.context(0)) {
            octets = (try reader.optional("seed", implicit: 0, as: ASN1.OctetString.self), nil)
            form = .seed
        } else if reader.nextIs(.sequence) {
            octets = try reader.readSequence("both") {
                (both: inout DERReader) throws(DERError) -> (ArraySlice<UInt8>?, ArraySlice<UInt8>?) in
                (
                    try both.value("seed", as: ASN1.OctetString.self),
                    try both.value("expandedKey", as: ASN1.OctetString.self)
                )
            }
            form = .both
        } else {
            octets = (nil, try reader.value("expandedKey", as: ASN1.OctetString.self))
            form = .expandedKey
        }
        try reader.expectEnd()
        guard octets.seed.map({ $0.count == MLDSA.seedByteCount }) ?? true,
            octets.expandedKey.map({ $0.count == set.expandedKeyByteCount }) ?? true
        else { throw DERError(.invalidValue(.keyLength(of: "\(set)")), at: start) }
        self.set = set
    }
}
