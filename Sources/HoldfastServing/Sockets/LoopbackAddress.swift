import HoldfastLibC

/// An address that a server listens on: several servers can have one port on different addresses.
package enum LoopbackAddress: String, Hashable, Sendable, CaseIterable {
    case first = "127.0.0.1"
    case second = "127.0.0.2"
    case ipv6 = "::1"

    var family: Int32 { self == .ipv6 ? AF_INET6 : AF_INET }

    /// The address as `bind` wants it, with its length.
    func socketAddress(port: UInt16) -> (sockaddr_storage, socklen_t) {
        var storage = sockaddr_storage()
        let count = unsafe withUnsafeMutableBytes(of: &storage) { buffer in
            if self == .ipv6 {
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_addr = in6addr_loopback
                address.sin6_port = port.bigEndian
                unsafe buffer.storeBytes(of: address, as: sockaddr_in6.self)
                return MemoryLayout<sockaddr_in6>.size
            }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(self == .first ? 0x7F00_0001 : 0x7F00_0002).bigEndian
            address.sin_port = port.bigEndian
            unsafe buffer.storeBytes(of: address, as: sockaddr_in.self)
            return MemoryLayout<sockaddr_in>.size
        }
        return (storage, socklen_t(count))
    }

    /// The port of an address that the system has filled in; it stands in the same place in both kinds.
    static func port(of storage: sockaddr_storage) -> UInt16 {
        let port = unsafe withUnsafeBytes(of: storage) { unsafe $0.load(fromByteOffset: 2, as: in_port_t.self) }
        return UInt16(bigEndian: port)
    }
}
