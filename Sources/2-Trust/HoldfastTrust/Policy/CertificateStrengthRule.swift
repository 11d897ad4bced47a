package import HoldfastStatements
package import HoldfastX509

/// The server's certificate has a key, a signature and a signer of a certain strength, whoever vouches for it.
///
/// A rule for ``TrustPolicy/rules``: what Apple's App Transport Security asks for beyond the profile, under anchors of
/// one's own too. Its findings have the code ``FindingCode/appTransportSecurity`` and are errors under every profile.
public struct CertificateStrengthRule: TrustRule, Hashable {
    private static let source = "Apple, Preventing Insecure Network Connections"
    static let key = Requirement(
        "appTransportSecurity.key", .appTransportSecurity, source: source,
        advice: CertificateStrengthSentence.useStrongerKeys)
    static let digest = Requirement(
        "appTransportSecurity.digest", .appTransportSecurity, source: source,
        advice: CertificateStrengthSentence.signWithSHA256)

    /// Bits that the modulus of an RSA key has at least; 0 for no bound.
    public var minimumRSABits: Int
    /// Bits that the order of an elliptic curve has at least; 0 for no bound.
    public var minimumECBits: Int
    /// Whether the certificate has to be signed with a digest of SHA-2 of at least 256 bits.
    public var requiresSHA2: Bool

    /// States what is asked for.
    ///
    /// Apple says both that the certificate has to be "signed with" such a key and that its key has to be one: the
    /// server's own key is looked at, and the one that signed its certificate. Keys of other kinds are none, so that a
    /// bound refuses them.
    public init(minimumRSABits: Int, minimumECBits: Int, requiresSHA2: Bool) {
        (self.minimumRSABits, self.minimumECBits) = (minimumRSABits, minimumECBits)
        self.requiresSHA2 = requiresSHA2
    }

    /// Whether it asks for anything.
    public var isEmpty: Bool { minimumRSABits <= 0 && minimumECBits <= 0 && !requiresSHA2 }

    /// The rule that asks for what this one and another ask for.
    public func merged(with other: CertificateStrengthRule) -> CertificateStrengthRule {
        CertificateStrengthRule(
            minimumRSABits: max(minimumRSABits, other.minimumRSABits),
            minimumECBits: max(minimumECBits, other.minimumECBits), requiresSHA2: requiresSHA2 || other.requiresSHA2)
    }

    public var cacheKey: [UInt8]? {
        Array("certificateStrength \(minimumRSABits) \(minimumECBits) \(requiresSHA2)".utf8)
    }

    public func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        if let leaf = path.certificates.first, let seen = shortcoming(of: leaf) {
            judgement.report(
                Self.key, at: .certificate(depth: 0), seen: seen,
                expected: CertificateStrengthSentence.leastBits(rsa: minimumRSABits, curve: minimumECBits),
                message: CertificateStrengthSentence.serversKey)
        }
        if path.certificates.count > 1, let seen = shortcoming(of: path.certificates[1]) {
            judgement.report(
                Self.key, at: .certificate(depth: 1), seen: seen,
                expected: CertificateStrengthSentence.leastBits(rsa: minimumRSABits, curve: minimumECBits),
                message: CertificateStrengthSentence.signersKey)
        }
        guard requiresSHA2, let leaf = path.certificates.first, !Self.isSHA2(leaf.signatureAlgorithm) else { return }
        let algorithm = leaf.signatureAlgorithm.inSentence
        judgement.report(
            Self.digest, at: .certificate(depth: 0), seen: algorithm.sentence,
            expected: CertificateStrengthSentence.digests,
            message: CertificateStrengthSentence.signature(algorithm: algorithm))
    }

    /// The key of a certificate, in words, where it has too few bits.
    package func shortcoming(of certificate: Certificate) -> (any Sentence)? {
        let key = certificate.subjectPublicKeyInfo
        switch key.key {
        case .rsa(let rsa), .rsaPSS(let rsa, _):
            return rsa.modulusBits < minimumRSABits ? CertificateStrengthSentence.shortRSA(bits: rsa.modulusBits) : nil
        case .ec(let curve, _):
            return curve.bits < minimumECBits ? CertificateStrengthSentence.otherKey(type: key.typeName) : nil
        case .ed25519, .ed448, .mldsa, .unknown:
            return max(minimumRSABits, minimumECBits) > 0
                ? CertificateStrengthSentence.otherKey(type: key.typeName) : nil
        }
    }

    /// "the Secure Hash Algorithm 2 (SHA-2) with a digest length […] of at least 256 bits". Ed25519 signs by SHA-512
    /// (RFC 8032 §5.1), Ed448 and ML-DSA by SHAKE256.
    package static func isSHA2(_ algorithm: SignatureAlgorithm) -> Bool {
        switch algorithm {
        case .rsaPKCS1(let digest), .ecdsa(let digest): isSHA2(digest)
        case .rsaPSS(let parameters): isSHA2(parameters.digest) && isSHA2(parameters.maskGenerationDigest)
        case .ed25519: true
        case .ed448, .mldsa, .unknown: false
        }
    }

    private static func isSHA2(_ digest: DigestAlgorithm) -> Bool { [.sha256, .sha384, .sha512].contains(digest) }
}
