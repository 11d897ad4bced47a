import HoldfastStatements
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
        _ handshake: Handshake, _ fault: TransferFault, _ demand: IdentityDemand?, hasAnswer: Bool, isFirstRequest: Bool
    ) -> TransportError? {
        guard fault.isCut else { return nil }
        if handshake.wasAskedOverHTTP2 { return askedOverHTTP2 }
        if handshake.wasAskedToRenegotiate { return renegotiationRefused }
        guard !handshake.hasSentCertificate else {
            guard let alert = handshake.receivedAlert, refusals.contains(alert.number) else { return nil }
            return refused(alert)
        }
        guard handshake.hasDeclined, isForWant(handshake, hasAnswer: hasAnswer, isFirstRequest: isFirstRequest) else {
            return nil
        }
        let end: ClientCertificateSentence.End = handshake.receivedAlert.map { .alert(name: $0.phrase) } ?? .withoutWord
        return handshake.wasAskedLate ? askedLate(end) : required(end, demand)
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

    /// RFC 8446 §6.2: the alerts that are about a certificate or its signature; the server gets none but the client's.
    package static let refusals: Set<UInt8> = [42, 43, 44, 45, 46, 48, 49, 51]

    /// RFC 8446 §4.4.2.3 and RFC 5246 §7.4.6: a certificate that does not fit the server's request is not sent.
    private static func required(
        _ end: ClientCertificateSentence.End, _ demand: IdentityDemand?
    ) -> TransportError {
        if let kept = demand?.keptBack {
            return TransportError(
                .tls, .clientCertificateRequired, ClientCertificateSentence.keptBack(end).statement,
                adviceStatement: kept.adviceStatement)
        }
        guard let withheld = demand?.withheldStatement else {
            return TransportError(
                .tls, .clientCertificateRequired, ClientCertificateSentence.askedForNone(end).statement,
                adviceStatement: .joined([
                    ClientCertificateAdvice.giveIdentity.statement, demand?.authoritiesStatement,
                ]))
        }
        return TransportError(
            .tls, .clientCertificateRequired, ClientCertificateSentence.withheld(end).statement,
            adviceStatement: withheld)
    }

    private static func refused(_ alert: AlertDescription) -> TransportError {
        TransportError(
            .tls, .clientCertificateRefused, ClientCertificateSentence.refused(alert: alert.phrase).statement,
            adviceStatement: AlertSentence.adviceAboutCertificate(of: alert))
    }

    private static func askedLate(_ end: ClientCertificateSentence.End) -> TransportError {
        TransportError(
            .tls, .clientCertificateAskedLate, ClientCertificateSentence.askedLate(end),
            advice: ClientCertificateAdvice.giveBeforehand)
    }

    private static let askedOverHTTP2 = TransportError(
        .tls, .clientCertificateOverHTTP2, ClientCertificateSentence.askedOverHTTP2,
        advice: ClientCertificateAdvice.askInHandshake)

    private static let renegotiationRefused = TransportError(
        .tls, .renegotiationRefused, HandshakeSentence.renegotiation,
        advice: HandshakeSettingAdvice.askInFirstHandshake)
}

extension TransportError {
    static let tooManyAuthorities = TransportError(
        .tls, .certificateRequest, ClientCertificateSentence.tooManyAuthorities,
        advice: ClientCertificateAdvice.nameFewer)

    static let unreadableCertificateRequest = TransportError(
        .tls, .certificateRequest, ClientCertificateSentence.unreadableRequest,
        advice: ClientCertificateAdvice.seeAuthorities)
}
