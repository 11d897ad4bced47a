import HoldfastX509

/// The extended key usages of a server's certificate, of its authorities and of the root are those that the baseline
/// requirements allow.
struct RootProgramUsageRule: TrustRule {
    static let anyPurpose = Requirement(
        "programmeUsage.anyPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.7.10",
        advice: "have the certificate issued for serverAuth, and clientAuth where it is needed")
    static let otherPurpose = Requirement(
        "programmeUsage.otherPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.7.10",
        advice: "have certificates of their own issued for other purposes")
    static let unlistedPurpose = Requirement(
        "programmeUsage.unlistedPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.7.10, NOT RECOMMENDED",
        advice: "leave out the purposes that no TLS client asks for")
    static let authorityPresent = Requirement(
        "programmeUsage.authorityPresent", .extendedKeyUsage, source: "CA/B BR 7.1.2.6.1, 7.1.2.2.3",
        advice: "issue the authority's certificate with the extended key usage serverAuth")
    static let authorityPurpose = Requirement(
        "programmeUsage.authorityPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.10.6",
        advice: "use an authority for TLS servers alone")
    static let root = Requirement(
        "programmeUsage.root", .extendedKeyUsage, source: "CA/B BR 7.1.2.1.2",
        advice: "make the root without an extended key usage, and restrict the authorities below it")
    static let requirements = [anyPurpose, otherPurpose, unlistedPurpose, authorityPresent, authorityPurpose, root]

    private static let precertificateSigning = ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 4, 4)
    /// MUST NOT stand beside serverAuth, in either table.
    private static let forbidden: Set<ObjectIdentifier> = [
        .codeSigning, .emailProtection, .timeStamping, .ocspSigning, precertificateSigning,
    ]

    var cacheKey: [UInt8]? { Array("programmeUsage".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.asks(Self.requirements) else { return }
        if let usages = RootProgram.subscriber(path, judgement)?.extendedKeyUsage { judge(leaf: usages, &judgement) }
        for (depth, authority) in RootProgram.subordinates(path, judgement)
        where RootProgram.applies(since: RootProgram.profilesInForce, to: authority, judgement) {
            judge(authority, at: depth, &judgement)
        }
        guard let (depth, root) = RootProgram.root(path, judgement), let usages = root.extendedKeyUsage else { return }
        guard RootProgram.applies(since: RootProgram.profilesInForce, to: root, judgement) else { return }
        judgement.report(
            Self.root, at: .certificate(depth: depth), seen: ExtendedKeyUsageRule.list(usages),
            expected: "no extended key usage",
            message: "the root \(root.subject.shortDescription) has an extended key usage")
    }

    private func judge(leaf usages: [ObjectIdentifier], _ judgement: inout Judgement) {
        let allowed: Set<ObjectIdentifier> = [.serverAuth, .clientAuth]
        let kinds: [(requirement: Requirement, usages: [ObjectIdentifier])] = [
            (Self.anyPurpose, usages.filter { $0 == .anyExtendedKeyUsage }),
            (Self.otherPurpose, usages.filter(Self.forbidden.contains)),
            (
                Self.unlistedPurpose,
                usages.filter {
                    !allowed.contains($0) && !Self.forbidden.contains($0) && $0 != .anyExtendedKeyUsage
                }
            ),
        ]
        for kind in kinds where !kind.usages.isEmpty {
            let list = ExtendedKeyUsageRule.list(kind.usages)
            judgement.report(
                kind.requirement, at: .certificate(depth: 0), seen: ExtendedKeyUsageRule.list(usages),
                expected: "serverAuth, and clientAuth where it is needed",
                message: "the server's certificate is made for \(list) too")
        }
    }

    private func judge(_ authority: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let name = authority.subject.shortDescription
        guard let usages = authority.extendedKeyUsage else {
            judgement.report(
                Self.authorityPresent, at: .certificate(depth: depth), seen: "no extended key usage",
                expected: "serverAuth", message: "the authority \(name) is not restricted to a purpose")
            return
        }
        let others = usages.filter { Self.forbidden.contains($0) || $0 == .anyExtendedKeyUsage && usages.count > 1 }
        guard !others.isEmpty else { return }
        judgement.report(
            Self.authorityPurpose, at: .certificate(depth: depth), seen: ExtendedKeyUsageRule.list(usages),
            expected: "serverAuth, and clientAuth where it is needed",
            message: "the authority \(name) may issue for \(ExtendedKeyUsageRule.list(others)) too")
    }
}
