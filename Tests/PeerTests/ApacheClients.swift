import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms

/// A running Apache in a folder of its own that wants client certificates: for the whole host, or for `/inner` alone,
/// which it finds out when the request has come.
final class ApacheClients {
    let port: UInt16
    private let folder: URL
    private let process = ChildProcess()

    /// - Parameters:
    ///   - isForHost: whether the handshake asks already.
    ///   - authorities: PEM of those whose clients it takes.
    ///   - version: as `SSLProtocol` spells it.
    init(_ identity: Identity, isForHost: Bool, authorities: String, version: String) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apache-\(UUID().uuidString)")
        for path in ["htdocs", "htdocs/inner"] {
            let place = folder.appending(path: path)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try path.write(to: place.appending(path: "page.txt"), atomically: true, encoding: .utf8)
        }
        try identity.chainPEM.write(to: folder.appending(path: "chain.pem"), atomically: true, encoding: .utf8)
        try identity.key.pem.write(to: folder.appending(path: "key.pem"), atomically: true, encoding: .utf8)
        try authorities.write(to: folder.appending(path: "clients.pem"), atomically: true, encoding: .utf8)
        port = try LoopbackPort.free()
        let modules = ["authn_core", "authz_core", "mpm_event", "ssl", "headers"]
            .map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
        let verify = "SSLVerifyClient require\nSSLVerifyDepth 3"
        let text =
            (modules + [
                "ServerRoot \(folder.path)", "ServerName www.holdfast.test", "PidFile \(folder.path)/pid",
                "Listen 127.0.0.1:\(port)", "User #33", "Group #33", "ErrorLog \(folder.path)/log",
                "DocumentRoot \(folder.path)/htdocs", "DefaultRuntimeDir \(folder.path)", "SSLEngine on",
                "SSLProtocol -all +\(version)", "SSLCACertificateFile \(folder.path)/clients.pem",
                "SSLCertificateFile \(folder.path)/chain.pem", "SSLCertificateKeyFile \(folder.path)/key.pem",
                "Header always set X-Client \"expr=%{SSL_CLIENT_S_DN_CN}\"",
                isForHost ? verify : "<Location /inner>\n\(verify)\n</Location>",
            ]).joined(separator: "\n") + "\n"
        try text.write(to: folder.appending(path: "httpd.conf"), atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "PATH=/usr/bin:/usr/sbin", "apache2", "-X", "-f", folder.appending(path: "httpd.conf").path,
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        try process.run()
        for _ in 0..<100 where !LoopbackPort.isOpen(port) { try await Task.sleep(for: .milliseconds(50)) }
        guard LoopbackPort.isOpen(port) else { throw Apache.Failure(log: log) }
    }

    deinit {
        if process.isRunning {
            // It inherits the test runner's signal mask, in which SIGTERM may be blocked. With -X it is one process.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
}
