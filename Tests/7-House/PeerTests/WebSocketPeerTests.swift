import Foundation
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastWebSocket
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// WebSockets with PyPI's websockets at the other end, through nginx, Apache and haproxy.
@Suite(
    "WebSockets of other people's", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: PythonServer.knowsWebSockets, "websockets is not installed (scripts/setup peers)"))
struct WebSocketPeerTests {
    private let peer: PeerSession

    init() throws { peer = try PeerSession() }

    private func url(_ server: WebSocketFront, _ path: String) throws -> HTTPSURL {
        try HTTPSURL(webSocket: "wss://\(PeerSession.host):\(server.port)\(path)")
    }

    /// Opens one, and does something with it.
    private func opened(
        _ server: WebSocketFront, _ path: String = "/", protocols: [String] = [], compresses: Bool = false,
        _ body: (WebSocket) async throws -> Void
    ) async throws {
        let session = try peer.session(server.port, nil)
        var options = WebSocketOptions()
        options.offersCompression = compresses
        let socket = try await session.webSocket(
            HTTPSRequest(try url(server, path)), protocols: protocols, options: options)
        try await body(socket)
        _ = session
    }

    @Test("what is sent comes back, compressed or not", arguments: WebSocketFront.Kind.allCases)
    func echo(kind: WebSocketFront.Kind) async throws {
        let server = try await WebSocketFront(kind, peer)
        let mebibyte = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
        for compresses in [false, true] {
            try await opened(server, compresses: compresses) { socket in
                #expect(socket.isCompressed == compresses && socket.subprotocol == nil)
                let messages: [WebSocketMessage] = [
                    .text(""), .text("Grüße, 世界"), .text(String(repeating: "ß", count: 512 << 10)), .data([]),
                    .data(Array(0...255)), .data(mebibyte),
                ]
                for message in messages {
                    try await socket.send(message)
                    #expect(try await socket.receive() == message)
                }
                try await socket.ping()
                await socket.close(reason: "bye")
                #expect(socket.closeCode == .normalClosure && socket.closeReason == "bye")
            }
        }
        #expect(server.openings == ["/ -", "/ permessage-deflate"])
    }

    @Test("its pings are answered, and its fragments are one message", arguments: WebSocketFront.Kind.allCases)
    func ping(kind: WebSocketFront.Kind) async throws {
        for compresses in [false, true] {
            try await opened(try await WebSocketFront(kind, peer), "/ping", compresses: compresses) { socket in
                let message = try await socket.receive()
                #expect(message == .text("pong came"))
            }
        }
    }

    @Test("its codes and reasons are told", arguments: WebSocketFront.Kind.allCases)
    func closes(kind: WebSocketFront.Kind) async throws {
        let server = try await WebSocketFront(kind, peer)
        for code: UInt16 in [1000, 1001, 1011, 3000, 4999] {
            try await opened(server, "/close/\(code)/why%20not") { socket in
                let error = await #expect(throws: HTTPSError.self) { _ = try await socket.receive() }
                #expect(error?.code == .webSocketClosed)
                #expect(socket.closeCode?.rawValue == code && socket.closeReason == "why not")
            }
        }
    }

    /// The server takes the first of its own that was offered.
    @Test("a subprotocol is agreed on", arguments: WebSocketFront.Kind.allCases)
    func subprotocol(kind: WebSocketFront.Kind) async throws {
        let server = try await WebSocketFront(kind, peer)
        for (offered, chosen) in [(["v0", "v1", "v2"], "v2"), (["v1"], "v1")] {
            try await opened(server, protocols: offered) { socket in #expect(socket.subprotocol == chosen) }
        }
        // It refuses who speaks none of them, as RFC 6455 §4.2.2 lets it.
        let error = await #expect(throws: HTTPSError.self) { try await opened(server, protocols: ["v0"]) { _ in } }
        #expect(error?.code == .webSocketRefused && error?.message.contains("400") == true)
    }

    @Test("one whose certificate is refused hears nothing of it", arguments: WebSocketFront.Kind.allCases)
    func refused(kind: WebSocketFront.Kind) async throws {
        let server = try await WebSocketFront(kind, peer)
        let other = try Loopback()
        let session = try peer.session(server.port, nil) { $0.trust.policy = other.trusting }
        let request = HTTPSRequest(try url(server, "/refused"))
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.webSocket(request) }
        #expect(error?.code == .certificateRefused && error?.certificateWasAccepted == false)
        // What was on its way before would have come by now.
        try await opened(server, "/after") { socket in
            try await socket.send(.text("a"))
            #expect(try await socket.receive() == .text("a"))
        }
        #expect(server.openings == ["/after -"])
    }

    /// haproxy takes extended CONNECT, and asks PyPI's websockets by HTTP/1.1.
    @Test("over streams of one connection of HTTP/2 they are what they are over HTTP/1.1", arguments: [false, true])
    func streams(compresses: Bool) async throws {
        let server = try await WebSocketFront(.haproxy, peer)
        let session = try peer.session(server.port, nil)
        var options = WebSocketOptions()
        (options.http2, options.offersCompression) = (.preferred, compresses)
        let mebibyte = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
        var sockets: [WebSocket] = []
        for path in ["/", "/ping", "/close/4999/why%20not"] {
            let socket = try await session.webSocket(
                HTTPSRequest(try url(server, path)), protocols: ["v1"], options: options)
            #expect(socket.response.httpVersion == "2" && socket.response.isReusedConnection == !sockets.isEmpty)
            #expect(socket.isCompressed == compresses && socket.subprotocol == "v1")
            sockets.append(socket)
        }
        for message in [.text("Grüße, 世界"), .data([]), .data(mebibyte)] as [WebSocketMessage] {
            try await sockets[0].send(message)
            #expect(try await sockets[0].receive() == message)
        }
        try await sockets[0].ping()
        #expect(try await sockets[1].receive() == .text("pong came"))
        await #expect(throws: HTTPSError.self) { try await sockets[2].receive() }
        #expect(sockets[2].closeCode?.rawValue == 4999 && sockets[2].closeReason == "why not")
        await sockets[0].close(reason: "bye")
        #expect(sockets[0].closeCode == .normalClosure && sockets[0].closeReason == "bye")
    }

    @Test("PyPI's client has its messages back from a server of the test bed")
    func client() async throws {
        let closes = Notes<CloseStatus?>()
        let server = try peer.bench.conversing { stream throws(ServingError) in
            guard let socket = try ServedWebSocket(stream, speaking: ["v1"]) else { return }
            while let event = try socket.next() {
                switch event {
                case .piece(let piece): try socket.send(piece)
                case .ping(let octets): try socket.send(.pong, octets)
                case .pong: break
                case .close(let status):
                    closes.add(status)
                    try socket.close(status)
                }
            }
        }
        let client = try Peer.run(
            PythonServer.peersPython,
            [
                PythonServer.script("peer-websocket.py"), "client", "\(server.port)", peer.bench.rootFile,
                PeerSession.host,
            ])
        let lines = ["extensions 0 v1", "in fragments", "closed 4001 enough"]
        let compressed = [MessageInflater.isHere ? "extensions 1 v1" : lines[0]] + lines.dropFirst()
        #expect(client.output.split(separator: "\n").map(String.init) == lines + compressed, "\(client.errors)")
        #expect(closes.all == [CloseStatus(4001, reason: "enough"), CloseStatus(4001, reason: "enough")])
    }
}
