/// Ends of a connection at each place (RFC 9112 §8), by each sort of end (§9.8).
extension OddFamily {
    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let length = head + "Content-Length: 4\r\n\r\n"
    private static let good = OddAnswer.good

    /// The octets before the end, and the outcome where it is a clean one; the last: whether another end is as good.
    private static let places: [(String, String, String, Bool)] = [
        ("before anything", "", "emptyReply", true), ("behind one octet", "H", "connectionClosed", true),
        ("within the version", "HTTP/1", "connectionClosed", true),
        ("within the status", "HTTP/1.1 2", "connectionClosed", true),
        ("behind the first line", head, "connectionClosed", true),
        ("behind its CR", "HTTP/1.1 200 OK\r", "connectionClosed", true),
        ("within a name", head + "Content-Len", "connectionClosed", true),
        ("within a value", head + "Content-Length: ", "connectionClosed", true),
        ("behind a field", head + "Content-Length: 4\r\n", "connectionClosed", true),
        ("before the last LF of the head", head + "Content-Length: 4\r\n\r", "connectionClosed", true),
        ("behind the head", length, "connectionClosed", true),
        ("within the content", length + "ok", "connectionClosed", true),
        ("before the last octet", length + "okk", "connectionClosed", true),
        ("behind the content", length + "okay", "200; okay", true),
        ("behind a head without a length", head + "\r\n", "200", false),
        ("within content without a length", head + "\r\nok", good, false),
        ("within content of HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nok", good, false),
        ("before a chunk", OddAnswer.chunked, "connectionClosed", true),
        ("within a chunk's size", OddAnswer.chunked + "2", "connectionClosed", true),
        ("within a chunk", OddAnswer.chunked + "2\r\no", "connectionClosed", true),
        ("behind a chunk", OddAnswer.chunked + "2\r\nok\r\n", "connectionClosed", true),
        ("before the last CRLF", OddAnswer.chunked + "2\r\nok\r\n0\r\n", "connectionClosed", true),
        ("within a trailer", OddAnswer.chunked + "2\r\nok\r\n0\r\nX: y", "connectionClosed", true),
        ("behind chunks", OddAnswer.chunked + OddAnswer.chunks, good, true),
        ("behind a 204", "HTTP/1.1 204 X\r\n\r\n", "204", true),
        ("behind a 100", "HTTP/1.1 100 X\r\n\r\n", "emptyReply", true),
        (
            "behind an answer that closes", head + "Connection: close\r\n" + OddAnswer.two,
            "200 [Connection=close]; ok", true
        ),
    ]

    /// RFC 9112 §9.8: "a client that receives a valid closure alert" knows that nothing was cut; one that "receives an
    /// incomplete close" must take a response without a length for incomplete.
    private static func rows(_ wire: OddAnswer.Wire, _ ending: OddAnswer.Ending, _ name: String) -> [OddAnswer] {
        places.map { place, text, outcome, isAsGood in
            let isWhole = isAsGood || ending == .clean || wire == .plain && ending == .silent
            let steps: [OddAnswer.Step] = [.say(Array(text.utf8)), .pause, .end(ending)]
            return OddAnswer("\(name) \(place)", steps, isWhole ? outcome : "connectionClosed") { $0.ask.wire = wire }
        }
    }

    static let ends = OddFamily(
        "end",
        rows(.plain, .clean, "FIN") + rows(.plain, .reset, "RST") + rows(.tls13, .clean, "close_notify")
            + rows(.tls13, .silent, "FIN without close_notify") + rows(.tls12, .clean, "TLS 1.2, close_notify")
            + rows(.tls12, .silent, "TLS 1.2, FIN without close_notify"))
}
