import HoldfastX509

/// The state variables about policies of RFC 5280 §6.1.2, and the steps that change them, certificate by certificate.
struct PolicyState {
    private(set) var graph = PolicyGraph()
    /// explicit_policy: certificates left before a valid policy is required.
    private var explicitPolicy: Int
    /// inhibit_anyPolicy: certificates left before anyPolicy no longer counts.
    private var inhibitAnyPolicy: Int
    /// policy_mapping: certificates left before mappings end a policy.
    private var policyMapping: Int

    /// RFC 5280 §6.1.2(a), (d)-(f).
    ///
    /// - Parameter count: n, the certificates of the path without the anchor.
    init(_ initial: InitialPolicies, count: Int) {
        explicitPolicy = initial.explicitPolicy ? 0 : count + 1
        inhibitAnyPolicy = initial.anyPolicyInhibit ? 0 : count + 1
        policyMapping = initial.policyMappingInhibit ? 0 : count + 1
    }

    /// Whether the path is refused unless a policy is valid.
    var requiresPolicy: Bool { explicitPolicy == 0 }

    /// RFC 5280 §6.1.3(d)-(e).
    ///
    /// - Returns: `false` where the work limit was reached, and nothing is known.
    mutating func process(_ certificate: Certificate, isLast: Bool, _ meter: inout WorkMeter) -> Bool {
        guard !graph.isNull else { return true }
        guard let stated = certificate.certificatePolicies else {
            graph.addEmptyLevel()
            return true
        }
        guard meter.reached(policies: stated.count),
            meter.spend(policySteps: graph.cost(ofPolicies: stated.count))
        else { return false }
        graph.addLevel(
            stating: Set(stated.map(\.policyIdentifier)),
            // An intermediate that an authority issued to itself, as for a new key, is passed over by the count.
            takesAnyPolicy: inhibitAnyPolicy > 0 || (!isLast && certificate.isSelfIssued))
        return true
    }

    /// RFC 5280 §6.1.4(b), (h)-(j): what the certificate means for the ones below.
    mutating func prepareForNext(_ certificate: Certificate, _ meter: inout WorkMeter) -> Bool {
        if let mappings = certificate.policyMappings, !graph.isNull {
            guard meter.reached(policies: mappings.count), meter.spend(policySteps: mappings.count) else {
                return false
            }
            var subjects: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
            // A mapping from or to anyPolicy refuses the certificate; here it means nothing.
            for mapping in mappings where !mapping.namesAnyPolicy {
                subjects[mapping.issuerDomainPolicy, default: []].insert(mapping.subjectDomainPolicy)
            }
            for (policy, equivalents) in subjects {
                if policyMapping > 0 { graph.map(policy, to: equivalents) } else { graph.remove(policy) }
            }
        }
        if !certificate.isSelfIssued {
            explicitPolicy = max(0, explicitPolicy - 1)
            policyMapping = max(0, policyMapping - 1)
            inhibitAnyPolicy = max(0, inhibitAnyPolicy - 1)
        }
        if let count = certificate.policyConstraints?.requireExplicitPolicy {
            explicitPolicy = min(explicitPolicy, count)
        }
        if let count = certificate.policyConstraints?.inhibitPolicyMapping { policyMapping = min(policyMapping, count) }
        if let count = certificate.inhibitAnyPolicy { inhibitAnyPolicy = min(inhibitAnyPolicy, count) }
        return true
    }

    /// RFC 5280 §6.1.5(a)-(b): the last certificate counts itself, self-issued or not.
    mutating func wrapUp(_ certificate: Certificate) {
        explicitPolicy = max(0, explicitPolicy - 1)
        if certificate.policyConstraints?.requireExplicitPolicy == 0 { explicitPolicy = 0 }
    }
}

extension PolicyMappings.Mapping {
    /// RFC 5280 §4.2.1.5: "Policies MUST NOT be mapped either to or from the special value anyPolicy".
    var namesAnyPolicy: Bool { issuerDomainPolicy == .anyPolicy || subjectDomainPolicy == .anyPolicy }
}
