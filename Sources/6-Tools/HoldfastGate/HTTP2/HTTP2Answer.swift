import HoldfastHTTP

/// An answer on a stream of HTTP/2, as far as it has come.
struct HTTP2Answer {
    private let method: String
    private(set) var hasHead = false
    /// Whether the server has said all of it (END_STREAM).
    var hasEnded = false
    /// Octets of content that are still to come, where the head has said how many there are.
    var left: Int?

    /// The answer to a request, of which nothing has come.
    init(to method: String) { self.method = method }

    /// Takes note of the final head.
    ///
    /// - Parameter isEnd: whether nothing follows it.
    mutating func begin(_ status: Int, _ fields: [HTTPField], isEnd: Bool) {
        (hasHead, hasEnded) = (true, isEnd)
        let hasContent = method != "HEAD" && status != 204 && status != 304
        left = hasContent ? fields.one("content-length").map { FieldGrammar.number($0) ?? .max } : 0
    }

    /// Whether nothing is missing of it where the server ends its stream by RST_STREAM with NO_ERROR.
    ///
    /// RFC 9113 §8.1 has that behind the end of a response alone; Node now and then sends it in the place of an empty
    /// DATA with END_STREAM. The end of a tunnel has to be said as such (§8.5).
    var isWhole: Bool {
        if hasEnded { return true }
        return hasHead && method != "CONNECT" && (left ?? 0) == 0
    }
}
