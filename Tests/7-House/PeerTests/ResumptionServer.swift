import Foundation
import HoldfastAuthority
import PeerPrograms
import Synchronization
import TestSupport

/// A server of somebody else's that lets sessions of TLS be resumed, serves one request on each connection, and says of
/// each whether its handshake was a resumed one.
final class ResumptionServer: Sendable {
    enum Kind: String, CaseIterable {
        case nginx, apache, haproxy
        /// Python's `ssl`.
        case python

        /// Whether it can be told the key of its tickets.
        var takesTicketKey: Bool { self != .python }
        /// Whether it resumes by such a ticket once it was started anew. Apache 2.4.71 does not, whoever asks.
        var knowsTicketsAgain: Bool { self == .nginx || self == .haproxy }
    }

    /// The way in which a session is known again.
    enum Way: String, CaseIterable {
        /// TLS 1.2: a ticket (RFC 5077), or the identifier of a session that the server keeps (RFC 5246 §7.3).
        case ticket12, identifier12
        /// A ticket of TLS 1.3 (RFC 8446 §4.6.1).
        case ticket13

        var version: String { self == .ticket13 ? "1.3" : "1.2" }
        fileprivate var hasTickets: Bool { self != .identifier12 }
    }

    let kind: Kind
    let way: Way
    let port: UInt16
    /// Certificates and keys: their paths stay when it is started anew.
    private let files: TemporaryFolder
    /// The running one; its folder and its log go with it.
    private let running = Mutex<PeerServer?>(nil)
    private var server: PeerServer? { running.withLock { $0 } }

    /// Starts it and waits until it listens.
    ///
    /// - Parameter ticketKey: the key of its tickets, by number; nil for one that nobody knows.
    init(_ kind: Kind, _ way: Way, _ identity: Identity, ticketKey: UInt8? = nil) async throws {
        (self.kind, self.way, port) = (kind, way, try LoopbackPort.free())
        files = try TemporaryFolder(mode: 0o755)
        try await restart(identity, ticketKey: ticketKey)
    }

    /// Ends it, and starts it anew at the same port, with nothing in its log.
    func restart(_ identity: Identity, ticketKey: UInt8? = nil) async throws {
        running.withLock { $0 = nil }
        let next = try PeerServer()
        try files.write(identity.chainPEM, to: "chain.pem")
        try files.write(identity.key.pem, to: "key.pem")
        try files.write(identity.chainPEM + identity.key.pem, to: "both.pem")
        if let ticketKey { try write(ticketKey) }
        try next.write("", to: "seen")
        let seen = try FileHandle(forWritingTo: next.place("seen"))
        switch kind {
        case .nginx:
            try next.write(nginx(next, ticketKey != nil), to: "nginx.conf")
            let paths = ["-p", next.folder.path, "-e", next.place("log").path, "-c", next.place("nginx.conf").path]
            try await next.start(["nginx"] + paths, listeningAt: port)
        case .apache:
            try next.write(apache(next, ticketKey != nil), to: "httpd.conf")
            try await next.start(["apache2", "-X", "-f", next.place("httpd.conf").path], listeningAt: port)
        case .haproxy:
            try next.write(haproxy(ticketKey != nil), to: "haproxy.cfg")
            let command = ["haproxy", "-db", "-f", next.place("haproxy.cfg").path]
            try await next.start(command, listeningAt: port, output: seen)
        case .python:
            let script = PythonServer.script("peer-resumption.py")
            let command = ["python3", script, "\(port)", path("chain.pem"), path("key.pem"), way.version]
            try await next.start(
                command + (way.hasTickets ? [] : ["without-tickets"]), listeningAt: port, output: seen)
        }
        running.withLock { $0 = next }
    }

    /// Whether each of its handshakes so far was a resumed one, in the order in which they are told; waits for so many,
    /// since a server writes a line after its answer.
    func resumptions(_ count: Int) async throws -> [Bool] {
        try await eventually("\(count) lines of \(kind)") { lines().count >= count }
        return lines()
    }

    /// The words of the running one about what went wrong.
    var log: String { server?.log ?? "" }

    /// nginx and Apache tell of requests, the others of handshakes without one as well.
    private func lines() -> [Bool] {
        guard let place = server?.place("seen"), let text = KernelFile.text(place.path) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            switch line.split(separator: " ").first {
            case "r", "Resumed", "1", "resumed": true
            case ".", "Initial", "0", "new": false
            default: nil
            }
        }
    }

    private func path(_ name: String) -> String { files.url(name).path }

    /// nginx takes a key of 80 octets, Apache of 48, haproxy a line of Base64 for each of three.
    private func write(_ key: UInt8) throws {
        let octets = Data(repeating: key, count: kind == .nginx ? 80 : 48)
        guard kind == .haproxy else { return try octets.write(to: files.url("ticket.key")) }
        let lines = [UInt8](0..<3).map { Data(repeating: key &+ $0, count: 48).base64EncodedString() + "\n" }
        try files.write(lines.joined(), to: "ticket.key")
    }

    private func nginx(_ server: PeerServer, _ hasKey: Bool) -> String {
        let folder = server.folder.path
        return """
            daemon off;
            master_process off;
            pid \(folder)/pid;
            error_log \(folder)/log info;
            events {}
            http {
              log_format seen '$ssl_session_reused $ssl_protocol $uri';
              access_log \(folder)/seen seen;
              client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b;
              fastcgi_temp_path \(folder)/c; uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
              keepalive_timeout 0;
              ssl_protocols TLSv\(way.version);
              ssl_session_tickets \(way.hasTickets ? "on" : "off");
              \(way.hasTickets ? "" : "ssl_session_cache shared:kept:1m;")
              \(hasKey ? "ssl_session_ticket_key \(path("ticket.key"));" : "")
              server {
                listen 127.0.0.1:\(port) ssl;
                ssl_certificate \(path("chain.pem")); ssl_certificate_key \(path("key.pem"));
                location / { default_type text/plain; return 200 "hello"; }
              }
            }

            """
    }

    private func apache(_ server: PeerServer, _ hasKey: Bool) throws -> String {
        let folder = server.folder.path
        try server.write("hello", to: "htdocs/index.txt")
        let modules = ["authz_core", "dir", "mime", "mpm_event", "socache_shmcb", "ssl"]
        var lines = modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
        lines += [
            "ServerRoot \(folder)", "ServerName www.holdfast.test", "PidFile \(folder)/pid",
            "Listen 127.0.0.1:\(port)", "User #33", "Group #33", "ErrorLog \(folder)/log", "TypesConfig /dev/null",
            "DocumentRoot \(folder)/htdocs", "DirectoryIndex index.txt", "DefaultRuntimeDir \(folder)",
            "KeepAlive Off", "LogFormat \"%{SSL_SESSION_RESUMED}x %{SSL_PROTOCOL}x %U\" seen",
            "CustomLog \(folder)/seen seen",
            "SSLSessionCache \(way.hasTickets ? "none" : "shmcb:\(folder)/kept(512000)")",
            "SSLSessionTickets \(way.hasTickets ? "on" : "off")", "SSLProtocol -all +TLSv\(way.version)",
            "SSLEngine on", "SSLCertificateFile \(path("chain.pem"))", "SSLCertificateKeyFile \(path("key.pem"))",
        ]
        if hasKey { lines.append("SSLSessionTicketKeyFile \(path("ticket.key"))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func haproxy(_ hasKey: Bool) -> String {
        var bind = "  bind 127.0.0.1:\(port) ssl crt \(path("both.pem"))"
        bind += " ssl-min-ver TLSv\(way.version) ssl-max-ver TLSv\(way.version)"
        if !way.hasTickets { bind += " no-tls-tickets" }
        if hasKey { bind += " tls-ticket-keys \(path("ticket.key"))" }
        return [
            "global", "  log stdout format raw local0", "defaults", "  mode http", "  log global",
            "  option httpclose", "  timeout connect 1h", "  timeout client 1h", "  timeout server 1h",
            "  log-format \"%[ssl_fc_is_resumed] %sslv %HP\"", "frontend front", bind,
            "  http-request return status 200 content-type text/plain string hello",
        ].joined(separator: "\n") + "\n"
    }
}
