import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import PeerPrograms
import TestSupport

/// Keys and certificates for the servers, in a folder of their own, and the folder for everything else.
final class TsharkWorkshop {
    static let host = "www.holdfast.test"

    let folder: TemporaryFolder
    let root: CertificateAuthority
    let server: Identity
    let client: Identity

    init() throws {
        folder = try TemporaryFolder(mode: 0o755)
        let now = SystemClock.now()
        root = try CertificateAuthority.root(name: "Capture Root", at: now)
        let intermediate = try root.intermediate(name: "Capture Intermediate", at: now)
        var template = CertificateTemplate.server(names: [Self.host], at: now)
        // For the key exchange of RSA: "keyEncipherment […] when the subject public key is used for enciphering private
        // or secret keys" (RFC 5280 §4.2.1.3).
        template.keyUsage = [.digitalSignature, .keyEncipherment]
        server = try intermediate.issue(template, key: PrivateKey.generate(.rsa(bits: 2048)))
        client = try root.issue(.client(name: "capture client", at: now))
        try write(root.identity.chainPEM, "root.pem")
        try write(server.chainPEM, "server.pem")
        try write(server.key.pem, "server.key")
        try write(intermediate.identity.chainPEM, "intermediate.pem")
        try write(intermediate.identity.key.pem, "intermediate.key")
    }

    /// An OCSP response for the server's certificate, made by openssl; its path.
    func staple() throws -> String {
        try write("", "index.txt")
        let response = path("staple.der")
        let made = try Peer.run(
            "openssl",
            [
                "ocsp", "-index", path("index.txt"), "-CA", path("intermediate.pem"), "-rsigner",
                path("intermediate.pem"), "-rkey", path("intermediate.key"), "-issuer", path("intermediate.pem"),
                "-cert", path("server.pem"), "-respout", response, "-noverify", "-ndays", "1",
            ])
        guard made.status == 0 else { throw TsharkCapture.Failure(description: "openssl ocsp: \(made.all)") }
        return response
    }

    func path(_ name: String) -> String { folder.path(name) }

    private func write(_ text: String, _ name: String) throws { try folder.write(text, to: name) }
}

/// A running `openssl s_server`, which answers requests with a page and logs the keys of its connections.
final class OpenSSLServer {
    let port: UInt16
    let keyLog: URL
    private let process = ChildProcess()

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - listen: The address; the port is one that is free.
    ///   - arguments: What it offers, in the words of `openssl s_server`.
    init(_ workshop: TsharkWorkshop, at listen: String = "127.0.0.1", _ arguments: [String]) async throws {
        let name = UUID().uuidString
        keyLog = workshop.folder.url("\(name).keys")
        let log = workshop.folder.url("\(name).log")
        try Data().write(to: log)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "openssl", "s_server", "-accept", "\(listen):0", "-www", "-cert", workshop.path("server.pem"),
                "-key", workshop.path("server.key"), "-cert_chain", workshop.path("intermediate.pem"), "-keylogfile",
                keyLog.path,
            ] + arguments
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: log)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // It says "ACCEPT 127.0.0.1:12345".
        let said = { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }
        let listening = {
            said().split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
                .flatMap { UInt16($0) }
        }
        try await eventually("openssl listens, or ends") { [process] in listening() != nil || !process.isRunning }
        guard let found = listening() else {
            kill(process.processIdentifier, SIGKILL)
            throw TsharkCapture.Failure(description: "openssl s_server \(arguments): \(said())")
        }
        port = found
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
