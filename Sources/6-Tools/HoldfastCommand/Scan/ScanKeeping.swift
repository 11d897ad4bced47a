import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastX509
import Synchronization

/// The history beside a scan: leaves out what is done, and keeps each result before it is told.
///
/// Without a history it lets everything through.
final class ScanKeeping: Sendable {
    let recorder: ScanRecorder?
    private let countsOnlyNew: Bool
    /// The error that ended the scan; nil for none.
    private let failure = Mutex<ScanHistoryError?>(nil)

    /// Begins a run, or goes on with one.
    ///
    /// - Parameters:
    ///   - list: the path of the list, or `-`.
    ///   - shard: the part of it that is this machine's.
    init(_ options: ScanHistoryOptions, list: String, shard: ScanShard?) throws(CommandError) {
        recorder = try options.recorder(list: list, shard: shard, at: SystemClock.now())
        countsOnlyNew = options.countsOnlyNew
    }

    /// Gives the results that the run has from before it was gone on with.
    func earlier(_ take: (ScanResult) -> Void) async throws(CommandError) {
        guard let recorder else { return }
        var last: KeptPlace?
        do throws(ScanHistoryError) {
            repeat {
                let some = try await recorder.earlier(after: last)
                for result in some.results { take(result) }
                last = some.last
            } while last != nil
        } catch {
            throw CommandError(error)
        }
    }

    /// The moment at which the run began that is gone on with; nil for a run that begins.
    var began: Instant? { recorder.flatMap { $0.run.resumptions > 0 ? $0.run.began : nil } }

    /// Some more targets that the run has no results of; none at the end.
    ///
    /// - Parameter next: gives some more of the list.
    func left(of next: () async -> [ScanJob]) async -> [ScanJob] {
        while true {
            let jobs = await next()
            guard let left = await left(of: jobs) else { return [] }
            if !left.isEmpty || jobs.isEmpty { return left }
        }
    }

    /// The jobs whose target the run has no results of; nil where that cannot be found out.
    private func left(of jobs: [ScanJob]) async -> [ScanJob]? {
        guard let recorder else { return jobs }
        do throws(ScanHistoryError) {
            let done = try await recorder.areDone(jobs.map(\.target))
            return zip(jobs, done).filter { !$1 }.map(\.0)
        } catch {
            failure.withLock { $0 = $0 ?? error }
            return nil
        }
    }

    /// Keeps the results of one target; nil where they could not be kept, and are not to be told.
    func keep(_ results: [ScanResult]) async -> [ScanResult]? {
        guard let recorder else { return results }
        do throws(ScanHistoryError) { return try await recorder.record(results) } catch {
            failure.withLock { $0 = $0 ?? error }
            return nil
        }
    }

    /// Notes that the list is done.
    ///
    /// - Parameters:
    ///   - isWhole: whether it was read to its end; a run over a list that was not is to be gone on with.
    ///   - tellGone: is given the targets of the earlier run that the list has no longer.
    /// - Returns: the gravest that counts for the exit code, of the whole run; nil without a history.
    func finish(
        isWhole: Bool, tellGone: (ScanDifferenceReport) -> Void
    ) async throws(CommandError) -> ScanLevel? {
        if let failure = failure.withLock(\.self) { throw CommandError(failure) }
        guard let recorder, isWhole else { return nil }
        do throws(ScanHistoryError) {
            for gone in try await recorder.gone() { tellGone(gone) }
            let outcome = try await recorder.finish()
            return countsOnlyNew ? outcome.newLevel : outcome.level
        } catch {
            throw CommandError(error)
        }
    }
}
