import Glibc
import HoldfastFiles
import HoldfastHTTPS
import HoldfastTransport
import HoldfastX509
import TestSupport
import Testing

@Suite("A process that is killed while it writes cookies", .ownThread)
struct CookieFileKillTests {
    /// A thousand processes write one after the other, each killed at some moment, between any two of its instructions.
    /// What one had been told was kept is there afterwards, or what it was keeping; and everything else besides.
    @Test("a thousand times: the old cookies or the new ones, never none, never half of one", .timeLimit(.minutes(10)))
    func thousandTimes() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            try CookieFileKillTests.writers(1_000)
        }
    }

    @Test("four processes that write at once: what each kept is there", .timeLimit(.minutes(5)))
    func processesAtOnce() async throws {
        await #expect(processExitsWith: .success) {
            try CookieFileKillTests.together(processes: 4, each: 25)
        }
    }

    private static func together(processes: Int, each count: Int) throws {
        let (bench, fork) = (try CookieFileBench(), try CookieFileBench.forkFunction())
        var children: [pid_t] = []
        for process in 0..<processes {
            let child = fork()
            if child == 0 {
                let store = bench.store()
                for number in 0..<count {
                    guard (try? CookieFileBench.keep("c\(process)-\(number)=1; Max-Age=600", in: store)) != nil else {
                        _exit(1)
                    }
                    usleep(2_000)
                }
                _exit(0)
            }
            children.append(child)
        }
        for child in children {
            var status: Int32 = 0
            unsafe waitpid(child, &status, 0)
            try #require(status == 0)
        }
        try #require(bench.store().all.count == processes * count)
    }

    private static func writers(_ count: Int) throws {
        let (bench, start) = (try CookieFileBench(), try CookieFileBench.forkFunction())
        let begin = ContinuousClock.now
        do {
            let store = bench.store()
            for number in 0..<20 { try CookieFileBench.keep("k\(number)=of-\(number); Max-Age=600", in: store) }
        }
        // Microseconds: some writings, so that they are ended in the first of them, or in a later one.
        let longest = max(Int((ContinuousClock.now - begin) / .microseconds(1)) / 20 * 10, 2_000)
        // The number that was kept last, as the process that kept it tells.
        let page = unsafe mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let page = unsafe page else { throw SystemError(ENOMEM) }
        let told = unsafe page.assumingMemoryBound(to: UInt64.self)
        var generator = SeededGenerator(UInt64(getpid()))
        var (midWrite, highest) = (0, UInt64(0))
        for round in 0..<count {
            let child = start()
            if child == 0 {
                // A connection of its own: none may be carried into another process.
                let store = bench.store()
                var number = unsafe told.pointee
                while true {
                    number += 1
                    guard (try? CookieFileBench.keep("counter=\(number); Max-Age=600", in: store)) != nil else {
                        _exit(1)
                    }
                    unsafe told.pointee = number
                }
            }
            try #require(child > 0)
            usleep(UInt32(generator.number(0...longest)))
            kill(child, SIGKILL)
            var status: Int32 = 0
            unsafe waitpid(child, &status, 0)
            try #require(status == SIGKILL, "the writer ended by itself, in round \(round)")
            var values: [String: String] = [:]
            for cookie in bench.store().all { values[cookie.name] = cookie.value }
            let acknowledged = unsafe told.pointee
            let counter = values.removeValue(forKey: "counter").flatMap(UInt64.init) ?? 0
            try #require(counter == acknowledged || counter == acknowledged + 1, "round \(round)")
            if counter > acknowledged { midWrite += 1 }
            unsafe told.pointee = counter
            highest = counter
            try #require(values == Dictionary(uniqueKeysWithValues: (0..<20).map { ("k\($0)", "of-\($0)") }))
            try #require(bench.problems == [], "round \(round)")
        }
        // The writers did get to write, and some were killed between the writing and their word of it.
        try #require(highest > UInt64(count) / 10, "\(highest) writings, \(midWrite) cut short before their word of it")
    }
}
