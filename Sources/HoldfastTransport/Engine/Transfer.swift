/// A request on its way, over one attempt or two.
///
/// Belongs to the partition's thread.
final class Transfer {
    let submission: Mailbox.Submission
    private let end: ContinuousClock.Instant
    private let idle: Duration?
    /// When something last came or went.
    var lastActivity = ContinuousClock.now
    /// The attempt under way; nil after the last one.
    var attempt: Attempt?
    /// Why its end was asked for while libssl held the thread.
    var givenUp: TransportError?
    /// How many attempts were made.
    var attempts = 0

    var request: TransportRequest { submission.request }
    var judge: any HandshakeJudge { submission.judge }
    var pipe: ResponsePipe? { if case .stream(let pipe) = submission.delivery { pipe } else { nil } }

    init(_ submission: Mailbox.Submission) {
        self.submission = submission
        // libcurl's own limit, which must never be reached, lies at 24 days.
        end = .now.advanced(by: min(submission.request.timeout, .seconds(7 * 86_400)))
        idle = submission.request.idleTimeout
    }

    /// When it is given up, unless something comes or goes before.
    var deadline: ContinuousClock.Instant {
        let earliest = earliestEnd
        return earliest < end && waitsForThisSide ? end : earliest
    }

    /// The same if nothing waited for this side; what comes and goes moves it on, and nothing moves it back.
    var earliestEnd: ContinuousClock.Instant { idle.map { min(end, lastActivity.advanced(by: $0)) } ?? end }

    /// Whether it is the idle limit that ends it first.
    var isIdle: Bool { deadline < end }

    private var waitsForThisSide: Bool {
        guard let attempt else { return true }
        return attempt.isQueued || attempt.isBeingDecided || attempt.isReceivingPaused || attempt.isSendingPaused
    }
}
