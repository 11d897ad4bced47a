import HoldfastAuthority
import HoldfastX509

extension Deviation {
    /// Deviations of the leaf's names, and of the name that is asked for.
    static let serverNames: [Deviation] = hostNames + addresses

    private static func names(
        _ name: String, _ story: String, host: String = ChainPlan.host, _ names: [String]
    ) -> Deviation {
        Deviation("serverName.\(name)", story) { plan in
            plan.host = host
            plan.leaf.template.names = names
        }
    }

    /// Alternative names given as values, for those that no host name is.
    private static func alternatives(
        _ name: String, _ story: String, host: String = ChainPlan.host, _ names: [GeneralName]
    ) -> Deviation {
        Deviation("serverName.\(name)", story) { plan in
            plan.host = host
            plan.leaf.template.names = []
            plan.leaf.template.alternativeNames = names
        }
    }

    private static func dns(_ text: String) -> GeneralName { .dnsName(IA5String(text) ?? .empty) }

    private static let hostNames: [Deviation] = [
        names("other", "is for another host", ["mail.holdfast.test"]),
        names("parent", "is for the parent domain", ["holdfast.test"]),
        names("child", "is for a name below the host", ["a.www.holdfast.test"]),
        names("suffix", "is for a name that ends alike", ["ww.holdfast.test"]),
        names("case", "is for the host in capitals", ["WWW.HOLDFAST.TEST"]),
        names("second", "is for the host as the second name", ["mail.holdfast.test", ChainPlan.host]),
        names("wildcard", "is for every host of the domain", ["*.holdfast.test"]),
        names("wildcardCase", "has a wildcard in capitals", ["*.HOLDFAST.test"]),
        names(
            "wildcardTwoLabels", "has a wildcard for one label, and two are asked for", host: "a.b.holdfast.test",
            ["*.holdfast.test"]),
        names(
            "wildcardNoLabel", "has a wildcard, and the domain itself is asked for", host: "holdfast.test",
            ["*.holdfast.test"]),
        names("wildcardPrefix", "has a wildcard behind a letter", ["w*.holdfast.test"]),
        names("wildcardSuffix", "has a wildcard before a letter", ["*w.holdfast.test"]),
        names("wildcardInside", "has a wildcard between letters", ["w*w.holdfast.test"]),
        names("wildcardInner", "has a wildcard as the second label", ["www.*.test"]),
        names("wildcardTwice", "has two wildcards", ["*.*.test"]),
        names("wildcardTop", "has a wildcard over a top-level domain", host: "holdfast.test", ["*.test"]),
        names("wildcardAlone", "is for a lone wildcard", ["*"]),
        names(
            "wildcardALabel", "has a wildcard, and an A-label is asked for", host: "xn--bcher-kva.holdfast.test",
            ["*.holdfast.test"]),
        names(
            "wildcardInALabel", "has a wildcard in an A-label", host: "xn--bcher-kva.holdfast.test",
            ["xn--*.holdfast.test"]),
        names("aLabel", "is for an internationalised name", host: "xn--bcher-kva.test", ["xn--bcher-kva.test"]),
        names(
            "underscore", "is for a name with an underscore", host: "my_host.holdfast.test",
            ["my_host.holdfast.test"]),
        names(
            "hyphens", "is for a name with a label that begins with a hyphen", ["-www.holdfast.test", ChainPlan.host]),
        names("trailingDot", "is for the host with a final dot", ["www.holdfast.test."]),
        names("leadingDot", "is for the domain with a leading dot", [".holdfast.test"]),
        names("space", "is for the host with a space behind it", ["www.holdfast.test "]),
        names("nul", "is for the host with NUL and another domain behind it", ["www.holdfast.test\u{0}.example.test"]),
        names(
            "long", "has a label of 64 octets beside the right name",
            [String(repeating: "a", count: 64) + ".test", ChainPlan.host]),
        names(
            "thousand", "has a thousand names, the host last",
            (0..<999).map { "host\($0).holdfast.test" } + [ChainPlan.host]),
        Deviation("serverName.commonNameOnly", "has the host as common name, and no alternative name") { plan in
            plan.leaf.template.names = []
        },
        Deviation("serverName.commonNameBesideOther", "has the host as common name, and another alternative name") {
            plan in plan.leaf.template.names = ["mail.holdfast.test"]
        },
        alternatives(
            "commonNameBesideMail", "has the host as common name, and a mailbox as alternative name",
            [.rfc822Name(IA5String("a@holdfast.test") ?? .empty)]),
        alternatives(
            "uriOnly", "has the host in a URI only",
            [.uniformResourceIdentifier(IA5String("https://www.holdfast.test/") ?? .empty)]),
        alternatives(
            "manyKinds", "has the host among names of other kinds",
            [
                .rfc822Name(IA5String("a@holdfast.test") ?? .empty), dns(ChainPlan.host),
                .uniformResourceIdentifier(IA5String("https://www.holdfast.test/") ?? .empty),
                .directoryName(DistinguishedName([(type: .commonName, text: "directory")])),
                .registeredID(ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999)),
            ]),
        alternatives("emptyName", "has an empty dNSName beside the right one", [dns(""), dns(ChainPlan.host)]),
        Deviation("serverName.empty", "has an alternative name extension with no name in it") { plan in
            plan.leaf.template.names = []
            plan.leaf.template.add(.subjectAlternativeName, GeneralNames([]))
        },
        Deviation("serverName.notASCII", "has a dNSName with an octet outside ASCII beside the right one") { plan in
            plan.leaf.template.names = []
            let names = [DERSurgery.tagged(0x82, [0x77, 0xE4, 0x2E, 0x74]), dns(ChainPlan.host).der]
            plan.leaf.template.additionalExtensions.append(
                Extension(.subjectAlternativeName, value: DERSurgery.sequence(names)))
        },
        Deviation("serverName.critical", "has a critical alternative name beside a subject") { plan in
            plan.leaf.template.criticality[.subjectAlternativeName] = true
        },
    ]

    private static let addresses: [Deviation] = [
        names("address4", "is for the IPv4 address asked for", host: "192.0.2.7", ["192.0.2.7"]),
        names("address6", "is for the IPv6 address asked for", host: "2001:db8::7", ["2001:db8::7"]),
        names("addressOther", "is for another IPv4 address", host: "192.0.2.7", ["192.0.2.8"]),
        names("addressForName", "is for an address, and a name is asked for", ["192.0.2.7"]),
        names("nameForAddress", "is for a name, and an address is asked for", host: "192.0.2.7", [ChainPlan.host]),
        alternatives("addressAsDNSName", "has the address as a dNSName", host: "192.0.2.7", [dns("192.0.2.7")]),
        alternatives(
            "wildcardForAddress", "has a wildcard that an address would fit", host: "192.0.2.7",
            [dns("*.0.2.7")]),
        alternatives(
            "addressMapped", "has the IPv4 address mapped into IPv6", host: "192.0.2.7",
            [.ipAddress([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 192, 0, 2, 7])]),
        alternatives(
            "addressFiveOctets", "has an address of five octets", host: "192.0.2.7",
            [.ipAddress([192, 0, 2, 7, 0])]),
        alternatives(
            "addressWithMask", "has an address with a mask behind it", host: "192.0.2.7",
            [.ipAddress([192, 0, 2, 7, 255, 255, 255, 255])]),
        alternatives(
            "addressBroken", "has an address of five octets beside the right name",
            [.ipAddress([192, 0, 2, 7, 0]), dns(ChainPlan.host)]),
        Deviation("serverName.addressInCommonName", "has the address as common name only") { plan in
            plan.host = "192.0.2.7"
            plan.leaf.template.names = []
            plan.leaf.template.subject = DistinguishedName([(type: .commonName, text: "192.0.2.7")])
        },
    ]
}
