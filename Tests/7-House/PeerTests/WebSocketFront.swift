import Foundation
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms

/// PyPI's websockets as an echo server, by itself or behind somebody else's proxy that speaks TLS for it.
final class WebSocketFront {
    enum Kind: String, CaseIterable {
        /// Python's TLS, and nobody in front.
        case alone
        case nginx, apache, haproxy
    }

    /// The port to which clients connect.
    let port: UInt16
    private let echo: PeerServer
    /// Whoever stands in front, as long as this is here.
    private let front: AnyObject?

    /// Starts both, and waits until they listen.
    init(_ kind: Kind, _ peer: PeerSession) async throws {
        let echo = try PeerServer()
        self.echo = echo
        let inner = try LoopbackPort.free()
        try echo.write("", to: "log")
        var command = [PythonServer.peersPython, PythonServer.script("peer-websocket.py"), "serve", "\(inner)"]
        if kind == .alone {
            try echo.write(peer.identity)
            command += [echo.place("chain.pem").path, echo.place("key.pem").path]
        }
        try await echo.start(
            command, listeningAt: inner, output: try FileHandle(forWritingTo: echo.place("log")))
        switch kind {
        case .alone: (port, front) = (inner, nil)
        case .nginx:
            let nginx = try await Nginx(
                peer.identity, clients: .off, authorities: peer.rootPEM, version: "TLSv1.2 TLSv1.3", http2: false,
                lines: [
                    "location / {", "  proxy_pass http://127.0.0.1:\(inner);", "  proxy_http_version 1.1;",
                    "  proxy_set_header Upgrade $http_upgrade;", "  proxy_set_header Connection upgrade;", "}",
                ])
            (port, front) = (nginx.port, nginx)
        case .apache:
            let apache = try await Apache(
                peer.identity,
                further: (["proxy", "proxy_wstunnel"], ["ProxyPass / ws://127.0.0.1:\(inner)/"], []))
            (port, front) = (apache.port, apache)
        case .haproxy:
            let haproxy = try await Self.haproxy(peer.identity, inner)
            (port, front) = (haproxy.port, haproxy.server)
        }
    }

    /// A line for each WebSocket that was opened: its path, and the extension that was agreed on.
    var openings: [String] { echo.log.split(separator: "\n").map(String.init).filter { $0.hasPrefix("/") } }

    private static func haproxy(_ identity: Identity, _ inner: UInt16) async throws -> (
        server: PeerServer, port: UInt16
    ) {
        let (server, port) = (try PeerServer(), try LoopbackPort.free())
        try server.write(identity.chainPEM + identity.key.pem, to: "both.pem")
        let lines = [
            "defaults", "  mode http", "  timeout connect 1h", "  timeout client 1h", "  timeout server 1h",
            "  timeout tunnel 1h", "frontend front",
            "  bind 127.0.0.1:\(port) ssl crt \(server.place("both.pem").path) alpn h2,http/1.1",
            "  default_backend back", "backend back", "  server echo 127.0.0.1:\(inner)",
        ]
        try server.write(lines.joined(separator: "\n") + "\n", to: "haproxy.cfg")
        try await server.start(["haproxy", "-db", "-f", server.place("haproxy.cfg").path], listeningAt: port)
        return (server, port)
    }
}
