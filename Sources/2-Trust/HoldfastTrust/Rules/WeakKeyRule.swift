import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// Every key in the path is of a kind that is verified by, and long enough.
struct WeakKeyRule: StandardRule {
    static let rsa1024 = requirement(
        "weakKey.rsa1024", .weakKey, source: "NIST SP 800-131A r2 §3; Chromium's verifier refuses below 1024 bits",
        advice: KeySentence.makeLongerKey)
    static let rsa2048 = requirement(
        "weakKey.rsa2048", .weakKey,
        source: "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15; CA/B BR 6.1.5",
        // SSL_CTX_set_security_level(3): level 2 asks for 112 bits, so for RSA of 2048, and is what Debian sets.
        advice: KeySentence.makeLongerKeyForOpenSSL)
    static let curve = requirement(
        "weakKey.curve", .weakKey, source: "NIST SP 800-131A r2 §3; CA/B BR 6.1.5",
        advice: KeySentence.useCommonKey)
    /// A kind without known weakness by which nothing is verified here.
    static let recognised = requirement(
        "weakKey.recognised", .unsupportedAlgorithm,
        source: "RFC 5280 §6.1.3(a)(1); RFC 5480, RFC 8410, RFC 4055; CA/B BR 6.1.5",
        advice: KeySentence.haveBeside)
    static let form = requirement(
        "weakKey.form", .nonConformingField, source: "RFC 3279 §2.3.1, RFC 4055 §1.2, RFC 5480 §2.1.1, RFC 8410 §3",
        advice: KeySentence.writeAsRFC)

    static let bounded = requirement(
        "weakKey.bounded", .weakKey,
        source: "CVE-2023-3446: the time of a check grows with the key; PublicKey's limits",
        advice: KeySentence.useBoundedKey)
    /// With an even exponent nothing can be decrypted; with the exponent 1 the signature is the message itself.
    static let exponent = requirement(
        "weakKey.exponent", .weakKey, source: "RFC 8017 §3.1; CA/B BR 6.1.6 (\"an odd number equal to 3 or more\")",
        advice: KeySentence.makeExponent)
    static let exponentRange = requirement(
        "weakKey.exponentRange", .weakKey, source: "CA/B BR 6.1.6, SHOULD; NIST SP 800-89 §5.3.3",
        advice: KeySentence.makeExponent)
    static let wholeOctets = requirement(
        "weakKey.wholeOctets", .weakKey,
        source: "CA/B BR 6.1.5 (\"the modulus size, in bits, is evenly divisible by 8\")",
        advice: KeySentence.makeWholeOctets)
    /// No word about strength: a kind that is verified here, and that the programmes of the public web do not have.
    static let algorithm = requirement(
        "weakKey.algorithm", .unsupportedAlgorithm,
        source: "CA/B BR 6.1.5, 7.1.3.1 (\"No other algorithms\"); Chromium verifies RSA, ECDSA and ML-DSA alone",
        advice: KeySentence.useForBrowsers)
    /// Issuers' keys are used, and so read, when signatures are checked; the leaf's is not before the handshake.
    static let point = requirement(
        "weakKey.point", .weakKey, source: "RFC 5480 §2.2; NIST SP 800-56A r3 §5.6.2.3.3",
        advice: KeySentence.issueForPoint)
    /// The refusal of DSA keys. Where a profile makes less than an error of it, DSA signatures on certificates and
    /// lists are verified; else they are not even looked at.
    static let dsa = requirement(
        "weakKey.dsa", .weakKey, source: "FIPS 186-5 (DSA no longer approved); RFC 3279 §2.3.2; CA/B BR 6.1.5",
        advice: KeySentence.makeRSAKey)
    static let requirements = [
        rsa1024, rsa2048, curve, recognised, form, bounded, exponent, exponentRange, wholeOctets, algorithm, point, dsa,
    ]
    static let judgesCertificatesAlone = true

    private static func requirement(
        _ id: String, _ code: FindingCode, source: String, advice: any Sentence
    ) -> Requirement {
        Requirement(id, code, source: source, advice: advice, isAboutKey: true)
    }

    /// Whether a profile refuses DSA keys under every anchor: their signatures are then not even looked at.
    static func refusesDSA(_ profile: Profile) -> Bool {
        [AnchorKind.own, .publicWeb].allSatisfy { profile.severity(of: dsa, under: $0) == .error }
    }

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
                Self.rsa1024, at: .certificate(depth: depth), seen: KeySentence.rsaBits(rsa.modulusBits),
                expected: KeySentence.atLeast2048, message: KeySentence.anchorBits(rsa.modulusBits), atMost: .warning)
        case .ec, .ed25519, .ed448, .mldsa, .unknown: return
        }
    }

    private func judgePoint(_ key: SubjectPublicKeyInfo, _ judgement: inout Judgement) {
        guard judgement.memory.publicKey(key) == nil else { return }
        judgement.report(
            Self.point, at: .certificate(depth: 0), seen: KeySentence.noPoint,
            expected: KeySentence.pointOf(curve: key.curveName ?? key.typeName), message: KeySentence.noPrivateKey)
    }

    /// Says why nothing is verified by a key; of one that ``PostQuantumRule`` judges nothing.
    private func report(unread key: SubjectPublicKeyInfo, at depth: Int, _ judgement: inout Judgement) {
        let kind = KeyKindSentence(key.algorithm)
        let (requirement, expected, sentence): (Requirement, KeySentence, KeySentence)
        switch UnreadKey(key) {
        case nil, .postQuantum: return
        case .dsa:
            judgement.report(
                Self.dsa, at: .certificate(depth: depth), seen: Verbatim("DSA"), expected: KeySentence.kinds,
                message: KeySentence.dsa)
            return
        case .weak: (requirement, expected, sentence) = (Self.curve, .longCurve, .weak(kind: kind.statement))
        case .malformed:
            if let fault = AlgorithmFault(key: key.algorithm) {
                judgement.report(
                    Self.form, at: .certificate(depth: depth), seen: fault.seen, expected: fault.expected,
                    message: AlgorithmFormSentence.key(fault.seen.statement), advice: fault.advice)
                return
            }
            (requirement, expected, sentence) = (Self.form, .asRFC, .malformed(kind: kind.statement))
        case .unsupported:
            (requirement, expected, sentence) = (Self.recognised, .kinds, .unsupported(kind: kind.statement))
        }
        judgement.report(
            requirement, at: .certificate(depth: depth), seen: kind, expected: expected, message: sentence)
    }

    private func report(unusual key: SubjectPublicKeyInfo, at depth: Int, _ judgement: inout Judgement) {
        judgement.report(
            Self.algorithm, at: .certificate(depth: depth), seen: Verbatim(key.typeName),
            expected: PostQuantumSentence.programmes, message: KeySentence.notByBrowsers(name: key.typeName))
    }

    private func judge(_ rsa: RSAPublicKey, at depth: Int, _ judgement: inout Judgement) {
        let bits = rsa.modulusBits
        if bits > PublicKey.maximumModulusBits || rsa.publicExponent.count > PublicKey.maximumExponentBytes {
            judgement.report(
                Self.bounded, at: .certificate(depth: depth),
                seen: KeySentence.rsaSize(bits: bits, exponentBytes: rsa.publicExponent.count),
                expected: KeySentence.atMost(bits: PublicKey.maximumModulusBits), message: KeySentence.tooLarge)
        }
        let isOdd = (rsa.publicExponent.last ?? 0) & 1 == 1
        if !isOdd || rsa.exponentBits < 2 {
            judgement.report(
                Self.exponent, at: .certificate(depth: depth), seen: Self.exponent(of: rsa),
                expected: KeySentence.oddFrom3, message: KeySentence.uselessExponent)
        } else if rsa.exponentBits < 17 {
            judgement.report(
                Self.exponentRange, at: .certificate(depth: depth), seen: Self.exponent(of: rsa),
                expected: KeySentence.from65537, message: KeySentence.smallExponent)
        }
        if bits < 2048 {
            judgement.report(
                bits < 1024 ? Self.rsa1024 : Self.rsa2048, at: .certificate(depth: depth),
                seen: KeySentence.rsaBits(bits),
                expected: KeySentence.atLeast2048, message: KeySentence.fewBits(bits))
        } else if !bits.isMultiple(of: 8) {
            judgement.report(
                Self.wholeOctets, at: .certificate(depth: depth), seen: KeySentence.rsaBits(bits),
                expected: KeySentence.wholeOctets, message: KeySentence.noWholeOctets(bits: bits))
        }
    }

    private static func exponent(of rsa: RSAPublicKey) -> KeySentence {
        guard rsa.publicExponent.count <= 8 else { return .exponentBits(rsa.exponentBits) }
        return .exponent(rsa.publicExponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
