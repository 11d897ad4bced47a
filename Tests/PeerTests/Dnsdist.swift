import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms

/// A running dnsdist in a folder of its own: DNS over HTTPS by HTTP/1.1 and HTTP/2, answered by another server of DNS.
final class Dnsdist: Sendable {
    struct Failure: Error {}

    let port: UInt16
    let path = "/dns-query"
    private let folder: URL
    private let process = ChildProcess()

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - identity: what it shows.
    ///   - backend: the server that answers, which has to outlive it.
    init(_ identity: Identity, before backend: Unbound) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "dnsdist-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try LoopbackPort.free()
        let text = """
            setSecurityPollSuffix("")
            setLocal("127.0.0.1:\(LoopbackPort.lasting())")
            newServer({address="127.0.0.1:\(backend.plainPort)"}):setUp()
            addDOHLocal("127.0.0.1:\(port)", "\(folder.path)/chain.pem", "\(folder.path)/key.pem", "\(path)")

            """
        let files = [("chain.pem", identity.chainPEM), ("key.pem", try identity.key.pem), ("dnsdist.conf", text)]
        for (name, contents) in files {
            try contents.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "dnsdist", "--supervised", "--disable-syslog", "-C", folder.appending(path: "dnsdist.conf").path,
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure() }
    }

    deinit {
        if process.isRunning {
            // It inherits the test runner's signal mask.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }
}
