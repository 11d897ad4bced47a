import Foundation
import HoldfastAuthority
import HoldfastStore
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// The history's part in a scan: nothing is told that is not kept.
struct ScanRecorderTests {
    private typealias Bench = ScanHistoryBench
    private let bench: ScanHistoryBench
    private let samples: Samples

    init() throws {
        bench = try ScanHistoryBench()
        samples = try Samples()
    }

    private func recorder(resumes: Bool = false, since: ScanRunName? = nil) throws -> ScanRecorder {
        let history = try bench.history()
        let run =
            try resumes ? #require(try history.resume(Bench.source)) : history.begin(Bench.source, at: Bench.start)
        let earlier = try since.flatMap { try history.run($0, over: run.source, before: run) }
        return ScanRecorder(history, run, since: earlier) { Bench.start }
    }

    /// A result about `www.example.com`, refused where it has no anchor.
    private func result(_ index: Int, isRefused: Bool = false) throws -> ScanResult {
        let chain = try [samples.leaf().certificate, samples.intermediate.certificate]
        let report = try samples.verdict(chain, anchors: isRefused ? [] : nil)
        return ScanResult(Bench.target(index, "host-\(index).example:443"), report)
    }

    @Test("many at once: each is in the file when it is told") func together() async throws {
        let recorder = try recorder()
        let results = try (0..<100).map { try result($0, isRefused: $0 == 7) }
        let path = bench.path
        let kept = try await withThrowingTaskGroup(of: Bool.self) { group in
            for result in results {
                group.addTask {
                    let told = try await recorder.record([result])
                    let history = try ScanHistory(path, isMade: false)
                    let record = try history.record(ofKey: result.target.key, part: "", in: recorder.run)
                    return record == ScanRecord(told[0]).inWholeSeconds
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(kept == 100)
        let outcome = try await recorder.finish()
        #expect(outcome.level == .error)
        #expect(outcome.newLevel == .error)
    }

    /// The threads that tasks share are as many as processors: twice as many recorders would hold all of them.
    @Test("While another process writes for long, only the results wait for it", .hangLimit)
    func slowFile() async throws {
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        let recorders = try (0..<count).map { _ in try recorder() }
        let other = try bench.history()
        try other.database.execute("BEGIN IMMEDIATE")
        let told = try await withThrowingTaskGroup(of: Int.self) { group in
            for (index, recorder) in recorders.enumerated() {
                let result = try result(index)
                group.addTask { try await recorder.record([result]).count }
            }
            // As many tasks as there are threads, each of which has to come to its turn.
            for _ in 0..<count { await Task.detached {}.value }
            try await Task.sleep(for: .milliseconds(50))
            for _ in 0..<count { await Task.detached {}.value }
            try other.database.execute("COMMIT")
            return try await group.reduce(0, +)
        }
        #expect(told == count)
    }

    @Test("what was found before counts for nothing new, and silence for nothing at all") func onlyNew() async throws {
        let first = try recorder()
        _ = try await first.record([result(0, isRefused: true)])
        _ = try await first.record([result(1)])
        _ = try await first.finish()

        let second = try recorder(since: .last)
        let told = try await second.record([result(0, isRefused: true)])
        #expect(told.map(\.isMuted) == [false])
        _ = try await second.record([result(1)])
        var outcome = try await second.finish()
        #expect((outcome.level, outcome.newLevel) == (.error, .none))

        let third = try recorder(since: .last)
        let changes = try await third.record([result(1, isRefused: true)])[0].changes.map(\.kind)
        #expect(changes.contains(.newlyFailing))
        #expect(try await third.gone().map(\.comparison.record.key) == ["host-0.example:443"])
        outcome = try await third.finish()
        #expect((outcome.level, outcome.newLevel) == (.error, .error))

        _ = try bench.history().mute("host-1.example:443", until: Bench.hour(1))
        let fourth = try recorder(since: .number(1))
        #expect(try await fourth.record([result(1, isRefused: true)]).map(\.isMuted) == [true])
        outcome = try await fourth.finish()
        #expect((outcome.level, outcome.newLevel) == (.none, .none))
    }

    @Test("a run that is gone on with ends as the whole of it") func resumed() async throws {
        var first: ScanRecorder? = try recorder()
        _ = try await first?.record([result(0, isRefused: true)])
        // As a process that is killed leaves it.
        first = nil
        // The thread of the first lets go of the file in its own time.
        var next: ScanRecorder?
        try await eventually("the run is nobody's") {
            do { next = try recorder(resumes: true) } catch ScanHistoryError.underWay { return false }
            return true
        }
        let second = try #require(next)
        let targets = (0..<2).map { Bench.target($0, "host-\($0).example:443") }
        #expect(try await second.areDone(targets) == [true, false])
        _ = try await second.record([result(1)])
        #expect(try await second.finish().level == .error)
        #expect(try bench.history().counts(of: second.run).results == 2)
    }
}

extension ScanRecord {
    /// The record as a file gives it back, which has no fractions of seconds.
    fileprivate var inWholeSeconds: ScanRecord {
        var record = self
        record.at = at.inWholeSeconds
        return record
    }
}
