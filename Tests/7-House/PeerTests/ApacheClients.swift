import Foundation
import HoldfastAuthority
import PeerPrograms

/// A running Apache in a folder of its own that wants client certificates: for the whole host, or for `/inner` alone,
/// which it finds out when the request has come.
final class ApacheClients {
    let port: UInt16
    private let server: PeerServer
    private var folder: URL { server.folder }

    /// - Parameters:
    ///   - isForHost: whether the handshake asks already.
    ///   - authorities: PEM of those whose clients it takes.
    ///   - version: as `SSLProtocol` spells it.
    init(_ identity: Identity, isForHost: Bool, authorities: String, version: String) async throws {
        server = try PeerServer()
        for path in ["htdocs", "htdocs/inner"] {
            try server.write(path, to: "\(path)/page.txt")
        }
        try server.write(identity)
        try server.write(authorities, to: "clients.pem")
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
        try server.write(text, to: "httpd.conf")
        try await server.start(["apache2", "-X", "-f", server.place("httpd.conf").path], listeningAt: port)
    }

    var log: String { server.log }
}
