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
    /// - Parameter system: the systems by whose rules the settings are read.
    public func apply(
        to configuration: inout HTTPSSession.Configuration, on system: SystemGeneration = .latest
    ) {
        let (settings, policy) = (configuration.serverSettings, configuration.trust.policy)
        configuration.serverSettings = { name in
            var result = settings(name)
            result.require(requirements(for: "\(name)", on: system).transportSecurity)
            return result
        }
        let pins = TrustPins(pinnedDomains)
        configuration.trust.policy = { name in
            var result = policy(name)
            if pinnedDomains.duty(for: name) != nil, result.pins.current().hosts.duty(for: name) == nil {
                result.pins = pins
            }
            requirements(for: "\(name)", on: system).add(to: &result)
            return result
        }
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
    /// The one place where a demand for transparency (``requiresCertificateTransparency``) goes into a policy, once
    /// policies have one. Apple calls the key obsolete: its systems ask for transparency whether it is there or not.
    public func add(to policy: inout TrustPolicy) {
        transportSecurity.add(to: &policy)
    }
}
