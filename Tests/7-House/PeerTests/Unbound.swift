import Foundation
import HoldfastAuthority
import PeerPrograms

/// A running unbound in a folder of its own that knows one zone, by DNS and by DNS over HTTPS (HTTP/2 alone), and asks
/// nobody else.
final class Unbound: Sendable {
    /// The zone that ``init(_:zone:)`` is given records of.
    static let zone = "holdfast.test"

    /// Where it speaks DNS over HTTPS, at ``path``.
    let port: UInt16
    /// Where it speaks DNS over UDP and TCP.
    let plainPort: UInt16
    let path = "/dns-query"
    private let server: PeerServer
    private var folder: URL { server.folder }

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - identity: what it shows as an HTTPS server.
    ///   - records: lines of a zone file (RFC 1035 §5.1) below `holdfast.test`: `site 120 IN A 192.0.2.1`. What is not
    ///     there may be kept for 60 seconds.
    init(_ identity: Identity, records: [String]) async throws {
        server = try PeerServer()
        (port, plainPort) = (try LoopbackPort.free(), try LoopbackPort.free())
        let zone =
            [
                "$TTL 300", "@ IN SOA ns.\(Self.zone). admin.\(Self.zone). 1 7200 900 1209600 60",
                "@ IN NS ns.\(Self.zone).", "ns IN A 127.0.0.1",
            ] + records
        let text = """
            server:
              directory: "\(folder.path)"
              chroot: ""
              username: ""
              pidfile: ""
              use-syslog: no
              logfile: "\(folder.path)/log"
              do-daemonize: no
              interface: 127.0.0.1@\(plainPort)
              interface: 127.0.0.1@\(port)
              https-port: \(port)
              tls-service-key: "\(folder.path)/key.pem"
              tls-service-pem: "\(folder.path)/chain.pem"
              http-endpoint: "\(path)"
              access-control: 127.0.0.0/8 allow
              module-config: "iterator"
              max-udp-size: 4096
              local-zone: "test." nodefault
            remote-control:
              control-enable: no
            auth-zone:
              name: "\(Self.zone)."
              zonefile: "\(folder.path)/zone"
              for-upstream: yes
              for-downstream: no

            """
        try server.write(identity)
        try server.write(text, to: "unbound.conf")
        try server.write(zone.joined(separator: "\n") + "\n", to: "zone")
        try await server.start(["unbound", "-d", "-c", server.place("unbound.conf").path], listeningAt: port)
    }

    var log: String { server.log }
}
