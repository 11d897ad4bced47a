import Foundation
import Glibc
import PeerPrograms

/// A running mitmproxy in a folder of its own, with an authority that it has made there.
final class Mitmproxy {
    struct Failure: Error {
        let log: String
    }

    enum Mode {
        /// A proxy of HTTP's that opens the tunnels it is asked for.
        case proxy
        /// A server that hands everything on.
        case inFrontOf(UInt16)
    }

    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/mitmdump")

    let port: UInt16
    private let folder: URL
    private let process = ChildProcess()

    /// Starts it and waits until it listens.
    ///
    /// - Parameter anchors: PEM of the authority by which it judges the server itself.
    init(_ mode: Mode, anchors: String) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mitmproxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let trusted = folder.appending(path: "trusted.pem")
        try anchors.write(to: trusted, atomically: true, encoding: .utf8)
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        port = LoopbackPort.lasting()
        process.executableURL = URL(filePath: "/usr/bin/mitmdump")
        process.arguments =
            [
                "--listen-host", "127.0.0.1", "-p", "\(port)", "--set", "confdir=\(folder.path)", "--set",
                "ssl_verify_upstream_trusted_ca=\(trusted.path)", "--flow-detail", "1",
            ]
        if case .inFrontOf(let server) = mode {
            // Whoever stands in between does not care by which name the server proves itself.
            process.arguments += ["--mode", "reverse:https://127.0.0.1:\(server)", "--ssl-insecure"]
        }
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin", "LC_ALL": "C.UTF-8"]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: log)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure(log: self.log) }
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The file with its authority's certificate.
    var authority: String { folder.appending(path: "mitmproxy-ca-cert.pem").path }

    /// What it said: a line for each request that it saw.
    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }
}
