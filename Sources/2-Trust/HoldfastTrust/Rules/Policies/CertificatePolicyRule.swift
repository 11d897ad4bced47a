import HoldfastStatements
import HoldfastX509

/// A path is valid for an acceptable certificate policy where the caller or an authority requires one.
///
/// RFC 5280 §6.1 with the graph of RFC 9618. The anchor is a name and a key: its own policies and constraints do not
/// count. Where a server's certificate itself is the anchor, its policies are the ones that count.
struct CertificatePolicyRule: StandardRule {
    static let acceptable = Requirement(
        "certificatePolicy.acceptable", .certificatePolicy, source: "RFC 5280 §6.1.3(f), §6.1.5; RFC 9618 §5.6",
        advice: CertificatePolicySentence.underAllowedPolicy)
    static let mappingAnyPolicy = Requirement(
        "certificatePolicy.mappingAnyPolicy", .certificatePolicy, source: "RFC 5280 §4.2.1.5, §6.1.4(a)",
        advice: CertificatePolicySentence.withoutMappingAnyPolicy)
    static let once = Requirement(
        "certificatePolicy.once", .certificatePolicy, source: "RFC 5280 §4.2.1.4",
        advice: CertificatePolicySentence.withEachOnce)
    static let mappingAsserted = Requirement(
        "certificatePolicy.mappingAsserted", .certificatePolicy, source: "RFC 5280 §4.2.1.5",
        advice: CertificatePolicySentence.withMappedAsserted)
    static let authorityOnly = Requirement(
        "certificatePolicy.authorityOnly", .certificatePolicy, source: "RFC 5280 §4.2.1.5, §4.2.1.11, §4.2.1.14",
        advice: CertificatePolicySentence.withoutExtensionsOfAuthorities)

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
                Self.once, at: .certificate(depth: depth),
                seen: CertificatePolicySentence.twice(policy: twice.policyIdentifier),
                expected: CertificatePolicySentence.eachOnce, message: CertificatePolicySentence.namedTwice)
        }
        if let mapping = mappings.first(where: \.namesAnyPolicy) {
            judgement.report(
                Self.mappingAnyPolicy, at: .certificate(depth: depth),
                seen: CertificatePolicySentence.mapped(
                    from: mapping.issuerDomainPolicy, to: mapping.subjectDomainPolicy),
                expected: CertificatePolicySentence.noMappingOfAnyPolicy,
                message: CertificatePolicySentence.mapsAnyPolicy(authority: certificate.subject.inSentence))
        }
        let named = Set(stated.map(\.policyIdentifier))
        if let mapping = mappings.first(where: { !named.contains($0.issuerDomainPolicy) && !$0.namesAnyPolicy }) {
            judgement.report(
                Self.mappingAsserted, at: .certificate(depth: depth),
                seen: CertificatePolicySentence.mappedNotAsserted(policy: mapping.issuerDomainPolicy),
                expected: CertificatePolicySentence.mappedAsserted,
                message: CertificatePolicySentence.mapsUnstated(authority: certificate.subject.inSentence))
        }
        if certificate.basicConstraints?.isCA != true, let name = Self.authoritysExtension(of: certificate) {
            judgement.report(
                Self.authorityOnly, at: .certificate(depth: depth),
                seen: CertificatePolicySentence.extensionOfAuthorities(name: name),
                expected: CertificatePolicySentence.policiesAlone,
                message: CertificatePolicySentence.holdsExtensionOfAuthorities(name: name))
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
        let wanted = Self.list(initial.userInitialPolicySet)
        let acceptable: CertificatePolicySentence =
            initial.userInitialPolicySet.contains(.anyPolicy)
            ? .validForWholePath : .oneOf(wanted.shown, more: wanted.more)
        guard let endedAt else {
            let (shown, more) = Self.list(valid.authorityConstrained)
            judgement.report(
                Self.acceptable, at: .chain, seen: CertificatePolicySentence.validFor(shown, more: more),
                expected: acceptable,
                message: CertificatePolicySentence.noneAcceptable)
            return
        }
        let stated = path.certificates[endedAt].certificatePolicies.map { Self.list(Set($0.map(\.policyIdentifier))) }
        judgement.report(
            Self.acceptable, at: .certificate(depth: endedAt),
            seen: stated.map { CertificatePolicySentence.policies($0.shown, more: $0.more) } ?? .none,
            expected: acceptable,
            message: CertificatePolicySentence.noneValid(at: path.certificates[endedAt].subject.inSentence))
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

    /// The first policies in the order of their texts, and how many more there are.
    private static func list(_ policies: Set<ObjectIdentifier>) -> (shown: [ObjectIdentifier], more: Int) {
        func text(_ policy: ObjectIdentifier) -> String { policy == .anyPolicy ? "anyPolicy" : policy.description }
        let sorted = policies.sorted { text($0) < text($1) }
        return (Array(sorted.prefix(shown)), max(0, sorted.count - shown))
    }
}
