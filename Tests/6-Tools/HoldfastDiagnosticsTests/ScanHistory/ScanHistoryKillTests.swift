import Glibc
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

@Suite("A scan that is killed while it keeps results", .ownThread)
struct ScanHistoryKillTests {
    private typealias Bench = ScanHistoryBench

    /// Each process is a run that goes on: it adds a batch after the other, and is killed at some moment.
    @Test("each time: the batches that were told, or the one that was being kept besides, and no half one", .hangLimit)
    func killed() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try ScanHistoryKillTests.writers(Effort.rounds(300)) }
        }
    }

    @Test("a list that is gone on with until it is done: each target exactly once", .hangLimit)
    func wholeList() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try ScanHistoryKillTests.list(of: 400, kills: 10) }
        }
    }

    private static let batch = 7

    private static func writers(_ count: Int) throws {
        let bench = try ScanHistoryBench()
        let begun = try bench.history().begin(Bench.source, at: Bench.start)
        var writers = try KilledWriters()
        try writers.run(count) {
            let history = try bench.history()
            let run = try #require(try history.resume(Bench.source))
            return (history, run)
        } write: { store, number in
            let entries = (0..<batch).map { place in
                Bench.entry(Int(number) * batch + place, "host-\(number)-\(place).example:443")
            }
            try store.0.add(entries, to: store.1)
        } kept: { round in
            let history = try bench.history()
            let found = try Int(history.counts(of: begun).results)
            try #require(found % batch == 0, "round \(round): \(found) results")
            return UInt64(found / batch)
        }
    }

    private static func list(of count: Int, kills: Int) throws {
        let bench = try ScanHistoryBench()
        let begun = try bench.history().begin(Bench.source, at: Bench.start)
        // The list has each target twice, one of which may be done.
        let keys = (0..<count).map { "host-\($0 / 2).example:443" }
        func goOn(pausing: Bool) throws {
            let history = try bench.history()
            let run = try #require(try history.resume(Bench.source))
            var batch: [ScanEntry] = []
            for (index, key) in keys.enumerated() where try !history.contains(Bench.target(index, key), in: run) {
                batch.append(Bench.entry(index, key))
                guard batch.count == Self.batch else { continue }
                try history.add(batch.reversed(), to: run)
                batch = []
                if pausing { usleep(3_000) }
            }
            try history.add(batch, to: run)
        }
        var generator = SeededGenerator(UInt64(getpid()))
        for _ in 0..<kills {
            let results = { try bench.history().counts(of: begun).results }
            let before = try results()
            guard before < Int64(count) else { break }
            try ForkedProcess.killed(
                once: { try results() > before }, andAfter: { generator.number(0...8_000) }
            ) {
                try goOn(pausing: true)
                // It was done before it was killed.
                while true { pause() }
            }
        }
        try goOn(pausing: false)
        let records = try Bench.records(of: begun, in: try bench.history())
        try #require(records.map(\.index) == Array(0..<count))
        try #require(records.map(\.key) == keys)
    }
}
