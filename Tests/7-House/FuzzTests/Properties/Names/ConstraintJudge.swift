import HoldfastX509

@testable import HoldfastTrust

/// Holds the names of a text against constraints, by the rule alone: no signature is made or checked.
struct ConstraintJudge {
    struct Answer {
        let isRefused: Bool
        let overruns: Int
        let work: WorkDone
    }

    private let leaf: Certificate

    private static let rootName = DistinguishedName([(type: .commonName, text: "Root")])
    private static let name = DistinguishedName([(type: .commonName, text: "Authority")])
    private static let root = Result { try UnsignedCertificate.authority(named: rootName, below: rootName, nil) }

    init(_ text: ConstraintText) throws(Violation) {
        try self.init(names: text.names, subject: text.subject)
    }

    private init(names: [GeneralName], subject: DistinguishedName) throws(Violation) {
        var extensions: [Extension] = []
        if !names.isEmpty { extensions.append(Extension(.subjectAlternativeName, value: GeneralNames(names).der)) }
        leaf = try UnsignedCertificate.make(subject: subject, issuer: Self.name, extensions)
    }

    func refuses(
        _ permitted: [GeneralSubtree], _ excluded: [GeneralSubtree]
    ) throws(Violation) -> Bool {
        let constraints = NameConstraints(
            permittedSubtrees: permitted.isEmpty ? nil : permitted, excludedSubtrees: excluded.isEmpty ? nil : excluded)
        return try refuses([constraints])
    }

    /// Whether a subtree is one that cannot be applied, whatever the names.
    static func isUnreadable(_ subtree: GeneralSubtree) throws(Violation) -> Bool {
        let nobody = try ConstraintJudge(names: [], subject: DistinguishedName([RelativeDistinguishedName]()))
        return try nobody.refuses([subtree], [])
    }

    /// With one authority for each of the constraints, the lowest first.
    func refuses(_ constraints: [NameConstraints]) throws(Violation) -> Bool {
        try judge(constraints, budget: .max).isRefused
    }

    func judge(_ constraints: [NameConstraints], budget: Int) throws(Violation) -> Answer {
        var policy = TrustPolicy.basicX509
        policy.profile = .rfc5280
        policy.anchors = .only([])
        policy.limits.nameComparisons = budget
        let path = try path(constraints)
        var judgement = Judgement(
            path, policy: policy, at: Instant(secondsSince1970: 1_790_000_000), meter: WorkMeter(policy.limits))
        NameConstraintsRule().judge(path, &judgement)
        return Answer(
            isRefused: judgement.findings.contains { $0.severity == .error }, overruns: judgement.meter.overruns,
            work: judgement.meter.done)
    }

    private func path(_ constraints: [NameConstraints]) throws(Violation) -> CertificationPath {
        var certificates = [leaf]
        for (index, next) in constraints.enumerated() {
            // All but the uppermost are self-issued, so that nobody speaks of their own names (RFC 5280 §6.1.3(b)).
            let issuer = index == constraints.count - 1 ? Self.rootName : Self.name
            certificates.append(try UnsignedCertificate.authority(named: Self.name, below: issuer, next))
        }
        let root = try prepared { try Self.root.get() }
        certificates.append(root)
        let anchor = TrustAnchor(certificate: root, source: nil)
        return CertificationPath(
            certificates: certificates, signatures: certificates.dropLast().map { _ in .verified }, end: .anchor(anchor)
        )
    }
}
