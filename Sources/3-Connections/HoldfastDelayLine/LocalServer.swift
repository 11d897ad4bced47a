import HoldfastLibC

/// A server of this machine, by its address and port.
package struct LocalServer: Sendable, CustomStringConvertible {
    /// The address as text: IPv4, or IPv6 without brackets.
    package let address: String
    package let port: UInt16

    /// Takes a server of this machine.
    ///
    /// - Parameters:
    ///   - address: A literal address.
    ///   - port: The port that it listens on; nobody asks whether it does.
    /// - Throws: ``DelayLineError`` of the kind `elsewhere` where the address is none of this machine's.
    package init(address: String, port: UInt16) throws(DelayLineError) {
        self.address = address
        self.port = port
        guard let place = socketAddress(port: 0) else {
            throw DelayLineError(.badValue, .noAddress(address))
        }
        // A socket can be bound to this machine's own addresses alone (EADDRNOTAVAIL of bind(2)).
        let probe = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { throw .system(.call("socket")) }
        defer { close(probe) }
        guard unsafe place.withGeneric({ unsafe bind(probe, $0, $1) }) == 0 else {
            throw DelayLineError(.elsewhere, .elsewhere(address: address))
        }
    }

    /// `address:port`, an IPv6 address in brackets.
    package var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

    private var family: Int32 { address.contains(":") ? AF_INET6 : AF_INET }

    /// A new connection to the server, which does not block; on loopback it stands at once, or never.
    ///
    /// - Throws: ``DelayLineError`` with the system's words where nobody listens there.
    func connect() throws(DelayLineError) -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(.call("socket")) }
        let status =
            unsafe socketAddress(port: port)?.withGeneric { unsafe HoldfastLibC.connect(descriptor, $0, $1) } ?? -1
        guard status == 0 else {
            let error = DelayLineError.system(.call("\(self)"))
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private func socketAddress(port: UInt16) -> SocketPlace? {
        var place = SocketPlace()
        if family == AF_INET6 {
            var value = sockaddr_in6()
            value.sin6_family = sa_family_t(AF_INET6)
            value.sin6_port = port.bigEndian
            guard unsafe inet_pton(AF_INET6, address, &value.sin6_addr) == 1 else { return nil }
            place.put(value)
        } else {
            var value = sockaddr_in()
            value.sin_family = sa_family_t(AF_INET)
            value.sin_port = port.bigEndian
            guard unsafe inet_pton(AF_INET, address, &value.sin_addr) == 1 else { return nil }
            place.put(value)
        }
        return place
    }
}

/// A socket address of any family, as the calls of the C library take it.
struct SocketPlace {
    private var storage = sockaddr_storage()
    private var length: socklen_t = 0

    /// Takes a `sockaddr_in` or `sockaddr_in6`.
    mutating func put<Address>(_ address: Address) {
        unsafe withUnsafeMutableBytes(of: &storage) { place in
            unsafe withUnsafeBytes(of: address) { unsafe place.copyBytes(from: $0.prefix(place.count)) }
        }
        length = socklen_t(MemoryLayout<Address>.size)
    }

    /// Lends the address as the calls of the C library take it.
    @unsafe func withGeneric<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }
}
