import HoldfastX509

/// Every certificate below the anchor is signed by the key of the one above it.
struct SignatureRule: TrustRule {
    static let verifies = Requirement(
        "signature.verifies", .badSignature, source: "RFC 5280 §6.1.3(a)(1)",
        advice: "install the certificate again as its authority delivered it, with the intermediate that signed it")
    static let supported = Requirement(
        "signature.supported", .weakSignature, source: "RFC 5280 §6.1.3(a)(1), RFC 4055, RFC 5480, RFC 8410",
        advice: "have the certificate issued anew with ECDSA, RSA or Ed25519 and SHA-256 or better")

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
                judgement.report(
                    Self.supported, at: .certificate(depth: depth),
                    seen: "\(certificate.signatureAlgorithm) by a \(issuer.subjectPublicKeyInfo.typeName) key",
                    expected: "RSA, RSA-PSS, ECDSA (P-256, P-384, P-521), Ed25519 or Ed448",
                    message: "the signature is of a kind that is not supported, so it was not checked")
            }
        }
    }
}
