import Glibc

/// Ports of 127.0.0.1, for programs that cannot choose one and say which.
enum LoopbackPort {
    struct Failure: Error {}

    /// A port that nobody listened on a moment ago.
    static func free() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
            }
        }
        guard bound else { throw Failure() }
        return UInt16(bigEndian: address.sin_port)
    }

    /// A port that nobody listens on, below those that the system hands out: it stays free for whoever uses it again.
    static func lasting() -> UInt16 {
        var port: UInt16
        repeat { port = .random(in: 20_000..<32_000) } while isOpen(port)
        return port
    }

    /// Whether somebody takes connections at a port.
    static func isOpen(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(port: port)
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Waits for somebody to take connections at a port; whether anybody does in the end.
    static func waitUntilOpen(_ port: UInt16) async throws -> Bool {
        for _ in 0..<400 {
            if isOpen(port) { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }
}
