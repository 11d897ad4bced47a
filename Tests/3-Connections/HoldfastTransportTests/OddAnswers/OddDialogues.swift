/// Requests with content, answers that come before its end, and answers that ask for something (RFC 9110).
extension OddFamily {
    private static let ok = OddAnswer.ok + OddAnswer.two
    private static let large = 1_000_000

    private static func post(
        _ name: String, _ octets: Int, _ steps: [OddAnswer.Step], _ outcome: String = OddAnswer.good,
        _ change: (inout OddAnswer.Ask) -> Void = { _ in }
    ) -> OddAnswer {
        OddAnswer(name, steps, outcome) {
            ($0.ask.method, $0.ask.content) = ("POST", octets)
            change(&$0.ask)
        }
    }

    private static func say(_ text: String) -> OddAnswer.Step { .say(Array(text.utf8)) }

    private static let names = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "x"]

    private static let methods: [OddAnswer] = names.flatMap { method in
        [
            OddAnswer("\(method)", ok, OddAnswer.good) { $0.ask.method = method },
            OddAnswer("\(method) with content", [.hear(10), say(ok)], OddAnswer.good) {
                ($0.ask.method, $0.ask.content) = (method, 10)
            },
            OddAnswer("\(method) with content in chunks", [.hear(20), say(ok)], OddAnswer.good) {
                ($0.ask.method, $0.ask.content, $0.ask.isChunked) = (method, 10, true)
            },
        ]
    }

    /// RFC 9112 §9.5: "A client sending a message body SHOULD monitor the network connection for an error response".
    private static let early: [OddAnswer] = [400, 401, 403, 413, 417, 429, 500, 503, 301, 307].flatMap { status in
        [
            post(
                "an early \(status) that closes", large,
                [say("HTTP/1.1 \(status) X\r\nConnection: close\r\n\(OddAnswer.two)"), .end(.open)],
                "\(status) [Connection=close]; ok"),
            post(
                "an early \(status)", large, [say("HTTP/1.1 \(status) X\r\n\(OddAnswer.two)"), .end(.open)],
                "\(status); ok"),
            post(
                "an early \(status) to chunks", large, [say("HTTP/1.1 \(status) X\r\n\(OddAnswer.two)"), .end(.open)],
                "\(status); ok"
            ) { $0.isChunked = true },
        ]
    }

    private static let whole: [OddAnswer] = [
        post("an early 200, and all is read", large, [say(ok), .hear(large)]),
        post(
            "an early 200 in chunks, all is read", large, [say(OddAnswer.chunked + OddAnswer.chunks), .hear(large)]),
        post("an early 204, and all is read", large, [say("HTTP/1.1 204 X\r\n\r\n"), .hear(large)], "204"),
        post("an early 200 to chunks", large, [say(ok), .hear(large)]) { $0.isChunked = true },
        post(
            "an early head, and the content later", large,
            [say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"), .hear(large), "ok"]),
        post("an answer at the end", large, [.hear(large), say(ok)]),
        post("an interim response meanwhile", large, [say("HTTP/1.1 102 X\r\n\r\n"), .hear(large), say(ok)]),
        post("a 100 that nobody waited for", large, [say("HTTP/1.1 100 X\r\n\r\n"), .hear(large), say(ok)]),
        post("nothing, and the end", 10, [.hear(10)], "emptyReply"),
        post("nothing, and a reset", 10, [.hear(10), .pause, .end(.reset)], "emptyReply"),
        post("some of a head, and the end", 10, [.hear(10), "HTTP/1.1 2"], "connectionClosed"),
        post(
            "a 303", 10, [.hear(10), say("HTTP/1.1 303 X\r\nLocation: /x\r\n\(OddAnswer.two)")], "303 [Location=/x]; ok"
        ),
        post("no octets", 0, [say(ok)]),
    ]

    /// RFC 9110 §10.1.1.
    private static let expectations: [OddAnswer] = [
        post("100, then all", 10, [say("HTTP/1.1 100 X\r\n\r\n"), .hear(10), say(ok)]) { $0.expectsContinue = true },
        post("100 twice, then all", 10, [say("HTTP/1.1 100 X\r\n\r\nHTTP/1.1 100 X\r\n\r\n"), .hear(10), say(ok)]) {
            $0.expectsContinue = true
        },
        post("103 and 100, then all", 10, [say("HTTP/1.1 103 X\r\n\r\nHTTP/1.1 100 X\r\n\r\n"), .hear(10), say(ok)]) {
            $0.expectsContinue = true
        },
        // "A client that sends a 100-continue expectation is not required to wait for any specific length of time".
        post("nothing, then all", 10, [.hear(10), say(ok)]) { $0.expectsContinue = true },
        post("100, then all in chunks", 10, [say("HTTP/1.1 100 X\r\n\r\n"), .hear(20), say(ok)]) {
            ($0.expectsContinue, $0.isChunked) = (true, true)
        },
        post("200 at once", 10, [say(ok), .hear(10)]) { $0.expectsContinue = true },
        post("403 at once", 10, [say("HTTP/1.1 403 X\r\n\(OddAnswer.two)"), .end(.open)], "403; ok") {
            $0.expectsContinue = true
        },
        post(
            "401 at once", 10, [say("HTTP/1.1 401 X\r\nWWW-Authenticate: Basic\r\n\(OddAnswer.two)"), .end(.open)],
            "401 [WWW-Authenticate=Basic]; ok"
        ) {
            $0.expectsContinue = true
        },
        post(
            "100, then 403", 10, [say("HTTP/1.1 100 X\r\n\r\n"), .hear(10), say("HTTP/1.1 403 X\r\n\(OddAnswer.two)")],
            "403; ok"
        ) {
            $0.expectsContinue = true
        },
        // §15.5.18: "the chain of recipients does not support expectations".
        post(
            "417, then all", 10, [say("HTTP/1.1 417 X\r\nContent-Length: 0\r\n\r\n"), .next, .hear(10), say(ok)],
            "200; ok ×2"
        ) {
            $0.expectsContinue = true
        }.with("over another connection") { $0.scripts.append([.hear(10), say(ok)]) },
        post(
            "417 that closes, then all", 10, [say("HTTP/1.1 417 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")],
            "200; ok ×2"
        ) {
            $0.expectsContinue = true
        }.with("over another connection") { $0.scripts.append([.hear(10), say(ok)]) },
        post(
            "417 with content, then all", 10, [say("HTTP/1.1 417 X\r\n\(OddAnswer.two)"), .next, .hear(10), say(ok)],
            "200; ok ×2"
        ) {
            $0.expectsContinue = true
        }.with("over another connection") { $0.scripts.append([.hear(10), say(ok)]) },
        post(
            "417 twice", 10,
            [
                say("HTTP/1.1 417 X\r\nContent-Length: 0\r\n\r\n"), .next,
                say("HTTP/1.1 417 X\r\nContent-Length: 0\r\n\r\n"),
            ], "417 ×2"
        ) {
            $0.expectsContinue = true
        }.with("over another connection") {
            $0.scripts.append([say("HTTP/1.1 417 X\r\nContent-Length: 0\r\n\r\n"), .end(.open)])
        },
        post("100, then the end", 10, [say("HTTP/1.1 100 X\r\n\r\n"), .hear(10)], "emptyReply") {
            $0.expectsContinue = true
        },
        post("the end at once", 10, [.end(.clean)], "emptyReply") { $0.expectsContinue = true },
    ]

    /// Nobody follows or answers here: what is asked for goes on as it is.
    private static let redirects: [OddAnswer] = [
        "/x", "//other.test/x", "https://other.test/", "?q", "#f", "", "javascript:alert(1)", "/\u{E9}", "/a b",
        "http://[", ":",
        "https:///x", "/x%0d%0aSet-Cookie:a=b",
    ].map { place in
        let shown = place.replacing("\u{E9}", with: "%C3%A9")
        return OddAnswer(
            "302 to '\(place)'", "HTTP/1.1 302 X\r\nLocation: \(place)\r\n" + OddAnswer.two,
            "302 [Location=\(shown)]; ok")
    }

    private static let questions = [
        OddAnswer("301 without a place", "HTTP/1.1 301 X\r\n" + OddAnswer.two, "301; ok"),
        OddAnswer(
            "301 to two places", "HTTP/1.1 301 X\r\nLocation: /a\r\nLocation: /b\r\n" + OddAnswer.two,
            "301 [Location=/a] [Location=/b]; ok"),
        OddAnswer("301 without a length", "HTTP/1.1 301 X\r\nLocation: /a\r\n\r\n", "301 [Location=/a]"),
        OddAnswer("302 to a bare CR", "HTTP/1.1 302 X\r\nLocation: /a\rb\r\n" + OddAnswer.two, "notHTTP"),
        OddAnswer("302 to NUL", "HTTP/1.1 302 X\r\nLocation: /a\0b\r\n" + OddAnswer.two, "notHTTP"),
        OddAnswer(
            "200 to another place", "HTTP/1.1 200 X\r\nLocation: /a\r\n" + OddAnswer.two, "200 [Location=/a]; ok"),
        OddAnswer("401 without a scheme", "HTTP/1.1 401 X\r\n" + OddAnswer.two, "401; ok"),
    ]

    private static let schemes: [OddAnswer] = [
        "Basic", "Basic realm=\"x\"", "Basic realm=", "Digest", "NTLM", "Negotiate", "Negotiate x", "Bearer", ",", "",
        "Basic realm=\"x", "x", "=", "NTLM TlRMTVNTUAAC",
    ].flatMap { scheme in
        [
            OddAnswer(
                "401 by '\(scheme)'", "HTTP/1.1 401 X\r\nWWW-Authenticate: \(scheme)\r\n" + OddAnswer.two,
                "401 [WWW-Authenticate=\(scheme)]; ok"),
            OddAnswer(
                "407 by '\(scheme)'", "HTTP/1.1 407 X\r\nProxy-Authenticate: \(scheme)\r\n" + OddAnswer.two,
                "407 [Proxy-Authenticate=\(scheme)]; ok"),
        ]
    }

    static let dialogues = OddFamily(
        "dialogue", methods + early + whole + expectations + redirects + questions + schemes)
}
