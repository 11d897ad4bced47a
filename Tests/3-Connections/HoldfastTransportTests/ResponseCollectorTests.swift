import HoldfastHTTP
import Testing

@testable import HoldfastTransport

@Suite("A response's head, line by line")
struct ResponseCollectorTests {
    private static func fields(_ lines: [[UInt8]]) throws -> [String] {
        let reader = HeadReader(.lenient, MessageLimits(headBytes: 10_000, fields: 100))
        let head: [[UInt8]] = [Array("HTTP/1.1 200 OK".utf8)] + lines + [[]]
        let bytes: [UInt8] = head.flatMap { $0 + [13, 10] }
        var response = ResponseCollector(maximumBody: 10)
        response.begin(try reader.response(bytes[...]), version: "1.1")
        return response.fields.map { "[\($0.name)][\($0.value)]" }
    }

    /// RFC 9112 §5 and §5.1: white space around the value is no part of it; §5.2: folded lines are one. A line without
    /// a name is none, nor is one without a colon, as another status line is.
    @Test(
        "a field is what stands before the first colon and after it",
        arguments: [
            (["A: b"], ["[A][b]"]), (["A:b:c"], ["[A][b:c]"]), (["A: \t b c \t"], ["[A][b c]"]), (["A:"], ["[A][]"]),
            (["A:   "], ["[A][]"]), ([":b"], []), (["no colon"], []), (["A: b", "  c", "\td"], ["[A][b c d]"]),
            (["A: ü "], ["[A][ü]"]), (["A: b", "HTTP/1.1 200 again", "C: d"], ["[A][b]", "[C][d]"]),
            (["HTTP: x"], ["[HTTP][x]"]),
        ])
    func fields(lines: [String], expected: [String]) throws {
        #expect(try Self.fields(lines.map { Array($0.utf8) }) == expected)
    }

    @Test("octets that are no UTF-8 are ISO 8859-1 (RFC 9110 §5.5)")
    func latin1() throws {
        #expect(try Self.fields([Array("A: ".utf8) + [0xFC, 0x20]]) == ["[A][ü]"])
    }
}
