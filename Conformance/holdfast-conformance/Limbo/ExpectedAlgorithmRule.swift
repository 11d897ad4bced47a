import HoldfastTrust
import HoldfastX509

/// Every certificate below the anchor is signed by an algorithm that a case accepts; any, where it names none.
struct ExpectedAlgorithmRule: TrustRule {
    let names: [String]

    private static let accepted = Requirement(
        "limbo.signatureAlgorithm", .weakSignature, source: "x509-limbo, signature_algorithms", advice: "see the case")

    var cacheKey: [UInt8]? { nil }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard !names.isEmpty else { return }
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            let name = LimboTerms.name(certificate.signatureAlgorithm)
            guard !(name.map(names.contains) ?? false) else { continue }
            judgement.report(
                Self.accepted, at: .certificate(depth: depth), seen: name ?? "\(certificate.signatureAlgorithm)",
                expected: names.joined(separator: ", "),
                message: "the certificate is signed by an algorithm that is not accepted")
        }
    }
}
