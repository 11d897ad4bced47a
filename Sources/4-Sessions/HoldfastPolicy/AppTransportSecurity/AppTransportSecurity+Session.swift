public import HoldfastHTTPS
public import HoldfastPins
import HoldfastTransport
public import HoldfastTrust

extension AppTransportSecurity {
    /// Has a session keep to the settings, beside what it keeps to already; after redirects too.
    ///
    /// Requests without TLS, versions of TLS, cipher suites, the strength of the server's certificate and
    /// `NSPinnedDomains` are looked at; where the session has pins of its own for a server, these count and no others.
    /// An exception never asks for less than the session does by itself: no version before TLS 1.2 is offered, and
    /// plain HTTP needs a URL that was read as such. A host's final dot is dropped by the session before it is asked
    /// about.
    ///
    /// - Parameters:
    ///   - system: the systems by whose rules the settings are read.
    ///   - logs: the logs that Apple knows, for hosts with `NSRequiresCertificateTransparency`. Without a list, here or
    ///     in the session's policy, verdicts about these say that transparency was not checked, with a warning.
    public func apply(
        to configuration: inout HTTPSSession.Configuration, on system: SystemGeneration = .latest,
        logs: TransparencyLogList? = nil
    ) {
        let settings = configuration.serverSettings
        configuration.serverSettings = { name in
            var result = settings(name)
            result.require(requirements(for: "\(name)", on: system).transportSecurity)
            return result
        }
        let pins = TrustPins(pinnedDomains)
        configuration.trust.adjustPolicy(byName: { name, policy in
            if pinnedDomains.duty(for: name) != nil, policy.pins.current().hosts.duty(for: name) == nil {
                policy.pins = pins
            }
            requirements(for: "\(name)", on: system).add(to: &policy, logs: logs)
        })
    }
}

extension AppTransportSecurity.Requirements {
    /// The demands as a session keeps to them.
    public var transportSecurity: TransportSecurity {
        guard !isExempt else { return .unrestricted }
        var demands = TransportSecurity()
        demands.allowsPlainHTTP = allowsInsecureHTTP
        demands.minimumTLS = minimumTLS > .tls12 ? .tls13 : .tls12
        demands.cipherSuites =
            requiresNIAPTLSPackage
            ? .aesGCMWithForwardSecrecy
            : requiresForwardSecrecy ? .aesWithForwardSecrecy : requiresAES ? .aes : .usual
        demands.certificate = CertificateStrengthRule(
            minimumRSABits: minimumRSABits ?? 0, minimumECBits: minimumECBits ?? 0, requiresSHA2: requiresSHA256)
        // "or to be able to loosen the server trust evaluation requirements for HTTPS connections to the domain"
        // (NSExceptionAllowsInsecureHTTPLoads).
        demands.letsHandlersAccept = allowsInsecureHTTP
        return demands
    }

    /// Adds what is asked of a server's certificate to a policy, also for chains that no session has met.
    ///
    /// Where transparency is asked for (``requiresCertificateTransparency``) the policy asks for it by Apple's rules,
    /// whatever the systems: earlier ones do as the key says, and of later ones it is asked "in all cases" (Apple,
    /// `NSRequiresCertificateTransparency`). It is asked of certificates "from a system-trusted root certificate"
    /// (Apple Platform Security, "TLS security"), and of no private authority's. A demand of the policy's own that has
    /// a list of logs stays as it is, whichever its rules.
    ///
    /// - Parameters:
    ///   - policy: a policy for the host that the demands are about.
    ///   - logs: the logs that Apple knows. Without a list nothing can be verified: the outcome is
    ///     ``TransparencyOutcome/Result/notChecked``, with a warning, and never that it passed.
    public func add(to policy: inout TrustPolicy, logs: TransparencyLogList? = nil) {
        transportSecurity.add(to: &policy)
        guard requiresCertificateTransparency else { return }
        let asked = policy.transparency.requirement
        guard asked == nil || asked?.logs == nil && logs != nil else { return }
        policy.transparency = .required(
            TransparencyRequirement(policy: .apple, logs: logs, scope: asked?.scope ?? .publicAnchors))
    }
}
