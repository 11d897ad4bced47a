import HoldfastAuthority
import HoldfastStore
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// Runs, and what they keep.
struct ScanHistoryTests {
    private typealias Bench = ScanHistoryBench
    private let bench: ScanHistoryBench

    init() throws { bench = try ScanHistoryBench() }

    @Test func whatWasKeptIsRead() throws {
        let samples = try Samples()
        let chain = try [samples.leaf().certificate, samples.intermediate.certificate]
        let entries = [
            try Bench.entry(0, "a.example:443", chain: chain),
            Bench.entry(1, "b.example:443", refusedFor: "hostMismatch"),
            ScanEntry(Bench.record(2, "c.example:443", part: "192.0.2.1")),
            ScanEntry(Bench.record(2, "c.example:443", part: "2001:db8::1")),
        ]
        let run = try Bench.run(entries, in: try bench.history())
        let history = try bench.history()
        #expect(try Bench.records(of: run, in: history) == entries.map(\.record))
        #expect(try history.run(.last)?.ended == Bench.start.advanced(bySeconds: 60))
        let counts = try history.counts(of: run)
        #expect(counts.results == 4)
        #expect(counts.count(of: .error) == 1)
    }

    @Test("a certificate is kept once, whoever shows it, with its bytes") func certificates() throws {
        let samples = try Samples()
        let chain = try [samples.leaf().certificate, samples.intermediate.certificate]
        let history = try bench.history()
        for _ in 0..<2 {
            try Bench.run(
                [try Bench.entry(0, "a.example:443", chain: chain), try Bench.entry(1, "b.example:443", chain: chain)],
                in: history)
        }
        #expect(try history.database.integer("SELECT count(*) FROM certificates") == 2)
        let row = try history.database.prepare("SELECT der, first_run FROM certificates ORDER BY id LIMIT 1")
        #expect(try row.step())
        #expect(row.bytes(0, limit: 60_000) == chain[0])
        #expect(row.integer(1) == 1)
    }

    @Test func runsByTheirNames() throws {
        let history = try bench.history()
        let first = try Bench.run([], in: history, at: Bench.hour(0))
        let other = try Bench.run([], in: history, at: Bench.hour(24), over: ScanSource(list: "-", part: "1/2"))
        let second = try Bench.run([], in: history, at: Bench.hour(48))
        let open = try history.begin(Bench.source, at: Bench.hour(72))
        func number(_ name: String, over source: ScanSource? = nil, before: RecordedRun? = nil) throws -> Int64? {
            try history.run(try #require(ScanRunName(name)), over: source, before: before)?.number
        }
        #expect(try number("last") == second.number)
        #expect(try number("last", before: second) == other.number)
        #expect(try number("last", over: Bench.source, before: second) == first.number)
        #expect(try number("\(open.number)") == open.number)
        #expect(try number("99") == nil)
        let firstDay = String(Bench.start.description.prefix(10))
        #expect(try number(firstDay) == first.number)
        #expect(try number(Bench.hour(47).description) == other.number)
        #expect(try number("2001-01-01") == nil)
        #expect(try history.runs(limit: 2).map(\.number) == [open.number, second.number])
    }

    @Test(arguments: ["", "0", "-1", "+1", "first", "2026-02-30", "last ", "1.5"])
    func namesOfNoRun(text: String) { #expect(ScanRunName(text) == nil) }

    // MARK: Going on

    @Test("the last run that was not done is gone on with, and no other") func resuming() throws {
        var history = try bench.history()
        #expect(try history.resume(Bench.source) == nil)
        let begun = try history.begin(Bench.source, at: Bench.start)
        // As a process that is killed leaves it.
        history = try bench.history()
        #expect(try history.resume(ScanSource(list: "/lists/others.txt")) == nil)
        #expect(try history.resume(ScanSource(list: Bench.source.list, part: "1/2")) == nil)
        let resumed = try #require(try history.resume(Bench.source))
        #expect(resumed.number == begun.number)
        #expect(resumed.resumptions == 1)
        #expect(resumed.began == begun.began)
        try history.finish(resumed, at: Bench.hour(1))
        #expect(try history.resume(Bench.source) == nil)
    }

    @Test func aRunThatAnotherIsAtIsLeftAlone() throws {
        let history = try bench.history()
        let run = try history.begin(Bench.source, at: Bench.start)
        let other = try bench.history()
        #expect(throws: ScanHistoryError.underWay(path: bench.path, run: run.number)) {
            try other.resume(Bench.source)
        }
        // Another run beside it is nobody's concern.
        let second = try other.begin(Bench.source, at: Bench.start)
        #expect(second.number == run.number + 1)
        try other.add([Bench.entry(0, "a.example:443")], to: second)
        try history.add([Bench.entry(0, "a.example:443")], to: run)
        #expect(try Bench.records(of: run, in: other).count == 1)
    }

    @Test("each line is done by itself, the same target on two of them too") func whatIsDone() throws {
        let history = try bench.history()
        let run = try history.begin(Bench.source, at: Bench.start)
        try history.add([Bench.entry(0, "a.example:443"), Bench.entry(2, "a.example:443")], to: run)
        let keys = ["a.example:443", "b.example:443", "a.example:443", "a.example:443", "c.example:443"]
        let done = try keys.enumerated().map { index, key in
            try history.contains(Bench.target(index, key), in: run)
        }
        #expect(done == [true, false, true, false, false])
    }

    @Test("where lines have moved, a target that was judged is done") func anotherList() throws {
        let history = try bench.history()
        let run = try history.begin(Bench.source, at: Bench.start)
        try history.add([Bench.entry(0, "a.example:443"), Bench.entry(1, "b.example:443")], to: run)
        let keys = ["new.example:443", "a.example:443", "b.example:443", "c.example:443"]
        var done: [Bool] = []
        for (index, key) in keys.enumerated() {
            let isDone = try history.contains(Bench.target(index, key), in: run)
            done.append(isDone)
            if !isDone { try history.add([Bench.entry(index, key)], to: run) }
        }
        #expect(done == [false, true, true, false])
        #expect(Set(try Bench.records(of: run, in: history).map(\.key)) == Set(keys))
    }

    @Test("a batch is kept as a whole, or not at all") func batches() throws {
        let history = try bench.history()
        let run = try history.begin(Bench.source, at: Bench.start)
        let tooLong = ScanEntry(Bench.record(1, String(repeating: "a", count: 1 << 17)))
        #expect(throws: ScanHistoryError.self) {
            try history.add([Bench.entry(0, "a.example:443"), tooLong], to: run)
        }
        #expect(try Bench.records(of: run, in: history).isEmpty)
        try history.add([Bench.entry(0, "a.example:443")], to: run)
        #expect(try Bench.records(of: run, in: history).count == 1)
    }

    // MARK: Silence

    @Test func mutesEnd() throws {
        let history = try bench.history()
        try Bench.run([Bench.entry(0, "a.example:443"), Bench.entry(1, "b.example:443")], in: history)
        let mute = try history.mute("a.example:443", until: Bench.hour(10))
        #expect(mute == ScanMute(key: "a.example:443", text: "a.example:443", until: Bench.hour(10)))
        #expect(try history.isMuted("a.example:443", at: Bench.hour(9)))
        #expect(try !history.isMuted("a.example:443", at: Bench.hour(10)))
        #expect(try !history.isMuted("b.example:443", at: Bench.hour(9)))
        #expect(try history.mutes(at: Bench.hour(9)).map(\.key) == ["a.example:443"])
        // A run that sees the target again says nothing of it.
        try Bench.run([Bench.entry(0, "a.example:443")], in: history)
        #expect(try history.isMuted("a.example:443", at: Bench.hour(9)))
        #expect(try history.mute("a.example:443", until: nil) == nil)
        #expect(try !history.isMuted("a.example:443", at: Bench.hour(9)))
        #expect(throws: ScanHistoryError.noTarget(path: bench.path, name: "z.example:443")) {
            try history.mute("z.example:443", until: Bench.hour(9))
        }
    }
}
