import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// CA/B BR 7.1.4.3: "If present, this attribute MUST contain exactly one entry that is one of the values contained in
/// the Certificate's subjectAltName extension."
@Suite("Common names", .ownThread)
struct CommonNameRuleTests {
    private func unmet(_ commonNames: [String], names: [String]) throws -> [String] {
        var chain = try RootProgramChain()
        chain.leaf.names = names
        chain.leaf.subject = DistinguishedName(commonNames.map { (type: .commonName, text: $0) })
        return try chain.findings(.webpki, .publicWeb).keys.filter { $0.hasPrefix("commonName.") }.sorted()
    }

    @Test(
        "a host name is copied character for character",
        arguments: [
            ("www.example.com", []), ("*.example.com", []), ("WWW.example.com", ["commonName.spelling"]),
            ("other.example.com", ["commonName.copy"]), ("xn--bcher-kva.example.com", ["commonName.copy"]),
            ("bücher.example.com", ["commonName.copy"]), ("192.0.2.1", ["commonName.listed"]),
        ])
    func hosts(name: String, expected: [String]) throws {
        #expect(try unmet([name], names: ["www.example.com", "*.example.com"]) == expected, "\(name)")
    }

    /// "encoded as an IPv4Address as specified in RFC 3986, Section 3.2.2", "(…) in RFC 5952, Section 4".
    @Test(
        "an address is written in its one form",
        arguments: [
            ("192.168.1.1", []), ("2001:db8::1", []), ("192.168.001.001", ["commonName.spelling"]),
            ("192.168.001.010", ["commonName.copy"]),
            ("0xC0A80101", ["commonName.spelling"]), ("2001:DB8::1", ["commonName.spelling"]),
            ("0300.0250.01.01", ["commonName.spelling"]), ("192.168.257", ["commonName.spelling"]),
            ("3232235777", ["commonName.spelling"]), ("192.168.65536", ["commonName.copy"]),
            ("4294967296", ["commonName.copy"]), ("1.2.3.4.5", ["commonName.copy"]),
            ("2001:db8::2", ["commonName.copy"]),
            ("2001:0db8:0:0:0:0:0:1", ["commonName.spelling"]), ("www.example.com", ["commonName.listed"]),
        ])
    func addresses(name: String, expected: [String]) throws {
        #expect(try unmet([name], names: ["192.168.1.1", "2001:db8::1"]) == expected, "\(name)")
    }

    @Test(
        "the same name in other letters or in U-labels is told apart from another name",
        arguments: [
            ("bücher.example.com", ["commonName.spelling"]), ("BÜCHER.EXAMPLE.COM", ["commonName.spelling"]),
            ("XN--BCHER-KVA.example.com", ["commonName.spelling"]), ("bücher.example.org", ["commonName.copy"]),
            ("bücher.shop.example.com", ["commonName.copy"]), ("Bücher GmbH", ["commonName.copy"]),
            ("*.Example.net", ["commonName.spelling"]), ("*.example.org", ["commonName.copy"]),
        ])
    func spellings(name: String, expected: [String]) throws {
        #expect(try unmet([name], names: ["xn--bcher-kva.example.com", "*.example.net"]) == expected, "\(name)")
    }

    @Test("one at most, and none is best")
    func count() throws {
        let host = RootProgramChain.host
        #expect(try unmet([host, host], names: [host]) == ["commonName.single"])
        #expect(try unmet([], names: [host]) == [])
        #expect(try unmet(["*.example.com"], names: [host]) == ["commonName.listed"])
    }
}
