/// First lines (RFC 9112 §4).
extension OddFamily {
    private static let end = "\r\n" + OddAnswer.two

    private static func line(_ text: String, _ outcome: String = OddAnswer.good, name: String? = nil) -> OddAnswer {
        OddAnswer(name ?? text, text + end, outcome)
    }

    /// RFC 9112 §2.3: "HTTP-version = HTTP-name "/" DIGIT "." DIGIT", and "HTTP-name is case-sensitive". Of those a
    /// client of HTTP/1.1 reads two.
    private static let versions = [
        "HTTP/1.2", "HTTP/1.9", "HTTP/1.10", "HTTP/1.", "HTTP/1", "HTTP/.1", "HTTP/", "HTTP", "HTTP/11", "HTTP/1.1.1",
        "HTTP/0.9", "HTTP/2", "HTTP/2.0", "HTTP/3", "HTTP/3.0", "HTTP/9.9", "http/1.1", "Http/1.1", "hTTP/1.1",
        "HTTP/a.b", "HTTP/1.x", "HTTPS/1.1", "HTTP /1.1", "HTTP/ 1.1", "HTTP/1 .1", "HTTP/-1.1", "HTTP/01.1",
        "HTTP/1.01", "HTTP/1,1", "HTTP:1.1", "HTTP\\1.1", "XHTTP/1.1", "ICY", "RTSP/1.0", "SIP/2.0", "SHOUTCAST/1.0",
    ].map { line("\($0) 200 OK", "notHTTP") }

    /// §4: "status-code = 3DIGIT", and RFC 9110 §15: "The first digit of the status code defines the class of
    /// response", of which there is none for 0.
    private static let noStatuses = [
        "", "2", "20", "2000", "00200", "099", "000", "-200", "+200", "-20", "2x0", "x00", "0xC8", "2.0", "2,0",
        "20 0", "\"200\"", "\u{0662}\u{0660}\u{0660}", "OK",
    ].map { line("HTTP/1.1 \($0) OK", "notHTTP", name: "status \($0)") }

    /// RFC 9110 §15: "a client MUST understand the class of any status code"; those above 599 are a server's error.
    private static let statuses = [
        200, 201, 202, 203, 206, 207, 226, 299, 300, 301, 302, 303, 305, 307, 308, 399, 400, 401, 402, 403, 404, 405,
        407, 408, 409, 410, 413, 416, 418, 421, 425, 426, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505, 511, 599,
        600, 700, 999,
    ].map { line("HTTP/1.1 \($0) X", "\($0); ok", name: "status \($0)") }

    private static let reasons = [
        line("HTTP/1.1 200", name: "no reason"), line("HTTP/1.1 200 ", name: "no reason, and a space"),
        line("HTTP/1.1 200   ", name: "no reason, and spaces"), line("HTTP/1.1 200 \t", name: "a tabulator as reason"),
        line("HTTP/1.1  200 OK", name: "two spaces before the status"),
        line("HTTP/1.1 200  OK", name: "two spaces before the reason"),
        line("HTTP/1.1\t200 OK", name: "a tabulator before the status"),
        line("HTTP/1.1 200\tOK", name: "a tabulator before the reason"),
        line("HTTP/1.1 \t 200 OK", name: "all sorts of space"),
        line("HTTP/1.1 200 OK  ", name: "spaces behind the reason"),
        line("HTTP/1.1 200OK", "notHTTP", name: "no space before the reason"),
        line("HTTP/1.1200 OK", "notHTTP", name: "no space before the status"),
        line("HTTP/1.1 200:OK", "notHTTP", name: "a colon before the reason"),
        line("HTTP/1.1 200 200", name: "a number as reason"),
        line("HTTP/1.1 200 HTTP/1.1 404 Not Found", name: "a status line as reason"),
        line("HTTP/1.1 200 X: y", name: "a field as reason"),
        line("HTTP/1.1 200 \u{E9}\u{4E2D}", name: "a reason in UTF-8"),
        OddAnswer(
            "a reason in ISO 8859-1", [.say(Array("HTTP/1.1 200 ".utf8) + [0xE9, 0xFF, 0x80] + Array(end.utf8))],
            OddAnswer.good),
        line("HTTP/1.1 200 " + String(repeating: "x", count: 5_000), name: "a reason of 5,000 octets"),
        line("HTTP/1.1 200 O\u{1}K", name: "a control character in the reason"),
        line("HTTP/1.1 200 O\u{7F}K", name: "DEL in the reason"),
        line("HTTP/1.1 200 O\u{1B}[2JK", name: "an escape sequence as reason"),
        // RFC 9110 §5.5 has CR, LF and NUL "invalid and dangerous".
        line("HTTP/1.1 200 O\0K", "notHTTP", name: "NUL in the reason"),
        line("HTTP/1.1 200 O\rK", "notHTTP", name: "a bare CR in the reason"),
        line("HTTP/1.1 2\00 OK", "notHTTP", name: "NUL in the status"),
        line("HTTP/1.\01 200 OK", "notHTTP", name: "NUL in the version"),
        // A line ends there (§2.2), and the next one is no field.
        line("HTTP/1.1 200 O\nK", name: "a bare LF in the reason"),
    ]

    private static let before = [
        line("\r\nHTTP/1.1 200 OK", name: "an empty line before"),
        line("\r\n\r\n\r\nHTTP/1.1 200 OK", name: "empty lines before"),
        line("\nHTTP/1.1 200 OK", name: "a LF before"), line(" HTTP/1.1 200 OK", name: "a space before"),
        line("\tHTTP/1.1 200 OK", name: "a tabulator before"),
        line("\rHTTP/1.1 200 OK", "notHTTP", name: "a CR before"),
        line("\0HTTP/1.1 200 OK", "notHTTP", name: "NUL before"),
        line("\u{FEFF}HTTP/1.1 200 OK", "notHTTP", name: "a byte order mark before"),
        line("ok\r\nHTTP/1.1 200 OK", "notHTTP", name: "a line of text before"),
        line("X: y\r\nHTTP/1.1 200 OK", "notHTTP", name: "a field before"),
    ]

    /// Those of other protocols; they wait for a client's line, and the client has nothing to say.
    private static let others: [(String, String)] = [
        ("a page alone", "<html>hello</html>"), ("a word", "hello"), ("one octet", "x"),
        ("a mail server", "220 mail.test ESMTP\r\n"), ("SSH", "SSH-2.0-OpenSSH_9.2p1\r\n"),
        ("IMAP", "* OK IMAP4rev1\r\n"), ("POP3", "+OK ready\r\n"), ("FTP", "220-Welcome\r\n220 ready\r\n"),
        ("a request", "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"), ("a request's begin", "GET / HTTP/1.1\r\n"),
        ("settings of HTTP/2", "\0\0\0\u{4}\0\0\0\0\0"),
        ("a client's preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        ("a TLS alert", "\u{15}\u{3}\u{1}\0\u{2}\u{2}("), ("an SSL 2.0 record", "\0\u{2}x"),
    ]

    private static let protocols = others.flatMap { name, text in
        [
            OddAnswer(name, text, "notHTTP"),
            OddAnswer("\(name), and waits", [.say(Array(text.utf8)), .end(.open)], "notHTTP"),
        ]
    }

    private static let lineEnds = [
        OddAnswer("LF alone ends all lines", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", OddAnswer.good),
        OddAnswer("LF alone ends the first", "HTTP/1.1 200 OK\nContent-Length: 2\r\n\r\nok", OddAnswer.good),
        OddAnswer("CR CR LF", "HTTP/1.1 200 OK\r\r\n\r\nok", "notHTTP"),
        OddAnswer("LF CR", "HTTP/1.1 200 OK\n\rX: y\r\n\r\nok", "notHTTP"),
        OddAnswer("CR alone ends all lines", "HTTP/1.1 200 OK\rContent-Length: 2\r\rok", "connectionClosed"),
        OddAnswer("no fields", "HTTP/1.1 200 OK\r\n\r\nok", OddAnswer.good),
        OddAnswer("no fields, LF", "HTTP/1.1 200 OK\n\nok", OddAnswer.good),
        OddAnswer("empty lines alone", "\r\n\r\n\r\n\r\n", "connectionClosed"),
        OddAnswer("spaces alone", "    ", "connectionClosed"),
        OddAnswer("HTTP/1.0", "HTTP/1.0 200 OK\r\n" + OddAnswer.two, OddAnswer.good),
        OddAnswer("HTTP/1.0 to its end", "HTTP/1.0 200 OK\r\n\r\nok", OddAnswer.good),
    ]

    static let statusLines = OddFamily(
        "status line", versions + noStatuses + statuses + reasons + before + protocols + lineEnds)
}
