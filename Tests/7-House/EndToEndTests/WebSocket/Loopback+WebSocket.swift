import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastWeb
import HoldfastWebSocket
import LoopbackSupport

extension Loopback {
    /// A server that sends back whatever comes over a WebSocket.
    func echo(
        speaking protocols: [String] = [], refusal: @escaping @Sendable (String?) -> String? = { _ in nil }
    ) throws -> TLSServer {
        try webSocket(speaking: protocols, refusal: refusal) { socket throws(ServingError) in try socket.echo() }
    }

    /// A server that says what it likes over a WebSocket.
    ///
    /// - Parameter refusal: the whole answer to a handshake with that field `Authorization`; nil for one that is taken.
    func webSocket(
        speaking protocols: [String] = [], refusal: @escaping @Sendable (String?) -> String? = { _ in nil },
        _ conversation: @escaping @Sendable (ServedWebSocket) throws(ServingError) -> Void
    ) throws -> TLSServer {
        try conversing { stream throws(ServingError) in
            let socket = try ServedWebSocket(
                stream, speaking: protocols, refusal: { refusal($0.fields.one("Authorization")) })
            if let socket { try conversation(socket) }
        }
    }

    /// A server of WebSockets over HTTP/2 as well.
    func sockets(
        _ http2: WebSocketService.HTTP2 = .withWebSockets, _ change: (inout WebSocketService) -> Void = { _ in }
    ) throws -> TLSServer {
        var service = WebSocketService()
        service.http2 = http2
        change(&service)
        return try server { service.configure(&$0) }
    }

    func webSocketURL(_ server: TLSServer, _ path: String = "/") throws -> HTTPSURL {
        try HTTPSURL(webSocket: "wss://\(Self.host):\(server.port)\(path)")
    }

    /// Opens a WebSocket to a server that is trusted.
    func open(
        _ server: TLSServer, protocols: [String] = [], _ change: (inout WebSocketOptions) -> Void = { _ in }
    ) async throws -> (WebSocket, HTTPSSession) {
        let session = session(server, policy: trusting)
        var options = WebSocketOptions()
        change(&options)
        let request = HTTPSRequest(try webSocketURL(server))
        return (try await session.webSocket(request, protocols: protocols, options: options), session)
    }
}

/// The error of whoever asks a WebSocket for a message; nil where one comes.
func receiving(_ socket: WebSocket) async -> HTTPSError? {
    await failure { () async throws(HTTPSError) in try await socket.receive() }
}
