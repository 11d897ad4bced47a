import HoldfastStatements
import HoldfastX509

/// No extension appears twice: readers would disagree about which one counts.
struct DuplicateExtensionRule: StandardRule {
    static let once = Requirement(
        "duplicateExtension.once", .duplicateExtension, source: "RFC 5280 §4.2",
        advice: ExtensionSentence.issueWithEachOnce)

    /// Findings a certificate: one refuses it, and ten thousand say no more.
    private static let maximumFindings = 16
    static let requirements = [once]
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("duplicateExtension".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated()
        where !path.isAnchor(depth: depth) && certificate.repeatsExtensions {
            var seen: Set<ObjectIdentifier> = []
            var reported: Set<ObjectIdentifier> = []
            for item in certificate.extensions where !seen.insert(item.oid).inserted {
                guard reported.count < Self.maximumFindings else { break }
                guard reported.insert(item.oid).inserted else { continue }
                judgement.report(
                    Self.once, at: .certificate(depth: depth),
                    seen: ExtensionSentence.moreThanOnce(item.oid), expected: ExtensionSentence.once,
                    message: ExtensionSentence.twice(item.oid))
            }
        }
    }
}
