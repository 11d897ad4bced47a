/// Asks somebody who may never come back, and need not heed a cancellation: they are left to themselves then.
package enum Inquiry {
    /// What the closure says; nil where that took too long, or the task was cancelled meanwhile.
    package static func answer<Answer: Sendable>(
        until end: ContinuousClock.Instant, _ ask: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let answer = FirstAnswer<Answer?>()
        let asking = Task { answer.give(await ask()) }
        defer { asking.cancel() }
        return await answer.wait(until: end, late: nil)
    }
}
