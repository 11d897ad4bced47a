import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms

/// A running nginx in a folder of its own that asks its clients for a certificate, and says in `X-Client` whose it was.
final class Nginx {
    struct Failure: Error {
        let log: String
    }

    /// `ssl_verify_client`.
    enum ClientVerification: String {
        case on, optional, off
    }

    let port: UInt16
    private let folder: URL
    private let process = ChildProcess()

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - authorities: PEM of those whose clients it takes, and whose names it tells.
    ///   - http2: whether it speaks HTTP/2 as well.
    init(
        _ identity: Identity, clients: ClientVerification, authorities: String, version: String, http2: Bool
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "htdocs"), withIntermediateDirectories: true)
        try "page".write(to: folder.appending(path: "htdocs/page.txt"), atomically: true, encoding: .utf8)
        try identity.chainPEM.write(to: folder.appending(path: "chain.pem"), atomically: true, encoding: .utf8)
        try identity.key.pem.write(to: folder.appending(path: "key.pem"), atomically: true, encoding: .utf8)
        try authorities.write(to: folder.appending(path: "clients.pem"), atomically: true, encoding: .utf8)
        port = try LoopbackPort.free()
        let text = """
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            error_log \(folder.path)/log;
            events {}
            http {
              access_log off;
              client_body_temp_path \(folder.path)/a; proxy_temp_path \(folder.path)/b;
              fastcgi_temp_path \(folder.path)/c; uwsgi_temp_path \(folder.path)/d; scgi_temp_path \(folder.path)/e;
              server {
                listen 127.0.0.1:\(port) ssl\(http2 ? " http2" : "");
                ssl_certificate \(folder.path)/chain.pem; ssl_certificate_key \(folder.path)/key.pem;
                ssl_protocols \(version);
                ssl_client_certificate \(folder.path)/clients.pem; ssl_verify_client \(clients.rawValue);
                ssl_verify_depth 3;
                root \(folder.path)/htdocs;
                add_header X-Client $ssl_client_s_dn always;
              }
            }

            """
        try text.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "PATH=/usr/bin:/usr/sbin", "nginx", "-p", folder.path, "-e", folder.appending(path: "log").path, "-c",
            folder.appending(path: "nginx.conf").path,
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        try process.run()
        for _ in 0..<100 where !LoopbackPort.isOpen(port) { try await Task.sleep(for: .milliseconds(50)) }
        guard LoopbackPort.isOpen(port) else { throw Failure(log: log) }
    }

    deinit {
        if process.isRunning {
            // It inherits the test runner's signal mask. Without a master it is one process.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
}
