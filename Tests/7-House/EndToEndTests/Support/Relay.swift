import Foundation
import Glibc

/// An IPv4 address of this machine that is not loopback.
enum LocalAddress {
    static let notLoopback: String? = find()

    private static func find() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return nil }
        defer { unsafe freeifaddrs(list) }
        var next = unsafe list
        while let entry = unsafe next {
            defer { unsafe next = entry.pointee.ifa_next }
            guard let address = unsafe entry.pointee.ifa_addr, unsafe Int32(address.pointee.sa_family) == AF_INET,
                unsafe entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            var text = [CChar](repeating: 0, count: 64)
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard unsafe getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return nil
    }
}

/// Takes connections at one address and hands their bytes to a port on loopback, and back.
///
/// Its thread ends with the process at the latest; it serves one connection at a time.
final class Relay: Sendable {
    struct Failed: Error {
        let operation: String
        let number: Int32
    }

    let port: UInt16
    private let listener: Int32

    init(on address: String, to target: UInt16) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        guard listener >= 0, unsafe inet_pton(AF_INET, address, &place.sin_addr) == 1,
            unsafe Self.withAddress(&place, { unsafe bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0
        else { throw Failed(operation: "listen", number: errno) }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let named = unsafe withUnsafeMutablePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(listener, $0, &length)
            }
        }
        guard named == 0 else { throw Failed(operation: "getsockname", number: errno) }
        port = UInt16(bigEndian: place.sin_port)
        self.listener = listener
        Foundation.Thread.detachNewThread { Self.serve(listener, target) }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func withAddress(
        _ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func serve(_ listener: Int32, _ target: UInt16) {
        defer { close(listener) }
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = target.bigEndian
            place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            if unsafe withAddress(&place, { unsafe connect(server, $0, $1) }) == 0 { pump(client, server) }
            close(server)
            close(client)
        }
    }

    /// Copies both ways until either side ends.
    private static func pump(_ one: Int32, _ other: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var ends = [
                pollfd(fd: one, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&ends, 2, 20_000) > 0 else { return }
            for (index, end) in ends.enumerated() where end.revents != 0 {
                let (from, to) = index == 0 ? (one, other) : (other, one)
                let count = unsafe recv(from, &buffer, buffer.count, 0)
                guard count > 0, unsafe send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
            }
        }
    }
}
