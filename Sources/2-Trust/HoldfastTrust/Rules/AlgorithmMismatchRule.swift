import HoldfastStatements
import HoldfastX509

/// The signature algorithm stated inside the signed part equals the one outside it.
struct AlgorithmMismatchRule: StandardRule {
    static let same = Requirement(
        "algorithmMismatch.same", .algorithmMismatch, source: "RFC 5280 §4.1.1.2",
        advice: SignatureSentence.issueByOtherTool)
    static let requirements = [same]

    var cacheKey: [UInt8]? { Array("algorithmMismatch".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            guard certificate.tbsSignatureAlgorithm.bytes != certificate.signatureAlgorithmIdentifier.bytes else {
                continue
            }
            judgement.report(
                Self.same, at: .certificate(depth: depth),
                seen: SignatureSentence.insideAndOutside(
                    inside: SignatureAlgorithm(certificate.tbsSignatureAlgorithm).inSentence,
                    outside: certificate.signatureAlgorithm.inSentence),
                expected: SignatureSentence.sameIdentifier, message: SignatureSentence.twoAlgorithms)
        }
    }
}
