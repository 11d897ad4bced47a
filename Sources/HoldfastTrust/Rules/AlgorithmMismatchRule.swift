import HoldfastX509

/// The signature algorithm stated inside the signed part equals the one outside it.
struct AlgorithmMismatchRule: TrustRule {
    static let same = Requirement(
        "algorithmMismatch.same", .algorithmMismatch, source: "RFC 5280 §4.1.1.2",
        advice: "have the certificate issued anew; the tool that made it is at fault")

    var cacheKey: [UInt8]? { Array("algorithmMismatch".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            guard certificate.tbsSignatureAlgorithm.bytes != certificate.signatureAlgorithmIdentifier.bytes else {
                continue
            }
            judgement.report(
                Self.same, at: .certificate(depth: depth),
                seen: "\(SignatureAlgorithm(certificate.tbsSignatureAlgorithm)) inside, "
                    + "\(certificate.signatureAlgorithm) outside",
                expected: "the same identifier in both places",
                message: "the certificate names two different signature algorithms")
        }
    }
}
