import HoldfastTrust
import Testing

@Suite("Patterns of hosts")
struct HostPatternTests {
    static let suffixes = PublicSuffixes(identity: "test") { domain in
        switch domain {
        case "com", "uk", "co.uk", "test": .icann
        case "github.io": .privateDomains
        default: nil
        }
    }

    @Test(
        "a pattern matches the servers that it says, and no others",
        arguments: [
            ("example.com", ["example.com", "EXAMPLE.com."], ["www.example.com", "example.co", "xample.com"]),
            (
                "*.example.com", ["www.example.com", "a_b.example.com"],
                ["example.com", "a.b.example.com", "wwwexample.com", "www.example.com.org"]
            ),
            (
                "**.example.com", ["example.com", "www.example.com", "a.b.example.com"],
                ["badexample.com", "example.com.org", "com"]
            ),
            ("192.0.2.1", ["192.0.2.1"], ["192.0.2.10", "1.192.0.2.example.com"]),
            ("[2001:db8::1]", ["2001:db8:0::1", "[2001:db8::1]"], ["2001:db8::2"]),
            ("localhost", ["localhost"], ["a.localhost", "127.0.0.1"]),
            ("**.localhost", ["localhost", "app.localhost"], ["localhost.com"]),
            ("*.internal", ["db.internal"], ["a.db.internal", "internal"]),
            ("intranet", ["intranet"], ["intranet.example.com"]),
        ])
    func matching(_ text: String, _ yes: [String], _ no: [String]) throws {
        let pattern = try HostPattern(text, publicSuffixes: Self.suffixes)
        for name in yes { #expect(pattern.matches(try ServerName(name)), "\(name)") }
        for name in no { #expect(!pattern.matches(try ServerName(name)), "\(name)") }
        #expect(try HostPattern(pattern.description, publicSuffixes: Self.suffixes) == pattern)
    }

    @Test(
        "names of different owners share no pattern",
        arguments: ["*.com", "**.com", "**.co.uk", "*.github.io", "*.org"])
    func suffix(_ text: String) throws {
        #expect(throws: HostPatternError.publicSuffix(text)) {
            try HostPattern(text, publicSuffixes: Self.suffixes)
        }
    }

    @Test("without a list of suffixes only single labels are known to be one")
    func noList() throws {
        #expect(throws: HostPatternError.publicSuffix("**.com")) { try HostPattern("**.com", publicSuffixes: nil) }
        #expect(try HostPattern("**.co.uk", publicSuffixes: nil).description == "**.co.uk")
        #expect(try HostPattern("com", publicSuffixes: Self.suffixes).description == "com")
    }

    @Test(
        "what is no pattern is refused",
        arguments: [
            "", "*", "**", "*.", "**.", "w*.example.com", "*.*.example.com", "***.example.com", "*.192.0.2.1", ".com",
            "exa mple.com", "https://example.com", "example.com:443", "bücher.example",
        ])
    func malformed(_ text: String) {
        #expect(throws: HostPatternError.self) { try HostPattern(text, publicSuffixes: Self.suffixes) }
    }
}
