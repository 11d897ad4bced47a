import Foundation
import HoldfastAuthority
import PeerPrograms
import TestSupport

/// A server written in Python, of those in `scripts/`, in a process of its own.
final class PythonServer {
    let port: UInt16
    private let server: PeerServer

    private static let top = ProjectFolder.top
    /// The environment that `scripts/setup peers` makes.
    static let peersPython = top.appending(path: ".build/peers/bin/python3").path

    /// Whether there is a Python that knows NTLM.
    static let knowsNTLM = knows("spnego")
    /// Whether there is a Python that knows WebSockets.
    static let knowsWebSockets = knows("websockets")

    /// Whether there is a Python that knows sslyze.
    static let knowsTLSServers = knows("sslyze")

    private static func knows(_ module: String) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: peersPython) else { return false }
        return (try? Peer.run(peersPython, ["-c", "import \(module)"]).status) == 0
    }

    /// The path of a script of `scripts/`.
    static func script(_ name: String) -> String { top.appending(path: "scripts/\(name)").path }

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - script: its name in `scripts/`; one of NTLM runs by the Python that knows it.
    ///   - files: text files, by the environment variable that names them.
    ///   - further: variables besides those, and those of the tests.
    init(
        _ script: String, _ identity: Identity, files: [String: String] = [:],
        environment further: [String: String] = [:]
    ) async throws {
        server = try PeerServer()
        try server.write(identity)
        var environment = ProcessInfo.processInfo.environment.merging(further) { $1 }
        for (variable, text) in files {
            try server.write(text, to: variable)
            environment[variable] = server.place(variable).path
        }
        port = try LoopbackPort.free()
        let command = [
            script == "peer-ntlm.py" ? Self.peersPython : "python3", Self.script(script),
            "\(port)", server.place("chain.pem").path, server.place("key.pem").path,
        ]
        try await server.start(command, listeningAt: port, environment: environment)
    }
}
