import Foundation
import HoldfastAuthority
import PeerPrograms

/// A running dnsdist in a folder of its own: DNS over HTTPS by HTTP/1.1 and HTTP/2, answered by another server of DNS.
final class Dnsdist: Sendable {
    let port: UInt16
    let path = "/dns-query"
    private let server: PeerServer
    private var folder: URL { server.folder }

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - identity: what it shows.
    ///   - backend: the server that answers, which has to outlive it.
    init(_ identity: Identity, before backend: Unbound) async throws {
        server = try PeerServer()
        port = try LoopbackPort.free()
        let text = """
            setSecurityPollSuffix("")
            setLocal("127.0.0.1:\(try LoopbackPort.free())")
            newServer({address="127.0.0.1:\(backend.plainPort)"}):setUp()
            addDOHLocal("127.0.0.1:\(port)", "\(folder.path)/chain.pem", "\(folder.path)/key.pem", "\(path)")

            """
        try server.write(identity)
        try server.write(text, to: "dnsdist.conf")
        try await server.start(
            ["dnsdist", "--supervised", "--disable-syslog", "-C", server.place("dnsdist.conf").path],
            listeningAt: port, output: .nullDevice)
    }
}
