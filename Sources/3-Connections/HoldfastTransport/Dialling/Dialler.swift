import HoldfastLibC
import HoldfastSystem
package import HoldfastX509

/// Opens connections for one request, where none is there that it may use.
package protocol Dialler: Sendable {
    /// A socket that is connected to the server, by the best address that it has.
    ///
    /// Called away from the connection's thread, once for each connection that the request needs; ends soon after its
    /// task is cancelled.
    func dial() async throws(TransportError) -> DialledSocket

    /// Whether the request may use a connection that was opened to an address earlier. Asked on the connection's
    /// thread, where it must not stay.
    func mayUse(_ endpoint: Endpoint) -> Bool

    /// A connection that it has dialled was accepted: its address may be dialled once more. Called on the connection's
    /// thread, where it must not stay.
    func opened(_ record: ConnectionRecord)

    /// The handshake over what was dialled has failed, perhaps by the session that it had offered: the address may be
    /// dialled once more. Called on the connection's thread, where it must not stay.
    func mayDialAgain(_ endpoint: Endpoint)

    /// The stage that dialling has reached, for the error of a request that times out meanwhile.
    var progress: DialProgress { get }
}

/// A stage of dialling.
package enum DialProgress: Hashable, Sendable {
    case resolving
    case connecting
}

extension DialProgress {
    var phase: TransportError.Phase { self == .resolving ? .name : .connect }

    var stage: ConnectionSentence.Stage { self == .resolving ? .resolving : .connecting }
}

/// A TCP connection that is open and belongs to nobody yet; closed where nobody takes it.
package final class DialledSocket: Sendable {
    package let endpoint: Endpoint
    /// When resolving the name ended.
    package let resolved: ContinuousClock.Instant
    /// When connecting to this address began.
    package let began: ContinuousClock.Instant
    /// When it was connected.
    package let connected: ContinuousClock.Instant
    /// The longest time that the connection's TLS handshake may take, decisions not counted; nil for as long as the
    /// request may.
    package let handshakeLimit: Duration?
    /// The record of how the address was found.
    package let record: DialRecord?
    private let descriptor: Lock<Int32?>

    /// Takes a socket over.
    ///
    /// - Parameter descriptor: a connected socket.
    init(
        _ descriptor: Int32?, to endpoint: Endpoint, resolved: ContinuousClock.Instant, began: ContinuousClock.Instant,
        connected: ContinuousClock.Instant, handshakeLimit: Duration? = nil, record: DialRecord? = nil
    ) {
        self.descriptor = Lock(descriptor)
        self.endpoint = endpoint
        (self.resolved, self.began, self.connected) = (resolved, began, connected)
        self.handshakeLimit = handshakeLimit
        self.record = record
    }

    /// The socket, for whoever will close it; a new one that is to be connected where this one was connected at once.
    func take() -> Int32 {
        let own = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        return own ?? (try? OwnedDescriptor.tcp(for: endpoint.address))?.release() ?? -1
    }

    /// This connection, with the facts that only its dialler knows; the original gives its socket away.
    package func with(
        resolved: ContinuousClock.Instant, handshakeLimit: Duration?, record: DialRecord
    ) -> DialledSocket {
        let own = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        return DialledSocket(
            own, to: endpoint, resolved: resolved, began: began, connected: connected, handshakeLimit: handshakeLimit,
            record: record)
    }

    deinit {
        if let left = descriptor.withLock({ $0 }) { close(left) }
    }
}
