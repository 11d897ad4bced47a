import CCurlShims
import HoldfastTrust

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A TCP connection that is open and belongs to nobody yet; closed where nobody takes it.
package final class DialledSocket: Sendable {
    package let endpoint: Endpoint
    /// When resolving the name ended.
    package let resolved: ContinuousClock.Instant
    /// When connecting to this address began.
    package let began: ContinuousClock.Instant
    /// When it was connected.
    package let connected: ContinuousClock.Instant
    /// How long its TLS handshake may take, decisions not counted; nil for as long as the request may.
    package let handshakeLimit: Duration?
    /// How the address was found.
    package let record: DialRecord?
    private let descriptor: Lock<Int32?>

    /// - Parameter descriptor: a socket whose connecting has ended well and which nobody has told so: libcurl 7.88 asks
    ///   the system to connect what it is given, and that answers once more, for the first time, that it is done.
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
        return own ?? shim_tcp_socket(endpoint.address.bytes.count)
    }

    /// The same connection with what its dialler knows beside it.
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
