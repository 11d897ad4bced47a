public import HoldfastHTTP
public import HoldfastTransport
public import HoldfastWeb

/// A response: what came back, from where, and on which judged connection.
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

    /// A URL without TLS that one with TLS was asked for instead of.
    public struct Upgrade: Hashable, Sendable {
        /// The URL without TLS, to which nothing was sent.
        public let from: HTTPSURL
        /// The URL that was asked instead.
        public let to: HTTPSURL
        /// The reason.
        public let knowledge: KnownHostStore.Knowledge
        /// The number of ``HTTPSResponse/redirects`` that led to it.
        public let redirectCount: Int
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
    /// The connection, with the proof that its server was accepted; without one for an `http` URL. Where a kept
    /// response answered and nobody was asked, none was opened: the record has the number 0, host and port, and nothing
    /// else.
    public let connection: ConnectionRecord
    /// Whether the connection had been opened for another request.
    public let isReusedConnection: Bool
    /// The hops before, in their order.
    public let redirects: [Redirect]
    /// The URLs without TLS that were not asked, since their hosts want TLS (RFC 6797 §8.3), in their order: the
    /// request's own, and those that it was redirected to.
    public internal(set) var upgrades: [Upgrade] = []
    /// The part that a kept response has in it; nil where all of it is the server's answer to this request.
    public internal(set) var cacheUse: CacheUse?
    /// The request that it answers, as it went out; nil where nothing but a handshake was wanted.
    package var sent: OutgoingRequest?
}

extension HTTPSResponse {
    func with(body: [UInt8], trailers: [HTTPField]? = nil) -> HTTPSResponse {
        HTTPSResponse(
            url: url, status: status, httpVersion: httpVersion, fields: fields, trailers: trailers ?? self.trailers,
            body: body,
            connection: connection, isReusedConnection: isReusedConnection, redirects: redirects, upgrades: upgrades,
            cacheUse: cacheUse, sent: sent)
    }

    init(_ answer: TransportResponse, from url: HTTPSURL, after redirects: [Redirect]) {
        self.init(
            url: url, status: answer.status, httpVersion: answer.httpVersion, fields: answer.fields,
            trailers: answer.trailers, body: answer.body, connection: answer.connection,
            isReusedConnection: answer.isReusedConnection, redirects: redirects)
    }
}

extension AnswerStream {
    /// Bytes that are read of a body that nobody wants, to keep its connection; of more, the connection is let go.
    private static var skipLimit: Int { 256 << 10 }

    /// Reads what is left of a body that nobody wants, within a limit.
    func skip() async {
        var count = 0
        do throws(TransportError) {
            while count <= Self.skipLimit, let piece = try await next() { count += piece.count }
        } catch {
            // The exchange that follows says what is wrong, if it concerns it.
        }
        cancel()
    }
}
