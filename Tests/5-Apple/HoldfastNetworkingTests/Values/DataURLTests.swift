import Foundation
import HoldfastNetworking
import Testing

@testable import HoldfastNetworkingNames

@Suite("data: URLs (RFC 2397)")
struct DataURLTests {
    private func parts(_ text: String) -> [String?]? {
        DataURL(text).map { [$0.mimeType, $0.textEncodingName, String(decoding: $0.data, as: UTF8.self)] }
    }

    @Test(
        "what they hold",
        arguments: [
            // The examples of the RFC, and its defaults.
            ("data:,A%20brief%20note", ["text/plain", "US-ASCII", "A brief note"]),
            ("data:text/plain;charset=iso-8859-7,%61", ["text/plain", "iso-8859-7", "a"]),
            ("data:;charset=utf-8,x", ["text/plain", "utf-8", "x"]),
            ("data:text/html,<p>", ["text/html", nil, "<p>"]),
            ("DATA:Image/PNG;base64,aGk=", ["image/png", nil, "hi"]),
            ("data:a/b;base64,aGk", ["a/b", nil, "hi"]), ("data:a/b;base64,aG%6b%3D#f", ["a/b", nil, "hi"]),
            ("data:a/b;base64,aG%0Ak=", ["a/b", nil, "hi"]), ("data:a/b;base64;x,aGk=", ["a/b", nil, "aGk="]),
            ("data:a/b;charset=%22utf-8%22,", ["a/b", "utf-8", ""]),
            ("data:nonsense,x", ["text/plain", "US-ASCII", "x"]),
            ("data:a/b,x#y", ["a/b", nil, "x"]), ("data:,%23", ["text/plain", "US-ASCII", "#"]),
        ] as [(String, [String?])])
    func contents(_ text: String, _ expected: [String?]) { #expect(parts(text) == expected) }

    @Test("and what is none") func refused() {
        let texts = [
            "", "data:", "data:text/plain", "date:,x", "data:,%", "data:,%4", "data:,%zz", "data:a/b;base64,a",
            "data:a/b;base64,aGk=x", "data:a/b;base64,a*b=", "data:a/b;base64,====",
        ]
        for text in texts { #expect(parts(text) == nil, "\(text)") }
        #expect(DataURL("data:,abc", limit: 8) == nil && DataURL("data:,abc", limit: 9) != nil)
        #expect(DataURL("data:,%FF")?.data == Data([0xFF]))
    }
}
