package import HoldfastHTTP

/// An occurrence in one exchange, in the order in which a client hears of it over one connection.
///
/// `informational*`, `head`, `body*`, `trailers?`, `end`; `failed` may stand in the place of each, and after it and
/// after `end` nothing comes. Behind a `head` that opened a tunnel (2xx to CONNECT; to a request for another protocol
/// 101, over HTTP/2 2xx) the bytes of the other end come as `body`.
package enum ExchangeEvent: Hashable, Sendable {
    /// An interim response (RFC 9110 §15.2): another head follows.
    case informational(ResponseHead)
    /// The head of the final response. That of HTTP/2 has no reason, and its ``ResponseHead/minorVersion`` says
    /// nothing.
    case head(ResponseHead)
    /// A piece of the content, as it came: in its content codings, without chunks, and never empty.
    case body(ArraySlice<UInt8>)
    /// The fields behind the content (RFC 9110 §6.5), without those that mean nothing there; not said where there are
    /// none.
    case trailers([HTTPField])
    /// The end of the response.
    case end
    case failed(ExchangeFault)

    /// Whether the exchange hears nothing more.
    package var isLast: Bool {
        switch self {
        case .end, .failed: true
        case .informational, .head, .body, .trailers: false
        }
    }
}
