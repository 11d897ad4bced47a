import HoldfastLibC
import HoldfastTransport
import HoldfastTrust

/// The addresses of sockets as the system takes and gives them.
enum SocketAddress {
    /// Lends an endpoint as the system's struct.
    @unsafe static func with<Result>(
        _ endpoint: Endpoint, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        if endpoint.address.bytes.count == 4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = endpoint.port.bigEndian
            unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: endpoint.address.bytes) }
            return unsafe withUnsafeBytes(of: &address) { bytes in
                unsafe lend(bytes, body)
            }
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = endpoint.port.bigEndian
        unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: endpoint.address.bytes) }
        return unsafe withUnsafeBytes(of: &address) { bytes in unsafe lend(bytes, body) }
    }

    @unsafe private static func lend<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe bytes.withMemoryRebound(to: sockaddr.self) { buffer in
            // A buffer of a struct has a base.
            var nothing = sockaddr()
            guard let base = buffer.baseAddress else { return unsafe body(&nothing, 0) }
            return unsafe body(base, socklen_t(bytes.count))
        }
    }

    /// An end of a socket; nil where it has none.
    static func end(
        of descriptor: Int32,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Endpoint? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            let status = unsafe bytes.withMemoryRebound(to: sockaddr.self) { buffer in
                guard let base = buffer.baseAddress else { return Int32(-1) }
                return unsafe ask(descriptor, base, &length)
            }
            guard status == 0 else { return nil }
            return unsafe read(UnsafeRawBufferPointer(bytes))
        }
    }

    static func peer(of descriptor: Int32) -> Endpoint? {
        unsafe end(of: descriptor) { unsafe getpeername($0, $1, $2) }
    }

    static func own(of descriptor: Int32) -> Endpoint? {
        unsafe end(of: descriptor) { unsafe getsockname($0, $1, $2) }
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> Endpoint? {
        let family = unsafe bytes.loadUnaligned(as: sa_family_t.self)
        let port = unsafe UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        switch Int32(family) {
        case AF_INET: return unsafe IPAddress(bytes: Array(bytes[4..<8])).map { Endpoint($0, port: port) }
        case AF_INET6:
            let address = unsafe Array(bytes[8..<24])
            // An IPv4 client of a socket for both (RFC 4291 §2.5.5.2).
            if address.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]) {
                return IPAddress(bytes: address.suffix(4)).map { Endpoint($0, port: port) }
            }
            return IPAddress(bytes: address).map { Endpoint($0, port: port) }
        default: return nil
        }
    }
}

extension IPAddress {
    /// Whether it leads to this machine and never leaves it (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3), as an address of IPv4
    /// in one of IPv6 too (§2.5.5.2).
    var isLoopback: Bool {
        let own = withoutMapping
        return own.count == 4 ? own.first == 127 : own.dropLast().allSatisfy { $0 == 0 } && own.last == 1
    }

    /// Whether nothing but this machine answers at it: loopback, and the address of no place, by which Linux reaches
    /// itself.
    var isThisMachine: Bool { isLoopback || withoutMapping.allSatisfy { $0 == 0 } }

    private var withoutMapping: ArraySlice<UInt8> {
        let prefix = [UInt8](repeating: 0, count: 10) + [255, 255]
        return bytes.count == 16 && bytes.starts(with: prefix) ? bytes[12...] : bytes[...]
    }
}
