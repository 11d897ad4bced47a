import HoldfastConnection
import HoldfastHTTP

/// One exchange of HTTP/1.1 over bytes at hand, and what a client hears of it.
struct HTTP1Exchange {
    let connection = HTTP1Connection()
    private(set) var events: [ExchangeEvent] = []

    init(_ request: ExchangeRequest = .root, headBytes: Int = 10_000) {
        connection.begin(request, limits: MessageLimits(headBytes: headBytes, fields: .max, chunkLineBytes: 4_096))
    }

    /// Takes what a server sends, in pieces of a size.
    mutating func receive(_ text: String, by size: Int = .max) { receive(Array(text.utf8), by: size) }

    mutating func receive(_ bytes: [UInt8], by size: Int = .max) {
        var rest = bytes[...]
        while !rest.isEmpty {
            connection.receive(rest.prefix(size)) { events.append($0) }
            rest = rest.dropFirst(size)
        }
    }

    mutating func end(isClean: Bool = true) { connection.receiveEnd(isClean: isClean) { events.append($0) } }

    /// Says another request.
    mutating func begin(_ request: ExchangeRequest) {
        events = []
        connection.begin(request, limits: MessageLimits(headBytes: 10_000, fields: .max))
    }

    /// The events in words: statuses, fields but those that frame, content, trailers, the end or the fault. Content
    /// that comes in pieces is one.
    var summary: String {
        var (parts, isInContent) = ([String](), false)
        for event in events {
            defer { if case .body = event { isInContent = true } else { isInContent = false } }
            switch event {
            case .informational(let head): parts.append("\(head.status)")
            case .head(let head):
                let fields = head.fields.filter { !$0.isNamed("Content-Length") && !$0.isNamed("Transfer-Encoding") }
                parts.append((["\(head.status)"] + fields.map(Self.text)).joined(separator: " "))
            case .body(let piece):
                let text = String(decoding: piece, as: UTF8.self)
                if isInContent { parts[parts.count - 1] += text } else { parts.append(text) }
            case .trailers(let fields): parts.append(fields.map(Self.text).joined(separator: " "))
            case .end: parts.append("end")
            case .failed(let fault): parts.append(Self.text(fault))
            }
        }
        return parts.joined(separator: "; ")
    }

    private static func text(_ field: HTTPField) -> String { "[\(field.name)=\(field.value)]" }

    private static func text(_ fault: ExchangeFault) -> String {
        if case .malformed(let error) = fault { "malformed: \(error.statement)" } else { "\(fault)" }
    }
}

extension ExchangeRequest {
    static let root = ExchangeRequest(method: "GET", authority: "a.test", path: "/")
}
