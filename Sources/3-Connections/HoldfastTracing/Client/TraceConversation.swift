import HoldfastCrypto
import HoldfastEndpoint
import HoldfastStatements
import HoldfastTLS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// TLS on a connected socket: the handshake, the judgement within it, what may follow, and the end.
final class TraceConversation {
    /// The longest time that the server may take to end the connection after we did: 1 s.
    private static let closeWait = Duration.seconds(1)

    private let whole: TraceRun
    private let tls: TLSEndpoint
    private var wire: TraceWire
    private var isRefused = false
    /// The proof on which something may be sent: about this connection's certificate, and for a server's name.
    private var acceptance: TrustEvaluation?

    init(_ whole: TraceRun, _ tls: TLSEndpoint, _ wire: TraceWire) {
        self.whole = whole
        self.tls = tls
        self.wire = wire
    }

    var recorder: TraceRecorder { wire.recorder }
    private var configuration: TraceConfiguration { whole.configuration }

    func run() {
        do throws(TraceError) {
            try shakeHands()
        } catch {
            judgeUnasked()
            whole.trace.outcome = outcome(error, duringHandshake: true)
            if case .failed(let error) = whole.trace.outcome { wire.recorder.addLast(.note(error.statement)) }
            return
        }
        do throws(TraceError) {
            try talk()
            close()
            // A server that refuses the client's certificate of TLS 1.3 says so after the handshake.
            if let alert = recorder.fatalAlerts[.server] {
                whole.trace.outcome = .refusedByServer(alert, duringHandshake: false)
            } else {
                whole.trace.outcome = isRefused && configuration.stopsOnRefusal ? .refusedByUs(nil) : .completed
            }
        } catch {
            whole.trace.outcome = outcome(error, duringHandshake: false)
            if case .failed(let error) = whole.trace.outcome { wire.recorder.addLast(.note(error.statement)) }
        }
    }

    private func outcome(_ error: TraceError, duringHandshake: Bool) -> TraceOutcome {
        if isRefused, configuration.stopsOnRefusal { return .refusedByUs(recorder.fatalAlerts[.client]) }
        // Alerts that libssl put into words are said as what they are; limits and time are said first. Where this end
        // gave one, the fault was found here, whatever the server says besides.
        if recorder.fatalAlerts[.client] == nil,
            [.handshakeFailed, .connectionClosed, .connectionReset].contains(error.code),
            let alert = recorder.fatalAlerts[.server]
        {
            return .refusedByServer(alert, duringHandshake: duringHandshake)
        }
        return .failed(error)
    }

    // MARK: The handshake

    private func shakeHands() throws(TraceError) {
        while true {
            let want = tls.handshake()
            try settle(.tls)
            switch want {
            case .done: return
            case .needsInput: try feed(.tls)
            case .needsVerdict: try judgeInHandshake()
            case .closed: throw TraceError(.tls, .connectionClosed, TraceSentence.closedTLS)
            case .failed(let errors):
                throw .handshake(errors, wasReset: wire.wasReset, hasHello: recorder.context.version != nil)
            }
        }
    }

    /// Takes what libssl told, and sends what it wrote.
    private func settle(_ phase: TraceError.Phase) throws(TraceError) {
        wire.recorder.take(tls.takeNotes())
        do throws(TraceWireError) { try wire.send(tls.takeOutput()) } catch {
            throw error.traceError(phase, whole.limits)
        }
    }

    /// Gives libssl the next record, or the end.
    private func feed(_ phase: TraceError.Phase) throws(TraceError) {
        do throws(TraceWireError) {
            if let record = try wire.nextRecord() { tls.feed(record) } else { tls.endInput() }
        } catch {
            throw error.traceError(phase, whole.limits)
        }
    }

    // MARK: The judgement

    private func judgeInHandshake() throws(TraceError) {
        var failure: TraceWireError?
        if recorder.context.version.map({ $0 < .tls13 }) ?? false {
            // The staple comes after the certificates, and all of the flight is in the clear.
            do throws(TraceWireError) { try wire.readAheadToEndOfFlight() } catch { failure = error }
        }
        let verdict = judge(sent: recorder.serverCertificates)
        tls.decide(
            verdict.evaluation == nil && configuration.stopsOnRefusal
                ? .refused(RefusalAlert.x509Error(for: verdict.failure?.cause.code ?? .malformedCertificate))
                : .accepted)
        if let failure { throw failure.traceError(.tls, whole.limits) }
        guard let identity = configuration.clientIdentity else { return }
        if let proof = acceptance {
            try show(identity, to: proof)
        } else {
            note(verdict.evaluation == nil ? .certificateKeptFromUntrusted : .certificateKeptWithoutName)
        }
    }

    /// Has the client's certificate sent where the server asks for one, which it can only have once it has proven who
    /// it is.
    private func show(_ identity: ClientIdentity, to proof: TrustEvaluation) throws(TraceError) {
        do throws(TLSEndpointError) { try tls.showIdentity() } catch {
            throw TraceError(error, setting: configuration)
        }
        wire.recorder.sends(identity.certificates)
    }

    /// Judges what came although libssl broke off before it asked: that is how a malformed certificate gets its
    /// finding.
    private func judgeUnasked() {
        wire.recorder.take(tls.takeNotes())
        guard whole.trace.verdict == nil, !tls.wasAsked, let list = recorder.serverCertificates else { return }
        _ = judge(sent: list)
    }

    private func judge(sent list: CertificateMessage?) -> TraceVerdict {
        let first = list?.entries.first
        do throws(ServerTrustError) {
            var trust = try ServerTrust(
                derChain: (list?.entries ?? []).map(\.der),
                stapledOCSP: first?.stapledOCSP ?? recorder.certificateStatus,
                issuersStapledOCSP: (list?.entries ?? []).dropFirst().compactMap(\.stapledOCSP),
                signedCertificateTimestamps: first?.signedCertificateTimestamps ?? recorder.helloTimestamps,
                limits: configuration.policy.limits)
            trust.keyUse = tls.suiteName.flatMap { ServerKeyUse(cipherSuite: $0) }
            whole.presented = trust
            return evaluate(trust, isOfResumedSession: false)
        } catch {
            return note(TraceVerdict(.notJudged(error.statement), duration: .zero))
        }
    }

    private func evaluate(_ presented: ServerTrust, isOfResumedSession: Bool) -> TraceVerdict {
        // Whoever the server is, anybody on the way reads and writes what is sent.
        if let suite = tls.unencryptedSuite {
            return note(
                TraceVerdict(
                    .notJudged(TraceSentence.encryptsNothing(suite: suite).statement), duration: .zero,
                    isOfResumedSession: isOfResumedSession))
        }
        var trust = presented
        trust.connectedHost = whole.trace.target.host
        trust.connectedAddress = whole.peerAddress
        let began = whole.limits.clock.elapsed
        let decision: TraceVerdict.Decision
        do throws(TrustFailure) {
            decision = accepted(try whole.verdict(on: trust), presented: trust)
        } catch {
            decision = .refused(error)
        }
        let duration = whole.limits.clock.elapsed - began
        return note(TraceVerdict(decision, duration: duration, isOfResumedSession: isOfResumedSession))
    }

    /// The decision that the engine's acceptance comes to on this connection, by the check that sessions make.
    private func accepted(_ evaluation: TrustEvaluation, presented: ServerTrust) -> TraceVerdict.Decision {
        switch AcceptanceCheck.objection(evaluation, presented: presented, offersKey: tls.offersKey) {
        case nil: acceptance = evaluation
        // The verdict that was asked for, which lets nothing out.
        case .noName: break
        case let objection?: return .notJudged(objection.statement)
        }
        return .trusted(evaluation)
    }

    private func note(_ remark: TraceNote) { wire.recorder.add(.note(remark.statement)) }

    private func note(_ verdict: TraceVerdict) -> TraceVerdict {
        whole.trace.verdict = verdict
        whole.trace.timing.trust = verdict.duration
        isRefused = verdict.evaluation == nil
        wire.recorder.add(.verdict(verdict))
        return verdict
    }

    // MARK: After the handshake

    private func talk() throws(TraceError) {
        if configuration.resuming != nil, !tls.isResumed {
            note(.notResumed)
        }
        if tls.isResumed, whole.trace.verdict == nil, let session = configuration.resuming {
            whole.presented = session.presented
            if let presented = session.presented {
                _ = evaluate(presented, isOfResumedSession: true)
            } else {
                _ = note(
                    TraceVerdict(
                        .notJudged(TraceSentence.noCertificatesResumed.statement), duration: .zero,
                        isOfResumedSession: true))
            }
        }
        if isRefused, configuration.stopsOnRefusal { return }
        if let proof = acceptance, !configuration.request.isEmpty {
            try send(configuration.request, trusting: proof)
            do throws(TraceError) { try readResponse() } catch {
                if error.code == .timedOut, isHead, whole.trace.response.isEmpty { note(.unansweredHead) }
                throw error
            }
            return
        }
        if !configuration.request.isEmpty, whole.trace.verdict?.evaluation != nil {
            note(.requestKeptWithoutName)
        }
        if tls.version == .tls13 {
            try waitForTickets()
        }
    }

    /// Sends application data, which needs the proof that the server is the right one.
    private func send(_ bytes: [UInt8], trusting proof: TrustEvaluation) throws(TraceError) {
        guard let leaf = proof.chain.first, tls.peerHasKey(leaf.subjectPublicKeyInfo.bytes) else {
            throw TraceError(.transfer, .notSent, TraceSentence.otherKey)
        }
        let want = tls.write(bytes)
        try settle(.transfer)
        guard case .done = want else {
            throw TraceError(.transfer, .notSent, TraceSentence.notSent)
        }
        wire.recorder.sent(applicationData: bytes.count)
    }

    /// The outcome of a read.
    private enum Progress { case went, needsInput, ended }

    private func readOnce(_ phase: TraceError.Phase) throws(TraceError) -> Progress {
        let want = tls.read(atMost: 16 << 10)
        try settle(phase)
        switch want {
        case .done(let bytes):
            wire.recorder.received(applicationData: bytes.count)
            let room = configuration.maximumResponse - whole.trace.response.count
            whole.trace.response += bytes.prefix(max(0, room))
            return .went
        case .needsInput, .needsVerdict: return .needsInput
        case .closed: return .ended
        case .failed(let errors):
            if recorder.fatalAlerts[.server] != nil { return .ended }
            if wire.wasReset { throw TraceError(.transfer, .connectionReset, TraceSentence.brokenOff) }
            // The end of the stream without close_notify: whether all of it came cannot be known (RFC 8446 §6.1).
            if wire.hasEnded {
                note(.noCloseNotify)
                return .ended
            }
            throw TraceError(
                .transfer, .transferFailed, TraceSentence.failedAfterwards(library: errors.first?.reason),
                librarySays: errors)
        }
    }

    private var isHead: Bool { configuration.request.starts(with: Array("HEAD ".utf8)) }

    private func readResponse() throws(TraceError) {
        // The answer to HEAD ends with its head (RFC 9110 §9.3.2); of others only the end of the stream is looked for.
        let endsAtHead = isHead
        while true {
            switch try readOnce(.transfer) {
            case .ended: return
            case .needsInput: try feed(.transfer)
            case .went:
                if endsAtHead, whole.trace.response.firstRange(of: Array("\r\n\r\n".utf8)) != nil { return }
            }
        }
    }

    private func waitForTickets() throws(TraceError) {
        let end = whole.limits.clock.elapsed + configuration.ticketWait
        while true {
            switch try readOnce(.tls) {
            case .ended: return
            case .went: continue
            case .needsInput:
                if recorder.ticketCount > 0, !wire.hasInput { return }
                guard try feed(until: end, .tls) else { return }
            }
        }
    }

    /// Gives libssl the next record, unless none comes until then; false where none came.
    private func feed(until end: Duration, _ phase: TraceError.Phase) throws(TraceError) -> Bool {
        do throws(TraceWireError) {
            if let record = try wire.nextRecord(until: end) { tls.feed(record) } else { tls.endInput() }
            return true
        } catch {
            if case .socket(.idle) = error { return false }
            throw error.traceError(phase, whole.limits)
        }
    }

    // MARK: The end

    /// Says close_notify and FIN, and takes what the server still says. Nothing here is a failure any more.
    private func close() {
        tls.close()
        do throws(TraceError) {
            try settle(.transfer)
            wire.endWriting()
            let end = whole.limits.clock.elapsed + Self.closeWait
            while !wire.hasEnded, try feed(until: end, .transfer) {
                while case .went = try readOnce(.transfer) {}
            }
        } catch {
            wire.recorder.add(.note(error.statement))
        }
    }
}
