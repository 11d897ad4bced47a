import HoldfastCrypto
import HoldfastX509

/// Every key in the path is of a kind that is verified by, and long enough.
struct WeakKeyRule: TrustRule {
    static let rsa1024 = Requirement(
        "weakKey.rsa1024", .weakKey, source: "NIST SP 800-131A r2 §3; Chromium's verifier refuses below 1024 bits",
        advice: "make a new key of at least 2048 bits (or P-256) and have a certificate issued for it")
    static let rsa2048 = Requirement(
        "weakKey.rsa2048", .weakKey,
        source: "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15; CA/B BR 6.1.5",
        // SSL_CTX_set_security_level(3): level 2 asks for 112 bits, so for RSA of 2048, and is what Debian sets.
        advice:
            "make a new key of at least 2048 bits (or P-256) and have a certificate issued for it: OpenSSL and curl "
            + "refuse this one at their usual security level, 2")
    static let curve = Requirement(
        "weakKey.curve", .weakKey, source: "NIST SP 800-131A r2 §3; CA/B BR 6.1.5",
        advice: "use an RSA key of at least 2048 bits, or one on P-256, P-384 or P-521")
    /// A kind without known weakness by which nothing is verified here.
    static let recognised = Requirement(
        "weakKey.recognised", .unsupportedAlgorithm,
        source: "RFC 5280 §6.1.3(a)(1); RFC 5480, RFC 8410, RFC 4055; CA/B BR 6.1.5",
        advice: "have a certificate issued for an RSA key, or for one on P-256, P-384 or P-521, beside this one")
    static let form = Requirement(
        "weakKey.form", .nonConformingField, source: "RFC 3279 §2.3.1, RFC 4055 §1.2, RFC 5480 §2.1.1, RFC 8410 §3",
        advice: "have the certificate issued anew by software that writes such keys as their RFC does")

    static let bounded = Requirement(
        "weakKey.bounded", .weakKey,
        source: "CVE-2023-3446: the time of a check grows with the key; PublicKey's limits",
        advice: "use an RSA key of 2048 to 4096 bits with the exponent 65537")
    /// With an even exponent nothing can be decrypted; with the exponent 1 the signature is the message itself.
    static let exponent = Requirement(
        "weakKey.exponent", .weakKey, source: "RFC 8017 §3.1; CA/B BR 6.1.6 (\"an odd number equal to 3 or more\")",
        advice: "make a new key with the exponent 65537")
    static let exponentRange = Requirement(
        "weakKey.exponentRange", .weakKey, source: "CA/B BR 6.1.6, SHOULD; NIST SP 800-89 §5.3.3",
        advice: "make a new key with the exponent 65537")
    static let wholeOctets = Requirement(
        "weakKey.wholeOctets", .weakKey,
        source: "CA/B BR 6.1.5 (\"the modulus size, in bits, is evenly divisible by 8\")",
        advice: "make a new key of 2048, 3072 or 4096 bits")
    /// No word about strength: a kind that is verified here, and that the programmes of the public web do not have.
    static let algorithm = Requirement(
        "weakKey.algorithm", .unsupportedAlgorithm,
        source: "CA/B BR 6.1.5, 7.1.3.1 (\"No other algorithms\"); Chromium verifies RSA, ECDSA and ML-DSA alone",
        advice: "use an RSA key, or one on P-256, P-384 or P-521, where browsers are to accept it")
    /// Issuers' keys are used, and so read, when signatures are checked; the leaf's is not before the handshake.
    static let point = Requirement(
        "weakKey.point", .weakKey, source: "RFC 5480 §2.2; NIST SP 800-56A r3 §5.6.2.3.3",
        advice: "have the certificate issued anew for a key that is a point of its curve")
    /// The refusal of DSA keys. Where a profile makes less than an error of it, DSA signatures on certificates and
    /// lists are verified; else they are not even looked at.
    static let dsa = Requirement(
        "weakKey.dsa", .weakKey, source: "FIPS 186-5 (DSA no longer approved); RFC 3279 §2.3.2; CA/B BR 6.1.5",
        advice: "make a new RSA key of at least 2048 bits (or P-256) and have a certificate issued for it")
    static let requirements = [
        rsa1024, rsa2048, curve, recognised, form, bounded, exponent, exponentRange, wholeOctets, algorithm, point, dsa,
    ]
    static let identifiers = Set(requirements.map(\.id))

    var cacheKey: [UInt8]? { Array("weakKey".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            if path.isAnchor(depth: depth), case .basicX509 = judgement.policy.purpose {
                warn(ofAnchor: certificate, at: depth, &judgement)
                continue
            }
            let key = certificate.subjectPublicKeyInfo
            switch key.key {
            case .ec: if depth == 0, !path.isAnchor(depth: 0) { judgePoint(key, &judgement) }
            case .ed25519, .ed448: report(unusual: key, at: depth, &judgement)
            case .mldsa: continue
            case .unknown: report(unread: key, at: depth, &judgement)
            case .rsa(let rsa): judge(rsa, at: depth, &judgement)
            case .rsaPSS(let rsa, _):
                judge(rsa, at: depth, &judgement)
                report(unusual: key, at: depth, &judgement)
            }
        }
    }

    /// As a chain alone an anchor's key is the caller's affair; one that others have factored is said.
    private func warn(ofAnchor certificate: Certificate, at depth: Int, _ judgement: inout Judgement) {
        switch certificate.subjectPublicKeyInfo.key {
        case .rsa(let rsa), .rsaPSS(let rsa, _):
            guard rsa.modulusBits < 1024 else { return }
            judgement.report(
                Self.rsa1024, at: .certificate(depth: depth), seen: "RSA \(rsa.modulusBits) bits",
                expected: "at least 2048 bits",
                message: "the anchor's RSA key has only \(rsa.modulusBits) bits: others can sign with it",
                atMost: .warning)
        case .ec, .ed25519, .ed448, .mldsa, .unknown: return
        }
    }

    private func judgePoint(_ key: SubjectPublicKeyInfo, _ judgement: inout Judgement) {
        guard judgement.memory.publicKey(key) == nil else { return }
        judgement.report(
            Self.point, at: .certificate(depth: 0), seen: "a key that is no point of its curve",
            expected: "a point of the curve \(key.typeName)",
            message: "nobody can have the private key of the key named")
    }

    /// Says why nothing is verified by a key; of one that ``PostQuantumRule`` judges nothing.
    private func report(unread key: SubjectPublicKeyInfo, at depth: Int, _ judgement: inout Judgement) {
        let kind = key.algorithm.keyKind
        let (requirement, expected, sentence): (Requirement, KeyKindSentence, KeyKindSentence)
        switch UnreadKey(key) {
        case nil, .postQuantum: return
        case .dsa:
            judgement.report(
                Self.dsa, at: .certificate(depth: depth), seen: "DSA", expected: KeyKindSentence.kinds.english,
                message: "the key is a DSA key, which nothing signs with any more")
            return
        case .weak: (requirement, expected, sentence) = (Self.curve, .longCurve, .weak(kind))
        case .malformed: (requirement, expected, sentence) = (Self.form, .form, .malformed(kind))
        case .unsupported: (requirement, expected, sentence) = (Self.recognised, .kinds, .unsupported(kind))
        }
        judgement.report(
            requirement, at: .certificate(depth: depth), seen: kind, expected: expected.english,
            message: sentence.english)
    }

    private func report(unusual key: SubjectPublicKeyInfo, at depth: Int, _ judgement: inout Judgement) {
        judgement.report(
            Self.algorithm, at: .certificate(depth: depth), seen: key.typeName,
            expected: "RSA (rsaEncryption), P-256, P-384 or P-521",
            message: "the key is of a kind that browsers do not accept: \(key.typeName)")
    }

    private func judge(_ rsa: RSAPublicKey, at depth: Int, _ judgement: inout Judgement) {
        let bits = rsa.modulusBits
        if bits > PublicKey.maximumModulusBits || rsa.publicExponent.count > PublicKey.maximumExponentBytes {
            judgement.report(
                Self.bounded, at: .certificate(depth: depth),
                seen: "RSA \(bits) bits, exponent of \(rsa.publicExponent.count) bytes",
                expected: "at most \(PublicKey.maximumModulusBits) bits and an exponent below 2^32",
                message: "the RSA key is too large to be computed with")
        }
        let isOdd = (rsa.publicExponent.last ?? 0) & 1 == 1
        if !isOdd || rsa.exponentBits < 2 {
            judgement.report(
                Self.exponent, at: .certificate(depth: depth), seen: Self.exponentText(rsa), expected: "odd, from 3 on",
                message: "the RSA key has an exponent that protects nothing")
        } else if rsa.exponentBits < 17 {
            judgement.report(
                Self.exponentRange, at: .certificate(depth: depth), seen: Self.exponentText(rsa),
                expected: "65537 or more", message: "the RSA key has a small exponent")
        }
        if bits < 2048 {
            judgement.report(
                bits < 1024 ? Self.rsa1024 : Self.rsa2048, at: .certificate(depth: depth), seen: "RSA \(bits) bits",
                expected: "at least 2048 bits", message: "the RSA key has only \(bits) bits")
        } else if !bits.isMultiple(of: 8) {
            judgement.report(
                Self.wholeOctets, at: .certificate(depth: depth), seen: "RSA \(bits) bits",
                expected: "a multiple of 8 bits", message: "the RSA key has \(bits) bits, no whole number of octets")
        }
    }

    private static func exponentText(_ rsa: RSAPublicKey) -> String {
        let value = rsa.publicExponent.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return "exponent \(rsa.publicExponent.count > 8 ? "of \(rsa.exponentBits) bits" : "\(value)")"
    }
}
