import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// The addresses of one server, or of its proxy, that are being connected for an exchange: the first that is connected
/// wins.
///
/// Belongs to its loop.
final class ClientRoute {
    /// The time after which the next address is tried while nothing has come of the one before (RFC 8305 §5:
    /// "Connection Attempt Delay […] 250 milliseconds").
    static let delay = Duration.milliseconds(250)

    let exchange: ClientExchange
    let resolvedAt: ContinuousClock.Instant
    /// The addresses that are left, the next one first.
    private(set) var endpoints: ArraySlice<Endpoint>
    /// The sockets that are being connected.
    private(set) var attempts: [UInt64: (socket: StreamSocket, endpoint: Endpoint, began: ContinuousClock.Instant)] =
        [:]
    /// When the next address is tried.
    private(set) var nextAt: ContinuousClock.Instant
    /// The system's word on the last address that was not connected; 0 before.
    private(set) var lastError: Int32 = 0

    init(for exchange: ClientExchange, to endpoints: [Endpoint], resolvedAt: ContinuousClock.Instant) {
        (self.exchange, self.endpoints, self.resolvedAt) = (exchange, endpoints[...], resolvedAt)
        nextAt = resolvedAt
    }

    /// An outcome of beginning with an address.
    enum Beginning {
        /// A socket, which is connected already, or is told of when it is.
        case begun(StreamSocket, isConnected: Bool)
        case none
    }

    /// Begins with the next address that does not fail at once.
    func begin(as number: UInt64) -> Beginning {
        while let endpoint = endpoints.popFirst() {
            nextAt = endpoints.isEmpty ? .now.advanced(by: .seconds(8 * 86_400)) : .now.advanced(by: Self.delay)
            do throws(SystemError) {
                let owned = try OwnedDescriptor.tcp(for: endpoint.address)
                let isConnected = try owned.connect(to: endpoint)
                let socket = StreamSocket(adopting: owned)
                attempts[number] = (socket, endpoint, .now)
                return .begun(socket, isConnected: isConnected)
            } catch {
                lastError = error.number
            }
        }
        nextAt = .now.advanced(by: .seconds(8 * 86_400))
        return .none
    }

    /// Whether neither a socket nor an address is left.
    var isExhausted: Bool { attempts.isEmpty && endpoints.isEmpty }

    /// Takes the socket of a number, which is connected or has failed.
    func take(_ number: UInt64) -> (socket: StreamSocket, way: ClientConnection.Way)? {
        guard let attempt = attempts.removeValue(forKey: number) else { return nil }
        if let error = attempt.socket.connectError {
            lastError = error
            attempt.socket.close()
            return nil
        }
        return (
            attempt.socket,
            ClientConnection.Way(
                resolvedAt: resolvedAt, connectingAt: attempt.began, connectedAt: .now, own: attempt.socket.own,
                peer: attempt.endpoint)
        )
    }

    /// Lets go of what is left.
    func close() {
        for attempt in attempts.values { attempt.socket.close() }
        attempts = [:]
        endpoints = []
    }
}

/// The addresses of names that a partition has asked for, for a minute each.
struct NameMemory {
    private static let age = Duration.seconds(60)
    private static let mostNames = 256
    private var known: [String: (addresses: [IPAddress], end: ContinuousClock.Instant)] = [:]

    func addresses(of name: String) -> [IPAddress]? {
        known[name].flatMap { $0.end > .now ? $0.addresses : nil }
    }

    mutating func keep(_ addresses: [IPAddress], of name: String) {
        if known.count >= Self.mostNames { known.removeAll() }
        known[name] = (addresses, .now.advanced(by: Self.age))
    }
}
