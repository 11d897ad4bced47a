import HoldfastAuthority
import HoldfastX509

extension Deviation {
    private static func permit(_ names: GeneralName...) -> NameConstraints {
        NameConstraints(permittedSubtrees: names.map { GeneralSubtree($0) })
    }

    private static func exclude(_ names: GeneralName...) -> NameConstraints {
        NameConstraints(excludedSubtrees: names.map { GeneralSubtree($0) })
    }

    private static func dns(_ text: String) -> GeneralName { .dnsName(IA5String(text) ?? .empty) }
    private static func common(_ text: String) -> GeneralName {
        .directoryName(DistinguishedName([(type: .commonName, text: text)]))
    }

    /// Constraints of an intermediate, with what the leaf is changed to.
    private static func constrained(
        _ name: String, _ story: String, _ constraints: NameConstraints,
        _ leaf: @escaping @Sendable (inout ChainPlan) -> Void = { _ in }
    ) -> Deviation {
        Deviation("nameConstraints.\(name)", story) { plan in
            plan.change(.intermediate) { $0.nameConstraints = constraints }
            leaf(&plan)
        }
    }

    /// Constraints on hosts, addresses and directory names.
    static let nameConstraints: [Deviation] = [
        constrained("dnsWithin", "permits the host's domain", permit(dns("holdfast.test"))),
        constrained("dnsSame", "permits the host itself", permit(dns("www.holdfast.test"))),
        constrained("dnsOutside", "permits another domain", permit(dns("example.test"))),
        constrained("dnsSuffix", "permits a domain that ends the host's only as text", permit(dns("oldfast.test"))),
        constrained("dnsExcluded", "excludes the host's domain", exclude(dns("holdfast.test"))),
        constrained("dnsExcludedSibling", "excludes another host", exclude(dns("mail.holdfast.test"))),
        constrained("dnsExcludedAll", "excludes every host", exclude(dns(""))),
        constrained("dnsPermittedAll", "permits every host", permit(dns(""))),
        constrained("dnsLeadingDot", "permits the domain with a leading dot", permit(dns(".holdfast.test"))),
        constrained("dnsExcludedLeadingDot", "excludes the domain with a leading dot", exclude(dns(".holdfast.test"))),
        constrained("dnsCase", "permits the domain in capitals", permit(dns("HOLDFAST.TEST"))),
        constrained("dnsTrailingDot", "permits the domain with a final dot", permit(dns("holdfast.test."))),
        constrained("dnsWildcardBase", "permits a wildcard", permit(dns("*.holdfast.test"))),
        constrained("wildcardWithin", "permits the domain of a wildcard", permit(dns("holdfast.test"))) { plan in
            plan.leaf.template.names = ["*.holdfast.test"]
        },
        constrained(
            "wildcardExcluded", "excludes a host that a wildcard stands for", exclude(dns("mail.holdfast.test"))
        ) {
            plan in plan.leaf.template.names = ["*.holdfast.test"]
        },
        constrained(
            "wildcardOutside", "permits one host, and a wildcard stands for more",
            permit(dns("www.holdfast.test"))
        ) { plan in plan.leaf.template.names = ["*.holdfast.test"] },
        constrained(
            "commonNameOutside", "permits another domain; the host is a common name only",
            permit(dns("example.test"))
        ) { plan in plan.leaf.template.names = [] },
        constrained(
            "dnsSecondOutside", "permits the host's domain; a second name is outside",
            permit(dns("holdfast.test"))
        ) { plan in plan.leaf.template.names.append("www.example.test") },
        constrained(
            "otherKindOnly", "permits mailboxes only, and the leaf has none",
            permit(.rfc822Name(IA5String("holdfast.test") ?? .empty))),
        constrained(
            "addressWithin", "permits the address's network",
            permit(.ipAddress([192, 0, 2, 0, 255, 255, 255, 0]))
        ) { plan in
            plan.host = "192.0.2.7"
            plan.leaf.template.names = ["192.0.2.7"]
        },
        constrained("addressOutside", "permits another network", permit(.ipAddress([10, 0, 0, 0, 255, 0, 0, 0]))) {
            plan in
            plan.host = "192.0.2.7"
            plan.leaf.template.names = ["192.0.2.7"]
        },
        constrained(
            "addressExcluded", "excludes the address's network",
            exclude(.ipAddress([192, 0, 2, 0, 255, 255, 255, 0]))
        ) { plan in
            plan.host = "192.0.2.7"
            plan.leaf.template.names = ["192.0.2.7"]
        },
        constrained(
            "addressOtherFamily", "permits an IPv6 network, and the leaf has an IPv4 address",
            permit(
                .ipAddress(
                    [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12) + [255, 255, 255, 255]
                        + [UInt8](repeating: 0, count: 12)))
        ) { plan in
            plan.host = "192.0.2.7"
            plan.leaf.template.names = ["192.0.2.7"]
        },
        constrained(
            "addressMaskHoles", "permits a network whose mask has holes",
            permit(.ipAddress([192, 0, 2, 0, 255, 0, 255, 0]))
        ) { plan in
            plan.host = "192.0.2.7"
            plan.leaf.template.names = ["192.0.2.7"]
        },
        constrained(
            "addressShort", "permits an address constraint of four octets",
            permit(.ipAddress([192, 0, 2, 0]))),
        constrained(
            "addressShortApplied", "permits an address constraint of four octets, and the leaf has an address",
            permit(.ipAddress([192, 0, 2, 0]))
        ) { plan in
            plan.host = "192.0.2.7"
            plan.leaf.template.names = ["192.0.2.7"]
        },
        constrained("directoryWithin", "permits the subject's name", permit(common(ChainPlan.host))),
        constrained("directoryOutside", "permits another directory name", permit(common("Somebody Else"))),
        constrained("directoryExcluded", "excludes the subject's name", exclude(common(ChainPlan.host))),
        constrained(
            "directoryEmptySubject", "permits another directory name; the leaf has no subject",
            permit(common("Somebody Else"))
        ) { plan in
            plan.leaf.template.subject = DistinguishedName([RelativeDistinguishedName]())
        },
        constrained(
            "directoryCase", "permits the subject's name in capitals", permit(common(ChainPlan.host.uppercased()))),
    ]
}
