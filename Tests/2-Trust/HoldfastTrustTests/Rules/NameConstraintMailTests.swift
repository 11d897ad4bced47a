import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Name constraints: mailboxes in another spelling, and constraints that name none", .ownThread)
struct NameConstraintMailTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    private func unmet(
        permitted: String? = nil, excluded: String? = nil, _ mailbox: String
    ) throws -> Set<String> {
        func trees(_ base: String?) throws -> [GeneralSubtree]? {
            try base.map { [GeneralSubtree(.rfc822Name(try #require(IA5String($0))))] }
        }
        var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
        template.nameConstraints = .init(permittedSubtrees: try trees(permitted), excludedSubtrees: try trees(excluded))
        let leaf = TestChain.server { $0.alternativeNames.append(.rfc822Name(IA5String(mailbox) ?? .empty)) }
        let chain = try CertificateAuthority(test.root.issue(template)).issue(leaf).chain
        return try test.unmet(chain) { $0.profile = .default }.filter { $0.hasPrefix("nameConstraints.") }
    }

    /// RFC 5321 §4.1.2: "For any purposes that require generating or comparing Local-parts (e.g., to specific mailbox
    /// names), all quoted forms MUST be treated as equivalent".
    @Test(
        "an excluded mailbox is excluded in every quoted form",
        arguments: [
            ("foo@example.com", #""foo"@example.com"#), ("foo@example.com", #""f\oo"@example.com"#),
            ("foo@example.com", #""\f\o\o"@EXAMPLE.com"#), ("foo@example.com", #""FOO"@example.com"#),
            (#""foo"@example.com"#, "foo@example.com"), (#""f\oo"@example.com"#, #""foo"@example.com"#),
            ("a.b@example.com", #""a.b"@example.com"#), (#""a b"@example.com"#, #""a\ b"@example.com"#),
        ])
    func quoted(excluded: String, mailbox: String) throws {
        #expect(try unmet(excluded: excluded, mailbox) == ["nameConstraints.excluded"], "\(excluded) \(mailbox)")
    }

    @Test("another mailbox is another one, quoted or not")
    func others() throws {
        for mailbox in [#""fooo"@example.com"#, #""f oo"@example.com"#, #""foo\""@example.com"#, "foo@example.org"] {
            #expect(try unmet(excluded: "foo@example.com", mailbox) == [], "\(mailbox)")
        }
        #expect(try unmet(permitted: "foo@example.com", #""foo"@example.com"#) == [])
        #expect(try unmet(permitted: "foo@example.com", #""bar"@example.com"#) == ["nameConstraints.permitted"])
    }

    /// RFC 5280 §4.2.1.10 has three forms, "a particular mailbox, all addresses at a particular host, or all mailboxes
    /// in a domain", and nothing is none of them. Chromium: "In case of parsing errors, return a value that will cause
    /// the name to not be permitted."
    @Test("a permitted constraint of no host permits no mailbox, and an excluded one excludes every mailbox")
    func empty() throws {
        #expect(try unmet(permitted: "", "any@example.com") == ["nameConstraints.permitted"])
        #expect(try unmet(permitted: "", #""any"@example.com"#) == ["nameConstraints.permitted"])
        #expect(try unmet(excluded: "", "any@example.com") == ["nameConstraints.excluded"])
        // Two quotation marks are no host, and a mailbox without a name is none.
        for base in [#""""#, #"""@example.com"#] {
            #expect(try unmet(permitted: base, "any@example.com") == ["nameConstraints.readable"], "\(base)")
        }
        #expect(try unmet(permitted: "example.com", #"""@example.com"#) == ["nameConstraints.name"])
    }

    /// RFC 5280 §4.2.1.10 of URIs: "The constraint MUST be specified as a fully qualified domain name".
    @Test("so it is of URIs")
    func uris() throws {
        func unmet(permits: Bool) throws -> Set<String> {
            let tree = [GeneralSubtree(.uniformResourceIdentifier(.empty))]
            var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
            template.nameConstraints = .init(
                permittedSubtrees: permits ? tree : nil, excludedSubtrees: permits ? nil : tree)
            let uri = try #require(IA5String("https://www.example.com/"))
            let leaf = TestChain.server { $0.alternativeNames.append(.uniformResourceIdentifier(uri)) }
            let chain = try CertificateAuthority(test.root.issue(template)).issue(leaf).chain
            return try test.unmet(chain).filter { $0.hasPrefix("nameConstraints.") }
        }
        #expect(try unmet(permits: true) == ["nameConstraints.permitted"])
        #expect(try unmet(permits: false) == ["nameConstraints.excluded"])
    }
}
