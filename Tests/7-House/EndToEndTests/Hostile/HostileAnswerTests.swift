import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import TestSupport
import Testing

/// A misdeed, and what comes of it.
struct HostileRow: Sendable, CustomTestStringConvertible {
    let name: String
    var method = "GET"
    /// The error's code; nil where the answer is as good as it says.
    let code: HTTPSError.Code?
    let misdeed: HostileServer.Misdeed

    init(_ name: String, _ code: HTTPSError.Code?, method: String = "GET", _ misdeed: @escaping HostileServer.Misdeed) {
        (self.name, self.code, self.method, self.misdeed) = (name, code, method, misdeed)
    }

    var testDescription: String { name }
}

/// Each misdeed has its error, and its connection serves nobody else.
@Suite("Answers of hostile servers")
struct HostileAnswerTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
    private static let long = String(repeating: "a", count: 1 << 20)

    static let cuts: [HostileRow] = [
        HostileRow("before an answer", .emptyReply, HostileServer.cuts(after: "")),
        HostileRow("in the head", .connectionClosed, HostileServer.cuts(after: ok + "Content-Ty")),
        HostileRow(
            "in the body", .connectionClosed, HostileServer.cuts(after: ok + "Content-Length: 10\r\n\r\nfive.")),
        HostileRow("in a chunk", .connectionClosed, HostileServer.cuts(after: chunked + "A\r\nfive.")),
        HostileRow("before the last chunk", .connectionClosed, HostileServer.cuts(after: chunked + "5\r\nfive.\r\n")),
        // RFC 9112 §9.8: without a length, only close_notify tells the end from a cut.
        HostileRow(
            "silently, where only the end tells the length", .connectionClosed,
            HostileServer.cuts(after: ok + "\r\nfive.", silently: true)),
        HostileRow(
            "silently in the body", .connectionClosed,
            HostileServer.cuts(after: ok + "Content-Length: 10\r\n\r\nfive.", silently: true)),
    ]

    static let lies: [HostileRow] = [
        // What is too much must not be taken for the next answer.
        HostileRow("a body longer than it says", nil, HostileServer.sends(ok + "Content-Length: 3\r\n\r\nabc" + evil)),
        HostileRow("a second answer that nobody asked for", nil, HostileServer.sends(evil + evil)),
        HostileRow(
            "a length that is no number", .badLength, HostileServer.sends(ok + "Content-Length: ten\r\n\r\nabc")),
        HostileRow("a negative length", .badLength, HostileServer.sends(ok + "Content-Length: -3\r\n\r\nabc")),
        HostileRow(
            "a length that no number has room for", .badLength,
            HostileServer.sends(ok + "Content-Length: 99999999999999999999999\r\n\r\nabc")),
        // RFC 9112 §6.3, item 5: "the recipient MUST treat it as an unrecoverable error".
        HostileRow(
            "two lengths", .badLength,
            HostileServer.sends(ok + "Content-Length: 3\r\nContent-Length: 49\r\n\r\nabc" + evil)),
    ]

    /// What stands behind an answer that has ended, and is nobody's.
    static let dropped: [HostileRow] = [
        HostileRow(
            "a body for HEAD", nil, method: "HEAD", HostileServer.sends(ok + "Content-Length: 46\r\n\r\n" + evil)),
        HostileRow("a body for 204", nil, HostileServer.sends("HTTP/1.1 204 No Content\r\n\r\n" + evil)),
        HostileRow(
            "a body for 304", nil, HostileServer.sends("HTTP/1.1 304 Not Modified\r\nContent-Length: 46\r\n\r\n" + evil)
        ),
        HostileRow(
            "something behind the last chunk", nil, HostileServer.sends(chunked + "3\r\nabc\r\n0\r\n\r\n" + evil)),
    ]

    static let tooMuch: [HostileRow] = [
        HostileRow("a header line of 1 MiB", .headersTooLarge, HostileServer.sends(ok + "X: " + long + "\r\n\r\n")),
        HostileRow("a header line without end", .headersTooLarge, HostileServer.sends(ok + "X: ", endlessly: "a")),
        HostileRow("header fields without end", .headersTooLarge, HostileServer.sends(ok, endlessly: "X-Y: z\r\n")),
        HostileRow(
            "a status line without end", .headersTooLarge, HostileServer.sends("HTTP/1.1 200 ", endlessly: "a")),
        HostileRow(
            "interim answers without end", .headersTooLarge,
            HostileServer.sends("", endlessly: "HTTP/1.1 100 Continue\r\n\r\n")),
        HostileRow(
            "early hints without end", .headersTooLarge,
            HostileServer.sends("", endlessly: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")),
        HostileRow(
            "trailers without end", .headersTooLarge, HostileServer.sends(chunked + "0\r\n", endlessly: "X-Y: z\r\n")),
        HostileRow("a body without end", .responseTooLarge, HostileServer.sends(ok + "\r\n", endlessly: "a")),
        HostileRow("chunks without end", .responseTooLarge, HostileServer.sends(chunked, endlessly: "1\r\na\r\n")),
    ]

    static let nonsense: [HostileRow] = [
        HostileRow("no HTTP", .notHTTP, HostileServer.sends("220 mail.test ESMTP\r\n250 ok\r\n\r\n")),
        HostileRow("HTTP/0.9", .notHTTP, HostileServer.sends("<html>hello</html>\r\n\r\n")),
        HostileRow("NUL in a header", .notHTTP, HostileServer.sends(ok + "X: a\u{0}b\r\nContent-Length: 0\r\n\r\n")),
        HostileRow(
            "a chunk whose size is no number", .badChunk, HostileServer.sends(chunked + "ZZ\r\nabc\r\n0\r\n\r\n")),
        HostileRow("a negative chunk", .badChunk, HostileServer.sends(chunked + "-3\r\nabc\r\n0\r\n\r\n")),
        HostileRow(
            "a chunk size that no number has room for", .badChunk,
            HostileServer.sends(chunked + "FFFFFFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n")),
        HostileRow(
            "a chunk longer than it says", .badChunk, HostileServer.sends(chunked + "3\r\nabcdef\r\n0\r\n\r\n")),
        HostileRow(
            "another protocol that nobody asked for", .unaskedUpgrade,
            HostileServer.sends(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n" + evil)),
    ]

    static let packed: [HostileRow] = [
        HostileRow("a bomb in gzip", .responseTooLarge, HostileServer.sends(Bomb.gzip, encoded: "gzip")),
        HostileRow("a bomb in brotli", .responseTooLarge, HostileServer.sends(Bomb.brotli, encoded: "br")),
        HostileRow("a bomb in zstd", .responseTooLarge, HostileServer.sends(Bomb.zstd, encoded: "zstd")),
        HostileRow(
            "no gzip, though it says so", .badContentEncoding, HostileServer.sends(Array("abc".utf8), encoded: "gzip")),
        HostileRow("no brotli", .badContentEncoding, HostileServer.sends([0x11, 0, 0], encoded: "br")),
        HostileRow("no zstd", .badContentEncoding, HostileServer.sends(Array("abcabc".utf8), encoded: "zstd")),
        HostileRow(
            "packed a thousand times", .badContentEncoding,
            HostileServer.sends(Bomb.gzip, encoded: Array(repeating: "gzip", count: 1_000).joined(separator: ", "))),
    ]

    static let stalls: [HostileRow] = [
        HostileRow("before an answer", .timedOut, HostileServer.sends("")),
        HostileRow("in the head", .timedOut, HostileServer.sends(ok + "Content-Ty")),
        HostileRow("after an interim answer", .timedOut, HostileServer.sends("HTTP/1.1 100 Continue\r\n\r\n")),
        HostileRow("in the body", .timedOut, HostileServer.sends(ok + "Content-Length: 10\r\n\r\nfive.")),
        HostileRow("in a chunk", .timedOut, HostileServer.sends(chunked + "A\r\nfive.")),
        HostileRow("in the trailers", .timedOut, HostileServer.sends(chunked + "0\r\nX: y\r\n")),
    ]

    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("cut", arguments: cuts) func cut(row: HostileRow) async throws { try await check(row) }
    @Test("lies about lengths", arguments: lies) func lie(row: HostileRow) async throws { try await check(row) }
    @Test("more than an answer, which libcurl drops: it is not the next one's", arguments: dropped)
    func drop(row: HostileRow) async throws { try await check(row, mayBeUsedAgain: true) }

    @Test("read piece by piece, what is cut or nonsense ends in its error too", arguments: cuts + nonsense)
    func streamed(row: HostileRow) async throws {
        let hostile = HostileServer()
        let server = try bench.server { $0.conversation = hostile.conversation(["/bad": row.misdeed]) }
        let session = bench.session(server, policy: bench.trusting)
        let bad = HTTPSRequest(try bench.url(server, "/bad"), method: row.method)
        let error = await #expect(throws: HTTPSError.self) {
            let (bytes, _) = try await session.bytes(for: bad)
            for try await _ in bytes.pieces {}
        }
        #expect(error?.code == row.code, "\(error as Any)")
    }

    @Test("too much", arguments: tooMuch) func answersTooMuch(row: HostileRow) async throws { try await check(row) }
    @Test("nonsense", arguments: nonsense) func answersNonsense(row: HostileRow) async throws { try await check(row) }
    @Test("packed", arguments: packed) func answersPacked(row: HostileRow) async throws { try await check(row) }

    @Test("stalls, within the idle limit", arguments: stalls)
    func stall(row: HostileRow) async throws {
        try await check(row, within: .milliseconds(700))
    }

    /// A good request, the bad one, and a good one again: on another connection.
    private func check(
        _ row: HostileRow, mayBeUsedAgain: Bool = false, within idle: Duration? = nil
    ) async throws {
        let hostile = HostileServer()
        let server = try bench.server { $0.conversation = hostile.conversation(["/bad": row.misdeed]) }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.limits.responseBytes = 1 << 20
        let session = HTTPSSession(configuration: configuration)
        let good = HTTPSRequest(try bench.url(server, "/good"))
        var bad = HTTPSRequest(try bench.url(server, "/bad"), method: row.method)
        // A machine that is slow must not make the handshakes of the others late.
        bad.idleTimeout = idle
        #expect(String(decoding: try await session.data(for: good).body, as: UTF8.self) == "good")
        do throws(HTTPSError) {
            let response = try await session.data(for: bad)
            #expect(row.code == nil, "\(response.status) \(response.body.count)")
            #expect(!String(decoding: response.body, as: UTF8.self).contains("good"))
        } catch {
            #expect(error.code == row.code, "\(error) \(error.librarySays)")
            #expect(error.phase == .transfer || error.isTimeout, "\(error)")
        }
        #expect(String(decoding: try await session.data(for: good).body, as: UTF8.self) == "good")
        guard !mayBeUsedAgain else { return }
        let numbers = hostile.seen.lines.map { $0.split(separator: " ") }
        let badOnes = Set(numbers.filter { $0[2] == "/bad" }.map { $0[0] })
        #expect(numbers.last.map { $0[2] == "/good" && !badOnes.contains($0[0]) } == true, "\(hostile.seen.lines)")
    }
}
