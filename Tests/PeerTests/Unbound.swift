import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms

/// A running unbound in a folder of its own that knows one zone, by DNS and by DNS over HTTPS (HTTP/2 alone), and asks
/// nobody else.
final class Unbound: Sendable {
    struct Failure: Error {
        let log: String
    }

    /// The zone that ``init(_:zone:)`` is given records of.
    static let zone = "holdfast.test"

    /// Where it speaks DNS over HTTPS, at ``path``.
    let port: UInt16
    /// Where it speaks DNS over UDP and TCP.
    let plainPort: UInt16
    let path = "/dns-query"
    private let folder: URL
    private let process = ChildProcess()

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - identity: what it shows as an HTTPS server.
    ///   - records: lines of a zone file (RFC 1035 §5.1) below `holdfast.test`: `site 120 IN A 192.0.2.1`. What is not
    ///     there may be kept for 60 seconds.
    init(_ identity: Identity, records: [String]) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "unbound-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        (port, plainPort) = (try LoopbackPort.free(), LoopbackPort.lasting())
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
        let files = [
            ("chain.pem", identity.chainPEM), ("key.pem", try identity.key.pem), ("unbound.conf", text),
            ("zone", zone.joined(separator: "\n") + "\n"),
        ]
        for (name, contents) in files {
            try contents.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "PATH=/usr/bin:/usr/sbin", "unbound", "-d", "-c", folder.appending(path: "unbound.conf").path,
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        try process.run()
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure(log: log) }
    }

    deinit {
        if process.isRunning {
            // It inherits the test runner's signal mask.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
}
