import Glibc
import HoldfastWeb
import HoldfastX509
import TestSupport
import Testing

@Suite("A process that is killed while it writes cookies", .ownThread)
struct CookieFileKillTests {
    /// Processes write one after the other, each killed at some moment, between any two of its instructions.
    /// What one had been told was kept is there afterwards, or what it was keeping; and everything else besides.
    @Test("each time: the old cookies or the new ones, never none, never half of one", .hangLimit)
    func killed() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                try CookieFileKillTests.writers(Effort.rounds(1_000))
            }
        }
    }

    @Test("four processes that write at once: what each kept is there", .hangLimit)
    func processesAtOnce() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                try CookieFileKillTests.together(processes: 4, each: 25)
            }
        }
    }

    private static func together(processes: Int, each count: Int) throws {
        let bench = try CookieFileBench()
        try ForkedProcess.run(processes) { process in
            let store = bench.store()
            for number in 0..<count {
                try CookieFileBench.keep("c\(process)-\(number)=1; Max-Age=600", in: store)
                usleep(2_000)
            }
            return 0
        }
        try #require(bench.store().all.count == processes * count)
    }

    private static func writers(_ count: Int) throws {
        let bench = try CookieFileBench()
        let store = bench.store()
        for number in 0..<20 { try CookieFileBench.keep("k\(number)=of-\(number); Max-Age=600", in: store) }
        var writers = try KilledWriters()
        try writers.run(count, open: { bench.store() }) { store, number in
            try CookieFileBench.keep("counter=\(number); Max-Age=600", in: store)
        } kept: { round in
            var values: [String: String] = [:]
            for cookie in bench.store().all { values[cookie.name] = cookie.value }
            let counter = values.removeValue(forKey: "counter").flatMap(UInt64.init) ?? 0
            try #require(values == Dictionary(uniqueKeysWithValues: (0..<20).map { ("k\($0)", "of-\($0)") }))
            try #require(bench.problems == [], "round \(round)")
            return counter
        }
    }
}
