import Glibc

@testable import HoldfastServing

/// A TCP client that sends nothing.
final class RawClient {
    private let socket: StreamSocket

    init(connectingTo port: UInt16) throws {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let status = unsafe withUnsafeBytes(of: &address) { buffer in
            unsafe connect(
                descriptor, buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        guard status == 0 else {
            let error = ServingError.system(.connect(port: port))
            close(descriptor)
            throw error
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        socket = StreamSocket(adopting: descriptor)
    }

    /// Whether the server closes within this time.
    func readsEnd(within duration: Duration) -> Bool {
        let deadline = Deadline.after(duration)
        do throws(ServingError) {
            while try !socket.read(atMost: 4096, until: deadline).isEmpty {}
            return true
        } catch {
            return error.reason == .closed
        }
    }
}
