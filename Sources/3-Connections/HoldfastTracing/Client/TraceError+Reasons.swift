import HoldfastCrypto
import HoldfastEndpoint
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastTransport

extension TraceSocketError {
    /// The reason as a clause.
    var statement: Statement {
        switch self {
        case .timedOut: TraceSentence.timeIsOver.statement
        case .idle: TraceSentence.noAnswerInTime.statement
        case .cancelled: TraceSentence.cancelled.statement
        case .reset: TraceSentence.brokenOff.statement
        case .system(let number): Statement(verbatim: SystemText.error(number))
        }
    }

    func traceError(_ phase: TraceError.Phase, _ limits: WaitLimits) -> TraceError {
        switch self {
        case .timedOut:
            TraceError(phase, .timedOut, TraceSentence.noEnd(within: limits.end), advice: TraceAdvice.allowMoreTime)
        case .idle:
            TraceError(
                phase, .timedOut, TraceSentence.nothingCame(for: limits.idle),
                advice: phase == .startTLS ? TraceAdvice.tryWithoutStartTLS : .allowMoreTime)
        case .cancelled: TraceError(phase, .cancelled, TraceSentence.cancelled)
        case .reset: TraceError(phase, .connectionReset, TraceSentence.reset)
        case .system(let number) where number == ECONNREFUSED:
            TraceError(
                phase, .connectionRefused, TraceSentence.nothingListens(system: SystemText.error(number)),
                advice: TraceAdvice.checkPortAndAddress)
        case .system(let number):
            TraceError(
                phase, .connectionFailed, Verbatim(SystemText.error(number)), advice: TraceAdvice.checkNetwork)
        }
    }
}

extension TraceWireError {
    func traceError(_ phase: TraceError.Phase, _ limits: WaitLimits) -> TraceError {
        switch self {
        case .socket(let failure): failure.traceError(phase, limits)
        case .tooManyBytes: .tooManyBytes(phase)
        case .tooManyEvents: .tooManyEvents(phase)
        }
    }
}

extension TraceError {
    /// Bytes in the clear where the client has to speak next.
    static var spokenEarly: TraceError {
        TraceError(
            .startTLS, .plaintextInjected, TraceSentence.injected, advice: TraceAdvice.whoInjects)
    }

    static func tooManyBytes(_ phase: Phase) -> TraceError {
        TraceError(phase, .tooMany, TraceSentence.tooManyBytes, advice: TraceAdvice.raiseLimit)
    }

    static func tooManyEvents(_ phase: Phase) -> TraceError {
        TraceError(phase, .tooMany, TraceSentence.tooManyEvents, advice: TraceAdvice.raiseLimit)
    }

    /// libssl gave up by itself, or because the stream ended.
    static func handshake(_ errors: [OpenSSLError], wasReset: Bool, hasHello: Bool) -> TraceError {
        if wasReset {
            return TraceError(
                .tls, .connectionReset, TraceSentence.resetInHandshake, advice: TraceAdvice.checkThatTLS,
                librarySays: errors)
        }
        let reasons = TLSLibraryReason.all(in: errors)
        if !hasHello, reasons.contains(.notTLS) {
            return TraceError(
                .tls, .notTLS, TraceSentence.notTLS, advice: TraceAdvice.checkForStartTLS, librarySays: errors)
        }
        if reasons.contains(.unexpectedEnd) || errors.isEmpty {
            return TraceError(
                .tls, .connectionClosed, TraceSentence.closedInHandshake, advice: TraceAdvice.checkThatTLS,
                librarySays: errors)
        }
        if reasons.contains(.unsafeRenegotiation) {
            return TraceError(
                .tls, .handshakeFailed, HandshakeSentence.noSecureRenegotiation,
                advice: HandshakeAdvice.updateRenegotiation, librarySays: errors)
        }
        return TraceError(
            .tls, .handshakeFailed, TraceSentence.handshakeFailed(library: errors.first?.reason),
            advice: TraceAdvice.seeLibrary, librarySays: errors)
    }

    init(_ error: TransportError) {
        self.init(.name, Code(error.code), error.statement, advice: error.adviceStatement)
    }
}
