import HoldfastCrypto

/// A request on its way, over one attempt or two.
///
/// Belongs to the partition's thread.
final class Transfer {
    let submission: Mailbox.Submission
    private let end: ContinuousClock.Instant
    private let idle: Duration?
    /// When something last came or went.
    var lastActivity: ContinuousClock.Instant
    /// The attempt under way; nil after the last one.
    var attempt: Attempt?
    /// Why its end was asked for while libssl held the thread.
    var givenUp: TransportError?
    /// Whether a pooled connection was found not to be for it.
    var needsFreshConnection = false
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
        end = began.advanced(by: min(submission.request.timeout, .seconds(7 * 86_400)))
        idle = submission.request.idleTimeout
    }

    /// When it is given up, unless something comes or goes before.
    var deadline: ContinuousClock.Instant {
        let earliest = earliestEnd
        return earliest < end && waitsForThisSide ? end : earliest
    }

    /// The same if nothing waited for this side; what comes and goes moves it on, and nothing moves it back.
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
        return attempt.isQueued || attempt.isBeingDecided || attempt.isReceivingPaused || attempt.isSendingPaused
    }
}
