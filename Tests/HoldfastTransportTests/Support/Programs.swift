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
        port = try Self.freePort()
        process.executableURL = URL(fileURLWithPath: try #require(Self.path(of: name)))
        process.arguments = arguments(port, key, chain)
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await Self.waitUntilListening(port)
    }

    deinit {
        // A child of a thread of Swift's pool has SIGTERM blocked, as the thread has.
        kill(process.processIdentifier, SIGKILL)
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
