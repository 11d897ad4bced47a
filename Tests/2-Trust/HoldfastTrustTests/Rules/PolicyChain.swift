import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// What one certificate of a chain says about policies.
struct PolicyLevel: Sendable {
    /// The certificatePolicies extension; nil for none.
    var policies: [ObjectIdentifier]?
    /// Pairs of issuerDomainPolicy and subjectDomainPolicy.
    var mappings: [(ObjectIdentifier, ObjectIdentifier)] = []
    var constraints: PolicyConstraints?
    var inhibitAnyPolicy: Int?
    /// Whether it has the name of its issuer.
    var isSelfIssued = false

    init(_ policies: ObjectIdentifier...) { self.policies = policies }

    /// A certificate without the extension.
    static var silent: PolicyLevel {
        var level = PolicyLevel()
        level.policies = nil
        return level
    }

    func mapping(_ mappings: (ObjectIdentifier, ObjectIdentifier)...) -> PolicyLevel {
        with { $0.mappings = mappings }
    }

    func requiring(explicitPolicyAfter count: Int) -> PolicyLevel {
        with { $0.constraints = PolicyConstraints(requireExplicitPolicy: count) }
    }

    func inhibiting(mappingAfter count: Int) -> PolicyLevel {
        with { $0.constraints = PolicyConstraints(inhibitPolicyMapping: count) }
    }

    func inhibiting(anyPolicyAfter count: Int) -> PolicyLevel { with { $0.inhibitAnyPolicy = count } }

    var selfIssued: PolicyLevel { with { $0.isSelfIssued = true } }

    private func with(_ change: (inout PolicyLevel) -> Void) -> PolicyLevel {
        var level = self
        change(&level)
        return level
    }

    func apply(to template: inout CertificateTemplate) {
        if let policies {
            template.add(.certificatePolicies, CertificatePolicies(policies.map { PolicyInformation($0) }))
        }
        if !mappings.isEmpty {
            let pairs = mappings.map {
                PolicyMappings.Mapping(issuerDomainPolicy: $0.0, subjectDomainPolicy: $0.1)
            }
            template.add(.policyMappings, PolicyMappings(pairs), isCritical: true)
        }
        if let constraints { template.add(.policyConstraints, constraints, isCritical: true) }
        if let inhibitAnyPolicy {
            template.add(.inhibitAnyPolicy, InhibitAnyPolicy(skipCertificates: inhibitAnyPolicy), isCritical: true)
        }
    }
}

extension TestChain {
    /// A chain below the root: authorities from the top down, the server's certificate last.
    func chain(_ levels: [PolicyLevel]) throws -> [[UInt8]] {
        var issuer = root
        var name = "Test Root"
        for (index, level) in levels.dropLast().enumerated() {
            if !level.isSelfIssued { name = "Authority \(index)" }
            var template = CertificateTemplate.intermediate(name: name, at: Self.moment, pathLength: nil)
            level.apply(to: &template)
            issuer = CertificateAuthority(try issuer.issue(template))
        }
        return try issuer.issue(Self.server { template in levels.last?.apply(to: &template) }).chain
    }

    /// How a chain is judged by these inputs.
    func judge(
        _ levels: [PolicyLevel], _ change: (inout InitialPolicies) -> Void = { _ in }
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try policy()
        change(&policy.initialPolicies)
        return try judge(chain(levels), policy: policy)
    }
}

extension ObjectIdentifier {
    static let gold = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 7, 1)
    static let silver = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 7, 2)
    static let white = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 7, 3)
}
