public import HoldfastTransport

/// What came back, from where, and on which judged connection.
public struct HTTPSResponse: Sendable {
    /// A hop that led to the response.
    public struct Redirect: Sendable {
        /// The status that redirected: 301, 302, 303, 307 or 308.
        public let status: Int
        /// The URL that answered with it.
        public let url: HTTPSURL
        /// The connection that the answer came on.
        public let connection: ConnectionRecord
    }

    /// The URL that answered, which differs from the request's after redirects.
    public let url: HTTPSURL
    /// The status code; any of them is an answer, 404 and 500 too.
    public let status: Int
    /// "1.1" or "2".
    public let httpVersion: String
    /// The header fields in the order received.
    public let fields: [HTTPField]
    /// The fields after the body (RFC 9110 §6.5).
    public let trailers: [HTTPField]
    /// The body, decompressed.
    public let body: [UInt8]
    /// The connection, with the proof that its server was accepted; without one for an `http` URL.
    public let connection: ConnectionRecord
    /// Whether the connection had been opened for another request.
    public let isReusedConnection: Bool
    /// The hops before, in their order.
    public let redirects: [Redirect]
    /// The request that it answers, as it went out; nil where nothing but a handshake was wanted.
    package var sent: OutgoingRequest?
}
