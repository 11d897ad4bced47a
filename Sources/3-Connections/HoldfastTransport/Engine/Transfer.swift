import CCurl
import HoldfastCrypto
import HoldfastStatements

/// A request on its way, over one attempt or two.
///
/// Belongs to the partition's thread.
final class Transfer {
    let submission: Mailbox.Submission
    private var end: ContinuousClock.Instant
    private let idle: Duration?
    /// When something last came or went.
    var lastActivity: ContinuousClock.Instant
    /// The attempt under way; nil after the last one.
    var attempt: Attempt?
    /// The reason why the transfer's end was asked for while libssl held the thread.
    var givenUp: TransportError?
    /// The tunnel that it has become; nil before its handshake has ended, and for what is none.
    var tunnel: Tunnel?
    /// Connections that were lost before a tunnel's first byte.
    var losses = 0
    /// Whether a pooled connection was found not to be for it.
    var needsFreshConnection = false
    /// Whether the server has said that it takes the request by HTTP/1.1 alone.
    var isForHTTP11 = false
    /// Opens a connection for it.
    var dialling: Task<Void, Never>?
    /// When the handshake with a dialled address has taken too long; nil for one that may take its time.
    var handshakeEnd: ContinuousClock.Instant?
    let began: ContinuousClock.Instant
    let startedAt = SystemClock.now()

    var request: TransportRequest { _read { yield submission.request } }
    var judge: any HandshakeJudge { submission.judge }

    init(_ submission: Mailbox.Submission) {
        self.submission = submission
        began = .now
        lastActivity = began
        // libcurl's own limit, which must never be reached, lies at 24 days.
        end = began.advanced(by: min(submission.request.limits.timeout, .seconds(7 * 86_400)))
        idle = submission.request.limits.idleTimeout
    }

    /// Makes it a tunnel, which lives for as long as somebody uses it: a week at most.
    func become(_ tunnel: Tunnel) {
        self.tunnel = tunnel
        lastActivity = .now
        end = lastActivity.advanced(by: .seconds(7 * 86_400))
    }

    /// When it is given up, unless something comes or goes before.
    var deadline: ContinuousClock.Instant {
        let earliest = earliestEnd
        return earliest < end && waitsForThisSide ? end : earliest
    }

    /// The deadline if nothing waited for this side; what comes and goes moves it on, and nothing moves it back.
    var earliestEnd: ContinuousClock.Instant {
        let idleEnd = idle.map { min(end, lastActivity.advanced(by: $0)) } ?? end
        return isHandshakeBounded ? handshakeEnd.map { min($0, idleEnd) } ?? idleEnd : idleEnd
    }

    /// Whether it is a dialled address that has not finished its handshake in its time.
    var isStalled: Bool { isHandshakeBounded && (handshakeEnd.map { $0 <= .now } ?? false) && .now < end }

    private var isHandshakeBounded: Bool { attempt?.isAllowed == false }

    /// Whether it is the idle limit that ends it first.
    var isIdle: Bool { deadline < end }

    private var waitsForThisSide: Bool {
        guard let attempt else { return true }
        if let tunnel { return tunnel.waitsForThisSide }
        return attempt.isQueued || attempt.isBeingDecided || attempt.isReceivingPaused || attempt.isSendingPaused
    }
}

extension Transfer {
    /// The time is up: where it went is part of the answer.
    func lateness() -> TransportError {
        let (phase, stage) = progress
        let sentence: ConnectionSentence =
            if isStalled, let socket = attempt?.dialled?.socket, let limit = socket.handshakeLimit {
                .lateHandshake(address: "\(socket.endpoint)", seconds: Self.text(limit))
            } else if isIdle, let idle = request.limits.idleTimeout {
                .idle(seconds: Self.text(idle), stage)
            } else {
                .noAnswer(seconds: Self.text(request.limits.statedTimeout ?? request.limits.timeout), stage)
            }
        let advice: any Sentence =
            if phase == .name {
                ConnectionAdvice.checkResolver
            } else if attempt?.mayHaveLostAnswer == true {
                TransferAdvice.earlyAnswer
            } else if phase == .transfer {
                ConnectionAdvice.allowAnswerMoreTime
            } else {
                ConnectionAdvice.allowMoreTime
            }
        var error = TransportError(phase, .timedOut, sentence, advice: advice)
        error.isStall = isStalled
        fill(&error)
        return error
    }

    func cancellation() -> TransportError {
        var error = TransportError.cancelled(progress.phase)
        fill(&error)
        return error
    }

    private func fill(_ error: inout TransportError) {
        error.connection = attempt?.record
        error.endpoint = attempt?.endpoint
        error.wasSent = attempt?.wasSent ?? false
        error.certificateWasAccepted = attempt?.connection?.wasAccepted ?? false
    }

    private var progress: (phase: TransportError.Phase, stage: ConnectionSentence.Stage) {
        guard let attempt else { return (.tls, .judging) }
        if dialling != nil, let dialler = request.connection.dialler {
            return (dialler.progress.phase, dialler.progress.stage)
        }
        if attempt.response.hasBegun { return (.transfer, .responseBegun) }
        if attempt.isAllowed { return (.transfer, .requestSent) }
        if let connection = attempt.connection, attempt.opensConnection {
            switch connection.handshake.question {
            case .certificates: return (.tls, .judging)
            case .identity: return (.tls, .choosingIdentity)
            case nil: break
            }
            return (.tls, .handshake)
        }
        if attempt.proxyConnection?.handshake.isWaiting == true {
            return (.tls, .judgingProxy)
        }
        if request.connection.proxy != nil, attempt.peer != nil {
            return (.connect, .openingTunnel)
        }
        if attempt.easy.microseconds(CURLINFO_NAMELOOKUP_TIME_T) == nil {
            return (.name, .resolving)
        }
        return (.connect, .connecting)
    }

    static func text(_ duration: Duration) -> String {
        let milliseconds = Int64((duration / .milliseconds(1)).rounded())
        let fraction = milliseconds % 1_000
        guard fraction != 0 else { return "\(milliseconds / 1_000)" }
        let digits = String(1_000 + fraction).dropFirst()
        return "\(milliseconds / 1_000).\(digits)"
    }
}

extension TransportError {
    static let shutDown = TransportError(
        .internal, .shutDown, MachineSentence.shutDown, advice: MachineAdvice.keepSession)
}
