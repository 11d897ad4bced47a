package import HoldfastX509

/// The history's part in a scan: what is done already, what has changed, and what is kept before it is told.
package actor ScanRecorder {
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

    private let history: ScanHistory
    private let now: @Sendable () -> Instant
    package nonisolated let run: RecordedRun
    /// The earlier run that results are compared with; nil for none, so that everything is new.
    package nonisolated let since: RecordedRun?
    private var outcome = Outcome()
    /// Results that are to be kept with the next transaction.
    private var waiting: [Waiting] = []

    /// Takes a history over for a run.
    ///
    /// - Parameter now: the clock by which silence ends.
    package init(
        _ history: sending ScanHistory, _ run: RecordedRun, since: RecordedRun?, now: @escaping @Sendable () -> Instant
    ) {
        (self.history, self.run, self.since, self.now) = (history, run, since, now)
    }

    /// Whether the run has the results of a target from before it was ended.
    package func isDone(_ target: ScanTarget) throws(ScanHistoryError) -> Bool {
        guard run.resumptions > 0 else { return false }
        return try history.contains(target, in: run)
    }

    /// Keeps results, and gives them back with what has changed; only then are they to be told.
    ///
    /// Those of tasks that ask at the same time are kept by one transaction: writing to the disk is waited for once.
    ///
    /// - Parameter results: all results of a target together.
    package func record(_ results: [ScanResult]) async throws(ScanHistoryError) -> [ScanResult] {
        let told = await withCheckedContinuation { told in
            waiting.append(Waiting(results: results, told: told))
            // It comes to its turn behind the tasks that wait for theirs already.
            if waiting.count == 1 { Task { self.write() } }
        }
        return try told.get()
    }

    private func write() {
        let all = waiting
        waiting = []
        do throws(ScanHistoryError) {
            let batches = try keep(all.map(\.results))
            for (waiting, batch) in zip(all, batches) { waiting.told.resume(returning: .success(batch)) }
        } catch {
            for waiting in all { waiting.told.resume(returning: .failure(error)) }
        }
    }

    private func keep(_ batches: [[ScanResult]]) throws(ScanHistoryError) -> [[ScanResult]] {
        let now = now()
        var (told, entries, outcome) = ([[ScanResult]](), [ScanEntry](), outcome)
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
        self.outcome = outcome
        return told
    }

    /// The targets of the earlier run that the list has no longer; only once the whole list is done.
    ///
    /// - Parameter limit: as many are named: a list may have been exchanged for another one.
    package func gone(limit: Int = 10_000) throws(ScanHistoryError) -> [ScanDifferenceReport] {
        guard let since else { return [] }
        var gone: [ScanDifferenceReport] = []
        let now = now()
        try history.forEachGone(from: since, to: run) { record throws(ScanHistoryError) in
            guard gone.count < limit else { return }
            let comparison = ScanComparison(record: record, changes: [ScanChange(.gone)], newLevel: .none)
            gone.append(
                ScanDifferenceReport(
                    comparison, from: since, to: run, isMuted: try history.isMuted(record.key, at: now)))
        }
        return gone
    }

    /// Notes that the list is done, and gives the gravest of the whole run, with what was kept before it was gone on
    /// with.
    package func finish() throws(ScanHistoryError) -> Outcome {
        let now = now()
        if run.resumptions > 0 {
            var whole = Outcome()
            try history.forEach(of: run) { record throws(ScanHistoryError) in
                if try history.isMuted(record.key, at: now) { return }
                let new = try since.map { run throws(ScanHistoryError) in
                    try history.comparison(of: record, since: run).newLevel
                }
                whole.add(record.level, new: new ?? record.level)
            }
            outcome = whole
        }
        try history.finish(run, at: now)
        return outcome
    }
}
