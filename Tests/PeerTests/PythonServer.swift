import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms

/// A server written in Python, of those in `scripts/`, in a process of its own.
final class PythonServer {
    struct Failure: Error {}

    let port: UInt16
    private let folder: URL
    private let process = ChildProcess()

    private static let top = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The environment that `scripts/setup peers` makes.
    private static let peersPython = top.appending(path: ".build/peers/bin/python3").path

    /// Whether there is a Python that knows NTLM.
    static let knowsNTLM: Bool = {
        guard FileManager.default.isExecutableFile(atPath: peersPython) else { return false }
        return (try? Peer.run(peersPython, ["-c", "import spnego"]).status) == 0
    }()

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - script: its name in `scripts/`; one of NTLM runs by the Python that knows it.
    ///   - files: text files, by the environment variable that names them.
    init(_ script: String, _ identity: Identity, files: [String: String] = [:]) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "python-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try identity.chainPEM.write(to: folder.appending(path: "chain.pem"), atomically: true, encoding: .utf8)
        try identity.key.pem.write(to: folder.appending(path: "key.pem"), atomically: true, encoding: .utf8)
        var environment = ProcessInfo.processInfo.environment
        for (variable, text) in files {
            let file = folder.appending(path: variable)
            try text.write(to: file, atomically: true, encoding: .utf8)
            environment[variable] = file.path
        }
        port = try LoopbackPort.free()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            script == "peer-ntlm.py" ? Self.peersPython : "python3", Self.top.appending(path: "scripts/\(script)").path,
            "\(port)", folder.appending(path: "chain.pem").path, folder.appending(path: "key.pem").path,
        ]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        try process.run()
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure() }
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }
}
