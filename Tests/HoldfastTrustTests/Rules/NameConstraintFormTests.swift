import Testing

@testable import HoldfastTrust

/// RFC 5280 §4.2.1.10, type by type.
@Suite("Subtrees of name constraints")
struct NameConstraintFormTests {
    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test(
        "dNSName: any name made by adding labels to the left",
        arguments: [
            ("example.com", "example.com", true), ("example.com", "www.EXAMPLE.com", true),
            ("example.com", "notexample.com", false), ("example.com", "com", false), ("", "example.com", true),
            ("foo.com", "*.foo.com", true), ("foo.example.com", "*.example.com", false),
        ])
    func dnsContains(base: String, name: String, expected: Bool) {
        #expect(DNSConstraint.contains(base: bytes(base), name: bytes(name)) == expected, "\(base) \(name)")
    }

    @Test("a wildcard is excluded with any one of the names that it stands for (CVE-2025-61727)")
    func wildcardOverlap() {
        #expect(DNSConstraint.overlaps(base: bytes("bar.example.com"), name: bytes("*.example.com")))
        #expect(!DNSConstraint.overlaps(base: bytes("a.b.example.com"), name: bytes("*.example.com")))
        #expect(!DNSConstraint.overlaps(base: bytes("bar.example.org"), name: bytes("*.example.com")))
    }

    @Test("a leading dot is no dNSName subtree", arguments: [".example.com", "a..b", "*.example.com", "exa mple"])
    func dnsInvalid(base: String) {
        #expect(!DNSConstraint.isValid(base: bytes(base)), "\(base)")
    }

    @Test(
        "rfc822Name: a mailbox, a host, or the hosts below a domain",
        arguments: [
            ("root@example.com", "root@example.com", true), ("root@example.com", "ROOT@example.com", false),
            ("root@example.com", "root@EXAMPLE.com", true), ("example.com", "any@example.com", true),
            ("example.com", "any@host.example.com", false), (".example.com", "any@host.example.com", true),
            (".example.com", "any@example.com", false), ("example.com", "example.com", false),
        ])
    func mail(base: String, name: String, expected: Bool) {
        #expect(MailConstraint.contains(base: bytes(base), name: bytes(name)) == expected, "\(base) \(name)")
    }

    @Test(
        "uniformResourceIdentifier: the host part",
        arguments: [
            ("host.example.com", "https://host.example.com/x", true), ("example.com", "https://a.example.com", false),
            (".example.com", "https://u@a.example.com:8443/", true), (".example.com", "https://example.com/", false),
        ] as [(String, String, Bool?)] + [
            (".example.com", "https://192.0.2.1/", nil), (".example.com", "urn:x", nil),
            (".example.com", "https://[::1]/", nil),
        ])
    func uri(base: String, name: String, expected: Bool?) {
        #expect(URIConstraint.contains(base: bytes(base), name: bytes(name)) == expected, "\(base) \(name)")
    }

    @Test("iPAddress: address and mask")
    func address() {
        let base: [UInt8] = [192, 0, 2, 0, 255, 255, 255, 0]
        #expect(AddressConstraint.contains(base: base[...], name: [192, 0, 2, 77]))
        #expect(!AddressConstraint.contains(base: base[...], name: [192, 0, 3, 77]))
        #expect(!AddressConstraint.contains(base: base[...], name: ArraySlice(repeating: 0, count: 16)))
        #expect(AddressConstraint.isValid(base: base[...]))
        #expect(!AddressConstraint.isValid(base: [192, 0, 2, 0, 255, 0, 255, 0]))
        #expect(!AddressConstraint.isValid(base: [192, 0, 2, 0]))
    }
}
