import HoldfastStatements
import HoldfastX509

/// The extended key usages of a server's certificate, of its authorities and of the root are those that the baseline
/// requirements allow.
struct RootProgramUsageRule: StandardRule {
    static let anyPurpose = Requirement(
        "programmeUsage.anyPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.7.10",
        advice: PurposeAdvice.serverAndClientAlone)
    static let otherPurpose = Requirement(
        "programmeUsage.otherPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.7.10",
        advice: PurposeAdvice.ownCertificates)
    static let unlistedPurpose = Requirement(
        "programmeUsage.unlistedPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.7.10, NOT RECOMMENDED",
        advice: PurposeAdvice.leaveOthersOut)
    static let authorityPresent = Requirement(
        "programmeUsage.authorityPresent", .extendedKeyUsage, source: "CA/B BR 7.1.2.6.1, 7.1.2.2.3",
        advice: PurposeAdvice.restrictAuthority)
    static let authorityPurpose = Requirement(
        "programmeUsage.authorityPurpose", .extendedKeyUsage, source: "CA/B BR 7.1.2.10.6",
        advice: PurposeAdvice.useServerAuthority)
    static let root = Requirement(
        "programmeUsage.root", .extendedKeyUsage, source: "CA/B BR 7.1.2.1.2",
        advice: PurposeAdvice.rootWithoutPurposes)
    /// Chrome lets a hierarchy that does otherwise run out, 90 days after it was found, and refuses no certificate.
    static let chromeLeaf = Requirement(
        "programmeUsage.chromeLeaf", .extendedKeyUsage,
        source: ProgrammeDeadline.citation("chrome.leaf.servers-alone"),
        advice: PurposeAdvice.ownCertificates)
    static let chromeAuthority = Requirement(
        "programmeUsage.chromeAuthority", .extendedKeyUsage,
        source: ProgrammeDeadline.citation("chrome.subordinate.servers-alone"),
        advice: PurposeAdvice.useServerAuthority)
    static let appleAuthority = Requirement(
        "programmeUsage.appleAuthority", .extendedKeyUsage,
        source: ProgrammeDeadline.citation("apple.subordinate.usage"),
        advice: PurposeAdvice.useServerAuthority)
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
            Self.root, at: .certificate(depth: depth), seen: PurposeSentence.purposes(usages),
            expected: PurposeSentence.absent,
            message: PurposeSentence.rootWithPurposes(root: root.subject.inSentence))
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
        let name = certificate.subject.inSentence
        let expected: PurposeSentence =
            requirement == Self.appleAuthority ? .serverAndClient : .purpose(.serverAuth)
        guard let usages = certificate.extendedKeyUsage else {
            judgement.report(
                requirement, at: .certificate(depth: depth), seen: PurposeSentence.absent, expected: expected,
                message: depth == 0 ? PurposeSentence.doesNotSay : .unrestricted(authority: name))
            return
        }
        let others = usages.filter { $0 != .serverAuth }
        judgement.report(
            requirement, at: .certificate(depth: depth), seen: PurposeSentence.purposes(usages), expected: expected,
            message: depth == 0
                ? PurposeSentence.serverToo(purposes: others) : .authorityToo(authority: name, purposes: others))
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
            judgement.report(
                kind.requirement, at: .certificate(depth: 0), seen: PurposeSentence.purposes(usages),
                expected: PurposeSentence.serverAndClient,
                message: PurposeSentence.serverToo(purposes: kind.usages))
        }
    }

    private func judge(_ authority: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let name = authority.subject.inSentence
        guard let usages = authority.extendedKeyUsage else {
            judgement.report(
                Self.authorityPresent, at: .certificate(depth: depth), seen: PurposeSentence.absent,
                expected: PurposeSentence.purpose(.serverAuth), message: PurposeSentence.unrestricted(authority: name))
            return
        }
        let others = usages.filter { Self.forbidden.contains($0) || $0 == .anyExtendedKeyUsage && usages.count > 1 }
        guard !others.isEmpty else { return }
        judgement.report(
            Self.authorityPurpose, at: .certificate(depth: depth), seen: PurposeSentence.purposes(usages),
            expected: PurposeSentence.serverAndClient,
            message: PurposeSentence.authorityToo(authority: name, purposes: others))
    }
}
