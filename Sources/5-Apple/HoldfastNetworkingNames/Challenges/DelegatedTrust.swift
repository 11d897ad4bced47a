import HoldfastHTTPS
import HoldfastSecurityNames
import HoldfastTrust
import HoldfastX509

/// The effect of `URLCredential(trust:)` as a delegate's answer to a server's certificate.
///
/// On Apple's platforms the delegate decides: the server is accepted, whether its certificates were evaluated or not,
/// and whatever came of it. So it is here, for code that was written to that; this is the one place where a server can
/// be accepted whose name nobody has proved. Nothing is accepted in silence. In this order:
///
/// 1. The object has to hold exactly the certificates that the server sent, in their order. Trust in others is a
///    `wrongCredential`.
/// 2. Where the session itself would accept the server, its own proof is what counts.
/// 3. Pins of the session's policy that do not match refuse, whatever the delegate says: the session sees to it.
/// 4. Where the object, as the delegate left it (its policies, its anchors, its date, its exceptions), trusts the
///    certificates, and one of its policies is about a TLS server of a name, that is a proof. The name need not be the
///    URL's: a program that connects to an address asks for the name that stands behind it.
/// 5. Otherwise nothing proves who the server is: the delegate has not evaluated, or did not heed what came of it, or
///    has asked something else, as `SecPolicyCreateBasicX509()` or `SecPolicyCreateSSL(true, nil)` do. The server is
///    accepted by ``TrustPolicy/dangerousAcceptAny`` for this host alone and for one minute, which `DangerLog` tells
///    once a process and host, as `holdfast: dangerous: any certificate is accepted for …`, on standard error unless
///    the program has set another place. Malformed certificates are refused even so.
enum DelegatedTrust {
    /// Seconds for which a delegate's word holds that nothing proves: a handshake's time. A connection that was opened
    /// meanwhile lives on.
    static let seconds: Int64 = 60

    /// Remembers signatures that were verified, and nothing else.
    private static let engine = TrustEngine()

    /// The disposition of a challenge that a delegate answers with a trust.
    ///
    /// - Parameters:
    ///   - trust: what the delegate answered with.
    ///   - challenge: what was asked.
    ///   - now: the session's time.
    static func disposition(
        for trust: SecTrust, in challenge: HoldfastHTTPS.AuthenticationChallenge, at now: Instant
    ) -> HoldfastHTTPS.AuthenticationChallenge.Disposition {
        guard let presented = challenge.protectionSpace.serverTrust else {
            return .useCredential(Credential(unusable: "trust in a server"))
        }
        guard trust.holds(presented) else {
            return .useCredential(Credential(unusable: "trust in other certificates than those that the server sent"))
        }
        if let proposed = challenge.proposedCredential, case .serverTrust = proposed.kind {
            return .useCredential(proposed)
        }
        let refusal = challenge.error?.trustFailure ?? challenge.error?.proxyTrustFailure
        let host = challenge.protectionSpace.host
        guard let name = try? ServerName(host) else { return .performDefaultHandling }
        if let proof = trust.proof(of: presented, for: name) { return .useCredential(Credential(trust: proof)) }
        var policy = TrustPolicy.ssl(name)
        if let own = refusal?.policy, own.purpose == policy.purpose { policy = own }
        policy.dangerousAcceptAny = try? DangerousAcceptAny(
            .hosts([host]), from: now, until: now.advanced(bySeconds: seconds))
        guard let proof = try? engine.evaluate(presented, with: policy, at: now) else {
            // What nobody may overlook: the session's own refusal names it.
            return .performDefaultHandling
        }
        return .useCredential(Credential(trust: proof))
    }
}
