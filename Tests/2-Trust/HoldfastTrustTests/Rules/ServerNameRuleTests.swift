import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
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

    /// "An IP-ID matches based on an octet-for-octet comparison" (RFC 9525 §6.5); "When the subjectAltName extension
    /// contains an iPAddress, the address MUST be stored in the octet string in 'network byte order'" (RFC 5280
    /// §4.2.1.6). A value must not stand on both sides.
    @Test(
        "an address that stands in the certificate as something else: as what, and how it has to stand there",
        arguments: [
            ("192.0.2.7", "192.0.2.7", "DNS:192.0.2.7"), ("2001:db8::7", "2001:db8::7", "DNS:2001:db8::7"),
            ("2001:db8::7", "2001:0DB8:0:0::7", "DNS:2001:0DB8:0:0::7"),
            ("2001:db8::7", "[2001:db8::7]", "DNS:[2001:db8::7]"), ("192.0.2.7", "192.0.2.7/32", "DNS:192.0.2.7/32"),
        ])
    func addressAsName(_ row: (address: String, name: String, seen: String)) throws {
        let name = try #require(IA5String(row.name))
        let finding = try mismatch(row.address, [.dnsName(name)])
        #expect(finding.seen == row.seen && finding.expected == "IP:\(row.address)")
        #expect(finding.message.contains("as a DNS name"), "\(finding.message)")
        #expect(finding.advice.contains("IP:\(row.address)"), "\(finding.advice)")
        let chinese = finding.statements
        #expect(chinese.message.text(in: .chinese).contains("DNS 名称"), "\(chinese.message.text(in: .chinese))")
        #expect(chinese.advice.text(in: .chinese).contains("IP:\(row.address)"))
    }

    @Test("an address as text, with a mask, and mapped into IPv6, each by its name")
    func addressOtherwise() throws {
        let octets: [UInt8] = [192, 0, 2, 7]
        let text = try mismatch("192.0.2.7", [.ipAddress(Array("192.0.2.7".utf8)[...])])
        #expect(text.message.contains("as text") && text.expected == "IP:192.0.2.7", "\(text.message)")
        let masked = try mismatch("192.0.2.7", [.ipAddress((octets + [255, 255, 255, 255])[...])])
        #expect(masked.message.contains("mask") && masked.seen == "IP:192.0.2.7/255.255.255.255", "\(masked.message)")
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF] + octets
        let inside = try mismatch("192.0.2.7", [.ipAddress(mapped[...])])
        #expect(inside.message.contains("IPv6") && inside.expected == "IP:192.0.2.7", "\(inside.message)")
        let uri = try mismatch("192.0.2.7", [.uniformResourceIdentifier(#require(IA5String("https://192.0.2.7/")))])
        #expect(uri.message.contains("URI") && uri.seen == "URI:https://192.0.2.7/", "\(uri.message)")
        for finding in [text, masked, inside, uri] {
            #expect(finding.advice.contains("IP:192.0.2.7"))
            #expect(finding.statements.message.text(in: .chinese) != finding.message)
        }
        // Another address is another address.
        let other = try mismatch("192.0.2.8", [.dnsName(#require(IA5String("192.0.2.7")))])
        #expect(other.message == "the certificate is not for 192.0.2.8 but for 192.0.2.7")
    }

    /// RFC 9525 §6.3: the name "MUST match"; a final dot is no part of a name in a certificate (RFC 1034 §3.1 writes
    /// one for the root), nor is white space.
    @Test(
        "a name that differs by what hardly shows: a dot, a blank",
        arguments: ["www.holdfast.test.", " www.holdfast.test"])
    func nameWithMore(_ text: String) throws {
        let finding = try mismatch(TestChain.host, [.dnsName(#require(IA5String(text)))])
        #expect(finding.seen == "DNS:\(text)" && finding.expected == "DNS:\(TestChain.host)")
        #expect(finding.message.contains("'\(text)'") && !finding.message.contains("but for"), "\(finding.message)")
        #expect(finding.statements.message.text(in: .chinese).contains("“\(text)”"))
    }

    @Test("the sentence about another name in Chinese, and its values for programs")
    func statement() throws {
        let names = (0..<12).compactMap { IA5String("n\($0).test") }.map(GeneralName.dnsName)
        let message = try mismatch(TestChain.host, names).statements.message
        #expect(message.identifier == "serverName.notForNameButFor" && message.arguments["more"] == .number(2))
        #expect(message.arguments["name"] == .text(TestChain.host))
        #expect(
            message.text(in: .chinese).hasPrefix("证书不适用于 www.holdfast.test，而适用于 n0.test、n1.test")
                && message.text(in: .chinese).hasSuffix("，另有 2 项"))
    }

    private func mismatch(_ host: String, _ names: [GeneralName]) throws -> Finding {
        var policy = try test.policy()
        policy.purpose = .ssl(try ServerName(host))
        let chain = try test.chain {
            $0.names = []
            $0.alternativeNames = names
        }
        let failure = try #require(try test.judge(chain, policy: policy).failure)
        return try #require(failure.findings.first { $0.requirement == "serverName.matches" })
    }
}
