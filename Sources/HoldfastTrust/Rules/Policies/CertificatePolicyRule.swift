import HoldfastX509

/// A path is valid for an acceptable certificate policy where the caller or an authority requires one.
///
/// RFC 5280 §6.1 with the graph of RFC 9618. The anchor is a name and a key: its own policies and constraints do not
/// count. Where a server's certificate itself is the anchor, its policies are the ones that count.
struct CertificatePolicyRule: TrustRule {
    static let acceptable = Requirement(
        "certificatePolicy.acceptable", .certificatePolicy, source: "RFC 5280 §6.1.3(f), §6.1.5; RFC 9618 §5.6",
        advice: "have the certificate issued under a policy that its authorities and the relying party allow")
    static let mappingAnyPolicy = Requirement(
        "certificatePolicy.mappingAnyPolicy", .certificatePolicy, source: "RFC 5280 §4.2.1.5, §6.1.4(a)",
        advice: "have the authority's certificate issued anew without a mapping from or to anyPolicy")
    static let once = Requirement(
        "certificatePolicy.once", .certificatePolicy, source: "RFC 5280 §4.2.1.4",
        advice: "have the certificate issued anew with each policy once")
    static let mappingAsserted = Requirement(
        "certificatePolicy.mappingAsserted", .certificatePolicy, source: "RFC 5280 §4.2.1.5",
        advice: "have the authority's certificate issued anew with each mapped policy among its policies")
    static let authorityOnly = Requirement(
        "certificatePolicy.authorityOnly", .certificatePolicy, source: "RFC 5280 §4.2.1.5, §4.2.1.11, §4.2.1.14",
        advice: "have the certificate issued anew without what only concerns authorities")

    static let requirements = [acceptable, mappingAnyPolicy, once, mappingAsserted, authorityOnly]

    /// Policies shown in a finding.
    private static let shown = 5

    var cacheKey: [UInt8]? { Array("certificatePolicy".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() where !path.isAnchor(depth: depth) {
            guard judgeExtensions(of: certificate, at: depth, &judgement) else { return }
        }
        validate(path, &judgement)
    }

    // MARK: What a certificate says by itself

    /// Returns `false` where the work limit was reached.
    private func judgeExtensions(
        of certificate: Certificate, at depth: Int, _ judgement: inout Judgement
    ) -> Bool {
        let stated = certificate.certificatePolicies ?? []
        let mappings = certificate.policyMappings ?? []
        guard judgement.meter.reached(policies: max(stated.count, mappings.count)) else { return false }
        var seen: Set<ObjectIdentifier> = []
        if let twice = stated.first(where: { !seen.insert($0.policyIdentifier).inserted }) {
            judgement.report(
                Self.once, at: .certificate(depth: depth), seen: "the policy \(twice.policyIdentifier) twice",
                expected: "each policy once", message: "the certificate names a certificate policy twice")
        }
        if let mapping = mappings.first(where: \.namesAnyPolicy) {
            judgement.report(
                Self.mappingAnyPolicy, at: .certificate(depth: depth),
                seen: "\(mapping.issuerDomainPolicy) mapped to \(mapping.subjectDomainPolicy)",
                expected: "no mapping from or to anyPolicy (\(ObjectIdentifier.anyPolicy))",
                message: "\(certificate.subject.shortDescription) maps anyPolicy, which stands for no policy of its own"
            )
        }
        let named = Set(stated.map(\.policyIdentifier))
        if let mapping = mappings.first(where: { !named.contains($0.issuerDomainPolicy) && !$0.namesAnyPolicy }) {
            judgement.report(
                Self.mappingAsserted, at: .certificate(depth: depth),
                seen: "\(mapping.issuerDomainPolicy) mapped, and not among the certificate's policies",
                expected: "each mapped policy among the certificate's policies",
                message: "\(certificate.subject.shortDescription) maps a policy that it does not state")
        }
        if certificate.basicConstraints?.isCA != true, let name = Self.authoritysExtension(of: certificate) {
            judgement.report(
                Self.authorityOnly, at: .certificate(depth: depth), seen: name,
                expected: "policies alone, in a certificate that is no authority's",
                message: "the certificate holds \(name), which only authorities have a use for")
        }
        return true
    }

    private static func authoritysExtension(of certificate: Certificate) -> String? {
        if certificate.policyMappings != nil { return "policyMappings" }
        if certificate.policyConstraints != nil { return "policyConstraints" }
        return certificate.inhibitAnyPolicy == nil ? nil : "inhibitAnyPolicy"
    }

    // MARK: The path as a whole

    private func validate(_ path: CertificationPath, _ judgement: inout Judgement) {
        let initial = judgement.policy.initialPolicies
        let depths = Self.prospectivePath(path)
        var state = PolicyState(initial, count: depths.count)
        var endedAt: Int?
        for depth in depths {
            let certificate = path.certificates[depth]
            let isLast = depth == 0
            guard state.process(certificate, isLast: isLast, &judgement.meter) else { return }
            if !isLast {
                guard state.prepareForNext(certificate, &judgement.meter) else { return }
            } else {
                state.wrapUp(certificate)
            }
            if endedAt == nil, state.graph.isNull { endedAt = depth }
        }
        guard judgement.meter.spend(policySteps: state.graph.size) else { return }
        let valid = ValidPolicies(
            authorityConstrained: state.graph.authorityConstrainedPolicies(),
            acceptable: initial.userInitialPolicySet)
        judgement.validPolicies = valid
        guard state.requiresPolicy, valid.userConstrained.isEmpty else { return }
        let acceptable =
            initial.userInitialPolicySet.contains(.anyPolicy)
            ? "a policy that is valid for the whole path"
            : "one of the policies \(Self.list(initial.userInitialPolicySet))"
        guard let endedAt else {
            judgement.report(
                Self.acceptable, at: .chain,
                seen: "valid for \(Self.list(valid.authorityConstrained))", expected: acceptable,
                message: "the chain is valid for none of the certificate policies that are acceptable here")
            return
        }
        let stated = path.certificates[endedAt].certificatePolicies.map { Set($0.map(\.policyIdentifier)) }
        judgement.report(
            Self.acceptable, at: .certificate(depth: endedAt),
            seen: stated.map { "policies \(Self.list($0))" } ?? "no certificate policies",
            expected: acceptable,
            message: "a certificate policy is required, and no policy is valid from the anchor to "
                + path.certificates[endedAt].subject.shortDescription)
    }

    /// The depths of certificates 1 to n of RFC 5280 §6.1, in its order: the anchor, or what stands in its place at the
    /// end of a path that reaches none, is not among them.
    private static func prospectivePath(_ path: CertificationPath) -> [Int] {
        let count = path.certificates.count
        let top: Int =
            switch path.end {
            case .anchor, .rejected, .notAnchored: max(1, count - 1)
            case .issuerNotFound, .workLimit: count
            }
        return (0..<top).reversed()
    }

    private static func list(_ policies: Set<ObjectIdentifier>) -> String {
        if policies.isEmpty { return "none" }
        let names = policies.map { $0 == .anyPolicy ? "anyPolicy" : $0.description }.sorted()
        let more = names.count > shown ? " and \(names.count - shown) more" : ""
        return names.prefix(shown).joined(separator: ", ") + more
    }
}
