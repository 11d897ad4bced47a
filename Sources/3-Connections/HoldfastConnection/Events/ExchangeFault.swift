package import HoldfastHTTP

/// A reason for which an exchange failed on the wire.
package enum ExchangeFault: Hashable, Sendable {
    // The connection.
    /// The connection ended before an octet of the response came.
    case closedBeforeResponse
    /// The connection ended within the head.
    case closedInHead
    /// The connection ended within the content or the trailers.
    case closedInContent

    // The response.
    /// The response is none that can be read.
    case malformed(MessageError)
    /// The lengths of the response contradict each other, or are no number that can be counted to.
    case badLength
    /// The fields of the response have more octets than are read.
    case longFields(limit: Int)
    /// A switch to a protocol that nobody had asked for (RFC 9110 §15.2.2).
    case unaskedUpgrade
    /// Octets came that belong to no request.
    case unaskedOctets

    // HTTP/2 (RFC 9113).
    /// The server ended the stream with RST_STREAM, and this code (§7).
    case reset(code: UInt32)
    /// The server ended the stream with REFUSED_STREAM.
    case refusedStream
    /// The server ended the stream with HTTP_1_1_REQUIRED: it wants the request over HTTP/1.1.
    case http11Required
    /// The server ends the connection (§6.8) and doesn't answer this stream any more: whether it had a number that the
    /// server names as looked at.
    case goAway(code: UInt32, mayBeProcessed: Bool)
    /// The server broke the rules of the connection, which this side ended with this code (§5.4.1).
    case connectionError(code: UInt32)
    /// The server broke the rules of the stream, which this side ended with this code (§5.4.2).
    case streamError(code: UInt32)
    /// The server sent more frames that carry nothing than anybody needs.
    case flood

    /// Whether the server has certainly not acted on the request: it may go out again whatever its method is.
    ///
    /// RFC 9113 §8.7: "A server MUST NOT indicate that a stream has not been processed unless it can guarantee that
    /// fact", by GOAWAY with a lower last stream or by REFUSED_STREAM. HTTP_1_1_REQUIRED is an error code of the same
    /// kind in practice alone: §8.7 does not list it.
    package var isCertainlyUnprocessed: Bool {
        switch self {
        case .refusedStream: true
        case .goAway(_, let mayBeProcessed): !mayBeProcessed
        case .closedBeforeResponse, .closedInHead, .closedInContent, .malformed, .badLength, .longFields,
            .unaskedUpgrade,
            .unaskedOctets, .reset, .http11Required, .connectionError, .streamError, .flood:
            false
        }
    }
}
