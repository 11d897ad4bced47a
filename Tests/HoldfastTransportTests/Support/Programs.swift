import Foundation
import PeerPrograms
import HoldfastAuthority
import HoldfastCrypto
import Testing

/// Another implementation's server, as a second opinion: `openssl s_server` or `nghttpd`.
final class Program {
    let port: UInt16
    private let process = ChildProcess()
    private let folder: URL

    /// Whether a program is installed.
    static func exists(_ name: String) -> Bool { path(of: name) != nil }

    /// Debian keeps servers where not every user's PATH leads.
    private static func path(of name: String) -> String? {
        ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// - Parameter arguments: given the port and the paths of the key and of the chain.
    init(_ name: String, _ identity: Identity, _ arguments: (UInt16, String, String) -> [String]) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (key, chain) = (folder.appending(path: "key.pem"), folder.appending(path: "chain.pem"))
        try Data(try identity.key.pem.utf8).write(to: key)
        try Data(identity.chainPEM.utf8).write(to: chain)
        try Data("hello".utf8).write(to: folder.appending(path: "hello.txt"))
        port = try Self.freePort()
        process.executableURL = URL(fileURLWithPath: try #require(Self.path(of: name)))
        process.arguments = arguments(port, key.path, chain.path)
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await Self.waitUntilListening(port)
    }

    deinit {
        // A child of a thread of Swift's pool has SIGTERM blocked, as the thread has.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    /// Calls `body` with a new socket and an address for it.
    private static func withSocket<Result>(
        _ port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(port)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func freePort() throws -> UInt16 {
        let port: UInt16 = unsafe withSocket(0) { descriptor, address, length in
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

    private static func waitUntilListening(_ port: UInt16) async throws {
        for _ in 0..<500 {
            let isListening = unsafe withSocket(port) { unsafe connect($0, $1, $2) == 0 }
            if isListening { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("nothing listens on port \(port)")
    }
}
