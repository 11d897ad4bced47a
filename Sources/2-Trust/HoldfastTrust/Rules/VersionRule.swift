import HoldfastStatements
import HoldfastX509

/// Certificates are version 3; extensions appear in no other.
///
/// RFC 5280 lets a version 1 certificate without extensions end a path; it can only not be a TLS server's or client's,
/// whose name and purpose stand in extensions.
struct VersionRule: StandardRule {
    static let version3 = Requirement(
        "version.v3", .unsupportedVersion, source: "RFC 5280 §4.1.2.1, §4.1.2.9, §6.1.4(k); CA/B BR 7.1.1",
        advice: CertificateFormAdvice.issueVersion3)
    static let requirements = [version3]
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("version".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated()
        where certificate.version != .v3 && !path.isAnchor(depth: depth) {
            let hasExtensions = !certificate.extensions.isEmpty
            guard depth > 0 || judgement.policy.purpose.isTLS || hasExtensions else { continue }
            let number = certificate.version.rawValue + 1
            judgement.report(
                Self.version3, at: .certificate(depth: depth),
                seen: hasExtensions ? CertificateFormSentence.versionWithExtensions(number) : .version(number),
                expected: CertificateFormSentence.version(3), message: CertificateFormSentence.isOfVersion(number))
        }
    }
}
