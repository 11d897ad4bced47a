import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Subject alternative names", .ownThread)
struct SubjectAltNameRuleTests {
    private func unmet(
        _ names: [GeneralName], _ profile: Profile = .webpki, suffixes: PublicSuffixes? = RootProgramChain.suffixes
    ) throws -> [String] {
        var chain = try RootProgramChain()
        chain.leaf.alternativeNames = names
        return try chain.findings(profile, .publicWeb, suffixes: suffixes).keys
            .filter { $0.hasPrefix("subjectAltName.") }.sorted()
    }

    private func dns(_ text: String) throws -> GeneralName { .dnsName(try #require(IA5String(text))) }

    /// RFC 5280 §4.2.1.6: "The name MUST be in the 'preferred name syntax', as specified by Section 3.5 of [RFC1034]
    /// and as modified by Section 2.1 of [RFC1123]."
    @Test(
        "letters, digits and hyphens",
        arguments: [
            ("a_b.example.com", true), ("example.com.", true), (".example.com", true), ("a..example.com", true),
            ("-a.example.com", true), ("a-.example.com", true), (" ", true), ("ex ample.com", true),
            ("1.example.com", false), ("a-b.EXAMPLE.com", false), ("xn--bcher-kva.example.com", false),
        ])
    func syntax(name: String, isFaulty: Bool) throws {
        #expect(try unmet([dns(name)], .rfc5280) == (isFaulty ? ["subjectAltName.syntax"] : []), "\(name)")
    }

    /// CA/B BR 1.6.1: "Wildcard Domain Name: A string starting with "*." (…) immediately followed by a Fully-Qualified
    /// Domain Name."
    @Test(
        "a wildcard is the whole left-most label",
        arguments: ["*", "ba*.example.com", "a.*.example.com", "*.*.example.com"])
    func wildcard(name: String) throws {
        #expect(try unmet([dns(name)]) == ["subjectAltName.wildcard"], "\(name)")
    }

    /// CA/B BR 7.1.2.7.12: "MUST be composed entirely of P-Labels or Non-Reserved LDH Labels".
    @Test("labels with hyphens as third and fourth character are xn--, or none")
    func reservedLabels() throws {
        #expect(try unmet([dns("ab--cd.example.com")]) == ["subjectAltName.reservedLabel"])
        #expect(try unmet([dns("XN--bcher-kva.example.com")]) == [])
    }

    /// CA/B BR 3.2.2.6: "CAs MUST NOT issue "*.co.uk" or "*.local", but MAY issue "*.example.com" to Example Co.".
    @Test("wildcards below public suffixes, of both parts of the list")
    func publicSuffixes() throws {
        #expect(try unmet([dns("*.co.uk")]) == ["subjectAltName.publicSuffixWildcard"])
        #expect(try unmet([dns("*.com")]) == ["subjectAltName.publicSuffixWildcard"])
        #expect(
            try unmet([dns("*.local")]) == ["subjectAltName.internalName", "subjectAltName.publicSuffixWildcard"])
        #expect(try unmet([dns("*.hosting.com")]) == ["subjectAltName.privateSuffixWildcard"])
        #expect(try unmet([dns("*.example.com")]) == [])
        #expect(try unmet([dns("co.uk")]) == [])
        // Without a list a single label is one all the same.
        #expect(try unmet([dns("*.com")], suffixes: nil) == ["subjectAltName.publicSuffixWildcard"])
        #expect(try unmet([dns("*.co.uk")], suffixes: nil) == [])
    }

    /// CA/B BR 1.6.1: "Internal Name: (…) cannot be verified as globally unique within the public DNS (…) because it
    /// does not end with a Top Level Domain registered in IANA's Root Zone Database."
    @Test("names that end in no top-level domain")
    func internalNames() throws {
        for name in ["intranet", "host.corp", "host.local", "host.internal", "localhost"] {
            #expect(try unmet([dns(name)]) == ["subjectAltName.internalName"], "\(name)")
        }
        #expect(try unmet([dns("abc.onion")]) == [])
        #expect(try unmet([dns("host.corp")], suffixes: nil) == [])
        #expect(try unmet([dns("host.local")], suffixes: nil) == ["subjectAltName.internalName"])
    }

    /// CA/B BR 7.1.2.7.12: "The entry MUST NOT contain a Reserved IP Address."
    @Test("addresses of no public network, and of no length that exists")
    func addresses() throws {
        for text in [
            "10.1.2.3", "100.64.0.1", "172.31.0.1", "192.168.0.1", "127.0.0.1", "::1", "fd00::1", "fe80::1",
            "2001:db8::1",
        ] {
            let address = try #require(IPAddress(text))
            #expect(try unmet([.ipAddress(address.bytes[...])]) == ["subjectAltName.reservedAddress"], "\(text)")
        }
        for text in ["1.1.1.1", "100.128.0.1", "172.32.0.1", "2606:4700::1111"] {
            let address = try #require(IPAddress(text))
            #expect(try unmet([.ipAddress(address.bytes[...])]) == [], "\(text)")
        }
        // RFC 5280 §4.2.1.6: "the octet string MUST contain exactly four octets (…) exactly sixteen octets".
        #expect(try unmet([.ipAddress([1, 2, 3, 4, 5])], .rfc5280) == ["subjectAltName.address"])
    }

    /// CA/B BR 7.1.2.7.12: rfc822Name, URI and the others are not permitted; RFC 5280 wants them well-formed.
    @Test("other kinds of names")
    func kinds() throws {
        let mail = GeneralName.rfc822Name(try #require(IA5String("someone@example.com")))
        #expect(try unmet([mail]) == ["subjectAltName.nameTypes"])
        #expect(try unmet([mail], .rfc5280) == [])
        for text in ["someone", "@example.com", "a b@example.com", "someone@", "Some One <a@example.com>"] {
            let broken = GeneralName.rfc822Name(try #require(IA5String(text)))
            #expect(try unmet([broken], .rfc5280) == ["subjectAltName.mailbox"], "\(text)")
        }
    }

    @Test("ten thousand names with a fault give one finding, with the first and the count")
    func many() throws {
        var chain = try RootProgramChain()
        chain.leaf.alternativeNames = try (0..<10_000).map { try dns("a_\($0).example.com") }
        let made = try chain.made()
        let trust = try ServerTrust(derChain: made.chain)
        var policy = TrustPolicy.ssl(try ServerName(RootProgramChain.host))
        policy.anchors = .only([try Certificate(der: made.root)])
        let proof = try TrustEngine().evaluate(trust, with: policy, at: RootProgramChain.moment)
        let findings = proof.findings.filter { $0.code == .subjectAltName }
        #expect(findings.map(\.seen) == ["a_0.example.com and 9999 more"])
    }

    /// RFC 1123 §2.1, which RFC 5280 §4.2.1.6 names for the syntax: "a valid host name can never have the
    /// dotted-decimal form #.#.#.#, since at least the highest-level component label will be alphabetic".
    @Test("an address written as a DNS name", arguments: ["192.0.2.7", "2001:db8::7", "[2001:db8::7]"])
    func addressAsName(name: String) throws {
        #expect(try unmet([dns(RootProgramChain.host), dns(name)], .rfc5280) == ["subjectAltName.addressAsName"])
        #expect(try unmet([dns(RootProgramChain.host), dns(name)], .default) == ["subjectAltName.addressAsName"])
        #expect(try unmet([dns(RootProgramChain.host), dns(name)], .webpki) == ["subjectAltName.addressAsName"])
    }
}
