import HoldfastStatements
import HoldfastX509

/// No signature below the anchor rests on a digest for which collisions are made.
struct WeakSignatureRule: StandardRule {
    static let digest = Requirement(
        "weakSignature.digest", .weakSignature,
        source: "RFC 9155 §2 (for TLS), CA/B BR 7.1.3.2; Apple, Requirements for trusted certificates in iOS 13",
        advice: SignatureSentence.signWithGoodDigest)
    /// No word about strength: a way that is verified here, and that the programmes of the public web do not have.
    static let encoding = Requirement(
        "weakSignature.encoding", .unsupportedAlgorithm,
        source: "CA/B BR 7.1.3.2; Chromium, bssl::ParseSignatureAlgorithm",
        advice: SignatureSentence.signAsProgrammes)
    static let curveDigest = Requirement(
        "weakSignature.curveDigest", .weakSignature, source: "CA/B BR 7.1.3.2.2",
        advice: SignatureSentence.signByCurve)
    static let requirements = [digest, encoding, curveDigest]
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("weakSignature".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            guard Self.isWeak(certificate.signatureAlgorithm) else {
                judge(form: certificate, by: path.certificates.dropFirst(depth + 1).first, at: depth, &judgement)
                continue
            }
            judgement.report(
                Self.digest, at: .certificate(depth: depth), seen: certificate.signatureAlgorithm.inSentence.sentence,
                expected: SignatureSentence.goodDigest,
                message: SignatureSentence.forgeable(algorithm: certificate.signatureAlgorithm.inSentence))
        }
    }

    private func judge(
        form certificate: Certificate, by issuer: Certificate?, at depth: Int, _ judgement: inout Judgement
    ) {
        let algorithm = certificate.signatureAlgorithm
        switch algorithm {
        // What is unknown was not checked either: the signature rule refuses it.
        case .unknown: return
        // The key that made it is judged by PostQuantumRule.
        case .mldsa: return
        default: break
        }
        guard Self.encodings.contains(certificate.signatureAlgorithmIdentifier) else {
            let fault = AlgorithmFault(programmes: certificate.signatureAlgorithmIdentifier)
            judgement.report(
                Self.encoding, at: .certificate(depth: depth), seen: fault?.seen ?? algorithm.inSentence.sentence,
                expected: fault?.expected ?? SignatureSentence.asProgrammes,
                message: fault.map { AlgorithmFormSentence.signedOtherwise($0.seen.statement) }
                    ?? SignatureSentence.notByBrowsers(algorithm: algorithm.inSentence), advice: fault?.advice)
            return
        }
        guard case .ecdsa(let digest) = algorithm, case .ec(let curve, _)? = issuer?.subjectPublicKeyInfo.key,
            digest != Self.digest(of: curve)
        else { return }
        judgement.report(
            Self.curveDigest, at: .certificate(depth: depth),
            seen: SignatureSentence.byKey(algorithm: algorithm.inSentence, key: curve.rawValue),
            expected: SignatureSentence.ecdsaWith(digest: "\(Self.digest(of: curve))"),
            message: SignatureSentence.signedByKey(algorithm: algorithm.inSentence, key: curve.rawValue))
    }

    private static func digest(of curve: NamedCurve) -> DigestAlgorithm {
        switch curve {
        case .p256: .sha256
        case .p384: .sha384
        case .p521: .sha512
        }
    }

    /// "the AlgorithmIdentifier MUST be byte-for-byte identical" to one of these.
    private static let encodings: Set<AlgorithmIdentifier> = Set(
        [DigestAlgorithm.sha256, .sha384, .sha512].flatMap { digest in
            [
                SignatureAlgorithm.rsaPKCS1(digest).identifier, SignatureAlgorithm.ecdsa(digest).identifier,
                SignatureAlgorithm.rsaPSS(RSAPSSParameters(digest)).identifier,
            ]
        })

    static func isWeak(_ algorithm: SignatureAlgorithm) -> Bool {
        switch algorithm {
        case .rsaPKCS1(let digest), .ecdsa(let digest): isWeak(digest)
        case .rsaPSS(let parameters): isWeak(parameters.digest) || isWeak(parameters.maskGenerationDigest)
        // What is unknown was not checked either: the signature rule refuses it.
        case .ed25519, .ed448, .mldsa, .unknown: false
        }
    }

    private static func isWeak(_ digest: DigestAlgorithm) -> Bool { digest == .md5 || digest == .sha1 }
}
