import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

struct CacheBoundTests {
    /// What was not used for longest goes, whatever is asked: against the set of the last ones used.
    @Test(arguments: [1, 5, 32]) func entriesAreBounded(capacity: Int) async throws {
        var limits = ResolverCache.Limits()
        limits.entries = capacity
        let cache = ResolverCache(limits: limits)
        let resolver = ScriptedResolver { _, _ in .of(1, seconds: 3_600) }
        let names = try (0..<(capacity * 2)).map { try dnsName("n\($0).example.com") }
        var random = SeededGenerator(7)
        var used: [DNSName] = []
        var questions = 0
        for _ in 0..<2_000 {
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            _ = try await cache.answer(to: ResolverQuery(name, .ipv4), from: resolver)
            if let place = used.firstIndex(of: name) {
                used.remove(at: place)
            } else {
                questions += 1
                if used.count == capacity { used.removeFirst() }
            }
            used.append(name)
            #expect(cache.statistics.entries == used.count)
        }
        #expect(resolver.asked == questions)
        #expect(cache.statistics.hits == 2_000 - questions)
        #expect(cache.statistics.evicted == questions - capacity)
    }

    @Test func addressesOfAnAnswerAreBounded() async throws {
        let cache = ResolverCache()
        let many = try (0..<1_000).map { try #require(IPAddress(bytes: [10, 0, UInt8($0 / 256), UInt8($0 % 256)])) }
        let resolver = ScriptedResolver { _, _ in ResolverAnswer(many, timeToLive: .seconds(60), from: "scripted") }
        let query = ResolverQuery(try dnsName(), .ipv4)
        _ = try await cache.answer(to: query, from: resolver)
        #expect(try await cache.answer(to: query, from: resolver).addresses == Array(many.prefix(128)))
        #expect(resolver.asked == 1)
    }

    @Test func forgotten() async throws {
        let cache = ResolverCache()
        let resolver = ScriptedResolver { _, _ in .of(1) }
        let (one, other) = (try dnsName("one.example.com"), try dnsName("other.example.com"))
        func askAll() async throws {
            for name in [one, other] {
                for kind in AddressKind.allCases {
                    _ = try await cache.answer(to: ResolverQuery(name, kind), from: resolver)
                }
            }
        }
        try await askAll()
        cache.remove(one)
        #expect(cache.statistics.entries == 2)
        try await askAll()
        #expect(resolver.asked == 6)
        cache.removeAll()
        #expect(cache.statistics.entries == 0)
        try await askAll()
        #expect(resolver.asked == 10)
    }
}
