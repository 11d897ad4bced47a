import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms

/// A running Apache in a folder of its own: `/basic` and `/digest` want alice with her password, one realm each.
final class Apache {
    struct Failure: Error {
        let log: String
    }

    static let password = "s\u{e9}cret: \"quoted\""
    let port: UInt16
    private let folder: URL
    private let process = ChildProcess()

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
        folder = FileManager.default.temporaryDirectory.appending(path: "apache-\(UUID().uuidString)")
        for path in ["htdocs/basic", "htdocs/digest"] + further.pages.map({ "htdocs/\($0)" }) {
            let place = folder.appending(path: path)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try path.write(to: place.appending(path: "page.txt"), atomically: true, encoding: .utf8)
        }
        try identity.chainPEM.write(to: folder.appending(path: "chain.pem"), atomically: true, encoding: .utf8)
        try identity.key.pem.write(to: folder.appending(path: "key.pem"), atomically: true, encoding: .utf8)
        port = try LoopbackPort.free()
        let users = folder.appending(path: "users").path
        let made = try Peer.run("htpasswd", ["-cbB", users, "alice", Self.password])
        guard made.status == 0 else { throw Failure(log: made.all) }
        let digest = try HTTPDigest.md5.hash(Array("alice:the digest realm:\(Self.password)".utf8))
        try "alice:the digest realm:\(HexString.encode(digest))\n"
            .write(to: folder.appending(path: "digests"), atomically: true, encoding: .utf8)
        try configuration(nonceLifetime, further.modules, further.lines).write(
            to: folder.appending(path: "httpd.conf"), atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "PATH=/usr/bin:/usr/sbin", "apache2", "-X", "-f", folder.appending(path: "httpd.conf").path,
        ]
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        try process.run()
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure(log: log) }
    }

    deinit {
        if process.isRunning {
            // It inherits the test runner's signal mask, in which SIGTERM may be blocked. With -X it is one process.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

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

    private var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
}
