import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@testable import HoldfastCommand

/// The engine below `check` and `scan`: how many at once, and how soon.
@Suite("The engine of scans")
struct ScanEngineTests {
    @Test("As many are worked on as may be, none waits in memory, and each is taken once", .hangLimit)
    func bounded() async {
        let (limit, total) = (7, 1_000)
        let given = Mutex(0)
        let started = Mutex(0)
        var taken: [Int] = []
        await BoundedWork.run(atOnce: limit) { () -> [Int] in
            given.withLock { given in
                defer { given = min(total, given + 13) }
                return Array(given..<min(total, given + 13))
            }
        } _: { (item: Int) -> Int in
            started.withLock { $0 += 1 }
            await Task.yield()
            return item
        } take: { result in
            taken.append(result)
            // What was begun and not yet taken is what may be worked on.
            #expect(started.withLock { $0 } - taken.count < limit)
            return true
        }
        #expect(taken.sorted() == Array(0..<total))
        #expect(started.withLock { $0 } == total)
    }

    @Test("Results are taken while nothing more is named yet, and nobody has to go on", .hangLimit)
    func slowList() async {
        let gate = Gate()
        let given = Mutex(0)
        var taken: [Int] = []
        await BoundedWork.run(atOnce: 4) { () -> [Int] in
            let turn = given.withLock { given in
                given += 1
                return given
            }
            // The second piece comes only when all of the first were taken.
            if turn == 2 { await gate.pass() }
            return turn == 1 ? [1, 2, 3] : [4, 5, 6, 7, 8, 9]
        } _: { (item: Int) -> Int in
            item
        } take: { result in
            taken.append(result)
            if taken.count == 3 { gate.open() }
            return taken.count < 5
        }
        #expect(taken.prefix(3).sorted() == [1, 2, 3] && taken.count == 5)
    }

    @Test("Connections have a moment each, and a pause is no right to a burst")
    func slots() {
        var slots = PaceSlots(rate: 10)
        let start = ContinuousClock.now
        let tenth = Duration.milliseconds(100)
        #expect((0..<4).map { _ in slots.slot(at: start) } == (0..<4).map { start + tenth * $0 })
        let late = start + .seconds(60)
        #expect((0..<3).map { _ in slots.slot(at: late) } == (0..<3).map { late + tenth * $0 })
    }

    @Test("No more go to one address than may, and all have their turn", .hangLimit)
    func addresses() async throws {
        let pace = ConnectionPace(perAddress: 2)
        let address = try #require(IPAddress("192.0.2.1"))
        let other = try #require(IPAddress("192.0.2.2"))
        let turns = Turns()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<60 {
                group.addTask {
                    guard index % 3 != 0 else {
                        await pace.enter(other)
                        pace.leave(other)
                        return turns.state.withLock { $0.done += 1 }
                    }
                    await pace.enter(address)
                    turns.state.withLock { state in
                        state.inside += 1
                        state.most = max(state.most, state.inside)
                    }
                    for _ in 0..<5 { await Task.yield() }
                    turns.state.withLock { state in
                        state.inside -= 1
                        state.done += 1
                    }
                    pace.leave(address)
                }
            }
        }
        let state = turns.state.withLock { $0 }
        #expect(state.done == 60 && state.most <= 2)
    }

    /// The connections to one address: how many there are, were at most, and have ended.
    private final class Turns: Sendable {
        let state = Mutex((inside: 0, most: 0, done: 0))
    }

    @Test("A line is a server, its options, and whose it is")
    func lines() throws {
        let line = try #require(
            try ScanLine("  mail.example.com\tstarttls=smtp address=192.0.2.7  #  the mail team \r"))
        #expect(line.word == "mail.example.com" && line.owner == "the mail team" && line.column == 3)
        #expect(line.options == [.init("starttls", "smtp"), .init("address", "192.0.2.7")])
        #expect(try ScanLine("# a remark") == nil && ScanLine("") == nil && ScanLine(" \t\r") == nil)
        let url = try #require(try ScanLine("https://a.example/x#y # z"))
        #expect(url.word == "https://a.example/x#y" && url.owner == "z")
        #expect(try #require(try ScanLine("a.example #")).owner == nil)
        for wrong in ["a b", "a port=1", "a sni=", "a sni=b sni=c", "a =b"] {
            #expect(throws: CommandError.self, "\(wrong)") { try ScanLine(wrong[...]) }
        }
    }

    @Test("The line of progress has how many, how fast, and how long it may take")
    func progress() {
        var position = ScanList.Position()
        (position.targets, position.jobs, position.share) = (500, 500, 0.5)
        #expect(ScanProgress.line(100, position, after: 10).english == "[100] 10 a second, 10 %, 90 s left …")
        #expect(ScanProgress.line(100, position, after: 10).chinese == "[100] 每秒 10，10%，剩余约 90 秒 …")
        position.share = nil
        #expect(ScanProgress.line(100, position, after: 10).english == "[100] 10 a second …")
        (position.isAtEnd, position.jobs) = (true, 40_000)
        #expect(ScanProgress.line(4_000, position, after: 10).english == "[4000] 400 a second, 10 %, 90 s left …")
        position.jobs = 400_000
        #expect(ScanProgress.line(4_000, position, after: 10).english == "[4000] 400 a second, 1 %, 17 min left …")
    }
}
