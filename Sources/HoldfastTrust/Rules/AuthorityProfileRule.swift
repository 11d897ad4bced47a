import HoldfastX509

/// The authorities of the path are made as the baseline requirements have them: named, restricted in what their keys
/// may do, with the places of their services; and the root signs no servers' certificates.
struct AuthorityProfileRule: TrustRule {
    static let keyUsage = Requirement(
        "authorityProfile.keyUsage", .keyUsage, source: "CA/B BR 7.1.2.10.7",
        advice: "issue the authority's certificate with the key usages keyCertSign and cRLSign")
    static let name = Requirement(
        "authorityProfile.name", .subjectName, source: "CA/B BR 7.1.2.10.2",
        advice: "name the authority by country, organization and common name")
    static let policies = Requirement(
        "authorityProfile.policies", .extensionPresence, source: "CA/B BR 7.1.2.6.1, 7.1.2.2.3",
        advice: "issue the authority's certificate with certificate policies")
    static let revocationLists = Requirement(
        "authorityProfile.revocationLists", .extensionPresence, source: "CA/B BR 7.1.2.6.1, 7.1.2.11.2",
        advice: "issue the authority's certificate with a CRL distribution point")
    static let informationAccess = Requirement(
        "authorityProfile.informationAccess", .extensionPresence, source: "CA/B BR 7.1.2.6.1, SHOULD",
        advice: "issue the authority's certificate with an authority information access extension")
    static let rootPathLength = Requirement(
        "authorityProfile.rootPathLength", .basicConstraints, source: "CA/B BR 7.1.2.1.4, NOT RECOMMENDED",
        advice: "leave the path length out of the root, and constrain the authorities below it")
    static let rootIssues = Requirement(
        "authorityProfile.rootIssues", .issuance, source: "CA/B BR 6.1.7",
        advice: "issue servers' certificates by an intermediate authority, and keep the root's key offline")
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
                    Self.rootPathLength, at: .certificate(depth: depth), seen: "pathLenConstraint \(length)",
                    expected: "none", message: "the root \(root.subject.shortDescription) has a path length constraint")
            }
        }
        if depth == 1, path.leaf.basicConstraints?.isCA != true,
            RootProgram.applies(since: Self.rootsForAuthorities, to: path.leaf, judgement)
        {
            judgement.report(
                Self.rootIssues, at: .certificate(depth: 0), seen: "issued by the root \(root.subject)",
                expected: "issued by an intermediate authority",
                message: "the root's key, which should be offline, signed a server's certificate")
        }
    }

    private func judge(common authority: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let shown = authority.subject.shortDescription
        if let usage = authority.keyUsage {
            let allowed: KeyUsage = [.digitalSignature, .keyCertSign, .cRLSign]
            if !usage.isSubset(of: allowed) || !usage.isSuperset(of: [.keyCertSign, .cRLSign]) {
                judgement.report(
                    Self.keyUsage, at: .certificate(depth: depth), seen: "key usage \(usage)",
                    expected: "keyCertSign and cRLSign, and digitalSignature where it signs OCSP responses",
                    message: "the key usage of the authority \(shown) is \(usage)")
            }
        }
        let present = Set(authority.subject.relativeNames.flatMap(\.attributes).map(\.type))
        let missing = [ObjectIdentifier.countryName, .organizationName, .commonName].filter { !present.contains($0) }
        if !missing.isEmpty {
            let list = missing.map { $0.name ?? $0.description }.joined(separator: ", ")
            judgement.report(
                Self.name, at: .certificate(depth: depth),
                seen: authority.subject.isEmpty ? shown : "\(authority.subject)",
                expected: "countryName, organizationName and commonName",
                message: "the name of the authority \(shown) lacks \(list)")
        }
    }

    private func judge(services authority: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let absent: [(requirement: Requirement, name: String, isAbsent: Bool)] = [
            (Self.policies, "certificate policies", authority.certificatePolicies == nil),
            (Self.revocationLists, "CRL distribution point", authority.cRLDistributionPoints == nil),
            (Self.informationAccess, "authority information access", authority.authorityInformationAccess == nil),
        ]
        for (requirement, name, isAbsent) in absent where isAbsent {
            judgement.report(
                requirement, at: .certificate(depth: depth), seen: "no \(name)", expected: "the extension",
                message: "the certificate of the authority \(authority.subject.shortDescription) has no \(name)")
        }
    }
}
