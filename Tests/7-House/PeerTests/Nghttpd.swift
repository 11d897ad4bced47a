import Foundation
import PeerPrograms
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport

/// A running nghttpd in a folder of its own, with what it says.
final class Nghttpd {
    struct Failure: Error {
        let log: String
    }

    let port: UInt16
    private let folder: TemporaryFolder
    private let process = ChildProcess()

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - size: bytes of the page `/large`.
    ///   - echoes: whether it answers with what it was sent.
    init(_ identity: Identity, size: Int = 0, echoes: Bool = false) async throws {
        folder = try TemporaryFolder()
        try folder.write(identity.chainPEM, to: "chain.pem")
        try folder.write(identity.key.pem, to: "key.pem")
        try folder.write("hello", to: "hello.txt")
        try folder.write(repeatElement(0x61, count: size), to: "large")
        port = try LoopbackPort.free()
        try folder.write("", to: "log")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "PATH=/usr/bin:/usr/sbin", "stdbuf", "-oL", "nghttpd", "-v", "-a", "127.0.0.1", "-d", folder.path,
            ] + (echoes ? ["--echo-upload"] : []) + [
                "\(port)", folder.path("key.pem"), folder.path("chain.pem"),
            ]
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: folder.url("log"))
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try await eventually("nghttpd listens, or ends") { isListening || !process.isRunning }
        guard isListening else { throw Failure(log: stop()) }
    }

    /// Ends it and returns everything it said.
    func stop() -> String {
        end()
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

    private var log: String { (try? folder.text("log")) ?? "" }
}
