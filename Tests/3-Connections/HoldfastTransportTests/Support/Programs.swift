import Foundation
import PeerPrograms
import HoldfastAuthority
import HoldfastCrypto
import TestSupport
import Testing

/// Another implementation's server, as a second opinion: `openssl s_server` or `nghttpd`.
final class Program {
    let port: UInt16
    private let process = ChildProcess()
    private let folder: TemporaryFolder

    /// Whether a program is installed.
    static func exists(_ name: String) -> Bool { path(of: name) != nil }

    /// Debian keeps servers where not every user's PATH leads.
    private static func path(of name: String) -> String? {
        ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// - Parameter arguments: given the port and the paths of the key and of the chain.
    init(_ name: String, _ identity: Identity, _ arguments: (UInt16, String, String) -> [String]) async throws {
        folder = try TemporaryFolder()
        let key = try folder.write(identity.key.pem, to: "key.pem")
        let chain = try folder.write(identity.chainPEM, to: "chain.pem")
        try folder.write("hello", to: "hello.txt")
        port = try LoopbackPort.free()
        process.executableURL = URL(fileURLWithPath: try #require(Self.path(of: name)))
        process.arguments = arguments(port, key, chain)
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try #require(try await LoopbackPort.waitUntilOpen(port), "\(name) does not listen")
    }

    deinit {
        // A child of a thread of Swift's pool has SIGTERM blocked, as the thread has.
        kill(process.processIdentifier, SIGKILL)
    }
}
