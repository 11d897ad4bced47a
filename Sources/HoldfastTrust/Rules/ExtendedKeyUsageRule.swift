import HoldfastX509

/// The leaf is made for the purpose, and no authority above it is restricted to other purposes.
struct ExtendedKeyUsageRule: TrustRule {
    static let leaf = Requirement(
        "extendedKeyUsage.leaf", .extendedKeyUsage, source: "RFC 5280 §4.2.1.12",
        advice: "have the certificate issued with the extended key usage that its role needs")
    static let present = Requirement(
        "extendedKeyUsage.present", .extendedKeyUsage,
        source: "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15; CA/B BR 7.1.2.7.6",
        advice: "have the certificate issued with the extended key usage serverAuth")
    /// Not in RFC 5280; every browser, Apple, OpenSSL and Go apply it, and sub-authorities are limited by it.
    static let authority = Requirement(
        "extendedKeyUsage.authority", .extendedKeyUsage, source: "CA/B BR 7.1.2.10.6, Mozilla Root Store Policy 5.3",
        advice: "have the certificate issued by an authority that may issue for this purpose")

    var cacheKey: [UInt8]? { Array("extendedKeyUsage".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard let purpose = judgement.policy.purpose.extendedKeyUsage else { return }
        for (depth, certificate) in path.certificates.enumerated() {
            guard depth == 0 || !path.isAnchor(depth: depth) else { continue }
            guard let usages = certificate.extendedKeyUsage else {
                if depth == 0, !path.isAnchor(depth: 0) {
                    judgement.report(
                        Self.present, at: .certificate(depth: 0), seen: "no extended key usage",
                        expected: Self.name(purpose),
                        message: "the certificate does not say what its key may be used for")
                }
                continue
            }
            guard !usages.contains(purpose), !usages.contains(.anyExtendedKeyUsage) else { continue }
            let list = usages.isEmpty ? "an empty list" : usages.map(Self.name).joined(separator: ", ")
            judgement.report(
                depth == 0 ? Self.leaf : Self.authority, at: .certificate(depth: depth), seen: list,
                expected: Self.name(purpose),
                message: depth == 0
                    ? "the certificate is made for \(list), not for \(Self.name(purpose))"
                    : "the authority \(certificate.subject.shortDescription) may not issue for \(Self.name(purpose))")
        }
    }

    private static func name(_ usage: ObjectIdentifier) -> String { usage.name ?? usage.description }
}
