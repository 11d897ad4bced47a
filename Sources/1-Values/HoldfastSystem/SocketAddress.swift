package import HoldfastLibC
package import HoldfastX509

/// An endpoint as the system's calls take and give it: a `sockaddr` of IPv4 or IPv6, with its length.
package struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length: socklen_t = 0

    /// The address for an endpoint.
    package init(_ endpoint: Endpoint) {
        let (bytes, port) = (endpoint.address.bytes, endpoint.port.bigEndian)
        let count = unsafe withUnsafeMutableBytes(of: &storage) { buffer in
            if endpoint.address.isIPv4 {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port
                unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: bytes) }
                unsafe buffer.storeBytes(of: address, as: sockaddr_in.self)
                return MemoryLayout<sockaddr_in>.size
            }
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port
            unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: bytes) }
            unsafe buffer.storeBytes(of: address, as: sockaddr_in6.self)
            return MemoryLayout<sockaddr_in6>.size
        }
        length = socklen_t(count)
    }

    /// The address that a call fills in (`getsockname`, `getpeername`); nil where the call fails.
    package init?(from call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, &count) }
        }
        guard status == 0 else { return nil }
        length = count
    }

    /// Lends the address as the system's calls take it.
    @unsafe package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    /// The endpoint; nil for an address of another kind.
    package var endpoint: Endpoint? {
        unsafe withUnsafeBytes(of: storage) { bytes in unsafe bytes.baseAddress.flatMap { unsafe Self.endpoint(at: $0) }
        }
    }

    /// The endpoint that stands where the system has written it, as in a list of getaddrinfo(3) or getifaddrs(3); nil
    /// for none, and for an address of another kind.
    @unsafe package static func endpoint(at place: UnsafeRawPointer?) -> Endpoint? {
        guard let place = unsafe place else { return nil }
        // The port stands in the same place in both kinds; then come four bytes, or four of flow and sixteen.
        let (start, count): (Int, Int)
        switch unsafe Int32(place.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET: (start, count) = (4, 4)
        case AF_INET6: (start, count) = (8, 16)
        default: return nil
        }
        let port = unsafe UInt16(bigEndian: place.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        return unsafe IPAddress(bytes: UnsafeRawBufferPointer(start: place + start, count: count)).map { address in
            Endpoint(address, port: port)
        }
    }

    /// The other end of a connected socket.
    package static func peer(of descriptor: Int32) -> Endpoint? {
        unsafe SocketAddress { unsafe getpeername(descriptor, $0, $1) }?.endpoint
    }

    /// The end of a socket that is this machine's.
    package static func own(of descriptor: Int32) -> Endpoint? {
        unsafe SocketAddress { unsafe getsockname(descriptor, $0, $1) }?.endpoint
    }
}
