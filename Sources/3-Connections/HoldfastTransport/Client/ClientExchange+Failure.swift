import HoldfastConnection
import HoldfastCrypto
import HoldfastHTTP
import HoldfastStatements
import HoldfastTrust

extension ClientExchange {
    /// The reason why it must not be sent over a connection; nil where it may.
    func denial(over connection: ClientConnection) -> PreRequestCheck.Denial? {
        let live = (connection.tls ?? connection.proxyTLS)?.live
        let peerHasKey = { (key: ArraySlice<UInt8>) in live?.peerHasKey(key) ?? false }
        var denial =
            if request.isPlain {
                PreRequestCheck.denial(
                    ofPlain: request, server: connection.record.map { ($0.host, $0.port) }, hasTLS: live != nil,
                    acceptance: connection.proxyJudged?.acceptance, peerHasKey: peerHasKey)
            } else {
                PreRequestCheck.denial(
                    request, hasConnection: live != nil, acceptance: connection.judged?.acceptance,
                    peerHasKey: peerHasKey)
            }
        if denial == nil, request.tls.cipherSuites == .aesGCMWithForwardSecrecy, live?.hasExtendedMasterSecret != true {
            denial = .noExtendedMasterSecret
        }
        // libssl takes nothing else where it asks for a group. The key transport of RSA and a field of the server's own
        // have none to ask for.
        if denial == nil, let groups = request.tls.supportedGroups,
            !groups.contains(connection.judged?.handshake.facts.keyExchange)
        {
            denial = .otherGroup
        }
        // One that was opened for this very request has just been judged.
        if denial == nil, !opensConnection, let dialler = request.connection.dialler,
            let endpoint = connection.way.peer,
            !dialler.mayUse(endpoint)
        {
            denial = .avoidedAddress
        }
        return denial
            ?? repetition.denial(
                of: request.message.method, over: connection, isFresh: opensConnection, isAnswered: response.hasBegun)
    }

    /// The reason why a request that was lost with its kept connection goes out over no other one (RFC 9110 §9.2.2);
    /// nil where it may, and where none was lost.
    var loss: PreRequestCheck.Denial? {
        guard denial != nil, !response.hasBegun else { return nil }
        return repetition.ending(of: request.message.method)
    }

    /// Whether the request has gone out, and another connection, or another address, does not undo that.
    private var wasSent: Bool {
        isAllowed || isHeadDelivered || repetition.ending(of: request.message.method) != nil
    }

    /// The fault of a transfer that a fault on the wire is.
    func transferFault(_ fault: ExchangeFault) -> TransferFault {
        switch fault {
        case .closedBeforeResponse: isCutInSending ? .notSent : .noAnswer
        case .closedInHead, .closedInContent: .cutShort
        case .malformed, .badLength, .longFields, .unaskedUpgrade, .unaskedOctets: .notHTTP
        // Who has the head of an answer gets no other one for the rest of it.
        case .http11Required where response.hasBegun: .cutShort
        // RFC 8441 §5: a stream's reset stands for that of a connection.
        case .reset where isTunnel: .cutShort
        case .reset, .refusedStream, .http11Required, .goAway, .connectionError, .streamError, .flood: .http2
        }
    }

    /// The reason why it failed, in our words; what libssl said is kept beside them.
    func failure(_ fault: TransferFault) -> TransportError {
        var error = classify(fault)
        fill(&error)
        if mayHaveLostAnswer, [.request, .transfer].contains(error.phase) {
            error.adviceStatement = TransferAdvice.earlyAnswer.statement
        }
        if let connection, opensConnection, let judged = connection.judged {
            error.librarySays = judged.handshake.errors().map(\.description)
        }
        return error
    }

    /// Whether content went out over HTTP/2, which some servers answer early and then reset.
    private var mayHaveLostAnswer: Bool {
        isAllowed && !response.hasBegun && uploadFailure == nil && response.overflow == nil && !asksForUpgrade
            && (feed != nil || request.message.body?.isEmpty == false) && record?.applicationProtocol == "h2"
    }

    /// Adds to an error what is known of the connection.
    func fill(_ error: inout TransportError) {
        error.connection = record
        error.endpoint = (connection ?? lastConnection)?.dialled?.endpoint
        error.wasSent = wasSent
        error.certificateWasAccepted = (connection ?? lastConnection)?.judged?.wasAccepted ?? false
    }

    private func classify(_ fault: TransferFault) -> TransportError {
        if let uploadFailure { return uploadFailure }
        if let loginFailure { return loginFailure }
        if let proxyError = proxyError(fault) { return proxyError }
        if let overflow = response.overflow { return TransportError.tooLarge(overflow, request) }
        let judged = connection?.judged
        if let judged, opensConnection {
            if let undecidable = judged.undecidable { return undecidable }
            if case .refused(let failure) = judged.verdict { return .certificateRefused(failure) }
        }
        if let loss { return TransportError.notRepeated(loss, request) }
        if let denial { return TransportError.denied(denial) }
        if let wireFault, let error = malformed(wireFault) { return error }
        if let judged,
            let error = ClientCertificateErrors.error(
                judged.handshake, fault, judged.identityDemand, hasAnswer: response.hasBegun,
                isFirstRequest: opensConnection)
        {
            if error.code == .clientCertificateRequired { judged.noteWantOfIdentity() }
            return error
        }
        if let judged, let alert = judged.handshake.receivedAlert { return TLSErrors.alert(alert, judged, request) }
        if let judged, opensConnection, !judged.handshake.isFinished {
            return TLSErrors.local(judged.handshake.errors(), judged, request)
        }
        return fault.error(for: request)
    }

    /// The error for a response that cannot be taken.
    private func malformed(_ fault: ExchangeFault) -> TransportError? {
        switch fault {
        case .badLength: TransportError.tooLarge(.lengths, request)
        case .longFields: TransportError.tooLarge(.fields, request)
        case .unaskedUpgrade: TransportError.tooLarge(.upgrade, request)
        case .malformed(let error) where Self.chunkFaults.contains(error.statement):
            TransportError(.transfer, .badChunk, TransferSentence.brokenChunks, advice: TransferAdvice.seeChunks)
        case .malformed(let error) where error.statement == MessageFault.otherCoding.statement:
            TransferFault.contentEncoding.error(for: request)
        default: nil
        }
    }

    private static let chunkFaults = [MessageFault.chunkSize, .longChunkSize, .endlessChunk].map(\.statement)

    // MARK: Giving up

    func cancellation() -> TransportError {
        var error = TransportError.cancelled(stage.phase)
        fill(&error)
        return error
    }

    /// The time is up: where it went is part of the answer.
    func lateness() -> TransportError {
        let (phase, stage) = stage
        let sentence: ConnectionSentence =
            if isStalled, let dialled = connection?.dialled, let limit = dialled.handshakeLimit {
                .lateHandshake(address: "\(dialled.endpoint)", seconds: limit.inSeconds)
            } else if isIdle, let idle = request.limits.idleTimeout {
                .idle(seconds: idle.inSeconds, stage)
            } else {
                .noAnswer(seconds: (request.limits.statedTimeout ?? request.limits.timeout).inSeconds, stage)
            }
        let advice: any Sentence =
            switch phase {
            case .name: ConnectionAdvice.checkResolver
            case .transfer where mayHaveLostAnswer: TransferAdvice.earlyAnswer
            case .transfer: ConnectionAdvice.allowAnswerMoreTime
            default: ConnectionAdvice.allowMoreTime
            }
        var error = TransportError(phase, .timedOut, sentence, advice: advice)
        error.isStall = isStalled
        fill(&error)
        return error
    }

    /// The phase and the stage that it has come to.
    private var stage: (phase: TransportError.Phase, stage: ConnectionSentence.Stage) {
        if dialling != nil, let dialler = request.connection.dialler {
            return (dialler.progress.phase, dialler.progress.stage)
        }
        if response.hasBegun { return (.transfer, .responseBegun) }
        if isAllowed { return (.transfer, .requestSent) }
        if connection?.proxyJudged?.handshake.isWaiting == true { return (.tls, .judgingProxy) }
        if request.connection.proxy != nil, let connection, connection.judged == nil {
            return (.connect, .openingTunnel)
        }
        if connection?.stage == .judgingSession { return (.tls, .judging) }
        if let judged = connection?.judged, opensConnection {
            switch judged.handshake.question {
            case .certificates: return (.tls, .judging)
            case .identity: return (.tls, .choosingIdentity)
            case nil: return (.tls, .handshake)
            }
        }
        return resolving == nil ? (.connect, .connecting) : (.name, .resolving)
    }
}
