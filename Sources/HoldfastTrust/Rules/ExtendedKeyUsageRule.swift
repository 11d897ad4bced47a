import HoldfastX509

/// The leaf is made for the purpose, and no authority above it is restricted to other purposes.
struct ExtendedKeyUsageRule: TrustRule {
    static let leaf = Requirement(
        "extendedKeyUsage.leaf", .extendedKeyUsage, source: "RFC 5280 §4.2.1.12",
        advice: "have the certificate issued with the extended key usage that its role needs")
    private static let serverAuthAdvice = "have the certificate issued with the extended key usage serverAuth"
    private static let apple = "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15 (103769)"
    static let present = Requirement(
        "extendedKeyUsage.present", .extendedKeyUsage, source: "\(apple); CA/B BR 7.1.2.7.6", advice: serverAuthAdvice)
    /// Apple's demand is for what was issued after 1 July 2019.
    static let presentBefore2019 = Requirement(
        "extendedKeyUsage.presentBefore2019", .extendedKeyUsage, source: "\(apple); CA/B BR 7.1.2.7.6",
        advice: serverAuthAdvice)
    static let named = Requirement(
        "extendedKeyUsage.named", .extendedKeyUsage, source: "\(apple); CA/B BR 7.1.2.7.10", advice: serverAuthAdvice)
    /// RFC 5280 says it of every certificate, and of its key alone; every browser, OpenSSL and Go apply it to what an
    /// authority issues, and sub-authorities are limited by it.
    static let authority = Requirement(
        "extendedKeyUsage.authority", .extendedKeyUsage,
        source:
            "RFC 5280 §4.2.1.12; CA/B BR 7.1.2.10.6; Mozilla Root Store Policy 5.3; Apple, SecPolicyCheckServerAuthEKU",
        advice: "have the certificate issued by an authority that may issue for this purpose")
    static let requirements = [leaf, present, presentBefore2019, named, authority]

    private static let demanded = ProgrammeDeadline.named("apple.leaf.usage")

    var cacheKey: [UInt8]? { Array("extendedKeyUsage".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard let purpose = judgement.policy.purpose.extendedKeyUsage else { return }
        judge(leaf: path, purpose, &judgement)
        for (depth, certificate) in path.certificates.enumerated().dropFirst() where !path.isAnchor(depth: depth) {
            guard let usages = certificate.extendedKeyUsage, !usages.contains(purpose),
                !usages.contains(.anyExtendedKeyUsage)
            else { continue }
            judgement.report(
                Self.authority, at: .certificate(depth: depth), seen: Self.list(usages),
                expected: Self.name(purpose),
                message: "the authority \(certificate.subject.shortDescription) may not issue for \(Self.name(purpose))"
            )
        }
    }

    private func judge(leaf path: CertificationPath, _ purpose: ObjectIdentifier, _ judgement: inout Judgement) {
        guard let usages = path.leaf.extendedKeyUsage else {
            guard !path.isAnchor(depth: 0) else { return }
            let isRecent = Self.demanded?.holds(forIssued: path.leaf.validity.notBefore.instant) ?? true
            judgement.report(
                isRecent ? Self.present : Self.presentBefore2019, at: .certificate(depth: 0),
                seen: "no extended key usage", expected: Self.name(purpose),
                message: "the certificate does not say what its key may be used for")
            return
        }
        guard !usages.contains(purpose) else { return }
        guard usages.contains(.anyExtendedKeyUsage) else {
            judgement.report(
                Self.leaf, at: .certificate(depth: 0), seen: Self.list(usages), expected: Self.name(purpose),
                message: "the certificate is made for \(Self.list(usages)), not for \(Self.name(purpose))")
            return
        }
        guard !path.isAnchor(depth: 0), purpose == .serverAuth else { return }
        judgement.report(
            Self.named, at: .certificate(depth: 0), seen: Self.list(usages), expected: Self.name(purpose),
            message: "the certificate is made for any purpose, and does not name \(Self.name(purpose))")
    }

    static func list(_ usages: [ObjectIdentifier]) -> String {
        usages.isEmpty ? "an empty list" : usages.map(Self.name).joined(separator: ", ")
    }

    private static func name(_ usage: ObjectIdentifier) -> String { usage.name ?? usage.description }
}
