import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// Every certificate below the anchor is signed by the key of the one above it.
struct SignatureRule: StandardRule {
    static let verifies = Requirement(
        "signature.verifies", .badSignature, source: "RFC 5280 §6.1.3(a)(1)",
        advice: SignatureSentence.installAgain)
    /// The signature was not checked, and is of a kind that is known to protect too little; or the key that would have
    /// made it is none that can be computed with.
    static let supported = Requirement(
        "signature.supported", .weakSignature, source: "RFC 5280 §6.1.3(a)(1); NIST SP 800-131A r2 §3, §9; FIPS 186-5",
        advice: SignatureSentence.issueWithGoodDigest)
    /// The signature is of an algorithm that the libcrypto of this process does not have.
    static let library = Requirement(
        "signature.library", .unsupportedAlgorithm, source: PostQuantumRule.library.source,
        advice: PostQuantumSentence.judgeElsewhere)
    /// The signature is of an algorithm without known weakness that is known by name alone.
    static let recognised = Requirement(
        "signature.recognised", .unsupportedAlgorithm, source: "RFC 5280 §6.1.3(a)(1)",
        advice: SignatureSentence.issueWithKnownAlgorithm)
    static let requirements = [verifies, supported, library, recognised]

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
                    seen: SignatureSentence.notVerified,
                    expected: SignatureSentence.madeBy(
                        algorithm: certificate.signatureAlgorithm.inSentence, issuer: "\(issuer.subject)"),
                    message: SignatureSentence.notMadeByIssuer)
            case .unsupported:
                let (requirement, message) = Self.reason(whyUnsupported: certificate, issuer)
                let fault = requirement == Self.recognised ? Self.fault(of: certificate) : nil
                judgement.report(
                    requirement, at: .certificate(depth: depth),
                    seen: fault?.seen
                        ?? SignatureSentence.byKey(
                            algorithm: certificate.signatureAlgorithm.inSentence,
                            key: issuer.subjectPublicKeyInfo.typeName),
                    expected: fault?.expected ?? SignatureSentence.supported, message: message, advice: fault?.advice)
            }
        }
    }

    private static func fault(of certificate: Certificate) -> AlgorithmFault? {
        AlgorithmFault(signature: certificate.signatureAlgorithmIdentifier)
    }

    /// The requirement that a signature misses that was not checked, and words for it.
    ///
    /// - Parameters:
    ///   - certificate: the certificate with the signature.
    ///   - issuer: the one whose key would have made it.
    static func reason(
        whyUnsupported certificate: Certificate, _ issuer: Certificate
    ) -> (requirement: Requirement, message: any Sentence) {
        let key = issuer.subjectPublicKeyInfo
        if let name = key.algorithmNotInLibrary {
            return (library, PostQuantumSentence.signatureNotInLibrary(name: name))
        }
        let algorithms = [certificate.signatureAlgorithmIdentifier.algorithm, key.algorithm.algorithm]
        if let known = algorithms.first(where: \.isPostQuantum) {
            let name = known.name ?? known.description
            return MLDSA(known) != nil
                ? (PostQuantumRule.form, PostQuantumSentence.malformedSignature(name: name))
                : (recognised, PostQuantumSentence.signatureByName(name: name))
        }
        let unread = UnreadKey(key)
        if algorithms[0].isWeakSignature || unread == .weak || unread == .dsa {
            return (supported, SignatureSentence.weak)
        }
        if unread == .malformed { return (WeakKeyRule.form, SignatureSentence.byMalformedKey) }
        if unread == nil, let fault = fault(of: certificate) {
            return (recognised, AlgorithmFormSentence.signature(fault.seen.statement))
        }
        guard unread == nil, SignatureChecker.isKnown(certificate.signatureAlgorithm) else {
            return (recognised, SignatureSentence.unsupported)
        }
        return (supported, SignatureSentence.byBrokenKey)
    }
}
