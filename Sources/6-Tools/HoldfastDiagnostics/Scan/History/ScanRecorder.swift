import HoldfastSystem
package import HoldfastX509
import Synchronization

/// The history's part in a scan: what is done already, what has changed, and what is kept before it is told.
///
/// The file is used on a thread of its own: a commit waits for the disk, and for other processes that write, and the
/// threads that all tasks share must not.
package final class ScanRecorder: Sendable {
    /// The gravest of what was found, targets left out about which somebody has asked for silence.
    package struct Outcome: Hashable, Sendable {
        /// The gravest of all.
        package fileprivate(set) var level = ScanLevel.none
        /// The gravest of what the earlier run has not.
        package fileprivate(set) var newLevel = ScanLevel.none

        fileprivate mutating func add(_ level: ScanLevel, new: ScanLevel) {
            self.level = max(self.level, level)
            newLevel = max(newLevel, new)
        }
    }

    private struct Waiting {
        let results: [ScanResult]
        let told: CheckedContinuation<Result<[ScanResult], ScanHistoryError>, Never>
    }

    private struct State {
        let history: ScanHistory
        var outcome = Outcome()
    }

    private let now: @Sendable () -> Instant
    package let run: RecordedRun
    /// The earlier run that results are compared with; nil for none, so that everything is new.
    package let since: RecordedRun?
    private let thread = WaitingThreads(limit: 1)
    /// Held on the thread alone, so that nobody waits for it.
    private let state: Mutex<State>
    /// Results that are to be kept with the next transaction.
    private let waiting = Mutex<[Waiting]>([])

    /// Takes a history over for a run.
    ///
    /// - Parameter now: the clock by which silence ends.
    package init(
        _ history: sending ScanHistory, _ run: RecordedRun, since: RecordedRun?, now: @escaping @Sendable () -> Instant
    ) {
        (self.run, self.since, self.now) = (run, since, now)
        state = Mutex(State(history: history))
    }

    /// Does something with the history, on its thread.
    private func using<Value: Sendable>(
        _ body: @escaping @Sendable (inout State) throws(ScanHistoryError) -> Value
    ) async throws(ScanHistoryError) -> Value {
        try await thread.result { () throws(ScanHistoryError) in
            try self.state.withLock { state throws(ScanHistoryError) in try body(&state) }
        }
    }

    /// Whether the run has the results of each target from before it was ended.
    package func areDone(_ targets: [ScanTarget]) async throws(ScanHistoryError) -> [Bool] {
        guard run.resumptions > 0 else { return targets.map { _ in false } }
        return try await using { [run] state throws(ScanHistoryError) in
            var done: [Bool] = []
            for target in targets { done.append(try state.history.contains(target, in: run)) }
            return done
        }
    }

    /// Some results from before the run was gone on with, in the order of the list, with what has changed: they were
    /// told then, and count for whatever is about the whole run.
    ///
    /// - Parameters:
    ///   - last: the place that this function gave the last time; nil for the beginning.
    ///   - limit: results at most.
    /// - Returns: the results, and the place of the last; nil at the end.
    package func earlier(
        after last: KeptPlace?, limit: Int = 256
    ) async throws(ScanHistoryError) -> (results: [ScanResult], last: KeptPlace?) {
        guard run.resumptions > 0 else { return ([], nil) }
        let now = now()
        return try await using { [run, since] state throws(ScanHistoryError) in
            let kept = try state.history.kept(of: run, after: last, limit: limit)
            var results: [ScanResult] = []
            for (record, report) in kept.results {
                let changes = try since.map { earlier throws(ScanHistoryError) in
                    try state.history.comparison(of: record, since: earlier).changes
                }
                let target = ScanTarget(index: record.index, key: record.key, text: record.text, owner: record.owner)
                results.append(
                    ScanResult(
                        target, report, changes: changes ?? [],
                        isMuted: try state.history.isMuted(record.key, at: now)))
            }
            return (results, kept.last)
        }
    }

    /// Keeps results, and gives them back with what has changed; only then are they to be told.
    ///
    /// Those that come while a transaction is written are kept by the next one: writing to the disk is waited for once
    /// for all of them.
    ///
    /// - Parameter results: all results of a target together.
    package func record(_ results: [ScanResult]) async throws(ScanHistoryError) -> [ScanResult] {
        let told = await withCheckedContinuation { told in
            let isFirst = waiting.withLock { waiting in
                waiting.append(Waiting(results: results, told: told))
                return waiting.count == 1
            }
            if isFirst { thread.run({ self.write() }, without: { self.write() }) }
        }
        return try told.get()
    }

    private func write() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        do throws(ScanHistoryError) {
            let batches = try state.withLock { state throws(ScanHistoryError) in
                try keep(all.map(\.results), in: &state)
            }
            for (waiting, batch) in zip(all, batches) { waiting.told.resume(returning: .success(batch)) }
        } catch {
            for waiting in all { waiting.told.resume(returning: .failure(error)) }
        }
    }

    private func keep(
        _ batches: [[ScanResult]], in state: inout State
    ) throws(ScanHistoryError) -> [[ScanResult]] {
        let (now, history) = (now(), state.history)
        var (told, entries, outcome) = ([[ScanResult]](), [ScanEntry](), state.outcome)
        for batch in batches {
            var results: [ScanResult] = []
            for var result in batch {
                let entry = ScanEntry(result)
                let comparison = try since.map { run throws(ScanHistoryError) in
                    try history.comparison(of: entry.record, since: run)
                }
                result.changes = comparison?.changes ?? []
                result.isMuted = try history.isMuted(entry.record.key, at: now)
                if !result.isMuted { outcome.add(result.level, new: comparison?.newLevel ?? result.level) }
                results.append(result)
                entries.append(entry)
            }
            told.append(results)
        }
        try history.add(entries, to: run)
        state.outcome = outcome
        return told
    }

    /// The targets of the earlier run that the list has no longer; only once the whole list is done.
    ///
    /// - Parameter limit: as many are named: a list may have been exchanged for another one.
    package func gone(limit: Int = 10_000) async throws(ScanHistoryError) -> [ScanDifferenceReport] {
        guard let since else { return [] }
        let now = now()
        return try await using { [run] state throws(ScanHistoryError) in
            var gone: [ScanDifferenceReport] = []
            try state.history.forEachGone(from: since, to: run) { record throws(ScanHistoryError) in
                guard gone.count < limit else { return }
                let comparison = ScanComparison(record: record, changes: [ScanChange(.gone)], newLevel: .none)
                let isMuted = try state.history.isMuted(record.key, at: now)
                gone.append(ScanDifferenceReport(comparison, from: since, to: run, isMuted: isMuted))
            }
            return gone
        }
    }

    /// Notes that the list is done, and gives the gravest of the whole run, with what was kept before it was gone on
    /// with.
    package func finish() async throws(ScanHistoryError) -> Outcome {
        let now = now()
        return try await using { [run, since] state throws(ScanHistoryError) in
            if run.resumptions > 0 {
                var whole = Outcome()
                try state.history.forEach(of: run) { record throws(ScanHistoryError) in
                    if try state.history.isMuted(record.key, at: now) { return }
                    let new = try since.map { earlier throws(ScanHistoryError) in
                        try state.history.comparison(of: record, since: earlier).newLevel
                    }
                    whole.add(record.level, new: new ?? record.level)
                }
                state.outcome = whole
            }
            try state.history.finish(run, at: now)
            return state.outcome
        }
    }
}
