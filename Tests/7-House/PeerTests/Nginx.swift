import Foundation
import HoldfastAuthority
import PeerPrograms

/// A running nginx in a folder of its own that asks its clients for a certificate, and says in `X-Client` whose it was.
final class Nginx {
    /// `ssl_verify_client`.
    enum ClientVerification: String {
        case on, optional, off
    }

    let port: UInt16
    private let server: PeerServer
    private var folder: URL { server.folder }

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - authorities: PEM of those whose clients it takes, and whose names it tells.
    ///   - http2: whether it speaks HTTP/2 as well.
    ///   - lines: of its configuration besides.
    init(
        _ identity: Identity, clients: ClientVerification, authorities: String, version: String, http2: Bool,
        lines: [String] = []
    ) async throws {
        server = try PeerServer()
        try server.write("page", to: "htdocs/page.txt")
        try server.write(identity)
        try server.write(authorities, to: "clients.pem")
        port = try LoopbackPort.free()
        let text = """
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            error_log \(folder.path)/log;
            events { worker_connections 4096; }
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
                \(lines.joined(separator: "\n    "))
              }
            }

            """
        try server.write(text, to: "nginx.conf")
        try await server.start(
            ["nginx", "-p", folder.path, "-e", server.place("log").path, "-c", server.place("nginx.conf").path],
            listeningAt: port)
    }

    var log: String { server.log }

    /// Puts a page there, below its root.
    func put(_ text: String, at path: String) throws { try server.put(text, at: path) }
}
