import HoldfastCrypto
import HoldfastSystem
import HoldfastTrust
import Synchronization

extension TraceRun {
    /// Judges what the server presented, by what is at hand and what a source fetches while the trace waits.
    ///
    /// Where the trace's own time is over before, or it is cancelled, the verdict is the one without fetching: under
    /// ``RevocationChecking/hard`` a refusal.
    func verdict(on trust: ServerTrust) throws(TrustFailure) -> TrustEvaluation {
        let (policy, supplied) = (configuration.policy, configuration.supplied)
        let instant = configuration.judgedAt ?? SystemClock.now()
        if let result = engine.resultWithoutFetching(trust, with: policy, at: instant, supplying: supplied) {
            return try result.get()
        }
        if let source = configuration.evidence {
            let pending = PendingVerdict()
            let task = Task { [engine] in
                do throws(TrustFailure) {
                    pending.give(
                        .success(
                            try await engine.evaluate(
                                trust, with: policy, at: instant, using: source, supplying: supplied)))
                } catch {
                    pending.give(.failure(error))
                }
            }
            let longest = policy.fetching.timeout + .seconds(1)
            if let result = pending.result(within: limits, atMost: longest) { return try result.get() }
            task.cancel()
        }
        return try engine.evaluate(trust, with: policy, at: instant, supplying: supplied)
    }
}

/// A verdict that a task works out while the thread of a trace waits for it.
private final class PendingVerdict: Sendable {
    private let verdict = Mutex<Result<TrustEvaluation, TrustFailure>?>(nil)
    private let isGiven = try? WakeSignal()

    func give(_ result: Result<TrustEvaluation, TrustFailure>) {
        verdict.withLock { $0 = result }
        isGiven?.raise()
    }

    /// The verdict; nil where a limit was reached before, or the trace was cancelled.
    func result(
        within limits: WaitLimits, atMost limit: Duration
    ) -> Result<TrustEvaluation, TrustFailure>? {
        try? limits.wait(for: isGiven?.entry ?? Poll.nothing, atMost: limit)
        return verdict.withLock(\.self)
    }
}
