import HoldfastX509

/// No signature below the anchor rests on a digest for which collisions are made.
struct WeakSignatureRule: TrustRule {
    static let digest = Requirement(
        "weakSignature.digest", .weakSignature,
        source: "RFC 9155 §2 (for TLS), CA/B BR 7.1.3.2; Apple, Requirements for trusted certificates in iOS 13",
        advice: "have the certificate issued anew, signed with SHA-256 or better")

    var cacheKey: [UInt8]? { Array("weakSignature".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            guard Self.isWeak(certificate.signatureAlgorithm) else { continue }
            judgement.report(
                Self.digest, at: .certificate(depth: depth), seen: "\(certificate.signatureAlgorithm)",
                expected: "SHA-256 or better",
                message: "the certificate is signed with \(certificate.signatureAlgorithm), which can be forged")
        }
    }

    private static func isWeak(_ algorithm: SignatureAlgorithm) -> Bool {
        switch algorithm {
        case .rsaPKCS1(let digest), .ecdsa(let digest): isWeak(digest)
        case .rsaPSS(let parameters): isWeak(parameters.digest) || isWeak(parameters.maskGenerationDigest)
        // What is unknown was not checked either: the signature rule refuses it.
        case .ed25519, .ed448, .unknown: false
        }
    }

    private static func isWeak(_ digest: DigestAlgorithm) -> Bool { digest == .md5 || digest == .sha1 }
}
