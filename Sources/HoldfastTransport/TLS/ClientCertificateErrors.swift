import CCurl
import HoldfastTLS

/// The errors of transfers that come from a question about the client's certificate.
package enum ClientCertificateErrors {
    /// The failure of a transfer, where it comes from a question about the client; nil where it does not.
    ///
    /// - Parameters:
    ///   - demand: what the server asked for in the handshake; nil where it did not.
    ///   - hasAnswer: whether a response had begun.
    ///   - isFirstRequest: whether the transfer opened its connection.
    static func error(
        _ handshake: Handshake, _ code: CURLcode, _ demand: IdentityDemand?, hasAnswer: Bool, isFirstRequest: Bool
    ) -> TransportError? {
        guard isCut(code) else { return nil }
        if handshake.wasAskedOverHTTP2 { return askedOverHTTP2 }
        if handshake.wasAskedToRenegotiate { return renegotiationRefused }
        guard !handshake.hasSentCertificate else {
            guard let alert = handshake.receivedAlert, refusals.contains(alert.number) else { return nil }
            return refused(alert)
        }
        guard handshake.hasDeclined, isForWant(handshake, hasAnswer: hasAnswer, isFirstRequest: isFirstRequest) else {
            return nil
        }
        let how = handshake.receivedAlert.map { "with the alert \($0.phrase)" } ?? "without a word"
        return handshake.wasAskedLate ? askedLate(how) : required(how, demand)
    }

    /// Whether a server that was answered with an empty list ended the connection for that, by what happened: which
    /// alert says so, if any does, differs from server to server.
    ///
    /// Before TLS 1.3 the server's Finished comes after the list: "If the client does not send any certificates, the
    /// server MAY at its discretion either continue the handshake without client authentication, or respond with a
    /// fatal handshake_failure alert" (RFC 5246 §7.4.6). In TLS 1.3 the client is done before the server has seen the
    /// list, and nothing but a ticket or an answer shows that it went on (RFC 8446 §4.4.2.4, §4.6.1); the alert may be
    /// lost where the request was on its way to a server that had closed by then.
    private static func isForWant(_ handshake: Handshake, hasAnswer: Bool, isFirstRequest: Bool) -> Bool {
        if handshake.receivedAlert == .certificateRequired { return true }
        guard handshake.isFinished else { return handshake.wasEndedByPeer }
        if handshake.wasAskedLate { return !hasAnswer }
        return handshake.facts.version == "1.3" && isFirstRequest && !hasAnswer && !handshake.hasTicket
    }

    /// Whether the connection broke, rather than what came over it being wrong.
    private static func isCut(_ code: CURLcode) -> Bool {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            true
        default: false
        }
    }

    /// RFC 8446 §6.2: the alerts that are about a certificate or its signature; the server gets none but the client's.
    package static let refusals: Set<UInt8> = [42, 43, 44, 45, 46, 48, 49, 51]

    /// The remedy where no identity was at hand.
    package static let identityHint = "give the session an identity, or a handler that answers the challenge with one"

    /// RFC 8446 §4.4.2.3 and RFC 5246 §7.4.6: a certificate that does not fit the server's request is not sent.
    private static func required(_ how: String, _ demand: IdentityDemand?) -> TransportError {
        guard let withheld = demand?.withheldAdvice else {
            return TransportError(
                .tls, .clientCertificateRequired,
                "the server asked for a client certificate, got none, and ended the connection \(how)",
                hint: ([identityHint] + [demand?.authoritiesClause].compactMap(\.self)).joined(separator: "; "))
        }
        return TransportError(
            .tls, .clientCertificateRequired,
            "\(IdentityDemand.withheldMessage), and the server ended the connection \(how)", hint: withheld)
    }

    private static func refused(_ alert: AlertDescription) -> TransportError {
        TransportError(
            .tls, .clientCertificateRefused,
            "the server refused the client's certificate with the alert \(alert.phrase)",
            hint: "compare its issuer with the authorities that the server names, and look into the server's log")
    }

    /// The remedy where the server asks when nobody can be asked any more.
    package static let lateHint = "give the session an identity beforehand, or let the server ask in the handshake"

    private static func askedLate(_ how: String) -> TransportError {
        TransportError(
            .tls, .clientCertificateAskedLate,
            "the server asked for a client certificate after the handshake, got none, and ended the connection \(how)",
            hint: lateHint)
    }

    private static let askedOverHTTP2 = TransportError(
        .tls, .clientCertificateOverHTTP2,
        "the server asked for a client certificate after the handshake over HTTP/2, which must not be (RFC 8740)",
        hint: overHTTP2Hint)

    /// The hint for a server that must not ask as it does.
    package static let overHTTP2Hint = "let the server ask in the handshake, or use HTTP/1.1"

    private static let renegotiationRefused = TransportError(
        .tls, .renegotiationRefused,
        "the server asked for a second TLS handshake, which was declined, and ended the connection",
        hint: "let the server ask for the client's certificate in the first handshake, or use TLS 1.3")
}

extension TransportError {
    static let tooManyAuthorities = TransportError(
        .tls, .certificateRequest,
        "the server names more than 1,000 authorities of client certificates",
        hint: "let the server name only the authorities whose clients it expects")

    static let unreadableCertificateRequest = TransportError(
        .tls, .certificateRequest, "the server's names of the authorities that it accepts cannot be read",
        hint: "look at the authorities that the server is configured to accept of clients")
}
