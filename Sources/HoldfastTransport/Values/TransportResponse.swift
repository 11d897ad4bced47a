/// What came back, and on which connection.
package struct TransportResponse: Sendable {
    /// The final status code; 0 for a handshake without a request.
    package let status: Int
    /// "1.1", "2"; empty for a handshake without a request.
    package let httpVersion: String
    package let fields: [HTTPField]
    /// Fields after the body (RFC 9110 §6.5).
    package let trailers: [HTTPField]
    /// Decompressed.
    package let body: [UInt8]
    package let connection: ConnectionRecord
    /// Whether the connection had been opened for another request.
    package let isReusedConnection: Bool
    /// Nil where the request asked for none (``TransportRequest/isMeasured``).
    package let metrics: TransferMetrics?
    /// What a proxy answered to the request for the tunnel; nil where an open one was used, or none.
    package let proxyAnswer: ProxyAnswer?
}
