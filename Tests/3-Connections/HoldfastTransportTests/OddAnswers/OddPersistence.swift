/// Connections that serve again, or don't (RFC 9112 §9.3, §9.6), as the second request finds them.
extension OddFamily {
    private static let kept = " | 200 kept; again"
    private static let fresh = " | 200 fresh; again"

    private static func twice(
        _ name: String, _ steps: [OddAnswer.Step], _ outcome: String, _ change: (inout OddAnswer) -> Void = { _ in }
    ) -> OddAnswer {
        OddAnswer(name, steps, outcome) {
            $0.ask.asksAgain = true
            change(&$0)
        }
    }

    private static func twice(_ name: String, _ text: String, _ outcome: String) -> OddAnswer {
        twice(name, [.say(Array(text.utf8))], outcome)
    }

    /// The options of a connection, whether it goes on, and whether one of HTTP/1.0 does.
    ///
    /// §9.3: "If the "close" connection option is present (Section 9.6), the connection will not persist after the
    /// current response; else, if the received protocol is HTTP/1.1 (or later), the connection will persist […]; else,
    /// if the received protocol is HTTP/1.0, the "keep-alive" connection option is present […], the connection will
    /// persist".
    private static let options: [(String, Bool, Bool)] = [
        ("close", false, false), ("Close", false, false), ("CLOSE", false, false), ("close, x", false, false),
        ("x, close", false, false), ("x,close", false, false), (",close,", false, false), (" close ", false, false),
        ("close, keep-alive", false, false), ("keep-alive, close", false, false), ("keep-alive", true, true),
        ("Keep-Alive", true, true), ("KEEP-ALIVE, x", true, true), ("x, keep-alive", true, true),
        ("closed", true, false),
        ("x-close", true, false), ("close;x", true, false), ("\"close\"", true, false), ("x", true, false),
        ("", true, false), ("keepalive", true, false), ("upgrade", true, false), ("te", true, false),
        ("content-length", true, false), ("close x", true, false),
    ]

    private static func connection(_ version: String, _ option: String, _ isKept: Bool) -> OddAnswer {
        let value = option == " close " ? "close" : option
        return twice(
            "HTTP/\(version), '\(option)'", "HTTP/\(version) 200 OK\r\nConnection: \(option)\r\n" + OddAnswer.two,
            "200 [Connection=\(value)]; ok" + (isKept ? kept : fresh))
    }

    private static let connections = options.flatMap { option, isKept, isKeptInHTTP10 in
        [connection("1.1", option, isKept), connection("1.0", option, isKeptInHTTP10)]
    }

    private static let further = [
        twice("HTTP/1.1", OddAnswer.ok + OddAnswer.two, OddAnswer.good + kept),
        twice("HTTP/1.0", "HTTP/1.0 200 OK\r\n" + OddAnswer.two, OddAnswer.good + fresh),
        twice(
            "HTTP/1.0, Keep-Alive", "HTTP/1.0 200 OK\r\nKeep-Alive: timeout=5\r\n" + OddAnswer.two,
            "200 [Keep-Alive=timeout=5]; ok" + fresh),
        twice(
            "Keep-Alive", OddAnswer.ok + "Keep-Alive: timeout=5, max=100\r\n" + OddAnswer.two,
            "200 [Keep-Alive=timeout=5, max=100]; ok" + kept),
        twice(
            "Proxy-Connection: close", OddAnswer.ok + "Proxy-Connection: close\r\n" + OddAnswer.two,
            "200 [Proxy-Connection=close]; ok" + kept),
        twice(
            "keep-alive and close in two lines",
            OddAnswer.ok + "Connection: keep-alive\r\nConnection: close\r\n" + OddAnswer.two,
            "200 [Connection=keep-alive] [Connection=close]; ok" + fresh),
        twice(
            "close and keep-alive in two lines",
            OddAnswer.ok + "Connection: close\r\nConnection: keep-alive\r\n" + OddAnswer.two,
            "200 [Connection=close] [Connection=keep-alive]; ok" + fresh),
        twice(
            "a space before the colon of close", OddAnswer.ok + "Connection : close\r\n" + OddAnswer.two,
            "200 [Connection=close]; ok" + fresh),
        twice(
            "a folded close", OddAnswer.ok + "Connection: x,\r\n close\r\n" + OddAnswer.two,
            "200 [Connection=x, close]; ok" + fresh),
        twice(
            "close in an interim response",
            "HTTP/1.1 103 X\r\nConnection: close\r\n\r\n" + OddAnswer.ok + OddAnswer.two, OddAnswer.good + kept),
        twice(
            "close as a trailer", OddAnswer.chunked + "2\r\nok\r\n0\r\nConnection: close\r\n\r\n", OddAnswer.good + kept
        ),
        twice("an empty line before", "\r\n" + OddAnswer.ok + OddAnswer.two, OddAnswer.good + kept),
        twice("an interim response", "HTTP/1.1 103 X\r\n\r\n" + OddAnswer.ok + OddAnswer.two, OddAnswer.good + kept),
        twice("chunks", OddAnswer.chunked + OddAnswer.chunks, OddAnswer.good + kept),
        twice("chunks with trailers", OddAnswer.chunked + "2\r\nok\r\n0\r\nX: y\r\n\r\n", "200; ok; [X=y]" + kept),
        twice("no content", OddAnswer.ok + "Content-Length: 0\r\n\r\n", "200" + kept),
        twice("204", "HTTP/1.1 204 X\r\n\r\n", "204" + kept), twice("304", "HTTP/1.1 304 X\r\n\r\n", "304" + kept),
        twice("304 with a length", "HTTP/1.1 304 X\r\nContent-Length: 9\r\n\r\n", "304" + kept),
        twice("a 404", "HTTP/1.1 404 X\r\n" + OddAnswer.two, "404; ok" + kept),
        twice(
            "to the connection's end", [.say(Array((OddAnswer.ok + "\r\nok").utf8)), .end(.clean)],
            OddAnswer.good + fresh),
        twice("equal lengths", OddAnswer.ok + "Content-Length: 2\r\n" + OddAnswer.two, OddAnswer.good + kept),
        // §6.1: who receives a coding in HTTP/1.0 "MUST treat the message as if the framing is faulty, even if a
        // Content-Length is present, and close the connection after processing the message".
        twice(
            "chunks in HTTP/1.0",
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" + OddAnswer.chunks,
            "200 [Connection=keep-alive]; ok" + fresh),
        twice(
            "chunks beside a length",
            OddAnswer.ok + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n" + OddAnswer.chunks,
            OddAnswer.good + fresh),
    ]

    /// §6.3: "A client MUST NOT process, cache, or forward such extra data as a separate response".
    private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
    private static let rests = [
        ("an answer", evil), ("an empty line", "\r\n"), ("a LF", "\n"), ("an octet", "x"), ("NUL", "\0"),
        ("an interim response", "HTTP/1.1 100 X\r\n\r\n"), ("the end of chunks", "0\r\n\r\n"),
    ]

    private static let leftovers: [OddAnswer] = rests.flatMap { name, text in
        [
            twice("\(name) behind a length", OddAnswer.ok + OddAnswer.two + text, OddAnswer.good + fresh),
            twice("\(name) behind chunks", OddAnswer.chunked + OddAnswer.chunks + text, OddAnswer.good + fresh),
            twice("\(name) behind no content", OddAnswer.ok + "Content-Length: 0\r\n\r\n" + text, "200" + fresh),
            twice("\(name) behind a 204", "HTTP/1.1 204 X\r\n\r\n" + text, "204" + fresh),
            twice("\(name) behind a 304", "HTTP/1.1 304 X\r\nContent-Length: 2\r\n\r\n" + text, "304" + fresh),
        ]
    }

    private static let ofHead = [
        OddAnswer("content behind an answer to HEAD", OddAnswer.ok + OddAnswer.two, "200 | 200 fresh") {
            ($0.ask.method, $0.ask.asksAgain) = ("HEAD", true)
            $0.scripts.append([.say(Array((OddAnswer.ok + "Content-Length: 5\r\n\r\n").utf8)), .end(.open)])
        }
    ]

    /// A connection with an answer that could not be taken serves nobody any more.
    private static let unreadable = [
        ("NUL", OddAnswer.ok + "X: \0\r\n" + OddAnswer.two, "notHTTP"),
        ("a bare CR", OddAnswer.ok + "X: a\rb\r\n" + OddAnswer.two, "notHTTP"),
        ("two lengths", OddAnswer.ok + "Content-Length: 3\r\n" + OddAnswer.two, "badLength"),
        ("no length", OddAnswer.ok + "Content-Length: x\r\n\r\nok", "badLength"),
        ("a bad chunk", OddAnswer.chunked + "x\r\n", "badChunk"),
        ("101", "HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n", "unaskedUpgrade"),
        ("another version", "HTTP/1.2 200 OK\r\n" + OddAnswer.two, "notHTTP"),
        ("broken content", OddAnswer.ok + "Content-Encoding: gzip\r\n" + OddAnswer.two, "badContentEncoding"),
        ("an unknown coding", OddAnswer.ok + "Transfer-Encoding: x\r\n" + OddAnswer.two, "badContentEncoding"),
    ]

    private static let broken = unreadable.map { name, text, code in twice(name, text, code + fresh) }

    /// RFC 9110 §9.2.2: "A client SHOULD NOT automatically retry a request with a non-idempotent method unless it has
    /// some means to know that the request semantics are actually idempotent".
    private static let lost = [
        twice(
            "FIN behind an answer", [.say(Array((OddAnswer.ok + OddAnswer.two).utf8)), .end(.clean)],
            OddAnswer.good + fresh),
        twice(
            "FIN in the place of an answer", [.say(Array((OddAnswer.ok + OddAnswer.two).utf8)), .next, .end(.clean)],
            OddAnswer.good + fresh + " ×3"),
        twice(
            "RST in the place of an answer", [.say(Array((OddAnswer.ok + OddAnswer.two).utf8)), .next, .end(.reset)],
            OddAnswer.good + fresh + " ×3"),
        twice(
            "FIN in the place of an answer to POST",
            [.say(Array((OddAnswer.ok + OddAnswer.two).utf8)), .next, .end(.clean)], "200; ok | emptyReply"
        ) {
            $0.ask.method = "POST"
        },
        twice(
            "FIN within a second head",
            [.say(Array((OddAnswer.ok + OddAnswer.two).utf8)), .next, "HTTP/1.1 2", .end(.clean)],
            "200; ok | connectionClosed"),
        twice(
            "FIN behind an interim response",
            [.say(Array((OddAnswer.ok + OddAnswer.two).utf8)), .next, "HTTP/1.1 103 X\r\n\r\n", .end(.clean)],
            "200; ok | emptyReply"),
    ]

    static let persistence = OddFamily("persistence", connections + further + leftovers + ofHead + broken + lost)
}
