import HoldfastWebSocket

/// Settings of one WebSocket.
public struct WebSocketOptions: Hashable, Sendable {
    /// Bytes of the longest message that ``WebSocket/receive()`` takes, after decompression; one that is longer closes
    /// the WebSocket with 1009. 1 MiB, as Apple's. ``WebSocket/receivePiece()`` has no such limit.
    public var maximumMessageSize = 1 << 20
    /// Whether compression is offered (RFC 7692, `permessage-deflate`).
    ///
    /// Off: the length of a compressed message tells of its content, and a secret that goes out beside what a stranger
    /// chooses can be guessed by it, TLS or not.
    public var offersCompression = false
    /// Whether each message is compressed by itself, in both directions: slower, of less memory, and no message tells
    /// of another one.
    public var compressesMessagesAlone = false
    /// The use that is made of HTTP/2.
    public var http2 = HTTP2Use.kept
    /// The longest silence, from either side, before the WebSocket fails; nil for none.
    public var idleTimeout: Duration?
    /// The longest wait for the other end's word when the WebSocket is closed; the connection is ended then.
    public var closeTimeout = Duration.seconds(5)

    /// The ways in which a WebSocket may go over HTTP/2 (RFC 8441), where the session offers that at all, with TLS.
    public enum HTTP2Use: Hashable, Sendable {
        /// None: it has a connection of its own, by HTTP/1.1.
        case never
        /// A stream of an open connection whose server was judged by the same policy, and has said that it takes
        /// WebSockets; else a connection of its own, by HTTP/1.1.
        ///
        /// Browsers do so: of a server that has said nothing yet nobody knows whether it takes them, most take none,
        /// and each that was asked by HTTP/2 first would take a second handshake.
        case kept
        /// As ``kept``, but a connection that is opened for it offers HTTP/2, and is kept for others too. Where the
        /// server takes no WebSockets there, another one follows, by HTTP/1.1.
        case preferred
    }

    /// The defaults.
    public init() {}

    /// The offer of compression; nil for none, and where zlib is not here.
    var offer: DeflateOffer? {
        guard offersCompression, MessageInflater.isHere else { return nil }
        var offer = DeflateOffer()
        (offer.serverNoContextTakeover, offer.clientNoContextTakeover) =
            (compressesMessagesAlone, compressesMessagesAlone)
        return offer
    }
}
