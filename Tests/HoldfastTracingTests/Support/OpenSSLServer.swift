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
        port = try FreePort.find()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = words + ["-accept", "127.0.0.1:\(port)"]
        process.currentDirectoryURL = folder.url
        let nothing = try FileHandle(forUpdating: URL(filePath: "/dev/null"))
        process.standardInput = nothing
        process.standardOutput = nothing
        process.standardError = nothing
        try process.run()
        try await FreePort.waitUntilTaken(port)
    }

    deinit { kill(process.processIdentifier, SIGKILL) }
}

enum FreePort {
    /// A port that nobody listens on.
    static func find() throws -> UInt16 {
        let port = unsafe withSocket(0) { descriptor, address, length -> UInt16 in
            guard unsafe bind(descriptor, address, length) == 0 else { return 0 }
            var bound = sockaddr_in()
            var size = length
            let code = unsafe withUnsafeMutablePointer(to: &bound) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getsockname(descriptor, $0, &size)
                }
            }
            return code == 0 ? UInt16(bigEndian: bound.sin_port) : 0
        }
        return try #require(port == 0 ? nil : port)
    }

    /// Waits until it is taken, by looking whether it can be had: a connection would be one that the server counts.
    static func waitUntilTaken(_ port: UInt16) async throws {
        for _ in 0..<1000 {
            let isFree = unsafe withSocket(port) { unsafe bind($0, $1, $2) == 0 }
            if !isFree { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("nothing listens on port \(port)")
    }

    private static func withSocket<Result>(
        _ port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
