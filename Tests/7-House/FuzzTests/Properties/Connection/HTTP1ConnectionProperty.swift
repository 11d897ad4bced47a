@testable import HoldfastConnection
@testable import HoldfastHTTP

/// A size, and octets of a server's over HTTP/1.1: each of two exchanges hears its response in order and comes to one
/// end, within the limits, and the same in pieces of that size. What is behind a response is nobody's.
func checkHTTP1Connection(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let octets = Array(bytes.dropFirst())
    for method in ["GET", "HEAD", "CONNECT"] {
        let whole = try HTTP1Listener.hear(octets, to: method, pieces: max(1, octets.count))
        let inPieces = try HTTP1Listener.hear(octets, to: method, pieces: Int(first) + 1)
        try expect(whole.isLike(inPieces), "\(method) in pieces says something else")
        try expect(whole.content.count <= octets.count, "more content than came")
        try expect(whole.fieldBytes <= HTTP1Listener.limits.headBytes, "more fields than allowed")
        for field in whole.fields {
            try expect(FieldGrammar.isToken(field.name.utf8), "a field without a name")
            try expect(!field.octets.contains { $0 == 0 || $0 == 10 || $0 == 13 }, "a field with the end of a line")
        }
    }
}

/// The news of one exchange, whatever the pieces in which they came.
private struct HTTP1Listener {
    private enum Place {
        case before, content, behind, over
    }

    static let limits = MessageLimits(headBytes: 2_000, fields: .max, chunkLineBytes: 300)

    private var place = Place.before
    private(set) var fields: [HTTPField] = []
    private(set) var fieldBytes = 0
    private(set) var content: [UInt8] = []
    private var fault: ExchangeFault?
    private var isReusable = false

    /// The news of one exchange, and of what comes behind it.
    static func hear(_ octets: [UInt8], to method: String, pieces size: Int) throws(Violation) -> HTTP1Listener {
        let connection = HTTP1Connection()
        var heard = HTTP1Listener()
        connection.begin(ExchangeRequest(method: method, authority: "a.test", path: "/"), limits: limits)
        var events: [ExchangeEvent] = []
        var rest = octets[...]
        while !rest.isEmpty {
            connection.receive(rest.prefix(size)) { events.append($0) }
            rest = rest.dropFirst(size)
            try expect(connection.fieldBytes <= limits.headBytes, "more fields were read than allowed")
        }
        heard.isReusable = connection.isReusable
        connection.receiveEnd(isClean: true) { events.append($0) }
        for event in events { try heard.hear(event) }
        try expect(heard.place == .over, "there is no end")
        try expect(!connection.isReusable, "an ended connection serves again")
        return heard
    }

    /// Whether another one has heard the same. Of content that ends badly some may have come before that was known.
    func isLike(_ other: HTTP1Listener) -> Bool {
        guard fault == other.fault, fields == other.fields, isReusable == other.isReusable else { return false }
        guard fault != nil else { return content == other.content }
        return content.starts(with: other.content) || other.content.starts(with: content)
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
        // As short as a line can be: `name:value`, and LF.
        fieldBytes += list.reduce(0) { $0 + $1.name.utf8.count + $1.octetCount + 2 }
    }
}
