import HoldfastStatements
import HoldfastX509

/// The leaf is made for the purpose, and no authority above it is restricted to other purposes.
struct ExtendedKeyUsageRule: StandardRule {
    static let leaf = Requirement(
        "extendedKeyUsage.leaf", .extendedKeyUsage, source: "RFC 5280 §4.2.1.12",
        advice: PurposeAdvice.havePurposeOfRole)
    private static let apple = "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15 (103769)"
    static let present = Requirement(
        "extendedKeyUsage.present", .extendedKeyUsage, source: "\(apple); CA/B BR 7.1.2.7.6",
        advice: PurposeAdvice.haveServerAuth)
    /// Apple's demand is for what was issued after 1 July 2019.
    static let presentBefore2019 = Requirement(
        "extendedKeyUsage.presentBefore2019", .extendedKeyUsage, source: "\(apple); CA/B BR 7.1.2.7.6",
        advice: PurposeAdvice.haveServerAuth)
    static let named = Requirement(
        "extendedKeyUsage.named", .extendedKeyUsage, source: "\(apple); CA/B BR 7.1.2.7.10",
        advice: PurposeAdvice.haveServerAuth)
    /// RFC 5280 says it of every certificate, and of its key alone; every browser, OpenSSL and Go apply it to what an
    /// authority issues, and sub-authorities are limited by it.
    static let authority = Requirement(
        "extendedKeyUsage.authority", .extendedKeyUsage,
        source:
            "RFC 5280 §4.2.1.12; CA/B BR 7.1.2.10.6; Mozilla Root Store Policy 5.3; Apple, SecPolicyCheckServerAuthEKU",
        advice: PurposeAdvice.useAuthorityForPurpose)
    static let requirements = [leaf, present, presentBefore2019, named, authority]

    private static let demanded = ProgrammeDeadline.named("apple.leaf.usage")
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("extendedKeyUsage".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard let purpose = judgement.policy.purpose.extendedKeyUsage else { return }
        judge(leaf: path, purpose, &judgement)
        for (depth, certificate) in path.certificates.enumerated().dropFirst() where !path.isAnchor(depth: depth) {
            guard let usages = certificate.extendedKeyUsage, !usages.contains(purpose),
                !usages.contains(.anyExtendedKeyUsage)
            else { continue }
            judgement.report(
                Self.authority, at: .certificate(depth: depth), seen: PurposeSentence.purposes(usages),
                expected: PurposeSentence.purpose(purpose),
                message: PurposeSentence.authorityMayNotIssue(
                    authority: certificate.subject.inSentence, purpose: purpose))
        }
    }

    private func judge(leaf path: CertificationPath, _ purpose: ObjectIdentifier, _ judgement: inout Judgement) {
        guard let usages = path.leaf.extendedKeyUsage else {
            guard !path.isAnchor(depth: 0) else { return }
            let isRecent = Self.demanded?.holds(forIssued: path.leaf.validity.notBefore.instant) ?? true
            judgement.report(
                isRecent ? Self.present : Self.presentBefore2019, at: .certificate(depth: 0),
                seen: PurposeSentence.absent, expected: PurposeSentence.purpose(purpose),
                message: PurposeSentence.doesNotSay)
            return
        }
        guard !usages.contains(purpose) else { return }
        guard usages.contains(.anyExtendedKeyUsage) else {
            judgement.report(
                Self.leaf, at: .certificate(depth: 0), seen: PurposeSentence.purposes(usages),
                expected: PurposeSentence.purpose(purpose),
                message: PurposeSentence.otherPurposes(purposes: usages, wanted: purpose))
            return
        }
        guard !path.isAnchor(depth: 0), purpose == .serverAuth else { return }
        judgement.report(
            Self.named, at: .certificate(depth: 0), seen: PurposeSentence.purposes(usages),
            expected: PurposeSentence.purpose(purpose), message: PurposeSentence.anyPurpose(wanted: purpose))
    }
}
