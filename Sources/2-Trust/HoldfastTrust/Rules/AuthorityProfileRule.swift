import HoldfastStatements
import HoldfastX509

/// The authorities of the path are made as the baseline requirements have them: named, restricted in what their keys
/// may do, with the places of their services; and the root signs no servers' certificates.
struct AuthorityProfileRule: StandardRule {
    static let keyUsage = Requirement(
        "authorityProfile.keyUsage", .keyUsage, source: "CA/B BR 7.1.2.10.7",
        advice: AuthorityProfileAdvice.withSigningUsages)
    static let name = Requirement(
        "authorityProfile.name", .subjectName, source: "CA/B BR 7.1.2.10.2",
        advice: AuthorityProfileAdvice.nameInFull)
    static let policies = Requirement(
        "authorityProfile.policies", .extensionPresence, source: "CA/B BR 7.1.2.6.1, 7.1.2.2.3",
        advice: AuthorityProfileAdvice.withPolicies)
    static let revocationLists = Requirement(
        "authorityProfile.revocationLists", .extensionPresence, source: "CA/B BR 7.1.2.6.1, 7.1.2.11.2",
        advice: AuthorityProfileAdvice.withDistributionPoint)
    static let informationAccess = Requirement(
        "authorityProfile.informationAccess", .extensionPresence, source: "CA/B BR 7.1.2.6.1, SHOULD",
        advice: AuthorityProfileAdvice.withInformationAccess)
    static let rootPathLength = Requirement(
        "authorityProfile.rootPathLength", .basicConstraints, source: "CA/B BR 7.1.2.1.4, NOT RECOMMENDED",
        advice: AuthorityProfileAdvice.withoutPathLength)
    static let rootIssues = Requirement(
        "authorityProfile.rootIssues", .issuance, source: "CA/B BR 6.1.7",
        advice: AuthorityProfileAdvice.issueByIntermediate)
    static let requirements = [
        keyUsage, name, policies, revocationLists, informationAccess, rootPathLength, rootIssues,
    ]

    private static let rootsForAuthorities = RootProgram.day(of: "br.root.not-for-servers")

    var cacheKey: [UInt8]? { Array("authorityProfile".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.asks(Self.requirements) else { return }
        for (depth, authority) in RootProgram.subordinates(path, judgement)
        where RootProgram.applies(since: RootProgram.profilesInForce, to: authority, judgement) {
            judge(common: authority, at: depth, &judgement)
            judge(services: authority, at: depth, &judgement)
        }
        guard let (depth, root) = RootProgram.root(path, judgement) else { return }
        if RootProgram.applies(since: RootProgram.profilesInForce, to: root, judgement) {
            judge(common: root, at: depth, &judgement)
            if let length = root.basicConstraints?.pathLengthConstraint {
                judgement.report(
                    Self.rootPathLength, at: .certificate(depth: depth),
                    seen: AuthorityProfileSentence.pathLength(Int(length)),
                    expected: AuthorityProfileSentence.none,
                    message: AuthorityProfileSentence.rootWithPathLength(root: root.subject.inSentence))
            }
        }
        if depth == 1, path.leaf.basicConstraints?.isCA != true,
            RootProgram.applies(since: Self.rootsForAuthorities, to: path.leaf, judgement)
        {
            judgement.report(
                Self.rootIssues, at: .certificate(depth: 0),
                seen: AuthorityProfileSentence.issuedByRoot(name: "\(root.subject)"),
                expected: AuthorityProfileSentence.issuedByIntermediate,
                message: AuthorityProfileSentence.rootSignedServer)
        }
    }

    private func judge(common authority: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let shown = authority.subject.inSentence
        if let usage = authority.keyUsage {
            let allowed: KeyUsage = [.digitalSignature, .keyCertSign, .cRLSign]
            if !usage.isSubset(of: allowed) || !usage.isSuperset(of: [.keyCertSign, .cRLSign]) {
                judgement.report(
                    Self.keyUsage, at: .certificate(depth: depth), seen: KeyUsageSentence.usage(usage),
                    expected: AuthorityProfileSentence.signingUsages,
                    message: AuthorityProfileSentence.keyUsage(authority: shown, usage: usage))
            }
        }
        let present = Set(authority.subject.relativeNames.flatMap(\.attributes).map(\.type))
        let missing = [ObjectIdentifier.countryName, .organizationName, .commonName].filter { !present.contains($0) }
        if !missing.isEmpty {
            judgement.report(
                Self.name, at: .certificate(depth: depth),
                seen: authority.subject.isEmpty ? shown.sentence : Verbatim("\(authority.subject)"),
                expected: AuthorityProfileSentence.countryOrganizationAndName,
                message: AuthorityProfileSentence.nameLacks(authority: shown, attributes: missing))
        }
    }

    private func judge(services authority: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let absent: [(requirement: Requirement, part: AuthorityProfileSentence.Part, isAbsent: Bool)] = [
            (Self.policies, .policies, authority.certificatePolicies == nil),
            (Self.revocationLists, .distributionPoint, authority.cRLDistributionPoints == nil),
            (Self.informationAccess, .informationAccess, authority.authorityInformationAccess == nil),
        ]
        for (requirement, part, isAbsent) in absent where isAbsent {
            judgement.report(
                requirement, at: .certificate(depth: depth), seen: AuthorityProfileSentence.no(part),
                expected: AuthorityProfileSentence.extensionThere,
                message: AuthorityProfileSentence.has(authority: authority.subject.inSentence, no: part))
        }
    }
}
