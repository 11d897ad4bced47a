import HoldfastX509

/// The reason why nothing is verified by a key that was not read as one of a supported kind.
enum UnreadKey: Hashable {
    /// A kind without known weakness that is not verified here.
    case unsupported
    /// A kind that is known to protect too little.
    case weak
    /// DSA, which is no longer approved.
    case dsa
    /// A supported kind that is not written as the RFC of its algorithm has it.
    case malformed
    /// A kind that ``PostQuantumRule`` judges.
    case postQuantum

    /// The reason of a key; nil where it was read.
    init?(_ info: SubjectPublicKeyInfo) {
        guard case .unknown = info.key else { return nil }
        let algorithm = info.algorithm.algorithm
        switch algorithm {
        case _ where algorithm.isPostQuantum: self = .postQuantum
        case .dsa: self = .dsa
        case .rsaEncryption, .rsaPSS, .ed25519, .ed448: self = .malformed
        case .ecPublicKey:
            let curve = info.algorithm.parameters.flatMap { try? ObjectIdentifier(der: $0) }
            // RFC 5480 §2.1.1: "implicitCurve and specifiedCurve MUST NOT be used in PKIX".
            guard let curve, NamedCurve(curve) == nil else {
                self = .malformed
                return
            }
            self = Self.shortCurves.contains(curve) ? .weak : .unsupported
        default: self = .unsupported
        }
    }

    /// Curves whose points have an order below 224 bits, which NIST SP 800-131A r2 §3 disallows. The identifiers are of
    /// SEC 2 appendix A, RFC 5480 §2.1.1.1, X9.62 and RFC 5639 §4.1.
    private static let shortCurves: Set<ObjectIdentifier> = Set(
        // secp112r1, r2, secp128r1, r2, secp160k1, r1, r2, secp192k1; sect113, sect131, sect163, sect193.
        [6, 7, 28, 29, 9, 8, 30, 31, 4, 5, 22, 23, 1, 2, 15, 24, 25].map { ObjectIdentifier(1, 3, 132, 0, $0) }
            // secp192r1, prime192v2 and prime192v3.
            + (1...3).map { ObjectIdentifier(1, 2, 840, 10045, 3, 1, $0) }
            // brainpoolP160r1, t1, brainpoolP192r1, t1.
            + (1...4).map { ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, $0) })
}

extension ObjectIdentifier {
    /// Whether it names signatures that can be forged, or that are no longer approved: over a digest for which
    /// collisions are made or cost below 2^112 (NIST SP 800-131A r2 §9), or by DSA (FIPS 186-5).
    ///
    /// An identifier with parameters that its RFC does not give it is among them, by what it names.
    var isWeakSignature: Bool { Self.weakSignatures.contains(self) }

    private static let weakSignatures: Set<ObjectIdentifier> = Set(
        [.md5WithRSAEncryption, .sha1WithRSAEncryption, .ecdsaWithSHA1]
            // RFC 8017 appendix A.2.4: MD2; RFC 2437's forerunner PKCS #1 1.5: MD4.
            + (2...3).map { ObjectIdentifier(1, 2, 840, 113_549, 1, 1, $0) }
            // OIW: MD4 and MD5 with RSA, DSA with SHA, SHA with RSA, DSA with SHA-1, SHA-1 with RSA.
            + [2, 3, 4, 13, 15, 27, 29].map { ObjectIdentifier(1, 3, 14, 3, 2, $0) }
            // RIPEMD-160, -128 and -256 with RSA (TeleTrusT); the last has the strength of the second.
            + (2...4).map { ObjectIdentifier(1, 3, 36, 3, 3, 1, $0) }
            // RFC 3279 §2.2.2; RFC 5758 §3.1 and NIST's register: DSA.
            + [ObjectIdentifier(1, 2, 840, 10040, 4, 3)]
            + (1...8).map { ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, $0) })
}
