import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms

/// A running Apache in a folder of its own: `/basic` and `/digest` want alice with her password, one realm each.
final class Apache {
    static let password = "s\u{e9}cret: \"quoted\""
    let port: UInt16
    private let server: PeerServer
    private var folder: URL { server.folder }

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - nonceLifetime: how long a nonce of Digest holds, in seconds.
    ///   - further: modules and lines of the configuration besides; pages that stand there.
    ///   - environment: variables besides those of the tests.
    init(
        _ identity: Identity, nonceLifetime: Int = 300,
        further: (modules: [String], lines: [String], pages: [String]) = ([], [], []),
        environment: [String: String] = [:]
    ) async throws {
        server = try PeerServer()
        for path in ["htdocs/basic", "htdocs/digest"] + further.pages.map({ "htdocs/\($0)" }) {
            try server.write(path, to: "\(path)/page.txt")
        }
        try server.write(identity)
        port = try LoopbackPort.free()
        let users = server.place("users").path
        let made = try Peer.run("htpasswd", ["-cbB", users, "alice", Self.password])
        guard made.status == 0 else { throw PeerServer.Failure(log: made.all) }
        let digest = try HTTPDigest.md5.hash(Array("alice:the digest realm:\(Self.password)".utf8))
        try server.write("alice:the digest realm:\(HexString.encode(digest))\n", to: "digests")
        try server.write(configuration(nonceLifetime, further.modules, further.lines), to: "httpd.conf")
        try await server.start(
            ["apache2", "-X", "-f", server.place("httpd.conf").path], listeningAt: port,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    }

    /// Puts a page there, below its root.
    func put(_ text: String, at path: String) throws { try server.put(text, at: path) }

    private func configuration(_ nonceLifetime: Int, _ furtherModules: [String], _ lines: [String]) -> String {
        let modules =
            ([
                "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "auth_digest", "mpm_event", "ssl",
            ] + furtherModules)
            .map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
        return
            (modules + [
                "ServerRoot \(folder.path)", "ServerName www.holdfast.test", "PidFile \(folder.path)/pid",
                "Listen 127.0.0.1:\(port)", "User #33", "Group #33", "ErrorLog \(folder.path)/log",
                "DocumentRoot \(folder.path)/htdocs", "DefaultRuntimeDir \(folder.path)", "SSLEngine on",
                "SSLCertificateFile \(folder.path)/chain.pem", "SSLCertificateKeyFile \(folder.path)/key.pem",
                "<Location /basic>", "AuthType Basic", "AuthName \"the basic realm\"",
                "AuthUserFile \(folder.path)/users",
                "Require valid-user", "</Location>", "<Location /digest>", "AuthType Digest",
                "AuthName \"the digest realm\"", "AuthDigestProvider file", "AuthUserFile \(folder.path)/digests",
                "AuthDigestDomain /digest/", "AuthDigestNonceLifetime \(nonceLifetime)", "Require valid-user",
                "</Location>",
            ] + lines).joined(separator: "\n") + "\n"
    }
}
