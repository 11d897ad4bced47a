import HoldfastHTTP
import Testing

@testable import HoldfastTransport

@Suite("A response's head, line by line")
struct ResponseCollectorTests {
    private static func fields(_ lines: [[UInt8]]) -> [String]? {
        var response = ResponseCollector(maximumBody: 10, maximumFields: 10_000)
        for line in [Array("HTTP/1.1 200 OK".utf8)] + lines {
            let isTaken = unsafe (line + [13, 10]).withUnsafeBytes { unsafe response.appendLine($0) }
            guard isTaken else { return nil }
        }
        return response.fields.map { "[\($0.name)][\($0.value)]" }
    }

    /// RFC 9112 §5 and §5.1: white space around the value is no part of it; §5.2: folded lines are one.
    @Test(
        "a field is what stands before the first colon and after it",
        arguments: [
            (["A: b"], ["[A][b]"]), (["A:b:c"], ["[A][b:c]"]), (["A: \t b c \t"], ["[A][b c]"]), (["A:"], ["[A][]"]),
            (["A:   "], ["[A][]"]), ([":b"], ["[][b]"]), (["no colon"], []), (["A: b", "  c", "\td"], ["[A][b c d]"]),
            (["A: ü "], ["[A][ü]"]), (["A: b", "HTTP/1.1 200 again", "C: d"], ["[C][d]"]), (["HTTP: x"], ["[HTTP][x]"]),
        ])
    func fields(lines: [String], expected: [String]) {
        #expect(Self.fields(lines.map { Array($0.utf8) }) == expected)
    }

    @Test("octets that are no UTF-8 are ISO 8859-1 (RFC 9110 §5.5)")
    func latin1() {
        #expect(Self.fields([Array("A: ".utf8) + [0xFC, 0x20]]) == ["[A][ü]"])
    }
}
