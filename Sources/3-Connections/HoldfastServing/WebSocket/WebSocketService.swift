package import HoldfastHTTP

/// The WebSockets of a server of the test bed, over HTTP/1.1 (RFC 6455) and over streams of HTTP/2 (RFC 8441).
package struct WebSocketService: Sendable {
    /// The ways in which HTTP/2 is spoken.
    package enum HTTP2: Hashable, Sendable {
        case never
        /// For requests; SETTINGS_ENABLE_CONNECT_PROTOCOL is not said.
        case withoutWebSockets
        case withWebSockets
    }

    package var http2 = HTTP2.never
    /// The subprotocols that are spoken.
    package var protocols: [String] = []
    /// Whether compression is taken where it is offered.
    package var compresses = true
    /// The answer to an opening that is not taken; nil for one that is.
    package var refusal: @Sendable (RequestHead) -> ResponseHead? = { _ in nil }
    /// Converses over a WebSocket; nil for one that sends back what comes.
    package var conversation: (@Sendable (ServedWebSocket) throws(ServingError) -> Void)?
    /// The content of the answer to a request of HTTP/2 that opens none.
    package var answer: @Sendable (RequestHead) -> String = { "\($0.method) \($0.target)" }

    package init() {}

    /// Has a server's connections be served by it.
    package func configure(_ server: inout TLSServerConfiguration) {
        server.applicationProtocols = http2 == .never ? ["http/1.1"] : ["h2", "http/1.1"]
        server.conversation = { connection throws(ServingError) in try self.serve(connection) }
    }

    /// Serves a connection, whatever was agreed on.
    package func serve(_ connection: TLSConversation) throws(ServingError) {
        if connection.facts.applicationProtocol == "h2" { return try ServedHTTP2(connection, self).serve() }
        let socket = try ServedWebSocket(
            connection, speaking: protocols, compresses: compresses,
            refusal: { refusal($0).map { String(decoding: $0.bytes, as: UTF8.self) } })
        guard let socket else { return }
        if let conversation { try conversation(socket) } else { try socket.echo() }
    }
}
