import HoldfastLibC
import HoldfastTrust

/// Addresses as the system's calls take them.
enum SocketAddress {
    static func make(_ address: IPAddress, port: UInt16) -> (sockaddr_storage, socklen_t) {
        var storage = sockaddr_storage()
        let count = unsafe withUnsafeMutableBytes(of: &storage) { buffer in
            if address.bytes.count == 4 {
                var ipv4 = sockaddr_in()
                ipv4.sin_family = sa_family_t(AF_INET)
                ipv4.sin_port = port.bigEndian
                unsafe withUnsafeMutableBytes(of: &ipv4.sin_addr) { unsafe $0.copyBytes(from: address.bytes) }
                unsafe buffer.storeBytes(of: ipv4, as: sockaddr_in.self)
                return MemoryLayout<sockaddr_in>.size
            }
            var ipv6 = sockaddr_in6()
            ipv6.sin6_family = sa_family_t(AF_INET6)
            ipv6.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &ipv6.sin6_addr) { unsafe $0.copyBytes(from: address.bytes) }
            unsafe buffer.storeBytes(of: ipv6, as: sockaddr_in6.self)
            return MemoryLayout<sockaddr_in6>.size
        }
        return (storage, socklen_t(count))
    }

    typealias Call = (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32

    /// One end of a connected socket, as the call (`getpeername`, `getsockname`) tells it.
    @unsafe static func end(of descriptor: Int32, _ call: Call) -> (address: IPAddress, port: UInt16)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call(descriptor, $0, &length) }
        }
        guard code == 0 else { return nil }
        let isIPv4 = Int32(storage.ss_family) == AF_INET
        return unsafe withUnsafeBytes(of: &storage) { buffer in
            // The port stands in the same place in both kinds; then come four bytes, or four of flow and sixteen.
            let port = UInt16(bigEndian: unsafe buffer.load(fromByteOffset: 2, as: UInt16.self))
            let bytes = unsafe isIPv4 ? buffer[4..<8] : buffer[8..<24]
            guard let address = unsafe IPAddress(bytes: Array(bytes)) else { return nil }
            return (address, port)
        }
    }
}
