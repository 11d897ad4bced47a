import HoldfastNIOSSL
import Testing

/// SPIFFE-ID §2: what is an ID, and what is none.
@Suite("SPIFFE IDs")
struct SPIFFEIdentifierTests {
    @Test(
        "IDs are read and written",
        arguments: ["spiffe://a", "spiffe://example.org/a", "spiffe://example.org/A-b_c.d/9", "spiffe://1_2-3.x"])
    func read(_ text: String) throws {
        #expect(try #require(SPIFFEIdentifier(text)).description == text)
    }

    @Test(
        "what is none is not read",
        arguments: [
            "", "spiffe:", "spiffe://", "spiffe:///a", "SPIFFE://example.org/a", "spiffe://Example.org/a",
            "spiffe://example.org/", "spiffe://example.org//a", "spiffe://example.org/a/", "spiffe://example.org/./a",
            "spiffe://example.org/../a", "spiffe://example.org:8443/a", "spiffe://user@example.org/a",
            "spiffe://example.org/a?b", "spiffe://example.org/a#b", "spiffe://example.org/%61", "spiffe://exämple.org",
            "https://example.org/a", " spiffe://example.org", "spiffe://example.org/a b", "spiffe://example.org/a\0",
        ])
    func refused(_ text: String) { #expect(SPIFFEIdentifier(text) == nil) }

    @Test("an ID has at most 2,048 bytes")
    func long() {
        let start = "spiffe://example.org/"
        #expect(SPIFFEIdentifier(start + String(repeating: "a", count: 2_048 - start.utf8.count)) != nil)
        #expect(SPIFFEIdentifier(start + String(repeating: "a", count: 2_049 - start.utf8.count)) == nil)
    }
}
