public import HoldfastTransport
public import HoldfastTrust

/// Demands on the connections to a server beside the trust in its certificate: what Apple's App Transport Security asks
/// for.
///
/// The defaults are Apple's (Preventing Insecure Network Connections, "Ensure the Network Server Meets Minimum
/// Requirements"). A session keeps to them where ``HTTPSSession/ServerSettings/transportSecurity`` has them, at every
/// hop of every request: ``HTTPSSession/Configuration/require(_:)`` asks for them of all servers. Of a proxy's own TLS
/// none is asked; a ``certificate`` that stands in the session's policy for every name is one for the proxy's, too.
public struct TransportSecurity: Hashable, Sendable {
    /// Whether requests without TLS may go to the server, where their URL's reader has allowed it by name too
    /// (`HTTPSURL(dangerouslyAllowingPlainHTTP:)`).
    public var allowsPlainHTTP = false
    /// The earliest version of TLS that the server is offered.
    public var minimumTLS = TLSProtocol.tls12
    /// The cipher suites that the server is offered, of which one has to be negotiated.
    public var cipherSuites = CipherSuiteSelection.aesWithForwardSecrecy
    /// The strength of the server's certificate: an RSA key of 2048 bits or a curve of 256, signed with SHA-256.
    public var certificate = CertificateStrengthRule(minimumRSABits: 2048, minimumECBits: 256, requiresSHA2: true)
    /// Whether a handler may accept a server that the session's policy refuses.
    ///
    /// Without it a handler can only refuse more: "When ATS is enabled, you can no longer loosen trust evaluation
    /// requirements that way, but you can still tighten them".
    public var letsHandlersAccept = false

    /// Apple's demands on a server that no exception is made for.
    public init() {}

    /// No demands beyond those of every session.
    public static var unrestricted: TransportSecurity {
        var demands = TransportSecurity()
        (demands.allowsPlainHTTP, demands.letsHandlersAccept) = (true, true)
        demands.cipherSuites = .usual
        demands.certificate = CertificateStrengthRule(minimumRSABits: 0, minimumECBits: 0, requiresSHA2: false)
        return demands
    }

    /// The demands that ask for what these and others ask for.
    public func merged(with other: TransportSecurity) -> TransportSecurity {
        var result = self
        result.allowsPlainHTTP = allowsPlainHTTP && other.allowsPlainHTTP
        result.minimumTLS = max(minimumTLS, other.minimumTLS)
        result.cipherSuites = max(cipherSuites, other.cipherSuites)
        result.certificate = certificate.merged(with: other.certificate)
        result.letsHandlersAccept = letsHandlersAccept && other.letsHandlersAccept
        return result
    }

    /// Adds what is asked of the certificate to a policy's rules; nothing where it is there already.
    ///
    /// The rule is a part of the policy's digest, so that no connection which was accepted without it serves a request
    /// under it.
    public func add(to policy: inout TrustPolicy) {
        guard !certificate.isEmpty else { return }
        guard !policy.rules.contains(where: { $0 as? CertificateStrengthRule == certificate }) else { return }
        policy.rules.append(certificate)
    }
}

/// A rule that refuses nothing: by it a policy's digest tells the demands under which a connection was accepted.
///
/// Whether a handler may accept is no part of any other rule, and what it accepted must not serve a request for which
/// it may not.
struct TransportSecurityMark: TrustRule {
    let demands: TransportSecurity

    var cacheKey: [UInt8]? {
        let parts = [
            "\(demands.allowsPlainHTTP)", "\(demands.minimumTLS.rawValue)", "\(demands.cipherSuites.rawValue)",
            "\(demands.letsHandlersAccept)",
        ]
        return Array("transportSecurity \(parts.joined(separator: " "))".utf8) + (demands.certificate.cacheKey ?? [])
    }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {}
}

extension TransportError {
    /// The error for a request without TLS to a server that must have it.
    static func plainHTTPRefused(_ origin: String) -> TransportError {
        TransportError(
            .request, .plainHTTPRefused, SessionSentence.plainHTTPRefused(origin: origin),
            advice: SessionAdvice.useHTTPS)
    }
}
