import HoldfastAuthority
import HoldfastResolving
public import HoldfastTransport
public import HoldfastTrust
import HoldfastWeb

extension HTTPSSession.Configuration {
    /// Settings by which a session judges servers.
    public struct Trust: Sendable {
        /// The policy for a server's name; asked for at every hop of every request, and for an HTTPS proxy's own name.
        ///
        /// The default is `ssl` with the system's public suffixes and with ``anchors``, ``pins`` and ``profile``. One
        /// of your own says everything itself. Where one of the three is set beside it, in whichever order, the two
        /// would say different things: every server is refused then with the code `policyConflict`, before anything is
        /// opened. ``adjustPolicy(_:)`` changes a part and leaves the rest.
        ///
        /// The name that it is given is the one to be proven: a policy for another name, or for another purpose than
        /// ``TrustPolicy/Purpose/ssl(_:)``, is refused before anything is sent. Setting it drops what was adjusted
        /// before. Read, it has all of that in it.
        public var policy: @Sendable (ServerName) -> TrustPolicy {
            get { { [self] name in policy(for: name) } }
            set { (ownPolicy, adjustments) = (newValue, []) }
        }
        /// The anchors of every server's policy, in the place of the system's; nil for those. Not beside ``policy``.
        ///
        /// ```swift
        /// configuration.trust.anchors = try TrustAnchors.only(paths: ["ca.pem"])
        /// ```
        public var anchors: TrustAnchors?
        /// The pins of every server's policy, which come on top of all else; nil for none. Not beside ``policy``.
        public var pins: TrustPins?
        /// The rule set of every server's policy; nil for ``Profile/default``. Not beside ``policy``.
        public var profile: Profile?
        /// The policy that was set; nil for the default.
        private var ownPolicy: (@Sendable (ServerName) -> TrustPolicy)?
        /// The changes of the policy, in their order.
        private var adjustments: [@Sendable (ServerName, inout TrustPolicy) -> Void] = []
        /// The engine that judges, and remembers verified signatures.
        public var engine = TrustEngine()
        /// Gets the evidence that policies let be fetched (``TrustPolicy/fetching``); nil for
        /// ``EvidenceFetcher/shared``.
        public var evidence: (any EvidenceSource)?
        /// Evidence that is at hand for every verdict, as revocation lists of one's own authority.
        public var supplied: [Evidence] = []
        /// The versions of TLS that servers are offered; an HTTPS proxy is offered all of them.
        public var tlsVersions = TLSProtocol.tls12...TLSProtocol.tls13
        /// Whether new connections resume TLS sessions of earlier ones (RFC 8446 §2.2, RFC 5077), which spares a server
        /// most of a handshake's work.
        ///
        /// A resumed server does not show its certificate again. What it showed when the session began is therefore
        /// judged anew for each connection, by the policy in force and with what is known by then, and handlers are
        /// asked about it, before the session is offered: a server that is refused by now is not even shown the ticket,
        /// and has to show its certificate. A ticket is used once, for the server, the policy and the settings that it
        /// was given under, within two hours; none is kept where the server asked for a client's certificate, and none
        /// on a disk. ``HTTPSSession/verify(_:)``, tunnels, and what goes through a proxy never resume one.
        public var resumesSessions = true
        /// The groups for key exchange that servers and HTTPS proxies are offered, and of which one has to be
        /// negotiated (RFC 8446 §4.2.7); nil for the linked OpenSSL's own, or the machine's (`Groups` of openssl.cnf),
        /// in whose place this is. ``ServerSettings/supportedGroups`` goes before it.
        ///
        /// A list of post-quantum groups alone keeps what is sent from whoever records it and has a quantum computer
        /// later; with a classical group on it the server may choose that.
        public var supportedGroups: SupportedGroups?
        /// The rule for how often handlers are asked about servers.
        public var challenges = HTTPSSession.ServerTrustChallenges.everyConnection

        var evidenceSource: any EvidenceSource { evidence ?? EvidenceFetcher.shared }

        /// Whether a certificate of an accepted path was found to be revoked since, by a verdict of the engine or of
        /// another one with the same source of evidence.
        func knowsRevocation(since evaluation: TrustEvaluation) -> Bool {
            engine.knowledge.isNewer(than: evaluation)
                || evidenceSource.knowledge?.isNewer(than: evaluation) ?? false
        }
    }
}

extension HTTPSSession.Configuration.Trust {
    /// Changes a part of every server's policy, wherever the rest comes from: ``anchors``, ``pins`` and ``profile``, a
    /// ``policy`` of one's own, a policy file that was applied before.
    ///
    /// ```swift
    /// configuration.trust.adjustPolicy { $0.revocation = .hard }
    /// ```
    ///
    /// - Parameter change: given the policy for the server that ``TrustPolicy/purpose`` names, at every hop of every
    ///   request; changes that were added before have been made. One that is for another server afterwards is refused.
    public mutating func adjustPolicy(_ change: @escaping @Sendable (inout TrustPolicy) -> Void) {
        adjustPolicy { _, policy in change(&policy) }
    }

    /// Changes a part of every server's policy, by the server's name.
    package mutating func adjustPolicy(byName change: @escaping @Sendable (ServerName, inout TrustPolicy) -> Void) {
        adjustments.append(change)
    }

    /// Whether a policy was set, and something beside it that would be a part of it.
    var isContradictory: Bool { ownPolicy != nil && (anchors != nil || pins != nil || profile != nil) }

    /// The policy for a server's name. Settings that contradict each other trust nobody.
    package func policy(for name: ServerName) -> TrustPolicy {
        var policy = ownPolicy?(name) ?? usualPolicy(for: name)
        for change in adjustments { change(name, &policy) }
        if isContradictory {
            (policy.anchors, policy.exceptions, policy.dangerousAcceptAny) = (.only([]), .none, nil)
        }
        return policy
    }

    private func usualPolicy(for name: ServerName) -> TrustPolicy {
        var policy = TrustPolicy.ssl(name)
        policy.publicSuffixes = .system
        if let anchors { policy.anchors = anchors }
        if let pins { policy.pins = pins }
        if let profile { policy.profile = profile }
        return policy
    }
}

extension HTTPSSession {
    /// The policy that a server or a proxy of this name is judged by in one exchange.
    ///
    /// - Parameters:
    ///   - demands: what is asked of the server's connections besides; nil for nothing.
    ///   - letsNobodyLoosen: whether the host wants nothing but TLS, so that neither a user's exception nor a handler
    ///     may let in what the policy refuses (RFC 6797 §8.4, §12.1).
    ///   - isAttended: whether the request has a handler of its own.
    /// - Throws: ``TransportError`` where the session's policy would prove something else, or its settings of trust
    ///   contradict each other.
    func exchangePolicy(
        for name: ServerName, _ demands: TransportSecurity?, letsNobodyLoosen: Bool = false, isAttended: Bool = false
    ) throws(TransportError) -> ExchangePolicy {
        let trust = configuration.trust
        guard !trust.isContradictory else { throw .policyConflict }
        var policy = trust.policy(for: name)
        guard policy.purpose == .ssl(name) else { throw .policyForAnotherServer(than: name) }
        if let demands {
            demands.add(to: &policy)
            policy.rules.append(TransportSecurityMark(demands: demands))
        }
        let mayBeLoosened =
            isAttended || configuration.credentials.handler != nil || policy.dangerousAcceptAny != nil
            || !policy.exceptions.current().exceptions.isEmpty
        if letsNobodyLoosen, mayBeLoosened {
            (policy.exceptions, policy.dangerousAcceptAny) = (.none, nil)
            policy.rules.append(KnownHostMark())
        }
        let now = configuration.clock()
        policy.pins.observe(now)
        let digests = digests.digests(of: policy, at: now)
        return ExchangePolicy(
            policy, digests, isCurrent: policy.pins.isCurrent(digests.pins),
            letsHandlersAccept: !letsNobodyLoosen && (demands?.letsHandlersAccept ?? true),
            nearPins: pinUse.note(policy.pins, for: name))
    }
}

extension TransportError {
    fileprivate static var policyConflict: TransportError {
        TransportError(
            .internal, .policyConflict, SessionSentence.policyBesideParts, advice: SessionAdvice.adjustPolicy)
    }

    fileprivate static func policyForAnotherServer(than name: ServerName) -> TransportError {
        TransportError(
            .internal, .policyForAnotherServer, SessionSentence.otherServersPolicy(name: "\(name)"),
            advice: SessionAdvice.returnThePolicy)
    }
}
