import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// Listens on an address, and hands over each connection that comes.
final class FrontListener: Sendable {
    /// The place where it listens.
    let endpoint: Endpoint
    private let listener: Listener
    private let reactor: Reactor

    /// Starts listening.
    ///
    /// - Parameter endpoint: where; port 0 for one that is free.
    init(on endpoint: Endpoint, in reactor: Reactor) throws(GateError) {
        do throws(SystemError) {
            listener = try Listener(on: endpoint)
        } catch {
            throw .system(.listen("\(endpoint)"), error.number)
        }
        self.endpoint = listener.endpoint.unmapped
        self.reactor = reactor
        guard reactor.add(listener.number) else { throw .system(.listen("\(endpoint)"), errno) }
    }

    deinit { reactor.remove(listener.number) }

    /// The next connection's socket; nil once nobody listens any more.
    func next() async -> StreamSocket? {
        while true {
            switch listener.accept() {
            case .connection(let socket): return socket
            case .none:
                guard await reactor.wait(listener.number, for: .readable, until: .never) == .ready else { return nil }
            case .exhausted:
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return nil }
            case .ended: return nil
            }
        }
    }

    /// Ends the wait of ``next()``.
    func stop() { reactor.end(listener.number) }
}
