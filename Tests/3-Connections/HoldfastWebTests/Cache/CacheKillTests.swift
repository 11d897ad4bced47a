import Foundation
import HoldfastFiles
import TestSupport
import Testing

@testable import HoldfastWeb

@Suite("A process that is killed while it keeps answers", .ownThread)
struct CacheKillTests {
    /// Processes keep answers one after the other, small and large ones, each killed at some moment,
    /// between any two of its instructions. The index is never damaged; what is found is whole, and what one had been
    /// told was kept is there, or what it was keeping in its place.
    @Test("each time: the old answer or the new one, never half of one", .hangLimit)
    func killed() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try CacheKillTests.writers(Effort.rounds(1_000)) }
        }
    }

    @Test("four processes that keep, read and drop at once", .hangLimit)
    func processesAtOnce() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try CacheKillTests.together(processes: 4, each: 200) }
        }
    }

    private static func demand(_ condition: Bool, _ text: @autoclosure () -> String) throws {
        if !condition { throw ForkedProcess.Failure(text()) }
    }

    /// The answer of a number: its size and its bytes follow from it; every third is in a file.
    private static func answer(_ number: UInt64) -> KeptAnswer {
        var answer = CacheFolderBench.answer(number % 3 == 0 ? 20_000 + Int(number % 100) : 100)
        var body = answer.body
        for shift in 0..<8 { body[shift] = UInt8(truncatingIfNeeded: number >> UInt64(8 * shift)) }
        answer = KeptAnswer(answer.head, body, on: .any)
        return answer
    }

    private static func number(of body: [UInt8]) throws -> UInt64 {
        try demand(body.count >= 8, "a body of \(body.count) bytes")
        let number = (0..<8).reduce(UInt64(0)) { $0 | UInt64(body[$1]) << UInt64(8 * $1) }
        try demand(answer(number).body == body, "a body that nobody has written")
        return number
    }

    private static func writers(_ count: Int) throws {
        let bench = try CacheFolderBench()
        let place = try CacheFolderBench.place("counter")
        for number in 0..<20 {
            bench.cache().keep(CacheFolderBench.answer(1_000 * number), at: try CacheFolderBench.place("\(number)"))
        }
        var writers = try KilledWriters()
        try writers.run(count, open: { bench.cache() }) { cache, number in
            cache.keep(answer(number), at: place)
        } kept: { round in
            let cache = bench.cache()
            let found = cache.candidates(at: place)
            var counter: UInt64 = 0
            if let body = found.first?.body() { counter = try number(of: body) }
            try demand(found.count == (counter == 0 ? 0 : 1), "round \(round): \(found.count) answers")
            for number in 0..<20 where round % 50 == 0 {
                let kept = try CacheFolderBench.bodies(cache, "\(number)")
                try demand(kept == [CacheFolderBench.body(1_000 * number)], "round \(round): \(number) has changed")
            }
            try demand(bench.problems.isEmpty, "round \(round): \(bench.problems)")
            return counter
        }
    }

    private static func together(processes: Int, each count: Int) throws {
        let bench = try CacheFolderBench()
        try ForkedProcess.run(processes) { process in
            let cache = bench.cache(memory: process % 2 == 0 ? 1 << 20 : 0, disk: 400_000)
            for step in 0..<count {
                let place = try CacheFolderBench.place("\((step * 7 + process) % 23)")
                for body in cache.candidates(at: place).map({ $0.body() }) {
                    if let body, (try? number(of: body)) == nil { return 1 }
                }
                if step % 11 == 0 { cache.remove(at: place) }
                cache.keep(answer(UInt64(step * processes + process)), at: place)
            }
            // Whoever waits too long for the others keeps nothing; nothing else may go wrong.
            return bench.problems.allSatisfy { $0 == .busy } ? 0 : 3
        }
        let cache = bench.cache(disk: 400_000)
        try demand(cache.diskUsage <= 400_000 && cache.diskUsage > 0, "\(cache.diskUsage) bytes")
        var count = 0
        for number in 0..<23 {
            for body in try CacheFolderBench.bodies(cache, "\(number)") {
                guard let body else { throw ForkedProcess.Failure("a row without its body") }
                _ = try self.number(of: body)
                count += 1
            }
        }
        try demand(count > 0, "nothing is kept")
    }
}
