@testable import HoldfastConnection
@testable import HoldfastHTTP

/// Octets of a server's over HTTP/2, behind its SETTINGS: each exchange hears its response in order and comes to one
/// end, within the limits, and the same in pieces.
func checkHTTP2Connection(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let octets = Array(bytes.dropFirst())
    let whole = try HTTP2Listener.hear(octets, pieces: octets.count)
    let inPieces = try HTTP2Listener.hear(octets, pieces: Int(first) + 1)
    for (stream, heard) in whole {
        try expect(inPieces[stream]?.isLike(heard) == true, "stream \(stream) in pieces says something else")
        try expect(heard.content.count <= octets.count, "stream \(stream) has more content than came")
        try expect(heard.fieldBytes <= HTTP2Listener.limits.headBytes, "stream \(stream) has more fields than allowed")
        for field in heard.fields {
            try expect(field.isReadable, "a field \(field.name) that none is")
        }
    }
}

/// The news of one exchange, whatever the pieces in which they came.
private struct HTTP2Listener {
    private enum Place {
        case before, content, behind, over
    }

    static let limits = MessageLimits(headBytes: 2_000, fields: 100)

    private var place = Place.before
    private(set) var fields: [HTTPField] = []
    private(set) var fieldBytes = 0
    private(set) var content: [UInt8] = []
    private var fault: ExchangeFault?
    /// Whether an RST_STREAM of this side's has gone out, for whichever stream.
    private var hasReset = false

    /// The news of three exchanges: one without content, one with some that waits, and a tunnel.
    static func hear(_ octets: [UInt8], pieces size: Int) throws(Violation) -> [Int32: HTTP2Listener] {
        var limits = HTTP2Limits()
        limits.idleFrames = 50
        guard let connection = HTTP2Connection(limits) else { throw Violation("no memory") }
        var heard: [Int32: HTTP2Listener] = [:]
        let requests = [
            ExchangeRequest(method: "GET", authority: "a.test", path: "/"),
            ExchangeRequest(method: "POST", authority: "a.test", path: "/", content: .unknown),
            ExchangeRequest(method: "CONNECT", authority: "b.test:443", path: ""),
        ]
        for request in requests {
            guard let stream = connection.begin(request, limits: Self.limits) else { throw Violation("no stream") }
            connection.send([1, 2, 3], on: stream)
            heard[stream] = HTTP2Listener()
        }
        var hasReset = try look(at: connection.takeOutput())
        connection.receive([0, 0, 0, 4, 0, 0, 0, 0, 0])
        var rest = octets[...]
        while !rest.isEmpty {
            connection.receive(rest.prefix(size))
            rest = rest.dropFirst(size)
            if try look(at: connection.takeOutput()) { hasReset = true }
            for event in connection.takeEvents() {
                try heard[event.stream]?.hear(event.event)
                if case .body(let piece) = event.event { connection.consume(piece.count, of: event.stream) }
            }
        }
        connection.receiveEnd()
        for event in connection.takeEvents() { try heard[event.stream]?.hear(event.event) }
        try expect(connection.isOver && connection.streams == 0 && connection.streamsLeft == 0, "it is not over")
        for (stream, exchange) in heard { try expect(exchange.place == .over, "stream \(stream) has no end") }
        for stream in heard.keys { heard[stream]?.hasReset = hasReset }
        return heard
    }

    /// Whether another one has heard the same.
    ///
    /// A stream that is wrong in itself may hear of that or of what comes for the connection behind it, and of content
    /// that is too long some may have come before that was known.
    ///
    /// A server that goes on with a stream which it had ended loses the connection, and is passed over where this side
    /// had reset that stream before (RFC 9113 §5.1, "half-closed (remote)" and "closed"). Pieces say when that goes
    /// out: of what comes behind, one may hear what the other one does not.
    func isLike(_ other: HTTP2Listener) -> Bool {
        if isCut(beside: other) || other.isCut(beside: self) { return begins(with: other) || other.begins(with: self) }
        guard (fault == nil) == (other.fault == nil), fields == other.fields else { return false }
        guard fault != nil else { return content == other.content }
        return content.starts(with: other.content) || other.content.starts(with: content)
    }

    /// Whether the connection ended for a frame of a stream that was closed, which the other one may have passed over.
    private func isCut(beside other: HTTP2Listener) -> Bool {
        // STREAM_CLOSED (§7).
        fault == .connectionError(code: 5) && other.fault != fault && other.hasReset
    }

    private func begins(with other: HTTP2Listener) -> Bool {
        fields.starts(with: other.fields) && content.starts(with: other.content)
    }

    /// Frames that go out are whole; whether one of them is RST_STREAM.
    private static func look(at output: [UInt8]) throws(Violation) -> Bool {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        var rest = output.starts(with: preface) ? output.dropFirst(preface.count) : output[...]
        var hasReset = false
        while !rest.isEmpty {
            let length = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            try expect(rest.count >= 9 + length, "a frame that breaks off")
            // The fourth octet is the type (§4.1), and 3 is RST_STREAM (§6.4).
            if rest.dropFirst(3).first == 3 { hasReset = true }
            rest = rest.dropFirst(9 + length)
        }
        return hasReset
    }

    private mutating func hear(_ event: ExchangeEvent) throws(Violation) {
        try expect(place != .over, "something comes behind the end")
        switch event {
        case .informational(let head):
            try expect(place == .before && head.isInterim, "an interim response at another place")
            take(head.fields)
        case .head(let head):
            try expect(place == .before && !head.isInterim && head.status != 101, "a head at another place")
            place = .content
            take(head.fields)
        case .body(let piece):
            try expect(place == .content && !piece.isEmpty, "content at another place, or none")
            content += piece
        case .trailers(let list):
            try expect(place == .content && !list.isEmpty, "trailers at another place, or none")
            place = .behind
            take(list)
        case .end:
            try expect(place != .before, "an end without a head")
            place = .over
        case .failed(let reason): (place, fault) = (.over, reason)
        }
    }

    private mutating func take(_ list: [HTTPField]) {
        fields += list
        fieldBytes += list.reduce(0) { $0 + $1.name.utf8.count + $1.octetCount + 4 }
    }
}

extension HTTPField {
    /// Whether a lenient reader may take it: a name that is a token in lower case, and no end of a line in the value.
    fileprivate var isReadable: Bool {
        FieldGrammar.isToken(name.utf8) && !name.utf8.contains { (0x41...0x5A).contains($0) }
            && !octets.contains { $0 == 0 || $0 == 10 || $0 == 13 }
            && !["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"].contains(name)
    }
}
