/// Interim responses (RFC 9110 §15.2), and responses that have no content whatever they say (§6.4.1).
extension OddFamily {
    private static let ok = OddAnswer.ok + OddAnswer.two
    private static let good = OddAnswer.good

    private static func interim(_ status: Int, _ fields: String = "") -> String {
        "HTTP/1.1 \(status) X\r\n\(fields)\r\n"
    }

    /// "A client MUST be able to parse one or more 1xx responses received prior to a final response, even if the client
    /// does not expect one."
    private static let statuses = [100, 102, 103, 104, 110, 150, 199].map { status in
        OddAnswer("\(status)", interim(status) + ok, good)
    }

    private static let several = [
        OddAnswer("100 twice", interim(100) + interim(100) + ok, good),
        OddAnswer("103, 100, 102", interim(103, "Link: x\r\n") + interim(100) + interim(102) + ok, good),
        OddAnswer("100 of them", String(repeating: interim(103), count: 100) + ok, good),
        OddAnswer("20,000 of them", String(repeating: interim(103), count: 20_000) + ok, "headersTooLarge"),
        OddAnswer("fields of one are none of the answer's", interim(103, "X: y\r\n") + ok, good),
        OddAnswer("a length in one", interim(100, "Content-Length: 2\r\n") + ok, good),
        OddAnswer("a length that is none in one", interim(100, "Content-Length: x\r\n") + ok, good),
        OddAnswer("chunks in one", interim(100, "Transfer-Encoding: chunked\r\n") + ok, good),
        OddAnswer("close in one", interim(100, "Connection: close\r\n") + ok, good),
        OddAnswer("one with content", interim(100, "Content-Length: 2\r\n") + "xx" + ok, "notHTTP"),
        OddAnswer("one of HTTP/1.0", "HTTP/1.0 100 X\r\n\r\n" + ok, good),
        OddAnswer("one, then an answer of HTTP/1.0", interim(100) + "HTTP/1.0 200 OK\r\n\r\nok", good),
        OddAnswer("one by LF alone", "HTTP/1.1 100 X\n\n" + ok, good),
        OddAnswer("an empty line behind one", interim(100) + "\r\n" + ok, good),
        OddAnswer("text behind one", interim(100) + "hello", "notHTTP"),
        OddAnswer("one cut from the answer", [.say(Array(interim(100).utf8)), .pause, .say(Array(ok.utf8))], good),
        OddAnswer(
            "one in pieces", ["HTTP/1.1 1", .pause, "03 X\r\nLink: ", .pause, "x\r\n\r", .pause, "\n\(ok)"], good),
        OddAnswer("one, and the end", interim(100), "emptyReply"),
        OddAnswer("one, and some of a head", interim(100) + "HTTP/1.1 200", "connectionClosed"),
        OddAnswer("some of one", "HTTP/1.1 100 X\r\n", "connectionClosed"),
        OddAnswer("one behind the answer", ok + interim(100), good),
        OddAnswer("to HEAD", interim(103) + OddAnswer.ok + "\r\n", "200") { $0.ask.method = "HEAD" },
        OddAnswer("before a 204", interim(103) + "HTTP/1.1 204 X\r\n\r\n", "204"),
        OddAnswer("a NUL in one", interim(103, "X: \0\r\n") + ok, "notHTTP"),
        OddAnswer("99", "HTTP/1.1 99 X\r\n\r\n" + ok, "notHTTP"),
        // §15.2.2, and §7.8: "A server MUST NOT switch to a protocol that was not indicated by the client".
        OddAnswer("101", interim(101, "Connection: Upgrade\r\nUpgrade: h2c\r\n") + ok, "unaskedUpgrade"),
        OddAnswer("101 without fields", interim(101), "unaskedUpgrade"),
        OddAnswer("101 behind 100", interim(100) + interim(101), "unaskedUpgrade"),
        OddAnswer("101 to HEAD", interim(101), "unaskedUpgrade") { $0.ask.method = "HEAD" },
        OddAnswer("101 and a WebSocket", interim(101, "Upgrade: websocket\r\n") + "\u{1}\u{2}ok", "unaskedUpgrade"),
    ]

    static let interims = OddFamily("interim", statuses + several)

    // MARK: No content

    private static let framings: [(String, String)] = [
        ("nothing", ""), ("a length of 0", "Content-Length: 0\r\n"), ("a length", "Content-Length: 2\r\n"),
        ("a length that is none", "Content-Length: x\r\n"),
        ("two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n"),
        ("a length beyond all", "Content-Length: 99999999999999999999\r\n"),
        ("chunks", "Transfer-Encoding: chunked\r\n"), ("an unknown coding", "Transfer-Encoding: x\r\n"),
        ("both", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"), ("close", "Connection: close\r\n"),
        ("a content coding", "Content-Encoding: gzip\r\n"),
    ]

    /// RFC 9112 §6.3, item 1: "Any response to a HEAD request and any response with a 1xx (Informational), 204 (No
    /// Content), or 304 (Not Modified) status code is always terminated by the first empty line after the header
    /// fields, regardless of the header fields present in the message".
    private static let kinds = [(204, "GET"), (304, "GET"), (200, "HEAD"), (404, "HEAD"), (204, "POST")]

    private static let bare: [OddAnswer] = kinds.flatMap { status, method in
        framings.map { name, fields in
            let shown = ["close": " [Connection=close]", "a content coding": " [Content-Encoding=gzip]"][name] ?? ""
            return OddAnswer(
                "\(status) to \(method), \(name)",
                [.say(Array("HTTP/1.1 \(status) X\r\n\(fields)\r\n".utf8)), .end(.open)], "\(status)\(shown)"
            ) { $0.ask.method = method }
        }
    }

    /// The same, with content all the same, which belongs to nobody.
    private static let additions = [
        ("content", "Content-Length: 2\r\n", "ok"), ("content without a length", "", "ok"),
        ("chunks", "Transfer-Encoding: chunked\r\n", OddAnswer.chunks),
        ("another answer", "", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"),
    ]

    private static let behind: [OddAnswer] = kinds.prefix(3).flatMap { status, method in
        additions.map { name, fields, content in
            OddAnswer(
                "\(status) to \(method) with \(name)", "HTTP/1.1 \(status) X\r\n\(fields)\r\n\(content)", "\(status)"
            ) {
                $0.ask.method = method
            }
        }
    }

    /// §15.3.6: "a server MUST NOT generate content in a 205 response"; a client reads what is framed as in any other.
    private static let others = [
        OddAnswer("205, a length of 0", "HTTP/1.1 205 X\r\nContent-Length: 0\r\n\r\n", "205"),
        OddAnswer("205, chunks", "HTTP/1.1 205 X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "205"),
        OddAnswer("205 with content", "HTTP/1.1 205 X\r\n" + OddAnswer.two, "205; ok"),
        OddAnswer("205 to the end", "HTTP/1.1 205 X\r\n\r\n", "205"),
        OddAnswer("206 without a range", "HTTP/1.1 206 X\r\n" + OddAnswer.two, "206; ok"),
        OddAnswer("416 with content", "HTTP/1.1 416 X\r\n" + OddAnswer.two, "416; ok"),
        OddAnswer(
            "a length of 0, and open", [.say(Array((OddAnswer.ok + "Content-Length: 0\r\n\r\n").utf8)), .end(.open)],
            "200"),
        OddAnswer("a length, and open", [.say(Array(ok.utf8)), .end(.open)], good),
        OddAnswer("chunks, and open", [.say(Array((OddAnswer.chunked + OddAnswer.chunks).utf8)), .end(.open)], good),
        OddAnswer("HEAD, some of a head", "HTTP/1.1 200 OK\r\nX: y\r\n", "connectionClosed") { $0.ask.method = "HEAD" },
        OddAnswer("HEAD, nothing", "", "emptyReply") { $0.ask.method = "HEAD" },
        OddAnswer("204, some of a head", "HTTP/1.1 204 X\r\nX: y\r\n", "connectionClosed"),
        OddAnswer("204 of HTTP/1.0", "HTTP/1.0 204 X\r\n\r\n", "204"),
        OddAnswer("HEAD over HTTP/1.0", [.say(Array("HTTP/1.0 200 X\r\n\r\n".utf8)), .end(.open)], "200") {
            $0.ask.method = "HEAD"
        },
    ]

    static let noContent = OddFamily("no content", bare + behind + others)
}
