package import HoldfastHTTP

/// The meaning of a response's status to a request of CONNECT, over either version of HTTP (RFC 9110 §9.3.6, RFC 9113
/// §8.5).
///
/// Over HTTP/2 the request is ``request(to:_:)``, and the head that comes says by this what follows: behind a 2xx the
/// data of the stream are the server's, and a 407 is answered by a stream of its own, since there the connection
/// outlasts an answer.
package enum ConnectAnswer: Hashable, Sendable {
    /// An interim response: another one follows (§15.2).
    case interim
    /// A tunnel: behind the head stands the server's, whatever the fields say.
    case opened
    /// The proxy asks who wants the tunnel (§15.5.8).
    case asked
    /// There is no tunnel.
    case refused

    package init(status: Int) {
        self =
            switch status {
            // Nobody asks for an upgrade along with a tunnel.
            case 101: .refused
            case 100...199: .interim
            case 200...299: .opened
            case 407: .asked
            default: .refused
            }
    }

    /// The request for a tunnel: without scheme and path, as RFC 9113 §8.5 has it.
    package static func request(to target: TunnelTarget, _ fields: [HTTPField]) -> ExchangeRequest {
        ExchangeRequest(method: "CONNECT", authority: target.authority, path: "", fields: fields)
    }
}
