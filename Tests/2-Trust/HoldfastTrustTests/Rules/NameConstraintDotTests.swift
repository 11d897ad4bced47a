import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.2.1.10: "DNS name restrictions are expressed as host.example.com." A dot before the name is the syntax
/// of mailboxes and URIs there, one behind it of neither.
///
/// Chromium (`DNSNameMatches`): "If dNSName constraint starts with a dot, only subdomains should match … this matches
/// the behavior of other platforms", and "Normalize absolute DNS names by removing the trailing dot". trustd
/// (`SecDNSNameConstraintsMatch`) compares the end of the name with the whole constraint, dots included.
@Suite("Name constraints: a dot before or behind a DNS name", .ownThread)
struct NameConstraintDotTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// The findings of this rule, each with its weight, for a server of these names.
    private func findings(
        permitted: [String] = [], excluded: [String] = [], _ names: [String] = [TestChain.host], profile: Profile
    ) throws -> Set<String> {
        func trees(_ bases: [String]) throws -> [GeneralSubtree]? {
            bases.isEmpty ? nil : try bases.map { GeneralSubtree(.dnsName(try #require(IA5String($0)))) }
        }
        var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
        template.nameConstraints = .init(permittedSubtrees: try trees(permitted), excludedSubtrees: try trees(excluded))
        let leaf = TestChain.server { $0.names = names }
        let chain = try CertificateAuthority(test.root.issue(template)).issue(leaf).chain
        var policy = try test.policy()
        policy.purpose = .sslWithoutName
        policy.profile = profile
        let result = try test.judge(chain, policy: policy)
        let all = result.success?.findings ?? result.failure?.findings ?? []
        return Set(all.filter { $0.code == .nameConstraints }.map { "\($0.severity.rawValue) \($0.requirement)" })
    }

    private static let leading = "nameConstraints.leadingDot"
    private static let trailing = "nameConstraints.trailingDot"

    @Test(
        "a dot before a permitted name: what is below the domain, and not the domain", arguments: ["default", "apple"])
    func permittedBelow(profile: String) throws {
        let profile = try #require(Profile.named(profile))
        let warning: Set = ["warning \(Self.leading)"]
        for names in [["www.holdfast.test"], ["a.b.holdfast.test"], ["*.holdfast.test"], ["WWW.Holdfast.Test"]] {
            #expect(try findings(permitted: [".holdfast.test"], names, profile: profile) == warning, "\(names)")
        }
        let refused = warning.union(["error nameConstraints.permitted"])
        for names in [["holdfast.test"], ["notholdfast.test"], ["www.other.test"], ["*.test"]] {
            #expect(try findings(permitted: [".holdfast.test"], names, profile: profile) == refused, "\(names)")
        }
        // Written beside the domain itself, both are permitted.
        #expect(
            try findings(
                permitted: [".holdfast.test", "holdfast.test"], ["holdfast.test", "*.holdfast.test"], profile: profile)
                == warning)
    }

    /// trustd lets the domain itself pass here; who excludes what is below a domain is taken to mean the domain too.
    @Test("a dot before an excluded name: the domain, and what is below it", arguments: ["default", "apple"])
    func excludedBelow(profile: String) throws {
        let profile = try #require(Profile.named(profile))
        let warning: Set = ["warning \(Self.leading)"]
        let refused = warning.union(["error nameConstraints.excluded"])
        for names in [["holdfast.test"], ["www.holdfast.test"], ["*.holdfast.test"], ["*.test"]] {
            #expect(try findings(excluded: [".holdfast.test"], names, profile: profile) == refused, "\(names)")
        }
        for names in [["notholdfast.test"], ["www.other.test"], ["*.other.test"]] {
            #expect(try findings(excluded: [".holdfast.test"], names, profile: profile) == warning, "\(names)")
        }
    }

    @Test("a dot behind the name is taken off: the domain, and what is below it")
    func behind() throws {
        let warning: Set = ["warning \(Self.trailing)"]
        for names in [["holdfast.test"], ["www.holdfast.test"], ["*.holdfast.test"]] {
            #expect(try findings(permitted: ["holdfast.test."], names, profile: .default) == warning, "\(names)")
            #expect(
                try findings(excluded: ["holdfast.test."], names, profile: .default)
                    == warning.union(["error nameConstraints.excluded"]), "\(names)")
        }
        #expect(
            try findings(permitted: ["holdfast.test."], ["www.other.test"], profile: .default)
                == warning.union(["error nameConstraints.permitted"]))
        #expect(
            try findings(permitted: [".holdfast.test."], ["www.holdfast.test"], profile: .default)
                == warning.union(["warning \(Self.leading)"]))
    }

    @Test("where a profile refuses a dot, it refuses the authority, whatever the names are")
    func refused() throws {
        for profile in [Profile.rfc5280, .webpki] {
            for (permitted, excluded) in [([".holdfast.test"], []), ([], [".other.test"])] {
                #expect(
                    try findings(permitted: permitted, excluded: excluded, profile: profile)
                        == ["error \(Self.leading)"], "\(profile.name)")
            }
        }
        // Apple's comparison with a final dot never matches; what it was to exclude would pass.
        for profile in [Profile.rfc5280, .webpki, .apple] {
            for (permitted, excluded) in [(["holdfast.test."], []), ([], ["other.test."])] {
                #expect(
                    try findings(permitted: permitted, excluded: excluded, profile: profile)
                        == ["error \(Self.trailing)"], "\(profile.name)")
            }
        }
    }

    @Test("what is no name behind a dot, or before one, refuses everywhere", arguments: Profile.all.map(\.name))
    func unreadable(profile: String) throws {
        let profile = try #require(Profile.named(profile))
        for base in [".", "..", "..holdfast.test", "holdfast.test..", ".*.holdfast.test", "holdfast..test"] {
            #expect(
                try findings(permitted: [base], profile: profile) == ["error nameConstraints.readable"], "\(base)")
        }
    }
}
