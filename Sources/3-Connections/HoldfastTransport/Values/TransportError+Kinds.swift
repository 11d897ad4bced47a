import HoldfastCredentials

extension TransportError {
    /// The error of a response that is over a limit, or that has no end.
    static func tooLarge(_ overflow: ResponseCollector.Overflow, _ request: TransportRequest) -> TransportError {
        switch overflow {
        case .body:
            TransportError(
                .transfer, .responseTooLarge, TransferSentence.tooLong(limit: request.limits.responseBytes),
                advice: TransferAdvice.raiseLimit)
        case .fields:
            TransportError(
                .transfer, .headersTooLarge, TransferSentence.headerTooLong(limit: request.limits.headerBytes),
                advice: TransferAdvice.seeFields)
        case .lengths:
            TransportError(.transfer, .badLength, TransferSentence.badLength, advice: TransferAdvice.seeLength)
        case .coding: TransferFault.contentEncoding.error(for: request)
        case .upgrade:
            TransportError(
                .transfer, .unaskedUpgrade, TransferSentence.unaskedUpgrade, advice: TransferAdvice.seeUpgrade)
        }
    }

    /// The error of a request that was lost with its kept connection, and goes out over no other one.
    static func notRepeated(_ denial: PreRequestCheck.Denial, _ request: TransportRequest) -> TransportError {
        TransportError(
            .transfer, .emptyReply, TransferSentence.noAnswerToRepeated(denial, method: request.message.method),
            advice: TransferAdvice.mayHaveActed)
    }

    /// The error of a request that was held back.
    static func denied(_ denial: PreRequestCheck.Denial) -> TransportError {
        if denial == .noExtendedMasterSecret {
            return TransportError(
                .tls, .weakConnection, HandshakeSentence.heldBack(denial),
                advice: HandshakeSettingAdvice.updateLibrary)
        }
        if denial == .otherGroup {
            return TransportError(
                .tls, .weakConnection, HandshakeSentence.heldBack(denial),
                advice: HandshakeSettingAdvice.switchOnGroups)
        }
        return TransportError(
            .tls, denial == .outdatedPolicy ? .policyChanged : .connectionNotAccepted,
            HandshakeSentence.heldBack(denial), advice: HandshakeSettingAdvice.repeatRequest)
    }

    /// The error of groups of which the library has none.
    static func unavailable(_ groups: SupportedGroups) -> TransportError {
        TransportError(
            .tls, .unavailableGroups, HandshakeSentence.noSuchGroups(groups: "\(groups)"),
            advice: HandshakeSettingAdvice.askForOtherGroups)
    }

    /// The error of a library, or of the machine's configuration of it, that leaves nothing to offer.
    static var unusableConfiguration: TransportError {
        TransportError(
            .tls, .opensslConfiguration, HandshakeSentence.openSSLConfiguration,
            advice: HandshakeSettingAdvice.seeOpenSSLConfiguration)
    }

    /// The error of a challenge that would be answered by NTLMv1.
    static func weakNTLM(_ asker: TransferSentence.Asker) -> TransportError {
        TransportError(
            .request, .weakNTLM, TransferSentence.weakNTLM(asker: asker),
            advice: TransferAdvice.askForNTLMv2(asker: asker))
    }

    /// The error of a message that could not be made; nil where it was not in time.
    static func login(_ error: NegotiationError, at asker: TransferSentence.Asker) -> TransportError? {
        switch error.cause {
        case .weak: weakNTLM(asker)
        case .late: nil
        case .unavailable:
            TransportError(
                .request, .ntlmUnavailable, TransferSentence.noNTLM(library: error.statement),
                advice: TransferAdvice.installNTLM)
        case .refused:
            TransportError(
                .request, .credentialUnusable, TransferSentence.noNTLM(library: error.statement),
                advice: TransferAdvice.giveUserAndPassword)
        }
    }

    static let shutDown = TransportError(
        .internal, .shutDown, MachineSentence.shutDown, advice: MachineAdvice.keepSession)
}

extension Duration {
    /// Seconds as texts have them: at most three digits behind the point.
    var inSeconds: String {
        let milliseconds = Int64((self / .milliseconds(1)).rounded())
        let fraction = milliseconds % 1_000
        guard fraction != 0 else { return "\(milliseconds / 1_000)" }
        let digits = String(1_000 + fraction).dropFirst()
        return "\(milliseconds / 1_000).\(digits)"
    }
}
