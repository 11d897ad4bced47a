/// A DSA public key, as certificates carry it (RFC 3279 §2.3.2): to be recognised, and refused by the standard
/// profiles.
///
/// A ``SubjectPublicKeyInfo`` with such a key is `Key.unknown`: nothing takes it for one that is in use.
public struct DSAPublicKey: Hashable, Sendable {
    /// The domain: two primes and a generator. Numbers are big-endian, without leading zeros.
    public struct Parameters: Hashable, Sendable {
        /// The modulus.
        public let p: ArraySlice<UInt8>
        /// The order of the group that ``g`` generates.
        public let q: ArraySlice<UInt8>
        /// The generator.
        public let g: ArraySlice<UInt8>

        /// The size of the modulus in bits.
        public var bits: Int { (p.first.map { p.count * 8 - $0.leadingZeroBitCount }) ?? 0 }
        /// The size of the group's order in bits.
        public var orderBits: Int { (q.first.map { q.count * 8 - $0.leadingZeroBitCount }) ?? 0 }
    }

    /// The domain; `nil` where the certificate leaves it out: "the certificate issuer's DSA parameters apply to the
    /// subject's DSA key".
    public let parameters: Parameters?
    /// The key itself.
    public let y: ArraySlice<UInt8>
}

// Dss-Parms ::= SEQUENCE {
//     p  INTEGER,
//     q  INTEGER,
//     g  INTEGER }
extension DSAPublicKey.Parameters: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        p = try reader.value("p", as: ASN1.Magnitude.self)
        q = try reader.value("q", as: ASN1.Magnitude.self)
        g = try reader.value("g", as: ASN1.Magnitude.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            for number in [p, q, g] { inner.integer(bytes: number) }
        }
    }
}

extension SubjectPublicKeyInfo {
    /// The DSA key that this is; `nil` for any other, and for one that is not of the form that RFC 3279 gives it.
    public var dsaKey: DSAPublicKey? {
        guard algorithm.algorithm == .dsa, subjectPublicKey.unusedBits == 0,
            var reader = try? DERReader(subjectPublicKey.bytes), let y = try? reader.readUnsigned(),
            reader.isAtEnd
        else { return nil }
        // RFC 5280 §6.1.4(e) treats null parameters as omitted ones.
        guard let bytes = algorithm.parameters, !algorithm.hasNullParameters else {
            return DSAPublicKey(parameters: nil, y: y)
        }
        guard let parameters = try? DSAPublicKey.Parameters(der: bytes) else { return nil }
        return DSAPublicKey(parameters: parameters, y: y)
    }
}

extension AlgorithmIdentifier {
    /// The digest of a DSA signature; `nil` for other algorithms, and where there are parameters: "the encoding SHALL
    /// omit the parameters field" (RFC 3279 §2.2.2, RFC 5758 §3.1).
    public var dsaDigest: DigestAlgorithm? {
        guard parameters == nil else { return nil }
        return switch algorithm {
        case .dsaWithSHA1: .sha1
        case .dsaWithSHA224: .sha224
        case .dsaWithSHA256: .sha256
        default: nil
        }
    }
}
