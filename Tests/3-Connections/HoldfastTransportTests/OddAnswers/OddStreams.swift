import TestSupport

/// Messages of HTTP/2 (RFC 9113 §8).
extension OddFamily {
    private static let good = OddAnswer.good
    private static let content = Frame.content(Array("ok".utf8), isEnd: true)

    private static func h2(
        _ name: String, _ frames: [Frame], _ outcome: String, _ change: (inout OddAnswer) -> Void = { _ in }
    ) -> OddAnswer {
        OddAnswer(name, [.say(frames.flatMap(\.bytes))], outcome) {
            $0.ask.wire = .http2
            change(&$0)
        }
    }

    private static func message(_ list: [(String, String)], _ outcome: String) -> OddAnswer {
        let name = list.map { "\($0)=\($1)" }.joined(separator: " ")
        let shown = String(
            name.unicodeScalars.map { $0.value < 32 || $0.value > 126 ? "?\($0.value)" : String($0) }.joined())
        return h2(shown.isEmpty ? "no fields" : shown, [.fields(list), content], outcome)
    }

    /// §8.1.1: "malformed … MUST be treated as a stream error of type PROTOCOL_ERROR".
    private static let lists: [[(String, String)]] = [
        [], [("x", "1")], [("x", "1"), (":status", "200")], [(":status", "200"), (":status", "200")],
        [(":status", "200"), (":status", "404")], [(":status", "20")], [(":status", "2000")], [(":status", "2x0")],
        [(":status", "")], [(":status", " 200")], [(":status", "200 OK")], [(":status", "000")], [(":status", "099")],
        [(":status", "101")], [(":status", "+20")], [(":Status", "200")], [("status", "200")],
        [(":code", "200"), (":status", "200")],
        [(":status", "200"), ("content-length", "2"), ("content-length", "2")],
        [(":status", "200"), ("content-length", "2"), ("content-length", "3")],
    ]

    /// §8.2.1, §8.2.2, §8.3.
    private static let malformed: [(String, String)] = [
        ("X-Upper", "1"), ("x y", "1"), ("x\u{7F}", "1"), ("x:y", "1"), ("", "1"), ("\u{E9}", "1"), ("x\0", "1"),
        ("x", "a\0b"), ("x", "a\rb"), ("x", "a\nb"), ("x", "a\r\nb: c"), ("connection", "close"),
        ("connection", "keep-alive"), ("keep-alive", "1"), ("proxy-connection", "1"), ("transfer-encoding", "chunked"),
        ("transfer-encoding", "identity"), ("upgrade", "h2c"), ("te", "gzip"), ("te", "trailers, x"), (":path", "/"),
        (":method", "GET"), (":scheme", "https"), (":authority", "a"), (":other", "/"), (":", "1"),
        ("content-length", "x"), ("content-length", "-1"), ("content-length", "+2"), ("content-length", ""),
        ("content-length", "2, 2"), ("content-length", "1"), ("content-length", "3"), ("content-length", "0"),
        ("content-length", "2\u{1}"), ("content-length", "99999999999999999999"),
        ("content-length", "9223372036854775808"),
    ]

    /// RFC 9110 §5.5: "recipients MAY retain such characters"; a field whose name is no token is passed over.
    private static let lenient: [(String, String, String)] = [
        ("a", "", "[a=]"), ("a", " 1", "[a=1]"), ("a", "1 ", "[a=1]"), ("a", "\t1\t", "[a=1]"),
        ("a", "1\u{1}2", "[a=1%012]"), ("a", "\u{7F}", "[a=%7F]"), ("a", "\u{E9}", "[a=%C3%A9]"), ("c(d)", "1", ""),
        ("c@d", "1", ""), ("c/d", "1", ""), ("c\"d", "1", ""), ("c_d", "1", "[c_d=1]"), ("c.d", "1", "[c.d=1]"),
        ("0", "1", "[0=1]"), ("host", "x", "[host=x]"), ("te", "trailers", "[te=trailers]"),
        ("trailer", "x", "[trailer=x]"), ("location", "/x", "[location=/x]"),
        ("http2-settings", "x", "[http2-settings=x]"), ("set-cookie", "a=b", "[set-cookie=a=b]"),
        ("content-encoding", "foo", "[content-encoding=foo]"), ("content-length", "2", ""),
        ("content-length", "02", ""),
    ]

    private static let statuses = [200, 201, 206, 299, 301, 401, 403, 404, 407, 417, 500, 503, 599, 600, 999]

    private static var heads: [OddAnswer] {
        var all = lists.map { message($0, "http2") }
        all += malformed.map { message([(":status", "200"), $0], "http2") }
        all += lenient.map { name, value, shown in
            message([(":status", "200"), (name, value)], "200" + (shown.isEmpty ? "" : " \(shown)") + "; ok")
        }
        all.append(message([(":status", "200"), ("a", "1"), ("a", "2")], "200 [a=1] [a=2]; ok"))
        return all + statuses.map { message([(":status", "\($0)")], "\($0); ok") }
    }

    private static func answer(_ status: String, _ more: [(String, String)] = [], isEnd: Bool = false) -> Frame {
        .fields([(":status", status)] + more, isEnd: isEnd)
    }

    private static let informational: [OddAnswer] = [
        h2("103", [answer("103"), answer("200"), content], good),
        h2("100", [answer("100"), answer("200"), content], good),
        h2("199", [answer("199"), answer("200"), content], good),
        h2("103 with fields", [answer("103", [("link", "x")]), answer("200"), content], good),
        h2("50 of 103", [Frame](repeating: answer("103"), count: 50) + [answer("200"), content], good),
        h2("103 that ends", [answer("103", isEnd: true)], "http2"),
        h2("content behind 103", [answer("103"), content], "http2"),
        h2("103 with a length", [answer("103", [("content-length", "0")]), answer("200"), content], "http2"),
        h2("103 behind a head", [answer("200"), answer("103"), content], "http2"),
        h2("101 behind 103", [answer("103"), answer("101"), content], "http2"),
    ]

    private static let bare: [OddAnswer] = [
        h2("HEAD", [answer("200", isEnd: true)], "200") { $0.ask.method = "HEAD" },
        h2("HEAD with a length", [answer("200", [("content-length", "5")], isEnd: true)], "200") {
            $0.ask.method = "HEAD"
        },
        h2("HEAD without an end", [answer("200")], "200") { $0.ask.method = "HEAD" },
        h2("HEAD with content", [answer("200"), content], "http2") { $0.ask.method = "HEAD" },
        h2("HEAD with an empty end", [answer("200"), .content([], isEnd: true)], "200") { $0.ask.method = "HEAD" },
        h2("204", [answer("204", isEnd: true)], "204"), h2("304", [answer("304", isEnd: true)], "304"),
        h2("304 with a length", [answer("304", [("content-length", "5")], isEnd: true)], "304"),
        h2("204 with content", [answer("204"), content], "http2"),
        h2("304 with content", [answer("304"), content], "http2"),
        h2("204 with an empty end", [answer("204"), .content([], isEnd: true)], "204"),
        h2("204 with a length of 0", [answer("204", [("content-length", "0")], isEnd: true)], "204"),
        h2("205 with content", [answer("205"), content], "205; ok"),
        h2("200 without content", [answer("200", isEnd: true)], "200"),
        h2("a length of 0, and no content", [answer("200", [("content-length", "0")], isEnd: true)], "200"),
        h2("a length, and no content", [answer("200", [("content-length", "2")], isEnd: true)], "http2"),
    ]

    /// §8.1: "trailer fields […] MUST NOT include pseudo-header fields", and end the stream.
    private static func trailers(_ name: String, _ list: [(String, String)], _ outcome: String, isEnd: Bool = true)
        -> OddAnswer
    {
        h2("trailers, \(name)", [answer("200"), .content(Array("ok".utf8)), .fields(list, isEnd: isEnd)], outcome)
    }

    private static let trailing: [OddAnswer] = [
        trailers("one", [("x", "y")], "200; ok; [x=y]"),
        trailers("two", [("x", "1"), ("x", "2")], "200; ok; [x=1] [x=2]"),
        trailers("none", [], good), trailers("a pseudo-field", [(":status", "200")], "http2"),
        trailers("a pseudo-field behind", [("x", "y"), (":status", "200")], "http2"),
        trailers("capitals", [("X", "y")], "http2"),
        trailers("a field of a connection", [("connection", "close")], "http2"),
        trailers("no end", [("x", "y")], "http2", isEnd: false),
        trailers("a NUL", [("x", "\0")], "http2"), trailers("a name that is no token", [("c(d)", "1")], good),
        trailers("set-cookie", [("set-cookie", "a=b")], good), trailers("content-type", [("content-type", "x")], good),
        trailers("of 90,000 octets", [("x", String(repeating: "y", count: 90_000))], "http2"),
        h2("trailers behind an end", [answer("200"), content, .fields([("x", "y")], isEnd: true)], good),
        h2("content behind an end", [answer("200"), content, content], good),
        h2(
            "content behind trailers",
            [answer("200"), .content(Array("ok".utf8)), .fields([("x", "y")], isEnd: true), content], "200; ok; [x=y]"),
        h2("a second head", [answer("200"), answer("200"), content], "http2"),
    ]

    private static let large: [OddAnswer] = [
        h2(
            "10,000 octets of a field", [answer("200", [("x", String(repeating: "y", count: 10_000))]), content],
            "200 [x=10000 octets]; ok"),
        h2("more content than the limit", [answer("200"), content], "responseTooLarge") { $0.ask.responseBytes = 1 },
        h2("as much content as the limit", [answer("200"), content], good) { $0.ask.responseBytes = 2 },
        h2(
            "gzip", [answer("200", [("content-encoding", "gzip")]), .content(ContentDecoderTests.gzip, isEnd: true)],
            "200 [content-encoding=gzip]; hello"),
        h2("broken gzip", [answer("200", [("content-encoding", "gzip")]), content], "badContentEncoding"),
        h2(
            "zstd", [answer("200", [("content-encoding", "zstd")]), .content(ContentDecoderTests.zstd, isEnd: true)],
            "200 [content-encoding=zstd]; hello"),
        h2(
            "more fields than the limit",
            [answer("200", (0..<20).map { ("x\($0)", String(repeating: "y", count: 100)) }), content], "headersTooLarge"
        ) {
            $0.ask.headerBytes = 1_000
        },
    ]

    private static func post(
        _ name: String, _ octets: Int, _ steps: [OddAnswer.Step], _ outcome: String,
        _ change: (inout OddAnswer.Ask) -> Void = { _ in }
    ) -> OddAnswer {
        OddAnswer("POST, \(name)", steps, outcome) {
            ($0.ask.wire, $0.ask.method, $0.ask.content) = (.http2, "POST", octets)
            change(&$0.ask)
        }
    }

    private static let uploads: [OddAnswer] = [
        post("answered behind its content", 10, [.hear(10), .say(answer("200"), content), .end(.open)], good),
        post("answered before its content", 10, [.say(answer("200"), content), .end(.open)], good),
        post("without a length", 10, [.hear(10), .say(answer("200"), content), .end(.open)], good) {
            $0.isChunked = true
        },
        post("a 413 before its content", 1_000_000, [.say(answer("413"), content), .end(.open)], "413; ok"),
        post("a 413, and RST_STREAM 0", 1_000_000, [.say(answer("413"), content, .end(1, 0)), .end(.open)], "413; ok"),
        post(
            "a 200 and RST_STREAM 0 before its end", 1_000_000,
            [.say(answer("200"), content, .end(1, 0)), .end(.open)], good),
        post("RST_STREAM 8", 1_000_000, [.say(.end(1, 8)), .end(.open)], "http2"),
        post("100 first", 10, [.say(answer("100")), .hear(10), .say(answer("200"), content), .end(.open)], good) {
            $0.expectsContinue = true
        },
        post("200 in the place of 100", 10, [.say(answer("200"), content), .end(.open)], good) {
            $0.expectsContinue = true
        },
        post("403 in the place of 100", 10, [.say(answer("403"), content), .end(.open)], "403; ok") {
            $0.expectsContinue = true
        },
        post("the end", 10, [.hear(10)], "emptyReply"),
        post(
            "windows of 1", 10,
            [
                .say(.setting(4, 1)), .hear(1), .say(.setting(4, 100)), .hear(10), .say(answer("200"), content),
                .end(.open),
            ], good),
    ]

    static let streams = OddFamily(
        "HTTP/2 message", heads + informational + bare + trailing + large + uploads)
}
