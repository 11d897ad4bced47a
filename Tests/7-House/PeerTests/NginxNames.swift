import Foundation
import HoldfastAuthority
import PeerPrograms
import TestSupport

/// A running nginx with several names and certificates at the same addresses, which keeps what it saw of each request.
///
/// Of the TLS handshake's server name it sees which certificate to show; of `Host`, which site to serve.
final class NginxNames {
    /// One name. The first site is shown to whoever sends no name.
    struct Site {
        let name: String
        let identity: Identity
        /// Paths that lead elsewhere: the whole URL, `PORT` standing for the port of TLS. Each sets a cookie
        /// `from=NAME`.
        var redirects: [String: String] = [:]
    }

    /// A request, in its words: address, server name (`-` for none), Host without its port, protocol, path, cookies.
    struct Seen: Hashable, CustomStringConvertible {
        let address: String
        let serverName: String
        let host: String
        let version: String
        let path: String
        let cookies: String
        /// The number of the connection.
        let connection: Int

        /// What a table of a test has.
        var row: String { "\(address) \(serverName) \(host) \(path)" }
        var description: String { "\(row) \(version) \(cookies) #\(connection)" }
    }

    let port: UInt16
    /// Without TLS.
    let plainPort: UInt16
    private let server: PeerServer
    private var folder: URL { server.folder }

    init(_ sites: [Site], addresses: [String] = ["127.0.0.1", "127.0.0.2"], http2: Bool = false) async throws {
        server = try PeerServer()
        port = try LoopbackPort.free()
        plainPort = try LoopbackPort.free()
        var servers = ""
        for (number, site) in sites.enumerated() {
            try server.write(site.identity, number: number)
            servers += block(site, number, addresses, http2)
        }
        let text = """
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            error_log \(folder.path)/log;
            events {}
            http {
              log_format seen '$server_addr|$ssl_server_name|$http_host|$server_protocol|$uri|$http_cookie|$connection';
              access_log \(folder.path)/seen seen;
              client_body_temp_path \(folder.path)/a; proxy_temp_path \(folder.path)/b;
              fastcgi_temp_path \(folder.path)/c; uwsgi_temp_path \(folder.path)/d; scgi_temp_path \(folder.path)/e;
              ssl_protocols TLSv1.2 TLSv1.3;
            \(servers)}

            """
        try server.write(text, to: "nginx.conf")
        try await server.start(
            ["nginx", "-p", folder.path, "-e", server.place("log").path, "-c", server.place("nginx.conf").path],
            listeningAt: port)
    }

    var log: String { server.log }

    /// The requests so far, in the order in which they ended; waits for so many, since nginx writes one after its
    /// answer.
    func seen(_ count: Int) async throws -> [Seen] {
        try await eventually("\(count) requests in nginx's log") { try lines().count >= count }
        return try lines()
    }

    private func lines() throws -> [Seen] {
        try String(contentsOf: server.place("seen"), encoding: .utf8).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 7, let connection = Int(parts[6]) else { return nil }
            let host = parts[2].split(separator: ":").first.map(String.init) ?? "-"
            return Seen(
                address: parts[0], serverName: parts[1], host: host, version: parts[3], path: parts[4],
                cookies: parts[5], connection: connection)
        }
    }

    private func block(_ site: Site, _ number: Int, _ addresses: [String], _ http2: Bool) -> String {
        let first = number == 0 ? " default_server" : ""
        let listening = addresses.map { address in
            """
                listen \(address):\(port) ssl\(http2 ? " http2" : "")\(first);
                listen \(address):\(plainPort)\(first);

            """
        }
        let redirects = site.redirects.sorted { $0.key < $1.key }.map { path, url in
            let place = url.replacing("PORT", with: "\(port)")
            return """
                    location = \(path) { add_header Set-Cookie "from=\(site.name)"; return 302 \(place); }

                """
        }
        return """
              server {
            \(listening.joined())    server_name \(site.name);
                ssl_certificate \(folder.path)/chain\(number).pem; ssl_certificate_key \(folder.path)/key\(number).pem;
            \(redirects.joined())    location / { default_type text/plain; return 200 "\(site.name)"; }
              }

            """
    }
}
