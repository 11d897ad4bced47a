import CCurl
import HoldfastTLS

/// The errors of transfers that come from a question about the client's certificate.
package enum ClientCertificateErrors {
    /// The failure of a transfer, where it comes from a question about the client; nil where it does not.
    ///
    /// - Parameters:
    ///   - hadIdentity: whether there was an identity for the server, whatever it was shown.
    ///   - hasAnswer: whether a response had begun.
    ///   - isFirstRequest: whether the transfer opened its connection.
    static func error(
        _ handshake: Handshake, _ code: CURLcode, hadIdentity: Bool, hasAnswer: Bool, isFirstRequest: Bool
    ) -> TransportError? {
        guard isCut(code) else { return nil }
        if handshake.wasAskedOverHTTP2 { return askedOverHTTP2 }
        if handshake.wasAskedLate { return askedLate }
        if handshake.wasAskedToRenegotiate { return renegotiationRefused }
        let wasSent = handshake.hasSentCertificate
        guard handshake.wasAskedForIdentity || wasSent else { return nil }
        if let alert = handshake.receivedAlert {
            if wasSent, refusals.contains(alert.number) { return refused(alert) }
            if !wasSent, demands.contains(alert.number) {
                return required("with the alert \(alert.phrase)", hadIdentity)
            }
            return nil
        }
        // The alert may be lost where the request was on its way to a server that had closed by then.
        guard !wasSent, isFirstRequest, !hasAnswer, handshake.isFinished else { return nil }
        return required("without a word", hadIdentity)
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
    private static let refusals: Set<UInt8> = [42, 43, 44, 45, 46, 48, 49, 51]
    /// certificate_required; before TLS 1.3 handshake_failure (RFC 5246 §7.4.6), and what others send.
    package static let demands: Set<UInt8> = [40, 41, 42, 49, 116]

    /// Whether the server asked for a certificate, got none, and ended the connection with an alert that is for that.
    static func isRequired(_ handshake: Handshake) -> Bool {
        guard handshake.wasAskedForIdentity, !handshake.hasSentCertificate, let alert = handshake.receivedAlert else {
            return false
        }
        return demands.contains(alert.number)
    }

    /// The remedy where no identity was at hand.
    package static let identityHint = "give the session an identity, or a handler that answers the challenge with one"

    /// RFC 8446 §4.4.2.3 and RFC 5246 §7.4.6: a certificate that does not fit the server's request is not sent.
    private static func required(_ how: String, _ hadIdentity: Bool) -> TransportError {
        guard hadIdentity else {
            return TransportError(
                .tls, .clientCertificateRequired,
                "the server asked for a client certificate, got none, and ended the connection \(how)",
                hint: identityHint)
        }
        return TransportError(
            .tls, .clientCertificateRequired,
            "the client certificate is not one that the server asks for and was not sent, and the server ended the "
                + "connection \(how)",
            hint: "compare its issuer with the authorities that the server names, and put the intermediates between "
                + "them into its chain")
    }

    private static func refused(_ alert: AlertDescription) -> TransportError {
        TransportError(
            .tls, .clientCertificateRefused,
            "the server refused the client's certificate with the alert \(alert.phrase)",
            hint: "compare its issuer with the authorities that the server names, and look into the server's log")
    }

    private static let askedLate = TransportError(
        .tls, .clientCertificateAskedLate,
        "the server asked for a client certificate after the handshake, and none had been chosen for the connection",
        hint: "give the session an identity beforehand, or let the server ask in the handshake")

    private static let askedOverHTTP2 = TransportError(
        .tls, .clientCertificateOverHTTP2,
        "the server asked for a client certificate after the handshake over HTTP/2, which must not be (RFC 8740)",
        hint: "let the server ask in the handshake, or use HTTP/1.1")

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
