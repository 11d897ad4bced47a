import HoldfastCrypto
import HoldfastStatements
import HoldfastTLS
public import HoldfastTracing
import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509

extension VerdictReport {
    /// The report about a server that was traced: the verdict of its handshake, or what kept it from one.
    ///
    /// - Parameters:
    ///   - target: the server as the user named it.
    ///   - policy: what the server is judged by: anew, where the trace's policy has another purpose.
    ///   - at: the time it was judged for, for a target that was not judged.
    ///   - ofServerAlone: whether a server that was accepted and ended the connection for want of a client's
    ///     certificate counts as verified, as it does for `HTTPSSession.verify`.
    ///   - engine: judges what was presented anew.
    public init(
        _ trace: HandshakeTrace, target: String, policy: TrustPolicy, at: Instant, ofServerAlone: Bool = false,
        engine: TrustEngine = TrustEngine()
    ) {
        self.init(
            judged: trace, target: target, policy: policy, at: at, ofServerAlone: ofServerAlone, engine: engine)
        add(ClientCertificateReport(trace))
        postQuantum = PostQuantumReport(trace)
    }

    private init(
        judged trace: HandshakeTrace, target: String, policy: TrustPolicy, at: Instant, ofServerAlone: Bool,
        engine: TrustEngine
    ) {
        let connection = ConnectionReport(trace)
        let (refusal, accepted) = (trace.verdict?.failure, trace.verdict?.evaluation)
        // It has proven its key where it signed its half of the key exchange; see `isProvenWithoutClient`.
        let isProvenWithoutClient =
            ofServerAlone && accepted != nil && trace.endedForWantOfClient
            && trace.negotiated.isServerSignatureVerified
        let failure = isProvenWithoutClient ? nil : FailureReport(trace)
        if let judged = (refusal?.policy ?? accepted?.policy)?.purpose, judged != policy.purpose,
            let presented = refusal?.presented ?? (failure == nil ? accepted?.presented : nil)
        {
            self.init(
                judgingAnew: presented, target: target, policy: policy, at: at, engine: engine, connection: connection)
        } else if let refusal {
            self.init(refusal, target: target, connection: connection)
        } else if let failure {
            self.init(failure, target: target, policy: policy, at: at, accepted: accepted, connection: connection)
        } else if let accepted {
            self.init(accepted, target: target, connection: connection)
        } else {
            self.init(.unjudged, target: target, policy: policy, at: at, connection: connection)
        }
    }
}

extension FailureReport {
    /// The failure of a trace besides trust, with the exit code of its phase; nil where nothing failed.
    package init?(_ trace: HandshakeTrace) {
        let wasAccepted = trace.verdict?.evaluation != nil
        switch trace.outcome {
        case .completed, .refusedByUs:
            guard case .notJudged(let reason)? = trace.verdict?.decision else { return nil }
            self.init(
                phase: .tls, .notJudged, HandshakeEndSentence.notJudged(reason: reason).statement,
                advice: HandshakeEndAdvice.seeWhatIsSent.statement, exitCode: 4)
        case .refusedByServer(let alert, let duringHandshake):
            let end: HandshakeEndSentence =
                duringHandshake ? .brokenOff(alert: alert) : .endedAfterwards(alert: alert)
            self.init(
                phase: .tls, .alert, end.statement, advice: Self.advice(on: alert, in: trace),
                exitCode: wasAccepted ? 5 : 4)
        case .failed(let error) where trace.endedForWantOfClient:
            self.init(
                phase: .tls, Code(trace: error.code), HandshakeEndSentence.wantedClientCertificate.statement,
                advice: HandshakeEndAdvice.showClientCertificate.statement, exitCode: wasAccepted ? 5 : 4,
                librarySays: error.librarySays.map(\.description))
        case .failed(let error):
            self.init(
                phase: Phase(error.phase), Code(trace: error.code), error.statement, advice: error.adviceStatement,
                exitCode: Self.exitCode(of: error, wasAccepted), librarySays: error.librarySays.map(\.description))
            switch trace.target.startTLS {
            case nil: self = advisingStartTLS(greeting: trace.greeting, port: trace.target.port)
            case .postgresDirect where isEndUnanswered: self = with(advice: HandshakeEndAdvice.directFrom17.statement)
            case .some: break
            }
        }
    }

    private static func exitCode(of error: TraceError, _ wasAccepted: Bool) -> Int32 {
        if error.code == .timedOut { return 7 }
        return switch error.phase {
        case .name, .connect: 3
        case .startTLS, .tls: wasAccepted ? 5 : 4
        case .transfer: 6
        case .internal: error.code == .configuration ? 2 : 1
        }
    }

    /// The cause of an alert that what was seen shows, else the most frequent one (RFC 8446 §6.2).
    private static func advice(on alert: AlertDescription, in trace: HandshakeTrace) -> Statement? {
        let negotiated = trace.negotiated
        let isOfClient = negotiated.clientCertificateSent && ClientCertificateErrors.refusals.contains(alert.number)
        if isOfClient, let meant = AlertSentence.adviceAboutCertificate(of: alert) { return meant }
        if trace.endedForWantOfClient || isOfClient || alert == .certificateRequired {
            return HandshakeEndAdvice.showClientCertificate.statement
        }
        // What was offered here is the trace's own choice, and said by its options.
        if alert == .noApplicationProtocol { return HandshakeEndAdvice.otherProtocols.statement }
        if alert == .protocolVersion { return AlertSentence(alert)?.statement }
        let isNameless = negotiated.serverName == nil && trace.verdict == nil
        let nameless = isNameless ? HandshakeEndAdvice.nameless.statement : nil
        if alert == .handshakeFailure || alert == .insufficientSecurity {
            return .joined([HandshakeEndAdvice.nothingSuits.statement, nameless])
        }
        return nameless ?? AlertSentence.advice(of: alert)
    }
}

extension ClientCertificateReport {
    /// The server's request for a certificate on a traced connection; nil where it did not ask.
    init?(_ trace: HandshakeTrace) {
        guard trace.negotiated.clientCertificateRequested else { return nil }
        self.init(
            isRequired: trace.endedForWantOfClient, sent: trace.negotiated.clientCertificateSent,
            IdentityDemand(trace.negotiated.clientAuthorities.compactMap { try? DistinguishedName(der: $0[...]) }))
    }
}

extension FailureReport.Phase {
    init(_ phase: TraceError.Phase) {
        self =
            switch phase {
            case .name: .name
            case .connect: .connect
            case .startTLS, .tls: .tls
            case .transfer: .transfer
            case .internal: .internal
            }
    }
}

extension KeyExchange {
    /// The group alone where there is one, as libssl names it; the method's name otherwise.
    fileprivate var group: String {
        switch self {
        case .ecdhe(let group), .pskECDHE(let group): "\(group)"
        default: description
        }
    }
}

extension PostQuantumReport {
    /// The report about a traced connection.
    fileprivate init?(_ trace: HandshakeTrace) {
        let (accepted, refused) = (trace.verdict?.evaluation, trace.verdict?.failure)
        self.init(
            keyExchange: trace.negotiated.keyExchange?.group,
            signatureScheme: trace.negotiated.serverSignature?.name,
            path: accepted?.chain ?? refused?.chain ?? [], hasAnchor: (accepted?.anchor ?? refused?.anchor) != nil)
    }
}

extension ConnectionReport {
    /// The report of a connection that was traced, as far as it came.
    package init(_ trace: HandshakeTrace) {
        let negotiated = trace.negotiated
        self.init(
            address: trace.address?.description,
            tls: negotiated.version.map { version in
                TLS(
                    version: version.name.hasPrefix("TLS ") ? String(version.name.dropFirst(4)) : version.name,
                    cipherSuite: negotiated.cipherSuite?.name, keyExchange: negotiated.keyExchange?.group,
                    alpn: negotiated.applicationProtocol, sni: negotiated.serverName, resumed: negotiated.isResumed)
            },
            timing: Timing(
                dns: trace.timing.dns.map(TraceTime.milliseconds), tcp: trace.timing.tcp.map(TraceTime.milliseconds),
                tls: trace.timing.tls.map(TraceTime.milliseconds),
                trust: trace.timing.trust.map(TraceTime.milliseconds)))
    }
}
