import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Name constraints that are wrong, and malformed names below right ones", .ownThread)
struct NameConstraintFaultTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    private static func dns(_ name: String) -> GeneralSubtree { .init(.dnsName(IA5String(name) ?? .empty)) }

    private func unmet(
        _ constraints: NameConstraints, _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> Set<String> {
        var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
        template.nameConstraints = constraints
        let chain = try CertificateAuthority(test.root.issue(template)).issue(TestChain.server(change)).chain
        return try test.unmet(chain).filter { $0.hasPrefix("nameConstraints.") }
    }

    /// "Within this profile, the minimum and maximum fields are not used with any name forms, thus, the minimum MUST be
    /// zero, and maximum MUST be absent" (RFC 5280 §4.2.1.10).
    @Test("minimum, maximum, and bases that are none of their type")
    func unreadable() throws {
        let name = try #require(IA5String("test"))
        for subtree in [
            GeneralSubtree(.dnsName(name), minimum: 1), GeneralSubtree(.dnsName(name), maximum: 0),
            GeneralSubtree(.ipAddress([192, 0, 2, 0])),
            GeneralSubtree(.ipAddress([192, 0, 2, 0, 255, 0, 255, 0])),
            GeneralSubtree(.rfc822Name(try #require(IA5String("@test")))),
            GeneralSubtree(.uniformResourceIdentifier(try #require(IA5String("http://test")))),
        ] {
            #expect(try unmet(.init(excludedSubtrees: [subtree])) == ["nameConstraints.readable"], "\(subtree)")
            #expect(
                try unmet(.init(permittedSubtrees: [Self.dns("test"), subtree])) == ["nameConstraints.readable"],
                "\(subtree)")
        }
    }

    /// "Conforming CAs MUST NOT issue certificates where name constraints is an empty sequence."
    @Test("constraints that name nothing refuse: who wrote them meant something")
    func empty() throws {
        for constraints in [
            NameConstraints(), .init(permittedSubtrees: []), .init(excludedSubtrees: []),
            .init(permittedSubtrees: [Self.dns("test")], excludedSubtrees: []),
        ] {
            #expect(try unmet(constraints) == ["nameConstraints.notEmpty"], "\(constraints)")
            let chain = try test.belowIntermediate { $0.nameConstraints = constraints }
            #expect(try test.errors(chain) == [.nameConstraints])
        }
    }

    /// "The name constraints extension, which MUST be used only in a CA certificate".
    @Test("name constraints of a server's certificate bind nobody, and do not belong there")
    func leaf() throws {
        let chain = try test.chain { $0.nameConstraints = .init(excludedSubtrees: [Self.dns(TestChain.host)]) }
        #expect(try test.unmet(chain) == ["nameConstraints.authorityOnly"])
        #expect(try test.refusals(chain) == [.nameConstraints])
        #expect(try test.errors(chain) == [])
    }

    @Test("a malformed name is refused where a constraint of its type applies, permitted or excluded")
    func malformedNames() throws {
        let elsewhere = try #require(IA5String("elsewhere.test"))
        let rows: [(GeneralName, GeneralName)] = [
            (.dnsName(try #require(IA5String(".holdfast.test"))), .dnsName(elsewhere)),
            (.dnsName(try #require(IA5String("holdfast.test."))), .dnsName(elsewhere)),
            (.dnsName(try #require(IA5String("w*.holdfast.test"))), .dnsName(elsewhere)),
            (.dnsName(try #require(IA5String("bank.test\u{0}.holdfast.test"))), .dnsName(elsewhere)),
            (.dnsName(.empty), .dnsName(elsewhere)),
            (.ipAddress([192, 0, 2, 0, 255, 255, 255, 0]), .ipAddress([198, 51, 100, 0, 255, 255, 255, 0])),
            (.rfc822Name(try #require(IA5String("invalid@address@holdfast.test"))), .rfc822Name(elsewhere)),
            (
                .uniformResourceIdentifier(try #require(IA5String("https://192.0.2.1/"))),
                .uniformResourceIdentifier(elsewhere)
            ),
        ]
        for (name, base) in rows {
            #expect(
                try unmet(.init(excludedSubtrees: [.init(base)])) { $0.alternativeNames = [name] }
                    == ["nameConstraints.name"], "\(name)")
            // Without a constraint of its type it is not for this rule.
            #expect(
                try unmet(.init(excludedSubtrees: [.init(.registeredID(.commonName))])) {
                    $0.alternativeNames = [name]
                } == [], "\(name)")
        }
    }
}
