import HoldfastLibC

/// An address of this machine that a server listens on: several servers can have one port on different addresses.
package struct ListeningAddress: RawRepresentable, Hashable, Sendable {
    package static let first = ListeningAddress([127, 0, 0, 1], "127.0.0.1")
    package static let second = ListeningAddress([127, 0, 0, 2], "127.0.0.2")
    package static let ipv6 = ListeningAddress([UInt8](repeating: 0, count: 15) + [1], "::1")

    /// The address as it was given.
    package let rawValue: String
    /// Four octets, or sixteen.
    private let octets: [UInt8]

    private init(_ octets: [UInt8], _ text: String) { (self.octets, rawValue) = (octets, text) }

    /// An address of IPv4 or IPv6, without brackets and zone; nil for another text.
    package init?(rawValue text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var octets = [UInt8](repeating: 0, count: count)
            let isAddress = unsafe octets.withUnsafeMutableBytes { unsafe inet_pton(family, text, $0.baseAddress) == 1 }
            guard isAddress else { continue }
            self.init(octets, text)
            return
        }
        return nil
    }

    /// Whether it stands for every address of the machine.
    package var isAny: Bool { octets.allSatisfy { $0 == 0 } }

    /// The address by which a client on this machine reaches it.
    package var dialled: ListeningAddress { isAny ? (octets.count == 16 ? .ipv6 : .first) : self }

    /// Whether other machines cannot reach it (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    package var isLoopback: Bool { octets.count == 4 ? octets[0] == 127 : octets == Self.ipv6.octets }

    /// As it stands in a URL: one of IPv6 in brackets (RFC 3986 §3.2.2).
    package var inURL: String { octets.count == 16 ? "[\(rawValue)]" : rawValue }

    var family: Int32 { octets.count == 16 ? AF_INET6 : AF_INET }

    /// The address as `bind` wants it, with its length.
    func socketAddress(port: UInt16) -> (sockaddr_storage, socklen_t) {
        var storage = sockaddr_storage()
        let count = unsafe withUnsafeMutableBytes(of: &storage) { buffer in
            if octets.count == 16 {
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: octets) }
                address.sin6_port = port.bigEndian
                unsafe buffer.storeBytes(of: address, as: sockaddr_in6.self)
                return MemoryLayout<sockaddr_in6>.size
            }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: octets) }
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
