import Testing

@testable import HoldfastTrust

/// RFC 9525 §6.3: "the wildcard character … as the complete left-most label", matching one label only.
@Suite("dNSName patterns")
struct DNSPatternTests {
    @Test(
        "match",
        arguments: [
            ("example.com", "example.com"), ("EXAMPLE.Com", "example.com"), ("*.example.com", "www.example.com"),
            ("*.example.com", "xn--bcher-kva.example.com"), ("*.EXAMPLE.com", "a.example.com"),
            ("localhost", "localhost"),
        ])
    func matching(pattern: String, name: String) throws {
        #expect(DNSPattern.matches(Array(pattern.utf8)[...], try DNSName(name)), "\(pattern) \(name)")
    }

    @Test(
        "do not match",
        arguments: [
            ("*.example.com", "example.com"), ("*.example.com", "a.b.example.com"), ("*.com", "example.com"),
            ("*", "localhost"), ("*", "example.com"), ("w*.example.com", "www.example.com"),
            ("*w.example.com", "www.example.com"), ("www.*.com", "www.example.com"),
            ("*.*.example.com", "a.b.example.com"), ("xn--*.example.com", "xn--bcher-kva.example.com"),
            ("example.com.", "example.com"), ("example.com\u{0}", "example.com"),
            ("example.com\u{0}.evil.test", "example.com"), ("", "example.com"), (".example.com", "a.example.com"),
            ("example", "example.com"), ("com", "example.com"), ("*..com", "a.com"),
        ])
    func notMatching(pattern: String, name: String) throws {
        #expect(!DNSPattern.matches(Array(pattern.utf8)[...], try DNSName(name)), "\(pattern) \(name)")
    }

    @Test("a name is shown as it is compared")
    func shown() throws { #expect(try String(describing: DNSName("www.example.com")) == "www.example.com") }
}
