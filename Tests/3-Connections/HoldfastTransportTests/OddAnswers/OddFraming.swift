/// Lengths and transfer codings (RFC 9112 §6).
extension OddFamily {
    private static let ok = OddAnswer.ok
    private static let good = OddAnswer.good

    private static func length(_ value: String, _ outcome: String = good) -> OddAnswer {
        OddAnswer("'\(value)'", ok + "Content-Length: \(value)\r\n\r\nok", outcome)
    }

    private static func lines(_ values: [String], _ outcome: String = good) -> OddAnswer {
        let lines = values.map { "Content-Length: \($0)\r\n" }.joined()
        return OddAnswer(
            "lines " + values.map { "'\($0)'" }.joined(separator: " "), ok + lines + "\r\nok", outcome)
    }

    /// RFC 9110 §8.6: "Content-Length = 1*DIGIT".
    private static let noNumbers = [
        "", " ", "+2", "-2", "-0", "-1", "2.0", "2.", ".2", "2e0", "0x2", "0X2", "2x", "x2", "2 3", "2;2", "2=2",
        "\"2\"", "two",
        "null", "2\u{1}", "\u{FF12}", "2 octets", "inf", ",", ",,", "2 ,x", "#2", "0b10", "2_0",
    ].map { length($0, "badLength") }

    private static let numbers = [
        length("2"), length("02"), length("000000000000002"), length("000000000000000002"), length("  2  "),
        length("\t2\t"),
        // RFC 9112 §6.3, item 5: "the recipient MUST treat it as an unrecoverable error", but for a list of which
        // "all values in the field-value are identical".
        length("2,2"), length("2, 2"), length("2 , 2"), length("2, 2, 2"), length("2,02"),
        length("2, 3", "badLength"), length("3, 2", "badLength"), length("2, 2, 3", "badLength"),
        length("0, 2", "badLength"), length("2,", "badLength"), length(",2", "badLength"), length("2,,2", "badLength"),
        lines(["2", "2"]), lines(["2", "02"]), lines(["2", "2", "2"]), lines(["2, 2", "2"]),
        lines(["2", "3"], "badLength"), lines(["3", "2"], "badLength"), lines(["2", "2", "3"], "badLength"),
        lines(["0", "2"], "badLength"), lines(["2", "0"], "badLength"), lines(["2", "2, 3"], "badLength"),
        lines(["2", ""], "badLength"), lines(["2", "x"], "badLength"), lines(["x", "2"], "badLength"),
        lines(["2", "-2"], "badLength"),
        // RFC 9110 §8.6: "recipients MUST anticipate potentially large decimal numerals".
        length("0000000000000000002", "badLength"),
        length("9223372036854775807", "badLength"), length("9223372036854775808", "badLength"),
        length("18446744073709551615", "badLength"), length("18446744073709551618", "badLength"),
        length("99999999999999999999999999", "badLength"), length("4294967298", "connectionClosed"),
        length("2147483650", "connectionClosed"), length("999999999999999999", "connectionClosed"),
        length("3", "connectionClosed"), length("1000", "connectionClosed"),
        // What is behind it belongs to nobody (§6.3).
        length("1", "200; o"), length("0", "200"), length("00", "200"),
    ]

    private static let named = ["content-length", "CONTENT-LENGTH", "Content-length", "CoNtEnT-LeNgTh"].map {
        OddAnswer("named \($0)", ok + "\($0): 2\r\n\r\nok", good)
    }

    private static let others = [
        OddAnswer("a space before the colon", ok + "Content-Length : 2\r\n\r\nokay", good),
        OddAnswer("none", ok + "\r\nok", good), OddAnswer("none, and nothing comes", ok + "\r\n", "200"),
        OddAnswer("another name", ok + "Content_Length: 1\r\n\r\nok", "200 [Content_Length=1]; ok"),
        OddAnswer("a name that is none", ok + "Content Length: 1\r\n\r\nok", good),
        OddAnswer("in HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nokay", good),
        OddAnswer("short, in HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nok", "connectionClosed"),
    ]

    static let lengths = OddFamily("Content-Length", noNumbers + numbers + named + others)

    // MARK: Transfer codings

    private static func coding(_ value: String, _ outcome: String = good) -> OddAnswer {
        OddAnswer("'\(value)'", ok + "Transfer-Encoding: \(value)\r\n\r\n" + OddAnswer.chunks, outcome)
    }

    /// RFC 9112 §6.1: "A server that receives a request message with a transfer coding it does not understand" refuses
    /// it, and so does a client. Codings but `chunked` are sent to those who ask for them by TE (RFC 9110 §10.1.4).
    private static let unknown = [
        "gzip", "x-gzip", "deflate", "compress", "br", "zstd", "gzip, chunked", "chunked, gzip", "deflate, chunked",
        "gzip, deflate, chunked", "chunked, chunked", "identity, gzip", "trailers", "nonsense", "chunked;q=1",
        "chunked; x=y", "\"chunked\"", "chun ked", "chunked x", "xchunked", "chunkedx", "chunked\u{B}", "\u{C}chunked",
        "chunked.", "chunk", "c", "", " ", "chunked,", ",chunked", "chunked, identity", "identity, chunked",
    ].map { coding($0, "badContentEncoding") }

    private static func both(_ name: String, _ fields: String, _ outcome: String = good) -> OddAnswer {
        OddAnswer(name, ok + fields + "\r\n" + OddAnswer.chunks, outcome)
    }

    private static let transferEncoding = "Transfer-Encoding: chunked\r\n"

    /// §6.3, item 3: "the Transfer-Encoding overrides the Content-Length".
    private static let beside = [
        both("a length before", "Content-Length: 3\r\n" + transferEncoding),
        both("a length behind", transferEncoding + "Content-Length: 3\r\n"),
        both("a length of 0 before", "Content-Length: 0\r\n" + transferEncoding),
        both("a length of 0 behind", transferEncoding + "Content-Length: 0\r\n"),
        both("the octets' number", "Content-Length: 12\r\n" + transferEncoding),
        both("the content's length", "Content-Length: 2\r\n" + transferEncoding),
        both("two lengths", "Content-Length: 3\r\nContent-Length: 4\r\n" + transferEncoding),
        both("no length", "Content-Length: x\r\n" + transferEncoding),
        both("no length behind", transferEncoding + "Content-Length: x\r\n"),
        both("a negative length", "Content-Length: -1\r\n" + transferEncoding),
        both("a length beyond all", "Content-Length: 99999999999999999999\r\n" + transferEncoding),
        both("another coding in another line", "Transfer-Encoding: gzip\r\n" + transferEncoding, "badContentEncoding"),
        both("the same in another line", transferEncoding + transferEncoding, "badContentEncoding"),
        both("identity in another line", "Transfer-Encoding: identity\r\n" + transferEncoding),
        both("identity behind", transferEncoding + "Transfer-Encoding: identity\r\n"),
        both("an empty line of it", "Transfer-Encoding:\r\n" + transferEncoding, "badContentEncoding"),
        both("Trailer", "Trailer: X\r\n" + transferEncoding, "200 [Trailer=X]; ok"),
        both("TE", "TE: trailers\r\n" + transferEncoding, "200 [TE=trailers]; ok"),
    ]

    private static let chunkedForms = [
        coding("chunked"), coding("CHUNKED"), coding("Chunked"), coding("  chunked  "), coding("\tchunked\t"),
    ]

    private static let chunkedNames = ["transfer-encoding", "TRANSFER-ENCODING", "Transfer-encoding"].map {
        OddAnswer("named \($0)", ok + "\($0): chunked\r\n\r\n" + OddAnswer.chunks, good)
    }

    private static let forms = [
        OddAnswer("a space before the colon", ok + "Transfer-Encoding : chunked\r\n\r\n" + OddAnswer.chunks, good),
        OddAnswer("a tabulator before the colon", ok + "Transfer-Encoding\t: chunked\r\n\r\n" + OddAnswer.chunks, good),
        OddAnswer("in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + OddAnswer.chunks, good),
        OddAnswer(
            "in HTTP/1.0, beside a length",
            "HTTP/1.0 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + OddAnswer.chunks, good),
        OddAnswer("identity", ok + "Transfer-Encoding: identity\r\n\r\nok", good),
        OddAnswer("Identity, and a length", ok + "Transfer-Encoding: Identity\r\nContent-Length: 2\r\n\r\nokay", good),
        OddAnswer("identity twice", ok + "Transfer-Encoding: identity\r\nTransfer-Encoding: identity\r\n\r\nok", good),
        OddAnswer("another name", ok + "Transfer_Encoding: chunked\r\n\r\nok", "200 [Transfer_Encoding=chunked]; ok"),
        OddAnswer("a name that is none", ok + "Transfer Encoding: chunked\r\n\r\nok", good),
        OddAnswer("a letter that is none", ok + "Transfer-Encoding: chun\u{212A}ed\r\n\r\nok", "badContentEncoding"),
        OddAnswer("NUL", ok + "Transfer-Encoding: chunked\0\r\n\r\nok", "notHTTP"),
        OddAnswer(
            "in Content-Encoding", ok + "Content-Encoding: chunked\r\nContent-Length: 2\r\n\r\nok",
            "200 [Content-Encoding=chunked]; ok"),
    ]

    static let transferCodings = OddFamily("Transfer-Encoding", unknown + beside + chunkedForms + chunkedNames + forms)
}
