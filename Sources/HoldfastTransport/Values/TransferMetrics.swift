public import HoldfastX509

/// When the parts of one exchange took place, and how much went over the wire (Apple,
/// `URLSessionTaskTransactionMetrics`).
///
/// Moments are distances from ``start``. A part that did not take place, as all of a connection's on one that was open
/// already, is nil.
public struct TransferMetrics: Hashable, Sendable {
    /// When the exchange began, by the machine's clock.
    public let start: Instant
    /// Resolving the name.
    public let domainLookup: ClosedRange<Duration>?
    /// The TCP handshake, the TLS handshake, and what a proxy took.
    public let connect: ClosedRange<Duration>?
    /// The TLS handshake with the server, deciding about its certificate included; nil where there is no TLS.
    public let secureConnection: ClosedRange<Duration>?
    /// From the first byte of the request to its last, as handed over to the system.
    public let request: ClosedRange<Duration>?
    /// From the first byte of the response to its last so far.
    public let response: ClosedRange<Duration>?
    /// Until the exchange's end, or until these figures were taken.
    public let total: Duration

    /// Bytes of the request's header, as sent in HTTP/1.1; those of a proxy's CONNECT included.
    public let requestHeaderBytes: Int
    /// Bytes of the request's body.
    public let requestBodyBytes: Int
    /// Bytes of all header lines that came.
    public let responseHeaderBytes: Int
    /// Bytes of the response's body as they came: compressed.
    public let responseBodyBytes: Int
    /// Bytes of the response's body, decompressed.
    public let decodedBodyBytes: Int

    /// This end of the connection; nil where there is none.
    public let localAddress: String?
    public let localPort: UInt16?
    /// The other end: of a proxy where one was used.
    public let remoteAddress: String?
    public let remotePort: UInt16?
    /// Whether the connection had been opened for another request.
    public let isReusedConnection: Bool
    /// Whether it went through a proxy.
    public let isProxyConnection: Bool
}
