import Glibc
import Synchronization

/// Ports of 127.0.0.1, for programs that cannot choose one and say which.
package enum LoopbackPort {
    package struct Failure: Error {}

    /// The ports below those that Linux hands out by itself (32,768 on): no other test's server or client comes by one
    /// between the choice and the program's `bind`.
    private static let range: Range<UInt16> = 20_000..<32_000

    /// The port that is looked at next. Runs beside each other begin at different ones.
    private static let next = Mutex(UInt16.random(in: range))

    /// A port that nobody has, and that this process is not given again.
    package static func free() throws -> UInt16 {
        for _ in range {
            let port = next.withLock { next in
                defer { next = next + 1 < range.upperBound ? next + 1 : range.lowerBound }
                return next
            }
            if canBind(port) { return port }
        }
        throw Failure()
    }

    /// Whether a program listens at a port, by the kernel's table: a connection would be one that the program counts.
    package static func isOpen(_ port: UInt16) -> Bool {
        let hexadecimal = String(port, radix: 16, uppercase: true)
        let suffix = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
        return ["/proc/net/tcp", "/proc/net/tcp6"].contains { path in
            guard let table = KernelFile.text(path) else { return false }
            return table.split(separator: "\n").contains { line in
                // Number, local address, remote address, state; 0A is TCP_LISTEN (Linux, include/net/tcp_states.h).
                let fields = line.split(separator: " ", maxSplits: 4)
                return fields.count > 4 && fields[1].hasSuffix(suffix) && fields[3] == "0A"
            }
        }
    }

    /// Waits for a program to listen at a port, and says whether it does in the end.
    package static func waitUntilOpen(_ port: UInt16) async throws -> Bool {
        for _ in 0..<6_000 {
            if isOpen(port) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private static func canBind(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
