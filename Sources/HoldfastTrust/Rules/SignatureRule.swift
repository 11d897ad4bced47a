import HoldfastCrypto
import HoldfastX509

/// Every certificate below the anchor is signed by the key of the one above it.
struct SignatureRule: TrustRule {
    static let verifies = Requirement(
        "signature.verifies", .badSignature, source: "RFC 5280 §6.1.3(a)(1)",
        advice: "install the certificate again as its authority delivered it, with the intermediate that signed it")
    /// The signature was not checked, and is of a kind that is known to protect too little; or the key that would have
    /// made it is none that can be computed with.
    static let supported = Requirement(
        "signature.supported", .weakSignature, source: "RFC 5280 §6.1.3(a)(1); NIST SP 800-131A r2 §3, §9; FIPS 186-5",
        advice: "have the certificate issued anew with ECDSA, RSA or Ed25519 and SHA-256 or better")
    /// The signature is of an algorithm that the libcrypto of this process does not have.
    static let library = Requirement(
        "signature.library", .unsupportedAlgorithm, source: PostQuantumRule.library.source,
        advice: PostQuantumRule.library.advice)
    /// The signature is of an algorithm without known weakness that is known by name alone.
    static let recognised = Requirement(
        "signature.recognised", .unsupportedAlgorithm, source: "RFC 5280 §6.1.3(a)(1)",
        advice: "have the certificate issued anew with RSA or ECDSA and SHA-256 or better, or with ML-DSA (RFC 9881)")

    var cacheKey: [UInt8]? { Array("signature".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, signature) in path.signatures.enumerated() {
            let certificate = path.certificates[depth]
            let issuer = path.certificates[depth + 1]
            switch signature {
            case .verified: continue
            // The path cannot be trusted anyhow, or the evaluator says which limit was passed: of a signature that was
            // not checked nothing is said.
            case .unchecked: continue
            case .failed:
                judgement.report(
                    Self.verifies, at: .certificate(depth: depth),
                    seen: "a signature that does not verify",
                    expected: "one made by \(certificate.signatureAlgorithm) with the key of \(issuer.subject)",
                    message: "the signature on the certificate was not made by the key of its issuer")
            case .unsupported:
                let (requirement, message) = Self.reason(whyUnsupported: certificate, issuer)
                judgement.report(
                    requirement, at: .certificate(depth: depth),
                    seen: "\(certificate.signatureAlgorithm) by a \(issuer.subjectPublicKeyInfo.typeName) key",
                    expected:
                        "RSA, RSA-PSS, ECDSA (P-256, P-384, P-521), Ed25519, Ed448, or ML-DSA where OpenSSL has it",
                    message: message)
            }
        }
    }

    /// The requirement that a signature misses that was not checked, and words for it.
    ///
    /// - Parameters:
    ///   - certificate: the certificate with the signature.
    ///   - issuer: the one whose key would have made it.
    static func reason(
        whyUnsupported certificate: Certificate, _ issuer: Certificate
    ) -> (requirement: Requirement, message: String) {
        let key = issuer.subjectPublicKeyInfo
        if let name = key.algorithmNotInLibrary {
            return (library, PostQuantumSentence.signatureNotInLibrary(name).english)
        }
        let algorithms = [certificate.signatureAlgorithmIdentifier.algorithm, key.algorithm.algorithm]
        if let known = algorithms.first(where: \.isPostQuantum) {
            let name = known.name ?? known.description
            return MLDSA(known) != nil
                ? (PostQuantumRule.form, PostQuantumSentence.malformedSignature(name).english)
                : (recognised, PostQuantumSentence.signatureByName(name).english)
        }
        let unread = UnreadKey(key)
        if algorithms[0].isWeakSignature || unread == .weak || unread == .dsa {
            return (supported, KeyKindSentence.signatureWeak.english)
        }
        if unread == .malformed { return (WeakKeyRule.form, KeyKindSentence.signatureByMalformed.english) }
        guard unread == nil, SignatureChecker.isKnown(certificate.signatureAlgorithm) else {
            return (recognised, KeyKindSentence.signatureUnsupported.english)
        }
        return (supported, KeyKindSentence.signatureByBrokenKey.english)
    }
}
