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
    /// Chrome lets a hierarchy that does otherwise run out, 90 days after it was found, and refuses no certificate.
    static let chromeLeaf = Requirement(
        "programmeUsage.chromeLeaf", .extendedKeyUsage,
        source: ProgrammeDeadline.citation("chrome.leaf.servers-alone"),
        advice: "have certificates of their own issued for other purposes")
    static let chromeAuthority = Requirement(
        "programmeUsage.chromeAuthority", .extendedKeyUsage,
        source: ProgrammeDeadline.citation("chrome.subordinate.servers-alone"),
        advice: "use an authority for TLS servers alone")
    static let appleAuthority = Requirement(
        "programmeUsage.appleAuthority", .extendedKeyUsage,
        source: ProgrammeDeadline.citation("apple.subordinate.usage"),
        advice: "use an authority for TLS servers alone")
    static let requirements = [
        anyPurpose, otherPurpose, unlistedPurpose, authorityPresent, authorityPurpose, root, chromeLeaf,
        chromeAuthority, appleAuthority,
    ]

    /// The rows of the programmes' table that each requirement reports.
    private static let rows = Dictionary(grouping: ProgrammeDeadline.all) { $0.requirement }
    /// MUST NOT stand beside serverAuth, in either table.
    private static let forbidden: Set<ObjectIdentifier> = [
        .codeSigning, .emailProtection, .timeStamping, .ocspSigning, .certificateTransparency,
    ]

    var cacheKey: [UInt8]? { Array("programmeUsage".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.asks(Self.requirements) else { return }
        if let leaf = RootProgram.subscriber(path, judgement) {
            if let usages = leaf.extendedKeyUsage { judge(leaf: usages, &judgement) }
            judge(Self.chromeLeaf, of: leaf, at: 0, &judgement)
        }
        for (depth, authority) in RootProgram.subordinates(path, judgement) {
            if RootProgram.applies(since: RootProgram.profilesInForce, to: authority, judgement) {
                judge(authority, at: depth, &judgement)
            }
            judge(Self.chromeAuthority, of: authority, at: depth, &judgement)
            judge(Self.appleAuthority, of: authority, at: depth, &judgement)
        }
        guard let (depth, root) = RootProgram.root(path, judgement), let usages = root.extendedKeyUsage else { return }
        guard RootProgram.applies(since: RootProgram.profilesInForce, to: root, judgement) else { return }
        judgement.report(
            Self.root, at: .certificate(depth: depth), seen: ExtendedKeyUsageRule.list(usages),
            expected: "no extended key usage",
            message: "the root \(root.subject.shortDescription) has an extended key usage")
    }

    /// Judges by the rows of the programmes' table that hold for what was issued when the certificate was.
    private func judge(
        _ requirement: Requirement, of certificate: Certificate, at depth: Int, _ judgement: inout Judgement
    ) {
        let issued = certificate.validity.notBefore.instant
        let isUnmet = Self.rows[requirement.id]?.contains { row in
            row.holds(forIssued: issued) && row.isUnmet(by: certificate)
        }
        guard isUnmet ?? true else { return }
        let name = certificate.subject.shortDescription
        let expected =
            requirement == Self.appleAuthority ? "serverAuth, and clientAuth where it is needed" : "serverAuth"
        guard let usages = certificate.extendedKeyUsage else {
            judgement.report(
                requirement, at: .certificate(depth: depth), seen: "no extended key usage", expected: expected,
                message: depth == 0
                    ? "the certificate does not say what its key may be used for"
                    : "the authority \(name) is not restricted to a purpose")
            return
        }
        let others = ExtendedKeyUsageRule.list(usages.filter { $0 != .serverAuth })
        judgement.report(
            requirement, at: .certificate(depth: depth), seen: ExtendedKeyUsageRule.list(usages), expected: expected,
            message: depth == 0
                ? "the server's certificate is made for \(others) too"
                : "the authority \(name) may issue for \(others) too")
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
