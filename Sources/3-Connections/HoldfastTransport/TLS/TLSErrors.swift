import CHandshake
import COpenSSL
import HoldfastCrypto
import HoldfastStatements
import HoldfastTLS
import HoldfastX509

/// The errors of transfers that TLS ended, other than by a refused certificate.
enum TLSErrors {
    /// The server ended the connection with an alert.
    static func alert(
        _ alert: AlertDescription, _ connection: JudgedHandshake, _ request: TransportRequest
    ) -> TransportError {
        let nameless = connection.handshake.certificateMessage == nil ? request.namelessAdvice : nil
        let (code, advice): (TransportError.Code, Statement?) =
            switch alert {
            case .protocolVersion: (.protocolVersion, versionAdvice(request).statement)
            case .unrecognizedName:
                (.unrecognizedName, nameless?.statement ?? AlertAdvice.checkName(host: request.host).statement)
            case .certificateRequired: (.clientCertificateRequired, AlertSentence(alert)?.statement)
            // RFC 8446 §6.2: the latter "when a negotiation has failed specifically because the server requires
            // parameters more secure than those supported by the client".
            case .handshakeFailure, .insufficientSecurity:
                (.handshakeFailure, .joined([nothingInCommon(request), nameless?.statement]))
            case .noApplicationProtocol: (.noApplicationProtocol, AlertSentence(alert)?.statement)
            default:
                (.tlsAlert, nameless?.statement ?? AlertSentence.advice(of: alert))
            }
        return TransportError(
            .tls, code, HandshakeSentence.endedByAlert(alert: alert.phrase).statement, adviceStatement: advice)
    }

    private static func nothingInCommon(_ request: TransportRequest) -> Statement? {
        .joined([
            HandshakeAdvice.nothingInCommon.statement,
            request.tls.isBoundOfServer ? HandshakeAdvice.perhaps(versionAdvice(request).statement).statement : nil,
            request.tls.cipherSuites == .usual
                ? nil : HandshakeAdvice.suitesAskedFor(host: request.host, request.tls.cipherSuites.suites).statement,
            request.tls.supportedGroups.map {
                HandshakeAdvice.groupsAskedFor(host: request.host, groups: "\($0)").statement
            },
        ])
    }

    /// The advice where the server speaks none of the versions that it was offered.
    private static func versionAdvice(_ request: TransportRequest) -> HandshakeAdvice {
        let versions = request.tls.versions
        guard versions.lowerBound < versions.upperBound else {
            let version = versions.lowerBound.name
            return request.tls.isBoundOfServer
                ? .policyAsksFor(version: version, host: request.host) : .serverSpeaksNo(version: version)
        }
        return handshake_lowest_version() > TLS1_2_VERSION ? .machineOffersNoTLS12 : .serverSpeaksNeither
    }

    /// libssl gave up by itself.
    static func local(
        _ errors: [OpenSSLError], _ connection: JudgedHandshake, _ request: TransportRequest
    ) -> TransportError {
        let reasons = Set(errors.filter(\.isOfLibssl).map(\.reasonNumber))
        if connection.handshake.certificateMessage == nil,
            !reasons.isDisjoint(with: [SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_BAD_RECORD_TYPE])
        {
            return TransportError(
                .tls, .notTLS, HandshakeSentence.notTLS(port: request.port), advice: HandshakeAdvice.checkPort)
        }
        if reasons.contains(SSL_R_UNSUPPORTED_PROTOCOL) {
            let version = request.tls.versions.lowerBound == .tls12 ? "1.2" : "1.3"
            return TransportError(
                .tls, .protocolVersion, HandshakeSentence.oldVersion(before: version), advice: versionAdvice(request))
        }
        if reasons.contains(SSL_R_UNEXPECTED_EOF_WHILE_READING) || errors.isEmpty {
            return TransportError(
                .tls, .connectionClosed, HandshakeSentence.closed, advice: HandshakeAdvice.checkThatTLS)
        }
        // RFC 5746 §4.3: "even servers that don't support renegotiation MUST implement" the least of it.
        if reasons.contains(SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED) {
            return TransportError(
                .tls, .handshakeFailed, HandshakeSentence.noSecureRenegotiation,
                advice: HandshakeAdvice.updateRenegotiation)
        }
        return TransportError(
            .tls, .handshakeFailed, HandshakeSentence.failed(library: errors.first?.reason ?? "unknown reason"),
            advice: HandshakeAdvice.librariesSaid)
    }
}

extension TransportRequest {
    /// The advice where a server was told no name, and ended the handshake before it presented anything; nil where it
    /// was told one (RFC 6066 §3: "the server SHOULD take one of two actions: either abort the handshake by sending a
    /// fatal-level unrecognized_name(112) alert or continue").
    fileprivate var namelessAdvice: HandshakeSettingAdvice? {
        if IPAddress(host) != nil { return .connectByName }
        return tls.sendsServerName ? nil : .sendName
    }
}

extension OpenSSLError {
    var isOfLibssl: Bool { ERR_GET_LIB(code) == ERR_LIB_SSL }
    var reasonNumber: Int32 { ERR_GET_REASON(code) }
}
