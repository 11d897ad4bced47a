import Glibc

/// Blocking IPv4 sockets, for measuring: nothing of ours between the kernel and the clock.
final class PlainSocket: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ what: String) { description = "\(what): \(unsafe String(cString: strerror(errno)))" }
    }

    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// A new socket, which gives up waiting after ten seconds.
    init(_ type: __socket_type) throws {
        descriptor = socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Listens at a port that was free; for UDP, receives there. The kernel itself answers what connects.
    static func listening(at address: String, _ type: __socket_type = SOCK_STREAM) throws -> (PlainSocket, UInt16) {
        let listener = try PlainSocket(type)
        let bound = try unsafe withAddress(address, 0) { unsafe bind(listener.descriptor, $0, $1) }
        guard bound == 0 else { throw Failure("bind \(address)") }
        if type == SOCK_STREAM { guard listen(listener.descriptor, 64) == 0 else { throw Failure("listen") } }
        var name = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let known = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(listener.descriptor, $0, &size)
            }
        }
        guard known == 0 else { throw Failure("getsockname") }
        return (listener, UInt16(bigEndian: name.sin_port))
    }

    func connect(to address: String, _ port: UInt16) throws {
        let code = try unsafe Self.withAddress(address, port) { unsafe Glibc.connect(descriptor, $0, $1) }
        guard code == 0 else { throw Failure("connect to \(address)") }
    }

    func accept() throws -> PlainSocket {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { throw Failure("accept") }
        return PlainSocket(accepted)
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard size > 0 else { throw Failure("send") }
            rest = rest.dropFirst(size)
        }
    }

    /// What is there, waiting for something; empty at the end.
    func receive(atMost count: Int = 65_536, waiting: Bool = true) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let size = unsafe recv(descriptor, &buffer, count, waiting ? 0 : Int32(MSG_DONTWAIT))
        guard size >= 0 else {
            if !waiting, errno == EAGAIN { return [] }
            throw Failure("receive")
        }
        return [UInt8](buffer[..<size])
    }

    /// What TCP has measured so far (`tcpi_rtt` of tcp(7)).
    func kernelRoundTrip() throws -> Duration {
        var information = tcp_info()
        var size = socklen_t(MemoryLayout<tcp_info>.size)
        guard unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &size) == 0 else {
            throw Failure("TCP_INFO")
        }
        return .microseconds(Int64(information.tcpi_rtt))
    }

    private static func withAddress<Result>(
        _ address: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws -> Result {
        var value = sockaddr_in()
        value.sin_family = sa_family_t(AF_INET)
        value.sin_port = port.bigEndian
        guard unsafe inet_pton(AF_INET, address, &value.sin_addr) == 1 else { throw Failure("not IPv4: \(address)") }
        return unsafe withUnsafePointer(to: &value) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
