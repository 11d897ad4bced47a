import Foundation
import PeerPrograms

/// A running mitmproxy in a folder of its own, with an authority that it has made there.
final class Mitmproxy {
    enum Mode {
        /// A proxy of HTTP's that opens the tunnels it is asked for.
        case proxy
        /// A server that hands everything on.
        case inFrontOf(UInt16)
    }

    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/mitmdump")

    let port: UInt16
    private let server: PeerServer
    private var folder: URL { server.folder }

    /// Starts it and waits until it listens.
    ///
    /// - Parameter anchors: PEM of the authority by which it judges the server itself.
    init(_ mode: Mode, anchors: String) async throws {
        server = try PeerServer()
        try server.write(anchors, to: "trusted.pem")
        try server.write("", to: "log")
        port = try LoopbackPort.free()
        var command = [
            "mitmdump", "--listen-host", "127.0.0.1", "-p", "\(port)", "--set", "confdir=\(folder.path)", "--set",
            "ssl_verify_upstream_trusted_ca=\(server.place("trusted.pem").path)", "--flow-detail", "1",
        ]
        if case .inFrontOf(let server) = mode {
            // Whoever stands in between does not care by which name the server proves itself.
            command += ["--mode", "reverse:https://127.0.0.1:\(server)", "--ssl-insecure"]
        }
        try await server.start(
            command, listeningAt: port, environment: ["HOME": folder.path, "LC_ALL": "C.UTF-8"],
            output: FileHandle(forWritingTo: server.place("log")))
    }

    /// The file with its authority's certificate.
    var authority: String { server.place("mitmproxy-ca-cert.pem").path }

    /// What it said: a line for each request that it saw.
    var log: String { server.log }
}
