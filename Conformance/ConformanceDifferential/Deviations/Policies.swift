import HoldfastAuthority
import HoldfastX509

extension Deviation {
    private static let one = ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 10, 1)
    private static let two = ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 10, 2)

    private static func add(
        _ template: inout CertificateTemplate, _ policies: ObjectIdentifier..., isCritical: Bool = false
    ) {
        template.add(
            .certificatePolicies, CertificatePolicies(policies.map { PolicyInformation($0) }), isCritical: isCritical)
    }

    private static func requireExplicit(_ template: inout CertificateTemplate, _ count: Int = 0) {
        template.add(.policyConstraints, PolicyConstraints(requireExplicitPolicy: count), isCritical: true)
    }

    private static func map(_ template: inout CertificateTemplate, _ from: ObjectIdentifier, _ to: ObjectIdentifier) {
        template.add(
            .policyMappings,
            PolicyMappings([.init(issuerDomainPolicy: from, subjectDomainPolicy: to)]), isCritical: true)
    }

    /// A change to the intermediate and one to the leaf.
    private static func policy(
        _ name: String, _ story: String, _ intermediate: @escaping @Sendable (inout CertificateTemplate) -> Void,
        leaf: @escaping @Sendable (inout CertificateTemplate) -> Void = { _ in }
    ) -> Deviation {
        Deviation("policy.\(name)", story) { plan in
            plan.change(.intermediate, intermediate)
            leaf(&plan.leaf.template)
        }
    }

    /// Certificate policies: what is required, mapped and inhibited.
    static let policies: [Deviation] = [
        policy("same", "both have one policy", { add(&$0, one) }, leaf: { add(&$0, one) }),
        policy(
            "different", "the two have different policies, and none is required", { add(&$0, one) },
            leaf: { add(&$0, two) }),
        policy(
            "critical", "both have one policy, critical", { add(&$0, one, isCritical: true) },
            leaf: { add(&$0, one, isCritical: true) }),
        policy(
            "requiredAndThere", "a policy is required, and both have it",
            {
                add(&$0, one); requireExplicit(&$0)
            }, leaf: { add(&$0, one) }),
        policy(
            "requiredAndAny", "a policy is required, the authority has any, the leaf one",
            {
                add(&$0, .anyPolicy); requireExplicit(&$0)
            }, leaf: { add(&$0, one) }),
        policy(
            "requiredAndMissing", "a policy is required, and the leaf has none",
            {
                add(&$0, one); requireExplicit(&$0)
            }),
        policy("requiredAndNone", "a policy is required, and nobody has one", { requireExplicit(&$0) }),
        policy(
            "requiredAndDifferent", "a policy is required, and the two have different ones",
            {
                add(&$0, one); requireExplicit(&$0)
            }, leaf: { add(&$0, two) }),
        policy("requiredLater", "a policy is required only below the leaf", { requireExplicit(&$0, 5) }),
        policy(
            "requiredByLeaf", "the leaf requires a policy and has none", { add(&$0, one) },
            leaf: { requireExplicit(&$0) }),
        policy(
            "mapped", "a required policy is mapped to the leaf's",
            {
                add(&$0, one); map(&$0, one, two); requireExplicit(&$0)
            }, leaf: { add(&$0, two) }),
        policy(
            "mappedAway", "a required policy is mapped, and the leaf has the one before the mapping",
            {
                add(&$0, one); map(&$0, one, two); requireExplicit(&$0)
            }, leaf: { add(&$0, one) }),
        policy(
            "mapsFromAny", "anyPolicy is mapped",
            {
                add(&$0, .anyPolicy); map(&$0, .anyPolicy, two)
            },
            leaf: { add(&$0, two) }),
        policy(
            "mapsToAny", "a policy is mapped to anyPolicy",
            {
                add(&$0, one); map(&$0, one, .anyPolicy)
            },
            leaf: { add(&$0, one) }),
        policy(
            "mappingOnLeaf", "the leaf maps policies", { add(&$0, one) },
            leaf: {
                add(&$0, one); map(&$0, one, two)
            }),
        policy(
            "inhibitsAny", "anyPolicy is inhibited, a policy required, and the leaf has anyPolicy",
            {
                add(&$0, one)
                requireExplicit(&$0)
                $0.additionalExtensions.append(
                    Extension(.inhibitAnyPolicy, isCritical: true, value: [0x02, 0x01, 0x00]))
            }, leaf: { add(&$0, .anyPolicy) }),
        policy("twice", "the leaf names one policy twice", { add(&$0, one) }, leaf: { add(&$0, one, one) }),
        policy("emptyList", "the leaf has a list of policies with none in it", { add(&$0, one) }, leaf: { add(&$0) }),
        policy(
            "emptyConstraints", "policy constraints say nothing",
            { $0.add(.policyConstraints, PolicyConstraints(), isCritical: true) }),
        policy(
            "constraintsNotCritical", "a required policy is missing; the constraint is not critical",
            { $0.add(.policyConstraints, PolicyConstraints(requireExplicitPolicy: 0)) }),
        policy(
            "inhibitAnyNegative", "inhibitAnyPolicy is -1",
            {
                $0.additionalExtensions.append(
                    Extension(.inhibitAnyPolicy, isCritical: true, value: [0x02, 0x01, 0xFF]))
            }),
        policy(
            "qualifier", "the leaf's critical policy has an unknown qualifier", { add(&$0, one) },
            leaf: {
                let qualifier = PolicyQualifier(ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 3), qualifier: [0x05, 0x00])
                $0.add(
                    .certificatePolicies,
                    CertificatePolicies([PolicyInformation(one, policyQualifiers: [qualifier])]), isCritical: true)
            }),
        Deviation("policy.requiredByAnchor", "the anchor requires a policy, and nobody has one") { plan in
            requireExplicit(&plan.root.template)
        },
        Deviation(
            "policy.inhibitedBelow", "mapping is inhibited by the upper of two authorities, and used by the lower"
        ) {
            plan in
            plan.needIntermediates(2)
            let last = plan.intermediates.count - 1
            plan.intermediates[last - 1].template.add(
                .policyConstraints, PolicyConstraints(requireExplicitPolicy: 0, inhibitPolicyMapping: 0),
                isCritical: true)
            add(&plan.intermediates[last - 1].template, one)
            add(&plan.intermediates[last].template, one)
            map(&plan.intermediates[last].template, one, two)
            add(&plan.leaf.template, two)
        },
    ]
}
