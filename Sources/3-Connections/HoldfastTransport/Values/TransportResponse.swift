public import HoldfastHTTP
public import HoldfastX509

/// A response, and the connection that it came on.
///
/// Made once and referred to, since it is handed from the loop to the task that waits.
package final class TransportResponse: Sendable {
    /// The final status code; 0 for a handshake without a request.
    package let status: Int
    /// "1.1", "2"; empty for a handshake without a request.
    package let httpVersion: String
    package let fields: [HTTPField]
    /// Fields after the body (RFC 9110 §6.5).
    package let trailers: [HTTPField]
    /// Decompressed.
    package let body: [UInt8]
    /// The source of the body where it was not read to its end (``TransportRequest/Limits/handsOverUnwanted``); nil
    /// where ``body`` is all of it.
    package let rest: TransportStream?
    package let connection: ConnectionRecord
    /// Whether the connection had been opened for another request.
    package let isReusedConnection: Bool
    /// Nil where the request asked for none (``TransportRequest/isMeasured``).
    package let metrics: TransferMetrics?
    /// The proxy's answer to the request for the tunnel; nil where an open one was used, or none.
    package let proxyAnswer: ProxyAnswer?

    init(
        status: Int, httpVersion: String, fields: [HTTPField], trailers: [HTTPField], body: [UInt8],
        rest: TransportStream? = nil, connection: ConnectionRecord, isReusedConnection: Bool,
        metrics: TransferMetrics?, proxyAnswer: ProxyAnswer?
    ) {
        self.status = status
        self.httpVersion = httpVersion
        self.fields = fields
        self.trailers = trailers
        self.body = body
        self.rest = rest
        self.connection = connection
        self.isReusedConnection = isReusedConnection
        self.metrics = metrics
        self.proxyAnswer = proxyAnswer
    }
}

/// A proxy's answer to a request for a tunnel (RFC 9110 §9.3.6, CONNECT): nothing of the origin's is in it.
public struct ProxyAnswer: Sendable {
    /// The status code, 407 where the proxy wants to know who asks.
    public let status: Int
    /// The header fields in the order received.
    public let fields: [HTTPField]

    package init(status: Int, fields: [HTTPField]) {
        self.status = status
        self.fields = fields
    }
}

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
    /// The time until the exchange's end, or until these figures were taken.
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

/// The progress of a transfer, in bytes of the bodies.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes of the request's body that have been handed over for sending, those of an earlier try not included.
    public let sent: Int
    /// Bytes that the request's body has; nil where nobody knows.
    public let toSend: Int?
    /// Bytes of the response's body that have come, decompressed.
    public let received: Int
    /// The length that `Content-Length` announces; nil where it is missing, and where the body comes compressed.
    public let expected: Int?
}
