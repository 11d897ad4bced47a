package import HoldfastTransport
import HoldfastTrust

/// A server's request for a client certificate in the handshake.
package struct ClientCertificateReport: Hashable, Sendable {
    /// Whether the server ends the connection where it gets none; nil where that did not show.
    package let required: Bool?
    /// Whether a certificate was sent.
    package let sent: Bool

    package init(required: Bool?, sent: Bool) {
        self.required = required
        self.sent = sent
    }

    /// The request as a session's connection shows it; nil where the server did not ask.
    ///
    /// In TLS 1.2 a server that completes the handshake goes on without a certificate (RFC 5246 §7.4.6); in TLS 1.3 the
    /// client is done before the server has seen that there is none (RFC 8446 §4.4.2.4).
    ///
    /// - Parameter isEnded: whether the connection ended for want of one.
    package init?(_ record: ConnectionRecord, isEnded: Bool = false) {
        guard record.isClientCertificateRequested else { return nil }
        sent = record.isClientCertificateSent
        if sent {
            required = nil
        } else if isEnded || record.isClientCertificateRequired {
            required = true
        } else {
            required = record.tlsVersion == "1.2" && record.evaluation != nil ? false : nil
        }
    }

    /// One clause for people.
    package var message: String {
        if sent { return "the server asks for a client certificate, and one was sent" }
        return switch required {
        case true?: "the server asks for a client certificate, and ends the connection without one"
        case false?: "the server asks for a client certificate, and goes on without one"
        case nil:
            "the server asks for a client certificate; whether it goes on without one shows only after the handshake"
        }
    }
}

extension ClientCertificateReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case required, sent
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(required, forKey: .required)
        try container.encode(sent, forKey: .sent)
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
            rule: "RFC 8446 §4.3.2, RFC 5246 §7.4.4", seen: "a CertificateRequest, answered without a certificate",
            expected: "a certificate of the client's where the server asks for one", severity: .warning,
            message: asked.message,
            advice:
                "what the server has for clients with a certificate is refused to others: show one, with --cert and "
                + "--key where the command is used")
    }
}
