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
    package let connection: ConnectionRecord
    /// Whether the connection had been opened for another request.
    package let isReusedConnection: Bool
    /// Nil where the request asked for none (``TransportRequest/isMeasured``).
    package let metrics: TransferMetrics?
    /// What a proxy answered to the request for the tunnel; nil where an open one was used, or none.
    package let proxyAnswer: ProxyAnswer?

    init(
        status: Int, httpVersion: String, fields: [HTTPField], trailers: [HTTPField], body: [UInt8],
        connection: ConnectionRecord, isReusedConnection: Bool, metrics: TransferMetrics?, proxyAnswer: ProxyAnswer?
    ) {
        self.status = status
        self.httpVersion = httpVersion
        self.fields = fields
        self.trailers = trailers
        self.body = body
        self.connection = connection
        self.isReusedConnection = isReusedConnection
        self.metrics = metrics
        self.proxyAnswer = proxyAnswer
    }
}
