import Foundation
import PeerPrograms
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// A running nghttpd in a folder of its own, with what it says.
final class Nghttpd {
    struct Failure: Error {
        let log: String
    }

    let port: UInt16
    private let folder: URL
    private let process = ChildProcess()

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - size: bytes of the page `/large`.
    ///   - echoes: whether it answers with what it was sent.
    init(_ identity: Identity, size: Int = 0, echoes: Bool = false) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nghttpd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try identity.chainPEM.write(to: folder.appending(path: "chain.pem"), atomically: true, encoding: .utf8)
        try identity.key.pem.write(to: folder.appending(path: "key.pem"), atomically: true, encoding: .utf8)
        try "hello".write(to: folder.appending(path: "hello.txt"), atomically: true, encoding: .utf8)
        try Data(repeating: 0x61, count: size).write(to: folder.appending(path: "large"))
        port = try LoopbackPort.free()
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "PATH=/usr/bin:/usr/sbin", "stdbuf", "-oL", "nghttpd", "-v", "-a", "127.0.0.1", "-d", folder.path,
            ] + (echoes ? ["--echo-upload"] : []) + [
                "\(port)", folder.appending(path: "key.pem").path, folder.appending(path: "chain.pem").path,
            ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: log)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        for _ in 0..<100 where !isListening { try await Task.sleep(for: .milliseconds(50)) }
        guard isListening else { throw Failure(log: stop()) }
    }

    /// Ends it and returns everything it said.
    func stop() -> String {
        end()
        defer { try? FileManager.default.removeItem(at: folder) }
        return log
    }

    deinit { end() }

    private func end() {
        guard process.isRunning else { return }
        // It inherits the test runner's signal mask, in which SIGTERM may be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// It says so itself.
    private var isListening: Bool { log.contains("listen 127.0.0.1:\(port)") }

    private var log: String {
        (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
    }
}
