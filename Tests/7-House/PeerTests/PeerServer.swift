import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms
import TestSupport

/// A server of somebody else's in a folder of its own; it ends with this, and the folder goes.
final class PeerServer: Sendable {
    /// It does not listen.
    struct Failure: Error {
        let log: String
    }

    private let place: TemporaryFolder
    var folder: URL { place.url }
    private let process = ChildProcess()

    /// Makes the folder.
    init() throws {
        // Servers change their user.
        place = try TemporaryFolder(mode: 0o755)
    }

    deinit {
        if process.isRunning {
            // It inherits the test runner's signal mask, in which SIGTERM may be blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    func place(_ name: String) -> URL { place.url(name) }

    /// Writes a file, and the folders above it.
    func write(_ text: String, to name: String) throws { try place.write(text, to: name) }

    /// Puts a page there, below its root, dated ten seconds ago: of one that changed within the last second, Apache's
    /// validator is a weak one (mod_core, FileETag), and no parts of it are put together.
    func put(_ text: String, at path: String) throws {
        let name = "htdocs/\(path)"
        try write(text, to: name)
        let date = Date(timeIntervalSinceNow: -10)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: place(name).path)
    }

    /// Writes `chain.pem` and `key.pem`, with a number in front of the dot where there are several.
    func write(_ identity: Identity, number: Int? = nil) throws {
        let suffix = number.map(String.init) ?? ""
        try write(identity.chainPEM, to: "chain\(suffix).pem")
        try write(try identity.key.pem, to: "key\(suffix).pem")
    }

    /// Starts a program that stays one process, in the folder, and waits until it listens.
    ///
    /// - Parameters:
    ///   - environment: all of it; nil for that of the tests.
    ///   - output: where its words go; nil for where those of the tests go.
    func start(
        _ command: [String], listeningAt port: UInt16, environment: [String: String]? = nil, output: FileHandle? = nil
    ) async throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Servers stand in /usr/sbin, which is not on everybody's path.
        process.arguments = ["PATH=/usr/bin:/usr/sbin"] + command
        if let environment { process.environment = environment }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        if let output {
            process.standardOutput = output
            process.standardError = output
        }
        try process.run()
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure(log: log) }
    }

    /// What stands in the file `log`.
    var log: String { (try? place.text("log")) ?? "" }
}
