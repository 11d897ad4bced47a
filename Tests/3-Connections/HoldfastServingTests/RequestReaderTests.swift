import TestSupport
import Testing

@testable import HoldfastServing

/// What is a request and what is an attack on whoever reads it differently.
@Suite(.ownThread) struct RequestReaderTests {
    @Test func readsRequestsWhateverPiecesTheyComeIn() {
        let text =
            "POST /p?q HTTP/1.1\r\nHost: a.test\r\nX-Empty:\r\nX-Spaced: \t v w \t\r\nContent-Length: 4\r\n\r\nbody"
            + "GET / HTTP/1.1\r\nhost: b.test\r\nConnection: Keep-Alive, Close\r\n\r\n"
        for size in [1, 2, 3, 7, 64, 1_000] {
            var reader = RequestReader(RequestLimits())
            var requests: [ServerRequest] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                reader.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
                while case .request(let request) = reader.next() { requests.append(request) }
            }
            #expect(requests.map(\.method) == ["POST", "GET"], "in pieces of \(size)")
            #expect(requests.map(\.target) == ["/p?q", "/"], "in pieces of \(size)")
            #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["body", ""], "in pieces of \(size)")
            #expect(requests.first?["x-empty"] == "")
            #expect(requests.first?["X-SPACED"] == "v w")
            #expect(requests.map(\.keepsAlive) == [true, false])
        }
    }

    /// RFC 9112 §2.2: "SHOULD ignore at least one empty line (CRLF) received prior to the request-line".
    @Test func passesOverAnEmptyLineBeforeARequest() {
        guard case .request(let request) = step("\r\nGET / HTTP/1.0\r\n\r\n") else {
            Issue.record("not read")
            return
        }
        #expect(request.minorVersion == 0)
        #expect(!request.keepsAlive)
    }

    @Test func refusesWhatCanBeReadInTwoWays() {
        let host = "Host: a.test\r\n"
        let rows: [(attack: String, text: String, status: Int)] = [
            ("two lengths", "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
            ("a list of lengths", "POST / HTTP/1.1\r\n\(host)Content-Length: 1, 1\r\n\r\n", 400),
            ("a signed length", "POST / HTTP/1.1\r\n\(host)Content-Length: +1\r\n\r\n", 400),
            ("an empty length", "POST / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\n", 400),
            (
                "length and coding",
                "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400
            ),
            ("a coding", "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n", 501),
            ("a length over the limit", "POST / HTTP/1.1\r\n\(host)Content-Length: 16777217\r\n\r\n", 413),
            ("a length over Int", "POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n", 413),
            ("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
            ("two Hosts", "GET / HTTP/1.1\r\n\(host)\(host)\r\n", 400),
            ("white space before the colon", "GET / HTTP/1.1\r\nHost : a.test\r\n\r\n", 400),
            ("a folded line", "GET / HTTP/1.1\r\n\(host)X: a\r\n b\r\n\r\n", 400),
            ("a line without a colon", "GET / HTTP/1.1\r\n\(host)X\r\n\r\n", 400),
            ("an empty name", "GET / HTTP/1.1\r\n\(host): x\r\n\r\n", 400),
            ("a bare CR in a value", "GET / HTTP/1.1\r\n\(host)X: a\rb\r\n\r\n", 400),
            ("a bare LF in a value", "GET / HTTP/1.1\r\n\(host)X: a\nY: b\r\n\r\n", 400),
            ("a NUL in a value", "GET / HTTP/1.1\r\n\(host)X: a\0b\r\n\r\n", 400),
            ("a space in the target", "GET /a b HTTP/1.1\r\n\(host)\r\n", 400),
            ("no target", "GET HTTP/1.1\r\n\(host)\r\n", 400),
            ("a tab for a space", "GET\t/\tHTTP/1.1\r\n\(host)\r\n", 400),
            ("another version", "GET / HTTP/2.0\r\n\(host)\r\n", 505),
            ("a lower-case version", "GET / http/1.1\r\n\(host)\r\n", 505),
            ("too many fields", "GET / HTTP/1.1\r\n\(host)" + String(repeating: "X: y\r\n", count: 100) + "\r\n", 431),
            ("a head without end", "GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 16 << 10), 431),
        ]
        for row in rows {
            guard case .refused(let status, let why) = step(row.text) else {
                Issue.record("\(row.attack): \(step(row.text))")
                continue
            }
            #expect(status == row.status, "\(row.attack): \(why)")
        }
    }

    @Test func waitsForWhatIsMissing() {
        let rows = [
            "", "GET", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1",
        ]
        for text in rows {
            guard case .needsMore = step(text) else {
                Issue.record("\(text): \(step(text))")
                continue
            }
        }
    }

    @Test func reportsOnceThatAClientWaits() {
        var reader = RequestReader(RequestLimits())
        reader.append(Array("PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n".utf8))
        guard case .wantsContinue = reader.next(), case .needsMore = reader.next() else {
            Issue.record("not reported, or more than once")
            return
        }
        reader.append([UInt8(ascii: "x")])
        guard case .request(let request) = reader.next() else {
            Issue.record("not read")
            return
        }
        #expect(request.body == [UInt8(ascii: "x")])
    }

    private func step(_ text: String) -> RequestReader.Step {
        var reader = RequestReader(RequestLimits())
        reader.append(Array(text.utf8))
        return reader.next()
    }
}
