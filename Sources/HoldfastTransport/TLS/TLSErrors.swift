import CHandshake
import COpenSSL
import HoldfastCrypto
import HoldfastTLS
import HoldfastTrust

/// The errors of transfers that TLS ended, other than by a refused certificate.
enum TLSErrors {
    /// The server ended the connection with an alert.
    static func alert(
        _ alert: AlertDescription, _ connection: Connection, _ request: TransportRequest
    ) -> TransportError {
        let nameless = connection.handshake.certificateMessage == nil ? request.namelessHint : nil
        let (code, hint): (TransportError.Code, String) =
            switch alert {
            case .protocolVersion:
                (.protocolVersion, versionHint(request))
            case .unrecognizedName:
                (
                    .unrecognizedName,
                    nameless ?? "the server does not serve \(request.host): check the name and the address"
                )
            case .certificateRequired:
                (.clientCertificateRequired, "the server asks for a client certificate")
            // RFC 8446 §6.2: the latter "when a negotiation has failed specifically because the server requires
            // parameters more secure than those supported by the client".
            case .handshakeFailure, .insufficientSecurity:
                (
                    .handshakeFailure,
                    "the server found nothing in common" + nothingInCommon(request) + (nameless.map { "; \($0)" } ?? "")
                )
            case .noApplicationProtocol:
                (.noApplicationProtocol, "the server speaks neither HTTP/2 nor HTTP/1.1 on this port")
            default: (.tlsAlert, nameless ?? "look into the server's log: it names the reason")
            }
        return TransportError(.tls, code, "the server ended TLS with the alert \(alert.phrase)", hint: hint)
    }

    private static func nothingInCommon(_ request: TransportRequest) -> String {
        ": cipher suites, groups or signatures"
            + (request.isTLSBoundOfServer ? "; perhaps \(versionHint(request))" : "")
            + (request.cipherSuites == .usual
                ? "" : "; the settings for \(request.host) ask for \(request.cipherSuites.phrase)")
            + (request.supportedGroups.map { "; the settings for \(request.host) ask for the groups \($0)" } ?? "")
    }

    /// The advice where the server speaks none of the versions that it was offered.
    private static func versionHint(_ request: TransportRequest) -> String {
        let versions = request.tlsVersions
        guard versions.lowerBound < versions.upperBound else {
            let bound = "the server speaks no \(versions.lowerBound.name), and nothing else was offered"
            guard request.isTLSBoundOfServer else { return bound + ": let its owner switch it on" }
            return bound + " because the policy for \(request.host) asks for it: let the server's owner switch it on, "
                + "or lower minimumTLS"
        }
        if handshake_lowest_version() > TLS1_2_VERSION {
            return
                "this machine's openssl.cnf, or the file that OPENSSL_CONF names, lets no TLS 1.2 be offered: let the "
                + "server's owner switch 1.3 on"
        }
        return "the server speaks neither TLS 1.2 nor 1.3: let its owner switch one on"
    }

    /// libssl gave up by itself.
    static func local(
        _ errors: [OpenSSLError], _ connection: Connection, _ request: TransportRequest
    ) -> TransportError {
        let reasons = Set(errors.filter(\.isOfLibssl).map(\.reasonNumber))
        if connection.handshake.certificateMessage == nil,
            !reasons.isDisjoint(with: [SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_BAD_RECORD_TYPE])
        {
            return TransportError(
                .tls, .notTLS, "the server does not speak TLS on port \(request.port)",
                hint: "check the port: plain HTTP is at 80, HTTPS at 443")
        }
        if reasons.contains(SSL_R_UNSUPPORTED_PROTOCOL) {
            return TransportError(
                .tls, .protocolVersion,
                "the server chose a version of TLS before \(request.tlsVersions.lowerBound == .tls12 ? "1.2" : "1.3")",
                hint: versionHint(request))
        }
        if reasons.contains(SSL_R_UNEXPECTED_EOF_WHILE_READING) || errors.isEmpty {
            return TransportError(
                .tls, .connectionClosed, "the server closed the connection during the TLS handshake",
                hint: "check that the port speaks TLS, and look into the server's log")
        }
        if reasons.contains(SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED) {
            return TransportError(.tls, .handshakeFailed, LegacyRenegotiation.message, hint: LegacyRenegotiation.hint)
        }
        let reason = errors.first?.reason ?? "unknown reason"
        return TransportError(
            .tls, .handshakeFailed, "the TLS handshake failed: \(reason)",
            hint: "what OpenSSL and curl said stands beside this; the server's log may say more")
    }
}

/// Words for a server without the renegotiation_info of RFC 5746, with which OpenSSL 3 ends the handshake: "even
/// servers that don't support renegotiation MUST implement" its least (§4.3).
package enum LegacyRenegotiation {
    package static let message = "the server does not say that it renegotiates securely (RFC 5746)"
    package static let hint =
        "let the owner of the server, or of the device before it, update its TLS: servers have had to say so since 2010"
}

/// Advice for whoever sent no server name to a server that ended the handshake (RFC 6066 §3: "the server SHOULD take
/// one of two actions: either abort the handshake by sending a fatal-level unrecognized_name(112) alert or continue").
package enum NamelessHint {
    package static let ofAddress =
        "no server name is sent to an address, and some servers answer nobody who names none: connect by a name of the "
        + "server's, which a rule leads to the address"
    package static let ofOmission =
        "no server name was sent, and some servers answer nobody who names none: have it sent"
}

extension TransportRequest {
    /// The advice where a server was told no name, and ended the handshake before it presented anything; nil where it
    /// was told one (RFC 6066 §3).
    fileprivate var namelessHint: String? {
        if IPAddress(host) != nil { return NamelessHint.ofAddress }
        return sendsServerName ? nil : NamelessHint.ofOmission
    }
}

extension OpenSSLError {
    var isOfLibssl: Bool { ERR_GET_LIB(code) == ERR_LIB_SSL }
    var reasonNumber: Int32 { ERR_GET_REASON(code) }
}
