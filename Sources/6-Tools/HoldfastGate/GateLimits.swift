/// Limits of what the gate takes of clients and servers before it refuses; each with its source.
public struct GateLimits: Hashable, Sendable {
    /// Connections of clients at a time; 1,024. A browser opens some hundred, and a connection takes two sockets.
    public var connections = 1_024
    /// Connections of clients that have not said yet where they want to go; 256. The oldest makes room for one more, so
    /// that half-open ones keep nobody out.
    public var openings = 256
    /// Bytes of a message's first line and fields; 64 KiB, as much as curl and nginx take with room for cookies.
    public var headBytes = 64 << 10
    /// Fields of a message; 200, twice Apache's LimitRequestFields.
    public var fields = 200
    /// Bytes of the trailers of a message; 8 KiB.
    public var trailerBytes = 8 << 10
    /// Bytes of all heads of one response, those of interim ones (RFC 9110 §15.2) included; 256 KiB, as in a session.
    public var responseHeadBytes = 256 << 10
    /// Interim responses to one request; 100. Servers that work on one may send 102 each 20 seconds (RFC 2518 §10.1):
    /// that makes half an hour.
    public var interimResponses = 100
    /// Streams of one HTTP/2 connection at a time; 100 (RFC 9113 §6.5.2 recommends no fewer).
    public var streams = 100
    /// Bytes of one HTTP/2 stream that wait for the other side; 1 MiB, some milliseconds of a fast network.
    public var streamWindow = 1 << 20
    /// Bytes of one HTTP/2 connection that wait for the other side; 2 MiB.
    public var connectionWindow = 2 << 20
    /// Bytes of fields of one HTTP/2 connection that wait for the other side, over which nothing more is read; 256 KiB.
    /// HTTP/2 has windows for content alone (RFC 9113 §5.2). They are counted as §6.5.2 counts them, uncompressed.
    public var waitingFieldBytes = 256 << 10
    /// Frames of one HTTP/2 connection that wait for the other side, over which nothing more is read; 1,000, as many
    /// acknowledgements as nghttp2 lets wait.
    public var waitingFrames = 1_000
    /// Bytes of requests of one HTTP/2 connection that wait for the server; 2 MiB. One more is refused, so that it may
    /// be sent again (RFC 9113 §8.7).
    public var waitingRequestBytes = 2 << 20
    /// The time for a client to say where it wants to go, and to do its part of the handshake.
    public var opening: Duration = .seconds(20)
    /// The time for name, connection and handshake of a server.
    public var connect: Duration = .seconds(30)
    /// The time for which a connection may rest between two messages.
    public var rest: Duration = .seconds(120)
    /// The time for which nothing may come or go within a message, a WebSocket or an event stream.
    public var idle: Duration = .seconds(900)

    public init() {}
}
