/// Chunks and what follows them (RFC 9112 §7.1).
extension OddFamily {
    private static func sent(_ name: String, _ text: String, _ outcome: String = OddAnswer.good) -> OddAnswer {
        OddAnswer(name, OddAnswer.chunked + text, outcome)
    }

    private static func size(_ text: String, _ outcome: String = OddAnswer.good) -> OddAnswer {
        sent("size '\(text)'", text + "\r\nok\r\n0\r\n\r\n", outcome)
    }

    private static func last(_ text: String, _ outcome: String = OddAnswer.good) -> OddAnswer {
        sent("last '\(text)'", "2\r\nok\r\n" + text, outcome)
    }

    private static func repeated(_ line: String, _ count: Int) -> String { String(repeating: line, count: count) }

    /// "chunk-size = 1*HEXDIG", and "recipients MUST anticipate potentially large hexadecimal numerals and prevent
    /// parsing errors due to integer conversion overflows".
    private static let noSizes = [
        "", " ", "\t", " 2", "\t2", "+2", "-2", "-", "0x2", "0X2", "2x", "x2", "2g", "zz", "2.0", "2,2", "2 2", "2 x",
        "2h", "#2", "\"2\"", "2\0", "2\u{1}", "2=", "2:", "\u{FF12}", "10000000000000002", "FFFFFFFFFFFFFFFF",
        "7FFFFFFFFFFFFFFF", "8000000000000002", "0000000000000002", "00000000000000000000000000000002",
    ].map { size($0, "badChunk") }

    private static let sizes = [
        size("2"), size("02"), size("000000000000002"), size("2 "), size("2\t"), size("2 \t "),
        sent("size in capitals", "A\r\n0123456789\r\n0\r\n\r\n", "200; 0123456789"),
        sent("size in small letters", "a\r\n0123456789\r\n0\r\n\r\n", "200; 0123456789"),
        sent("two digits", "1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n", "200; abcdefghijklmnopqrstuvwxyz"),
        size("80000000", "connectionClosed"), size("100000000", "connectionClosed"),
        size("FFFFFFFFFFFFFFF", "connectionClosed"), size("3", "200; ok%0D"), size("1", "badChunk"),
        sent("no size, and no line", "ok", "connectionClosed"),
        sent("the content as it is", "ok\r\n", "badChunk"),
    ]

    /// §7.1.1: "A recipient MUST ignore unrecognized chunk extensions."
    private static let extensions = [
        ";", ";a", ";a=b", " ;a=b", "; a=b", " ; a = b ", ";a=\"b\"", ";a=\"b;c\"", ";a=\"\\\"\"", ";a=\"b", ";a;b;c",
        ";;",
        ";=", ";a=b=c", ";\u{E9}", ";a=\t", ";0", ";a=b\t",
    ].map { size("2" + $0) }

    private static let noExtensions = [";a\u{1}", ";a\0", ";a\rb", ";a\u{7F}"].map { size("2" + $0, "badChunk") }

    private static let longExtensions = [
        sent("an extension of 1,000 octets", "2;" + repeated("x", 1_000) + "\r\nok\r\n0\r\n\r\n"),
        sent("an extension of 4,000 octets", "2;" + repeated("x", 4_000) + "\r\nok\r\n0\r\n\r\n"),
        // "ought to limit the total length of chunk extensions".
        sent("an extension of 5,000 octets", "2;" + repeated("x", 5_000) + "\r\nok\r\n0\r\n\r\n", "badChunk"),
        sent("an extension of 100,000 octets", "2;" + repeated("x", 100_000) + "\r\nok\r\n0\r\n\r\n", "badChunk"),
        sent("zeros without end", repeated("0", 5_000) + "2\r\nok\r\n0\r\n\r\n", "badChunk"),
        sent("a CRLF in quotes", "2;a=\"\r\n\"\r\nok\r\n0\r\n\r\n", "badChunk"),
    ]

    private static let chunkEnds = [
        sent("bare LF everywhere", "2\nok\n0\n\n"), sent("bare LF behind the size", "2\nok\r\n0\r\n\r\n"),
        sent("bare LF behind the content", "2\r\nok\n0\r\n\r\n"),
        sent("CR CR LF behind the size", "2\r\r\nok\r\n0\r\n\r\n", "badChunk"),
        sent("CR CR LF behind the content", "2\r\nok\r\r\n0\r\n\r\n", "badChunk"),
        sent("a CR alone behind the size", "2\rok\r\n0\r\n\r\n", "badChunk"),
        sent("a CR alone behind the content", "2\r\nok\r0\r\n\r\n", "badChunk"),
        sent("LF CR behind the content", "2\r\nok\n\r0\r\n\r\n", "badChunk"),
        sent("nothing behind the content", "2\r\nok0\r\n\r\n", "badChunk"),
        sent("a space behind the content", "2\r\nok \r\n0\r\n\r\n", "badChunk"),
        sent("more content than was said", "2\r\nokay\r\n0\r\n\r\n", "badChunk"),
        sent("less content than was said", "4\r\nok\r\n0\r\n\r\n", "badChunk"),
        sent("an empty line between chunks", "1\r\no\r\n\r\n1\r\nk\r\n0\r\n\r\n", "badChunk"),
        sent("an empty line before the first", "\r\n2\r\nok\r\n0\r\n\r\n", "badChunk"),
        sent("two chunks", "1\r\no\r\n1\r\nk\r\n0\r\n\r\n"), sent("none but the last", "0\r\n\r\n", "200"),
        sent("1,000 chunks", repeated("1\r\nx\r\n", 1_000) + "0\r\n\r\n", "200; 1000 octets"),
        sent("a chunk of 100,000 octets", "186A0\r\n" + repeated("x", 100_000) + "\r\n0\r\n\r\n", "200; 100000 octets"),
        sent("a chunk that looks like one", "9\r\n0\r\n\r\nX: y\r\n0\r\n\r\n", "200; 0%0D%0A%0D%0AX: y"),
        last("00\r\n\r\n"), last("000000000000000\r\n\r\n"), last("0;a=b\r\n\r\n"), last("0 \r\n\r\n"), last("0\n\n"),
        last("0\r\n\n"), last("0000000000000000\r\n\r\n", "badChunk"), last("-0\r\n\r\n", "badChunk"),
        last("0x0\r\n\r\n", "badChunk"), last("\r\n", "badChunk"),
        last("", "connectionClosed"), last("0", "connectionClosed"), last("0\r", "connectionClosed"),
        last("0\r\n", "connectionClosed"), last("0\r\n\r", "connectionClosed"),
        last("0\r\nX: y\r\n", "connectionClosed"),
        last("0\r\nX: y", "connectionClosed"), last("5", "connectionClosed"), last("5\r\n", "connectionClosed"),
        last("5\r\nab", "connectionClosed"), last("2\r\nab", "connectionClosed"), last("2\r\nab\r", "connectionClosed"),
        // §6.3: what follows is not "part of the prior message body", nor a response.
        last("0\r\n\r\nmore"), last("0\r\n\r\n\r\n"), last("0\r\n\r\n0\r\n\r\n"),
        last("0\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\nevil"),
    ]

    private static func trailer(_ text: String, _ shown: String? = nil, name: String? = nil) -> OddAnswer {
        sent(
            "trailer '\(name ?? text)'", "2\r\nok\r\n0\r\n" + text + "\r\n\r\n",
            "200; ok" + (shown.map { "; \($0)" } ?? ""))
    }

    private static func refused(_ text: String, _ name: String, _ outcome: String = "notHTTP") -> OddAnswer {
        sent("trailer '\(name)'", "2\r\nok\r\n0\r\n" + text + "\r\n\r\n", outcome)
    }

    /// RFC 9110 §6.5.1: no sender may put fields there that are "necessary for message framing, routing,
    /// authentication, request modifiers, response controls or content format"; they mean nothing there.
    private static let forbidden = [
        "Content-Length: 7", "Transfer-Encoding: gzip", "Host: evil.test", "Connection: close", "Authorization: x",
        "Proxy-Authorization: x", "Content-Encoding: gzip", "Content-Type: text/html", "Content-Range: bytes 0-0/1",
        "Trailer: X", "Set-Cookie: a=b", "TE: trailers", "Upgrade: h2c",
    ].map { trailer($0) }

    private static let trailers = [
        trailer("X: y", "[X=y]"), trailer("X: y\r\nZ: 1", "[X=y] [Z=1]", name: "two"),
        trailer("X: 1\r\nX: 2", "[X=1] [X=2]", name: "one name twice"),
        trailer("X:y", "[X=y]"), trailer("X:", "[X=]"), trailer("X : y", "[X=y]"),
        trailer("X: y\r\n z", "[X=y z]", name: "a folded line"), trailer(" X: y", name: "a folded line alone"),
        trailer("nonsense"), trailer(": y"), trailer("X Y: z"), trailer("\u{E9}: y"),
        trailer("X: y\nZ: 1", "[X=y] [Z=1]", name: "a bare LF"), trailer("X: a\u{1}b", "[X=a%01b]", name: "a control"),
        trailer("Digest: x\r\nContent-Length: 3", "[Digest=x]", name: "one that may and one that may not"),
        trailer("ETag: \"x\"", "[ETag=\"x\"]"), trailer("HTTP/1.1 404 Not Found", name: "a status line"),
        refused("X: a\0b", "NUL"), refused("X: a\rb", "a bare CR"), refused("X: a\r", "CR CR LF"),
        trailer("X: " + repeated("y", 9_000), "[X=9000 octets]", name: "of 9,000 octets"),
        trailer("X: " + repeated("y", 90_000), "[X=90000 octets]", name: "of 90,000 octets"),
        refused("X: " + repeated("y", 270_000), "of 270,000 octets", "headersTooLarge"),
        refused(repeated("X: y\r\n", 50_000), "50,000 of them", "headersTooLarge"),
    ]

    private static let pieces: [OddAnswer] = [
        OddAnswer(
            "octet by octet", (OddAnswer.chunked + OddAnswer.chunks).utf8.map { .say([$0]) }, OddAnswer.good),
        OddAnswer(
            "cut everywhere",
            [
                .say(Array(OddAnswer.chunked.utf8)), .pause, "2", .pause, "\r", .pause, "\no", .pause, "k\r", .pause,
                "\n0",
                .pause, "\r\n", .pause, "X: ", .pause, "y\r\n\r", .pause, "\n",
            ], "200; ok; [X=y]"),
    ]

    static let chunks = OddFamily(
        "chunk",
        noSizes + sizes + extensions + noExtensions + longExtensions + chunkEnds + trailers + forbidden + pieces)
}
