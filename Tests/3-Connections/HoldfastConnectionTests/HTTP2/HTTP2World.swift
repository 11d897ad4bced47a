import HoldfastConnection
import HoldfastHTTP
import Testing

/// A client's connection, and nghttp2's side of a server that answers it, in memory.
final class HTTP2World {
    let client: HTTP2Connection
    let server: HTTP2Session
    /// The news of the client's exchanges, and those of the server's streams.
    var heard: [HTTP2Connection.Event] = []
    var asked: [HTTP2Session.Event] = []

    init(
        _ limits: HTTP2Limits = HTTP2Limits(), server serverLimits: HTTP2Limits = HTTP2Limits(),
        enablesConnect: Bool = false
    ) throws {
        client = try #require(HTTP2Connection(limits))
        let fields = HTTP2FieldLimits(
            listBytes: 1 << 20, trailerBytes: 1 << 20, allBytes: 1 << 20, fields: 10_000, fieldOverhead: 32)
        server = try #require(HTTP2Session(.server, serverLimits, fieldLimits: fields))
        server.begin(enablesConnect: enablesConnect)
        settle()
    }

    /// Moves bytes until neither side has any.
    func settle() {
        while true {
            let (up, down) = (client.takeOutput(), server.takeOutput())
            server.receive(up[...])
            client.receive(down[...])
            heard += client.takeEvents()
            asked += server.takeEvents()
            guard !up.isEmpty || !down.isEmpty else { return }
        }
    }

    /// Begins an exchange, and gives its stream.
    func begin(_ request: ExchangeRequest = .get, headBytes: Int = 64 << 10) throws -> Int32 {
        let stream = try #require(client.begin(request, limits: MessageLimits(headBytes: headBytes, fields: 1_000)))
        settle()
        return stream
    }

    /// Has the server answer.
    func answer(_ stream: Int32, _ fields: [HTTPField] = .ok, _ content: [UInt8]? = nil, trailers: [HTTPField] = []) {
        server.respond(on: stream, fields, hasContent: content != nil)
        if let content {
            server.append(content[...], to: stream)
            server.finish(stream, trailers)
        }
        settle()
    }

    /// The news of one exchange.
    func events(_ stream: Int32) -> [ExchangeEvent] { heard.filter { $0.stream == stream }.map(\.event) }

    /// The content that has come of one exchange.
    func content(_ stream: Int32) -> [UInt8] { events(stream).content }

    /// The lists of fields that the server has got on a stream.
    func fields(_ stream: Int32) -> [[HTTPField]] {
        asked.compactMap { if case .fields(stream, let fields, _) = $0 { fields } else { nil } }
    }

    /// The content that the server has got on a stream.
    func sent(_ stream: Int32) -> [UInt8] {
        asked.flatMap { event -> [UInt8] in if case .data(stream, let bytes) = event { Array(bytes) } else { [] } }
    }

    /// Whether the server has got all of a request.
    func hasEnd(_ stream: Int32) -> Bool {
        asked.contains { event in
            switch event {
            case .end(stream), .fields(stream, _, isEnd: true): true
            default: false
            }
        }
    }
}

extension ExchangeRequest {
    static let get = ExchangeRequest(method: "GET", authority: "a.test", path: "/x?y")

    static func post(_ content: ContentLength = .unknown) -> ExchangeRequest {
        ExchangeRequest(method: "POST", authority: "a.test", path: "/", content: content)
    }
}

extension [HTTPField] {
    static let ok = [HTTPField(":status", "200")]
}

extension [ExchangeEvent] {
    var content: [UInt8] {
        flatMap { event -> ArraySlice<UInt8> in if case .body(let bytes) = event { bytes } else { [] } }
    }

    var head: ResponseHead? {
        for case .head(let head) in self { return head }
        return nil
    }

    /// The reason for which the exchange has failed.
    var fault: ExchangeFault? {
        for case .failed(let fault) in self { return fault }
        return nil
    }
}
