import HoldfastSystem

/// A conversation over one connection byte by byte, after its handshake where it has TLS: for servers that answer piece
/// by piece, or that break HTTP.
package struct TLSConversation {
    /// The facts of the connection.
    package let facts: ConnectionFacts
    private let stream: any ServedStream
    private let patience: Duration

    init(_ stream: any ServedStream, _ facts: ConnectionFacts, patience: Duration) {
        self.stream = stream
        self.facts = facts
        self.patience = patience
    }

    /// Some bytes; none at the stream's end.
    package func read(atMost count: Int = 64 << 10) throws(ServingError) -> [UInt8] {
        try stream.read(atMost: count, until: .after(patience))
    }

    /// Reads up to and with the empty line that ends a request's head; what came behind it stays with the result.
    package func readHead() throws(ServingError) -> (head: String, rest: [UInt8]) {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let place = bytes.firstRange(of: end) {
                return (String(decoding: bytes[..<place.lowerBound], as: UTF8.self), Array(bytes[place.upperBound...]))
            }
            let more = try read()
            guard !more.isEmpty else { return (String(decoding: bytes, as: UTF8.self), []) }
            bytes += more
        }
    }

    package func write(_ bytes: [UInt8]) throws(ServingError) { try stream.write(bytes, until: .after(patience)) }

    package func write(_ text: String) throws(ServingError) { try write(Array(text.utf8)) }

    /// Sends what a provocation says; the client's answer comes with what is read.
    package func provoke(_ kind: Provocation.Kind) throws(ServingError) {
        try stream.provoke(kind, awaitsCertificate: false, until: .after(patience))
    }

    /// Ends the connection at once.
    ///
    /// - Parameter silently: without TLS's close_notify, as somebody ends it who cuts the cable.
    package func cut(silently: Bool) { stream.cut(silently: silently) }

    /// Ends the connection by a reset, as a system does whose program has not read all that the client has sent.
    ///
    /// - Parameter afterDelivery: whether the client's system has to have all that was sent; else some of it may be
    ///   lost.
    package func reset(afterDelivery: Bool = false) throws(ServingError) {
        try stream.reset(afterDelivery: afterDelivery ? .after(patience) : nil)
    }
}
