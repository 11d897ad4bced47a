import Foundation
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms
import TestSupport
import Testing

/// `openssl s_server` on loopback, as another implementation's server.
final class OpenSSLServer {
    let port: UInt16
    private let process = ChildProcess()
    private let folder: TemporaryFolder

    static var exists: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

    /// - Parameters:
    ///   - identity: What it presents; nil for none.
    ///   - arguments: After `s_server -accept PORT`.
    ///   - files: Laid into the folder that it runs in.
    init(_ identity: Identity?, _ arguments: String..., files: [String: [UInt8]] = [:]) async throws {
        folder = try TemporaryFolder()
        try folder.write("hello\n", to: "hello.txt")
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        var words = ["s_server", "-quiet", "-WWW"] + arguments.flatMap { $0.split(separator: " ").map(String.init) }
        if let identity {
            try folder.write(identity.key.pem, to: "key.pem")
            try folder.write(identity.chainPEM, to: "chain.pem")
            words += ["-key", "key.pem", "-cert", "chain.pem", "-cert_chain", "chain.pem"]
        }
        port = try LoopbackPort.free()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = words + ["-accept", "127.0.0.1:\(port)"]
        process.currentDirectoryURL = folder.url
        let nothing = try FileHandle(forUpdating: URL(filePath: "/dev/null"))
        process.standardInput = nothing
        process.standardOutput = nothing
        process.standardError = nothing
        try process.run()
        try #require(try await LoopbackPort.waitUntilOpen(port), "openssl s_server does not listen")
    }

    deinit { kill(process.processIdentifier, SIGKILL) }
}
