import HoldfastStatements
import HoldfastTLS
import HoldfastTrust
import HoldfastX509

/// A handshake of one partition, with a server or a proxy: the record that the callbacks fill, and what was decided
/// about it.
///
/// Belongs to its loop.
final class JudgedHandshake {
    let handshake: Handshake
    /// The host that the server was judged for.
    let host: String
    let port: UInt16
    /// The digest of the policy that the server was judged by.
    let policyDigest: [UInt8]
    private let dial: DialRecord?
    private let peer: Endpoint?
    private let certainAddress: IPAddress?
    private(set) var presented: ServerTrust?
    private(set) var verdict: ConnectionRecord.Verdict?
    /// The key that was judged, as a DER SubjectPublicKeyInfo.
    private(set) var acceptedKey: ArraySlice<UInt8>?
    /// The reason why nothing could be decided.
    private(set) var undecidable: TransportError?
    /// The scopes of the answers that the connection's handshake was given.
    private(set) var scopes: [AnswerScope] = []
    /// The certificate, DER, that the server is shown where it asked for one.
    private var clientCertificate: [UInt8]?
    /// The server's request for a client's certificate; nil where it did not ask in the handshake.
    private(set) var identityDemand: IdentityDemand?
    /// Whether the server ended the handshake for want of a client's certificate.
    private var isEndedForWantOfIdentity = false
    let keyLog: KeyLogWriter?
    /// The suites of which one has to have been negotiated.
    private let cipherSuites: CipherSuiteSelection
    /// The groups by one of which the keys have to have been agreed on; nil for any.
    private let supportedGroups: SupportedGroups?
    /// When TCP was connected, and TLS began.
    private let connectedAt = ContinuousClock.now
    /// When the handshake was finished; nil before.
    var finishedAt: ContinuousClock.Instant?
    private let wayTiming: (dns: Double?, tcp: Double?)
    private var askedAt: ContinuousClock.Instant?
    private var decidedAt: ContinuousClock.Instant?
    private var finishedRecord: ConnectionRecord?
    /// A session that may be resumed, and the decision about what its server had presented; nil where there is none.
    private var foreseen: Foreseen?

    private struct Foreseen {
        let session: KeptSession
        let trust: ServerTrust
        var verdict: HandshakeVerdict?
        /// The time that the decision took, in milliseconds.
        var time = 0.0
        /// Whether the handshake offers the session.
        var isOffered = false
    }
    /// The session that was resumed, where another connection may resume it as well.
    private var sessionAgain: KeptSession?

    /// The peer: the server, or a proxy.
    let role: HandshakeRole

    /// The way to the other end of a TCP connection, and how long it took.
    struct Way {
        var dial: DialRecord?
        var peer: Endpoint?
        /// The address that TLS goes to for certain; nil for a proxy's.
        var certainAddress: IPAddress?
        /// The times of resolving and connecting, in milliseconds.
        var timing: (dns: Double?, tcp: Double?)
    }

    /// Begins with a handshake.
    ///
    /// - Parameter proxy: the proxy that it leads to; nil for the server.
    init(_ handshake: Handshake, for request: TransportRequest, proxy: ProxyTarget? = nil, by way: Way) {
        self.handshake = handshake
        role = proxy == nil ? .server : .proxy
        host = proxy?.host ?? request.host
        port = proxy?.port ?? request.port
        policyDigest = proxy?.policyDigest ?? request.tls.policyDigest
        keyLog = request.tls.dangerousKeyLog
        cipherSuites = proxy == nil ? request.tls.cipherSuites : .usual
        supportedGroups = proxy == nil ? request.tls.supportedGroups : proxy?.supportedGroups
        (wayTiming, dial) = (way.timing, way.dial)
        (peer, certainAddress) = (way.peer, way.certainAddress)
    }

    /// Reads the Certificate message and what came beside it, for a judge.
    func present() throws(TransportError) -> PresentedHandshake {
        let facts = handshake.facts
        var trust = try Self.readTrust(handshake, version: facts.version, host: host)
        trust.connectedAddress = certainAddress
        trust.keyUse = facts.cipherSuite.flatMap { ServerKeyUse(cipherSuite: $0) }
        presented = trust
        askedAt = .now
        return PresentedHandshake(
            trust: trust, role: role, host: host, port: port, tlsVersion: facts.version,
            serverNameIndication: facts.serverName,
            isOver: !handshake.isWaiting)
    }

    private static func readTrust(
        _ handshake: Handshake, version: String?, host: String
    ) throws(TransportError) -> ServerTrust {
        let message: ServerCertificates
        do throws(CertificateMessageError) {
            message = try ServerCertificates(
                handshake.certificateMessage ?? [], form: version == "1.3" ? .tls13 : .tls12,
                certificateStatus: handshake.certificateStatus, timestamps: handshake.timestamps)
        } catch { throw .certificatesUnreadable(error.statement) }
        do throws(ServerTrustError) {
            var trust = try ServerTrust(
                derChain: message.certificates, stapledOCSP: message.stapledOCSP,
                issuersStapledOCSP: message.issuersStapledOCSP,
                signedCertificateTimestamps: message.signedCertificateTimestamps)
            trust.connectedHost = host
            return trust
        } catch { throw .certificatesUnreadable(error.statement) }
    }

    /// Takes a decision: it counts only if it is about what was presented, and about the key that libssl goes on with.
    func decide(_ verdict: HandshakeVerdict) {
        decidedAt = .now
        switch verdict {
        case .refuse(let failure):
            self.verdict = .refused(failure)
            handshake.refuse(RefusalAlert.x509Error(for: failure))
        case .stop(let error): refuse(error)
        case .accept(let evaluation, let scope, let later):
            let objection = AcceptanceCheck.objection(
                evaluation, presented: presented, offersKey: handshake.offersKey)
            if let objection { return refuse(Self.mismatch(objection)) }
            guard takesParameters(), set(later), handshake.accept() else { return }
            accept(evaluation, scope)
        }
    }

    private func accept(_ evaluation: TrustEvaluation, _ scope: AnswerScope) {
        verdict = .accepted(evaluation)
        scopes = [scope]
        acceptedKey = evaluation.chain.first?.subjectPublicKeyInfo.bytes
    }

    /// Whether what was negotiated is what is asked for; refuses where it is not.
    private func takesParameters() -> Bool {
        let facts = handshake.facts
        guard cipherSuites.contains(facts.cipherSuite) else {
            refuse(.weakSuite(facts.cipherSuite, instead: cipherSuites, host))
            return false
        }
        // Not known yet before a ServerKeyExchange of TLS 1.2, of which libssl takes no group but those offered.
        if let supportedGroups, let exchange = facts.keyExchange, !supportedGroups.contains(exchange) {
            refuse(.otherKeyExchange(exchange, instead: supportedGroups, host))
            return false
        }
        return true
    }

    /// Puts on the connection what is sent where the server asks after the handshake; false where that was refused.
    private func set(_ later: HandshakeIdentity?) -> Bool {
        guard let later else { return true }
        do throws(TransportError) { try handshake.set(later) } catch {
            refuse(error)
            return false
        }
        return true
    }

    // MARK: Resumption

    /// Takes a session that may be resumed, and what its server presented, for a judge.
    func present(_ session: KeptSession) -> PresentedHandshake {
        var trust = session.presented
        trust.connectedAddress = certainAddress
        foreseen = Foreseen(session: session, trust: trust)
        askedAt = .now
        return PresentedHandshake(
            trust: trust, role: role, host: host, port: port, tlsVersion: session.tlsVersion,
            serverNameIndication: session.serverName, isOver: false)
    }

    /// Takes the decision about the server of a session, and offers that where it was accepted: nobody is shown a
    /// ticket who would be refused. False where it is not offered.
    func offerSession(by verdict: HandshakeVerdict) -> Bool {
        guard var foreseen else { return false }
        foreseen.verdict = verdict
        foreseen.time = askedAt.map { (.now - $0) / .milliseconds(1) } ?? 0
        (askedAt, decidedAt) = (nil, nil)
        if case .accept(let evaluation, _, _) = verdict {
            let objection = AcceptanceCheck.objection(
                evaluation, presented: foreseen.trust, offersKey: foreseen.session.session.hasKey)
            foreseen.isOffered = objection == nil && handshake.offer(foreseen.session.session)
        }
        self.foreseen = foreseen
        return foreseen.isOffered
    }

    /// Whether the handshake offers a session.
    var offersSession: Bool { foreseen?.isOffered ?? false }

    /// The decision about a session's server, where the server shows in a handshake of its own what it showed then, by
    /// the same version of TLS, so that nobody is asked twice about one connection.
    var foreseenVerdict: HandshakeVerdict? {
        guard let foreseen, foreseen.trust == presented, foreseen.session.tlsVersion == handshake.facts.version else {
            return nil
        }
        return foreseen.verdict
    }

    /// Takes the decision about the session's server as that about the connection, where the handshake has resumed it.
    func confirmResumption() {
        guard let foreseen, foreseen.isOffered, handshake.facts.isResumed, handshake.isAccepted,
            case .accept(let evaluation, let scope, let later) = foreseen.verdict
        else { return }
        presented = foreseen.trust
        guard takesParameters(), set(later) else { return }
        accept(evaluation, scope)
        // Before TLS 1.3 a session is resumed more than once, one connection after the other, unless the server has
        // given a new ticket (RFC 5246 §7.3, RFC 5077 §3.3).
        guard handshake.facts.version == "1.2", !handshake.hasTicket else { return }
        sessionAgain = foreseen.session
        sessionAgain?.origin = handshake.identifier
    }

    /// Takes a session that another connection may resume: one that the server has given, or the same again.
    func takeSession() -> KeptSession? {
        if let again = sessionAgain {
            sessionAgain = nil
            return again
        }
        guard let session = handshake.takeSession(), let presented, wasAccepted else { return nil }
        let facts = handshake.facts
        let provenAt = facts.isResumed ? foreseen?.session.provenAt : finishedAt
        return KeptSession(
            session, presented: presented, tlsVersion: facts.version, serverName: facts.serverName,
            origin: handshake.identifier, provenAt: provenAt ?? connectedAt)
    }

    /// Reads what the server says about the client's certificate, for a judge.
    func identityRequest() throws(TransportError) -> IdentityRequest {
        guard let evaluation else { throw .unreadableCertificateRequest }
        guard let authorities = handshake.authorities else { throw .tooManyAuthorities }
        var names: [DistinguishedName] = []
        for authority in authorities {
            do throws(DERError) {
                names.append(try DistinguishedName(der: authority))
            } catch {
                throw .unreadableCertificateRequest
            }
        }
        identityDemand = IdentityDemand(names)
        return IdentityRequest(
            role: role, host: host, port: port, distinguishedNames: names, tlsVersion: handshake.facts.version,
            evaluation: evaluation)
    }

    /// Takes the answer about the client.
    func identify(_ answer: IdentityAnswer) {
        let (identity, scope): (HandshakeIdentity?, AnswerScope)
        switch answer {
        case .refuse(let error): return refuse(error)
        case .without(let given): (identity, scope) = (nil, given)
        case .withheld(let issuer, let given):
            (identity, scope) = (nil, given)
            identityDemand?.withhold(issuedBy: issuer)
        case .keptBack(let reason, let given):
            (identity, scope) = (nil, given)
            identityDemand?.keptBack = reason
        case .use(let chosen, let given): (identity, scope) = (chosen, given)
        }
        do throws(TransportError) { try handshake.set(identity) } catch { return refuse(error) }
        scopes.append(scope)
        clientCertificate = identity?.certificates.first
        handshake.goOn()
    }

    /// Notes that the server ended the handshake for want of a client's certificate.
    func noteWantOfIdentity() { isEndedForWantOfIdentity = !handshake.isFinished }

    /// Hands the lines of the key log on.
    func writeKeyLog() {
        if let keyLog { keyLog.add(handshake.takeKeyLog()) }
    }

    /// A decision that comes after the handshake has failed by itself: only a refusal says something.
    func decideLate(_ verdict: HandshakeVerdict) {
        decidedAt = .now
        if case .refuse(let failure) = verdict { self.verdict = .refused(failure) }
    }

    /// Refuses since nothing can be decided.
    func refuse(_ error: TransportError) {
        undecidable = error
        handshake.refuse(RefusalAlert.abandoned)
    }

    /// The terms on which it was accepted, as far as a request may rely on them now.
    var acceptance: PreRequestCheck.Acceptance {
        // The record is asked too: a second handshake on the connection takes the acceptance back.
        let isAccepted = wasAccepted && handshake.isAccepted && !handshake.isClosed
        return PreRequestCheck.Acceptance(
            role: role, host: host, port: port, policyDigest: policyDigest, acceptedKey: isAccepted ? acceptedKey : nil,
            isFinished: handshake.isFinished, scopes: scopes, evaluation: evaluation)
    }

    private static func mismatch(_ objection: AcceptanceCheck.Objection) -> TransportError {
        TransportError(
            .tls, .judgementMismatch, objection, advice: HandshakeSettingAdvice.reportMismatch)
    }

    /// Whether the certificates were accepted, whatever has become of the connection since.
    var wasAccepted: Bool { evaluation != nil }

    private var evaluation: TrustEvaluation? {
        if case .accepted(let evaluation) = verdict { evaluation } else { nil }
    }

    /// The record that responses and errors refer to; one value for all requests once the handshake is done.
    func record() -> ConnectionRecord {
        if let finishedRecord { return finishedRecord }
        let record = ConnectionRecord(
            id: handshake.identifier, host: host, port: port, peer: peer, facts: handshake.facts,
            isClientCertificateRequested: handshake.wasAskedForIdentity, clientCertificate: clientCertificate,
            isClientCertificateSent: handshake.hasSentCertificate,
            isClientCertificateRequired: isEndedForWantOfIdentity, identityDemand: identityDemand,
            presented: presented, verdict: verdict, timing: timing(), dial: dial)
        if handshake.isFinished { finishedRecord = record }
        return record
    }

    /// The times of its parts; TLS until the decision, where the handshake was refused.
    private func timing() -> ConnectionTiming {
        let own = askedAt.map { ((decidedAt ?? .now) - $0) / .milliseconds(1) }
        let trust = own.map { $0 + (foreseen?.time ?? 0) } ?? foreseen?.time
        let tls = (finishedAt ?? decidedAt).map { ($0 - connectedAt) / .milliseconds(1) }
        return ConnectionTiming(
            dns: wayTiming.dns, tcp: wayTiming.tcp, tls: tls.map { max(0, $0 - (trust ?? 0)) }, trust: trust)
    }
}

extension TransportError {
    fileprivate static func certificatesUnreadable(_ reason: Statement) -> TransportError {
        TransportError(
            .tls, .certificateMessage, HandshakeSentence.certificatesUnreadable(reason: reason),
            advice: HandshakeSettingAdvice.ownCertificateFirst)
    }

    fileprivate static func weakSuite(
        _ suite: String?, instead selection: CipherSuiteSelection, _ host: String
    ) -> TransportError {
        TransportError(
            .tls, .weakConnection,
            HandshakeSentence.weakSuite(suite: suite, host: host, wanted: selection.suites),
            advice: HandshakeSettingAdvice.switchOnTLS13OrGCM)
    }

    fileprivate static func otherKeyExchange(
        _ exchange: String, instead groups: SupportedGroups, _ host: String
    ) -> TransportError {
        TransportError(
            .tls, .weakConnection,
            HandshakeSentence.otherKeyExchange(exchange: exchange, host: host, groups: "\(groups)"),
            advice: HandshakeSettingAdvice.switchOnGroups)
    }
}
