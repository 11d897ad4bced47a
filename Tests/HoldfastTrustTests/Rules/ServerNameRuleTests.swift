import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Server names", .ownThread)
struct ServerNameRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("name: the alternative names alone, and each kind with its own (RFC 9525 §6)")
    func names() throws {
        #expect(try test.errors(test.chain { $0.names = ["other.test"] }) == [.hostMismatch])
        #expect(try test.errors(test.chain { $0.names = ["*.holdfast.test"] }) == [])
        #expect(try test.errors(test.chain { $0.names = [] }) == [.hostMismatch, .missingSubjectAltName])
        var policy = try test.policy()
        policy.purpose = .ssl(try ServerName("192.0.2.1"))
        #expect(try test.errors(test.chain { $0.names = ["192.0.2.1"] }, policy: policy) == [])
        #expect(try test.errors(test.chain { $0.names = ["192.0.2.2"] }, policy: policy) == [.hostMismatch])
        // An address written as a dNSName is no address.
        let name = try #require(IA5String("192.0.2.1"))
        let asName = try test.chain {
            $0.names = []
            $0.alternativeNames = [.dnsName(name)]
        }
        #expect(try test.errors(asName, policy: policy) == [.hostMismatch])
    }

    /// RFC 9525 §2: names stand in the subject alternative name alone. A certificate without one is for nobody.
    @Test("what names no server is not said to be for one")
    func nameless() throws {
        func message(_ chain: [[UInt8]]) throws -> String? {
            try test.judge(chain).failure?.findings.first { $0.code == .hostMismatch }?.message
        }
        let host = TestChain.host
        #expect(
            try message(test.chain { $0.names = [] })
                == "the certificate is not for \(host): it has no subject alternative name")
        let mail = try #require(IA5String("somebody@holdfast.test"))
        let mailbox = try test.chain {
            $0.names = []
            $0.alternativeNames = [.rfc822Name(mail)]
        }
        #expect(
            try message(mailbox)
                == "the certificate is not for \(host): it has no server among the subject alternative names")
        #expect(
            try message(test.chain { $0.names = ["other.test"] })
                == "the certificate is not for \(host) but for other.test")
    }

    @Test("a NUL in a name hides nothing (CVE-2009-2408)")
    func nulInName() throws {
        let name = try #require(IA5String(TestChain.host + "\u{0}.evil.test"))
        let chain = try test.chain {
            $0.names = []
            $0.alternativeNames = [.dnsName(name)]
        }
        let failure = try #require(try test.judge(chain).failure)
        #expect(failure.cause.code == .hostMismatch)
        #expect(failure.cause.seen.contains("\\00"), "\(failure.cause.seen)")
    }

    @Test("a wildcard below a public suffix names nobody; one over customers is the profile's affair")
    func publicSuffixes() throws {
        func codes(_ host: String, _ names: [String], _ suffixes: PublicSuffixes?) throws -> [String: Severity] {
            var policy = try test.policy()
            policy.purpose = .ssl(try ServerName(host))
            policy.publicSuffixes = suffixes
            let result = try test.judge(test.chain { $0.names = names }, policy: policy)
            let findings = result.success?.findings ?? result.failure?.findings ?? []
            return Dictionary(
                findings.filter { $0.requirement.hasPrefix("serverName.") }.map { ($0.requirement, $0.severity) },
                uniquingKeysWith: max)
        }
        let list = RootProgramChain.suffixes
        #expect(try codes("a.co.uk", ["*.co.uk"], list) == ["serverName.publicSuffixWildcard": .error])
        #expect(try codes("A.CO.UK", ["*.Co.Uk"], list) == ["serverName.publicSuffixWildcard": .error])
        #expect(try codes("a.example.com", ["*.example.com"], list) == [:])
        // The name itself stands beside it.
        #expect(try codes("a.co.uk", ["*.co.uk", "a.co.uk"], list) == [:])
        #expect(try codes("a.hosting.com", ["*.hosting.com"], list) == [:])
        // Nobody looked.
        #expect(try codes("a.co.uk", ["*.co.uk"], nil) == ["serverName.suffixesKnown": .note])
        #expect(try codes("www.example.com", ["www.example.com"], nil) == [:])
        // A single label is a suffix without any list.
        #expect(try codes("example.com", ["*.com"], nil) == ["serverName.matches": .error])
    }

    @Test("a public authority vouches for no name of one's own network")
    func publicNames() throws {
        for (host, severity) in [("host.corp", Severity.error), ("10.0.0.1", .error), ("www.example.com", nil)] {
            var chain = try RootProgramChain()
            chain.leaf.names = [host]
            chain.host = host
            #expect(try chain.findings(.default, .publicWeb)["serverName.publicName"] == severity, "\(host)")
            #expect(try chain.findings(.default, .own)["serverName.publicName"] == nil, "\(host)")
        }
    }
}
