/// A request on its way, over one attempt or two.
///
/// Belongs to the partition's thread.
final class Transfer {
    let submission: Mailbox.Submission
    let deadline: ContinuousClock.Instant
    /// The attempt under way; nil after the last one.
    var attempt: Attempt?
    /// Why its end was asked for while libssl held the thread.
    var givenUp: TransportError?
    /// How many attempts were made.
    var attempts = 0

    var request: TransportRequest { submission.request }
    var judge: any HandshakeJudge { submission.judge }

    init(_ submission: Mailbox.Submission) {
        self.submission = submission
        // libcurl's own limit, which must never be reached, lies at 24 days.
        deadline = .now.advanced(by: min(submission.request.timeout, .seconds(7 * 86_400)))
    }
}
