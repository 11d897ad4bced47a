import Glibc
import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// What reaches whoever keeps answers beyond the process, and when.
struct CacheKeepingTests {
    /// Takes its time to take an answer.
    private final class Slow: CacheKeeping {
        private let kept = Mutex(0)

        var count: Int { kept.withLock { $0 } }

        func load(limit: Int) -> [CacheRow] { [] }
        func time() -> Instant { Instant(secondsSince1970: 0) }
        func keep(_ row: CacheRow, given: Instant) {
            usleep(50_000)
            kept.withLock { $0 += 1 }
        }
        func remove(_ name: DNSName) { removeAll() }
        func removeAll() { kept.withLock { $0 = 0 } }
        func flush() {}
    }

    @Test("an answer that somebody has is there for a flush")
    func beforeItIsAnswered() async throws {
        let slow = Slow()
        let cache = ResolverCache(clock: ManualClock().read, store: slow)
        let resolver = ScriptedResolver { _, _ in .of(1) }
        for number in 1...3 {
            _ = try await cache.answer(to: ResolverQuery(try dnsName("n\(number).example.com"), .ipv4), from: resolver)
            #expect(slow.count == number)
        }
    }

    @Test("what is forgotten while its answer comes is not kept after that")
    func forgotten() async throws {
        let slow = Slow()
        let cache = ResolverCache(clock: ManualClock().read, store: slow)
        let gate = Gate()
        let resolver = ScriptedResolver { _, _ in
            await gate.pass()
            return .of(1)
        }
        let query = ResolverQuery(try dnsName(), .ipv4)
        async let answer = cache.answer(to: query, from: resolver)
        try await eventually("asked") { gate.waiting == 1 }
        cache.removeAll()
        gate.open()
        #expect(try await answer.addresses == [try address(1)])
        #expect(slow.count == 0)
    }
}
