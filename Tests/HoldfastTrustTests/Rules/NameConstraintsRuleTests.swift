import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Name constraints")
struct NameConstraintsRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("name constraints of an authority, and of the anchor")
    func nameConstraints() throws {
        func constrained(_ constraints: NameConstraints) throws -> [[UInt8]] {
            var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
            template.nameConstraints = constraints
            return try CertificateAuthority(test.root.issue(template)).issue(TestChain.server()).chain
        }
        func dns(_ name: String) throws -> GeneralSubtree {
            .init(.dnsName(try #require(IA5String(name))))
        }
        #expect(try test.errors(constrained(.init(permittedSubtrees: [dns("holdfast.test")]))) == [])
        #expect(
            try test.errors(constrained(.init(permittedSubtrees: [dns("other.test")]))) == [.nameConstraints])
        #expect(
            try test.errors(constrained(.init(excludedSubtrees: [dns("holdfast.test")]))) == [.nameConstraints])
        // Excluded comes before permitted.
        #expect(
            try test.errors(
                constrained(
                    .init(permittedSubtrees: [dns("test")], excludedSubtrees: [dns(TestChain.host)])))
                == [.nameConstraints])
        var root = CertificateTemplate.root(name: "Constrained Root", at: TestChain.moment)
        root.nameConstraints = .init(permittedSubtrees: [try dns("other.test")])
        let authority = CertificateAuthority(try Identity.selfSigned(root))
        let policy = try test.policy(anchors: [authority.certificate])
        #expect(try test.errors(authority.issue(TestChain.server()).chain, policy: policy) == [.nameConstraints])
    }
}
