import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// RFC 5280 §4.2.1.10, type by type.
@Suite("Subtrees of name constraints", .ownThread)
struct NameConstraintFormTests {
    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test(
        "dNSName: any name made by adding labels to the left",
        arguments: [
            ("example.com", "example.com", true), ("example.com", "www.EXAMPLE.com", true),
            ("example.com", "notexample.com", false), ("example.com", "com", false), ("", "example.com", true),
            ("foo.com", "*.foo.com", true), ("foo.example.com", "*.example.com", false),
            (".example.com", "www.Example.com", true), (".example.com", "a.b.example.com", true),
            (".example.com", "example.com", false), (".example.com", "notexample.com", false),
            (".example.com", "*.example.com", true), (".example.com", "*.com", false),
            ("example.com.", "example.com", true), ("example.com.", "www.example.com", true),
            (".example.com.", "example.com", false), (".example.com.", "www.example.com", true),
        ])
    func dnsContains(base: String, name: String, expected: Bool) {
        #expect(DNSConstraint.contains(base: bytes(base), name: bytes(name)) == expected, "\(base) \(name)")
    }

    @Test("a wildcard is excluded with any one of the names that it stands for (CVE-2025-61727)")
    func wildcardOverlap() {
        #expect(DNSConstraint.overlaps(base: bytes("bar.example.com"), name: bytes("*.example.com")))
        #expect(!DNSConstraint.overlaps(base: bytes("a.b.example.com"), name: bytes("*.example.com")))
        #expect(!DNSConstraint.overlaps(base: bytes("bar.example.org"), name: bytes("*.example.com")))
        // Behind a dot the domain is excluded with what is below it.
        for name in ["example.com", "www.example.com", "*.example.com", "*.com"] {
            #expect(DNSConstraint.overlaps(base: bytes(".example.com"), name: bytes(name)), "\(name)")
        }
        #expect(!DNSConstraint.overlaps(base: bytes(".example.com"), name: bytes("notexample.com")))
    }

    @Test(
        "no dNSName subtree: dots alone or more than one, an empty label, a wildcard, more than DNS has room for",
        arguments: [
            ".", "..", "..example.com", "example.com..", "a..b", "*.example.com", ".*.example.com", "exa mple",
            String(repeating: "a.", count: 127) + "a",
        ])
    func dnsInvalid(base: String) {
        #expect(!DNSConstraint.isValid(base: bytes(base)), "\(base)")
    }

    @Test(
        "rfc822Name: a mailbox, a host, or the hosts below a domain",
        arguments: [
            ("root@example.com", "root@example.com", true), ("root@example.com", "ROOT@example.com", false),
            ("root@example.com", "root@EXAMPLE.com", true), ("example.com", "any@example.com", true),
            ("example.com", "any@host.example.com", false), (".example.com", "any@host.example.com", true),
            (".example.com", "any@example.com", false), ("", "any@example.com", false),
            (#""root"@example.com"#, "root@example.com", true), ("root@example.com", #""r\oot"@example.com"#, true),
            (#""ro ot"@example.com"#, "root@example.com", false),
            ("*@example.com", "any@example.com", false), ("*@example.com", "*@example.com", true),
        ])
    func mail(base: String, name: String, expected: Bool) throws {
        let mailbox = try #require(RFC822Name(bytes(name)))
        #expect(MailConstraint.contains(base: bytes(base), name: mailbox) == expected, "\(base) \(name)")
    }

    /// "emailAddress attribute values are not case-sensitive" (RFC 5280 §4.1.2.6): an excluded one stays excluded.
    @Test("an excluded mailbox is excluded in whatever case")
    func excludedMail() throws {
        let mailbox = try #require(RFC822Name(bytes("ROOT@example.com")))
        #expect(MailConstraint.overlaps(base: bytes("root@example.com"), name: mailbox))
        #expect(!MailConstraint.overlaps(base: bytes("other@example.com"), name: mailbox))
        #expect(MailConstraint.overlaps(base: [], name: mailbox))
    }

    @Test(
        "no rfc822Name subtree",
        arguments: ["@example.com", "root@", "a@b@example.com", "*.example.com", "root@.example.com", "..example.com"])
    func mailInvalid(base: String) {
        #expect(!MailConstraint.isValid(base: bytes(base)), "\(base)")
    }

    @Test(
        "a mailbox has one host, however it is read (RFC 2821 §4.1.2)",
        arguments: [
            ("a@example.com", "example.com"), ("a.b+c@example.com", "example.com"), ("生徒@example.com", "example.com"),
            (#""a@b"@example.com"#, "example.com"), (#""a\"@b"@example.com"#, "example.com"),
        ] as [(String, String?)] + [
            ("invalid@address@example.com", nil), ("example.com", nil), ("@example.com", nil), ("a@", nil),
            ("a b@example.com", nil), (".a@example.com", nil), ("a@[192.0.2.1]", nil), ("a@example..com", nil),
            (#""a"@evil.test"@example.com"#, nil), (#""a\"@example.com"#, nil), ("a\u{0}@example.com", nil),
            ("<a@example.com>", nil), ("a@exämple.com", nil),
        ])
    func mailboxes(text: String, host: String?) {
        let found = RFC822Name(bytes(text)).map { String(decoding: $0.host, as: UTF8.self) }
        #expect(found == host, "\(text)")
    }

    @Test(
        "uniformResourceIdentifier: the host part",
        arguments: [
            ("host.example.com", "https://host.example.com/x", true), ("example.com", "https://a.example.com", false),
            (".example.com", "https://u@a.example.com:8443/", true), (".example.com", "https://example.com/", false),
            ("host.example.com", "ldap://host.example.com?x@y.test", true),
        ] as [(String, String, Bool?)] + [
            (".example.com", "https://192.0.2.1/", nil), (".example.com", "urn:x", nil),
            (".example.com", "https://[::1]/", nil), (".example.com", "//a.example.com/", nil),
            (".example.com", #"https://evil.test\@a.example.com/"#, nil),
            (".example.com", "https://evil.test@b@a.example.com/", nil),
            (".example.com", "https://a.example.com:80x/", nil), (".example.com", "https://a.example.com./", nil),
            (".example.com", "1a://a.example.com/", nil), (".example.com", "https://a.example.com /", nil),
            (".example.com", "https:///a.example.com", nil), (".example.com", "https://a%2eexample.com/", nil),
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
