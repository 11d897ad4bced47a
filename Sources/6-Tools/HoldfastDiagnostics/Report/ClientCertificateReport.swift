package import HoldfastStatements
package import HoldfastTransport
import HoldfastTrust

/// A server's request for a client certificate in the handshake.
package struct ClientCertificateReport: Hashable, Sendable {
    /// Whether the server ended the connection where it got none. Nothing else shows whether it requires one: a server
    /// that goes on may refuse everything above TLS, as mail servers and web servers do.
    package let isRequired: Bool
    /// Whether a certificate was sent.
    package let sent: Bool
    /// The authorities that the server names, and the certificate that was kept back for that.
    package let demand: IdentityDemand

    package init(isRequired: Bool, sent: Bool, _ demand: IdentityDemand = IdentityDemand([])) {
        self.isRequired = isRequired && !sent
        self.sent = sent
        self.demand = demand
    }

    /// The request as a session's connection shows it; nil where the server did not ask.
    ///
    /// - Parameter isEnded: whether the connection ended for want of one.
    package init?(_ record: ConnectionRecord, isEnded: Bool = false) {
        guard record.isClientCertificateRequested else { return nil }
        self.init(
            isRequired: isEnded || record.isClientCertificateRequired, sent: record.isClientCertificateSent,
            record.identityDemand ?? IdentityDemand([]))
    }

    /// One clause for people.
    package var sentence: any Sentence {
        if sent { return ClientCertificateRequestSentence.sent }
        if demand.withheldIssuer != nil {
            return isRequired ? ClientCertificateRequestSentence.withheldAndEnded : .withheld
        }
        return isRequired ? ClientCertificateRequestSentence.ended : .unknown
    }

    /// The remedy, where none was sent.
    fileprivate var advice: any Sentence {
        if let issuer = demand.withheldIssuer {
            return ClientCertificateAdvice.withheld(issuer: issuer, authorities: demand.authorities ?? "")
        }
        return demand.authorities.map { ClientCertificateRequestSentence.showAmong(authorities: $0) } ?? .show
    }
}

extension ClientCertificateReport: JSONReport {
    package var json: JSONObject {
        JSONObject(
            ["required": isRequired ? true : nil, "sent": sent],
            unlessNone: [
                "authorities": demand.authorities, "withheld": demand.withheldIssuer.map { ["issuer": $0] },
            ])
    }
}

extension FindingReport {
    /// The finding about a server that asked for a client's certificate and got none; nil where one was sent.
    ///
    /// A warning: its own certificate is judged by its own rules.
    init?(_ asked: ClientCertificateReport) {
        guard !asked.sent else { return nil }
        self.init(
            code: .clientCertificateRequested, requirement: "clientCertificate.shown",
            rule: "RFC 8446 §4.3.2, RFC 5246 §7.4.4", severity: .warning,
            Finding.Statements(
                message: asked.sentence, seen: ClientCertificateRequestSentence.answeredWithout,
                expected: ClientCertificateRequestSentence.expected, advice: asked.advice))
    }
}
