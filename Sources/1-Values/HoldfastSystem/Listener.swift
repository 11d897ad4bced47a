package import HoldfastFiles
import HoldfastLibC
package import HoldfastX509

/// A socket that listens on an address of this machine, and does not block; it is closed with the last reference.
package final class Listener: Sendable {
    /// The outcomes of looking for a connection.
    package enum Arrival: Sendable {
        case connection(StreamSocket)
        /// There is none: it has to be waited for (``Listener/number``).
        case none
        /// There are no descriptors or no memory left: others will be given back.
        case exhausted
        /// Nobody listens any more.
        case ended
    }

    /// The place, with the port that was chosen where it was to be a free one.
    package let endpoint: Endpoint
    private let descriptor: OwnedDescriptor

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - endpoint: where; port 0 for one that is free.
    ///   - backlog: the connections that wait in the system's queue while nobody takes them.
    package init(on endpoint: Endpoint, backlog: Int32 = 512) throws(SystemError) {
        let descriptor = try OwnedDescriptor.tcp(for: endpoint.address)
        OwnedDescriptor.set(SO_REUSEADDR, of: SOL_SOCKET, to: 1, on: descriptor.number)
        try descriptor.bind(to: endpoint)
        guard listen(descriptor.number, backlog) == 0, let own = SocketAddress.own(of: descriptor.number) else {
            throw SystemError(errno)
        }
        self.endpoint = own
        self.descriptor = descriptor
    }

    /// The descriptor, which is readable when a connection has come.
    package var number: Int32 { descriptor.number }

    /// Takes a connection that has come.
    package func accept() -> Arrival {
        while true {
            let accepted = HoldfastLibC.accept(number, nil, nil)
            if accepted >= 0 { return .connection(StreamSocket(adopting: accepted)) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN, EWOULDBLOCK: return .none
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .ended
            }
        }
    }

    /// Waits for a connection and takes it.
    package func next(until deadline: Deadline = .never) -> Arrival {
        var entries = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
        do throws(SystemError) {
            return try Poll.wait(for: &entries, until: deadline) ? accept() : .none
        } catch {
            return .ended
        }
    }

    /// Ends the wait of whoever waits for a connection: on Linux `poll` returns then, and nothing comes any more.
    package func interrupt() { _ = shutdown(number, Int32(SHUT_RDWR)) }
}
