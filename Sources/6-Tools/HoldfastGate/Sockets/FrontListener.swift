import HoldfastLibC
import HoldfastTransport
import HoldfastTrust

/// Listens on an address, and hands over each connection that comes.
final class FrontListener: Sendable {
    /// Connections that wait in the system's queue while nobody takes them.
    private static let backlog: Int32 = 512

    let endpoint: Endpoint
    private let descriptor: Int32
    private let reactor: Reactor

    /// Starts listening.
    ///
    /// - Parameter endpoint: where; port 0 for one that is free.
    init(on endpoint: Endpoint, in reactor: Reactor) throws(GateError) {
        let family = endpoint.address.bytes.count == 4 ? AF_INET : AF_INET6
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(family, kind, 0)
        self.reactor = reactor
        guard descriptor >= 0 else { throw .system(.makeSocket, errno) }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        let listening = descriptor
        let isBound = unsafe SocketAddress.with(endpoint) { unsafe bind(listening, $0, $1) == 0 }
        let isListening = isBound && listen(descriptor, Self.backlog) == 0
        guard isListening, let own = SocketAddress.own(of: descriptor), reactor.add(descriptor) else {
            let number = errno
            _ = close(descriptor)
            throw .system(.listen("\(endpoint)"), number)
        }
        self.endpoint = own
    }

    deinit {
        reactor.remove(descriptor)
        _ = close(descriptor)
    }

    /// The next connection's socket, which is the caller's to close; nil once nobody listens any more.
    func next() async -> Int32? {
        while true {
            let accepted = accept(descriptor, nil, nil)
            if accepted >= 0 { return accepted }
            switch errno {
            case EAGAIN:
                guard await reactor.wait(descriptor, for: .readable, until: nil) == .ready else { return nil }
            case EINTR, ECONNABORTED: continue
            // Out of descriptors or memory: others will be given back.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return nil }
            default: return nil
            }
        }
    }

    /// Ends the wait of ``next()``.
    func stop() { reactor.end(descriptor) }
}
