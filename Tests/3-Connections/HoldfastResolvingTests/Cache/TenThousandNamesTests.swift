import HoldfastResolving
import HoldfastTrust
import Testing

struct TenThousandNamesTests {
    /// Ten thousand names, each asked for by four tasks at a time, and again when all is kept.
    @Test func noDuplicatesInFlight() async throws {
        let names = try (0..<10_000).map { try dnsName("n\($0).example.com") }
        let resolver = ScriptedResolver { query, number in
            // Some answer at once, some later: both have to be shared.
            if number % 3 == 0 { await Task.yield() }
            if number % 16 == 0 { try? await Task.sleep(for: .milliseconds(1)) }
            return .of(UInt8(truncatingIfNeeded: query.name.text.utf8.count), seconds: 3_600)
        }
        let cache = ResolverCache()
        let clock = ContinuousClock()
        func ask(_ names: ArraySlice<DNSName>) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in names {
                    group.addTask {
                        // Tests may be starved for minutes.
                        let query = ResolverQuery(name, .ipv4, timeout: .seconds(3_600))
                        let answer = try await cache.answer(to: query, from: resolver)
                        guard answer.addresses == [try address(UInt8(name.text.utf8.count))] else {
                            throw ResolverError(.malformed("another name's answer"), from: "test")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        // Groups of a hundred: one of all takes a time that grows with the square of its tasks.
        func round() async throws -> Duration {
            try await clock.measure {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for start in stride(from: 0, to: names.count, by: 100) {
                        for _ in 0..<4 { group.addTask { try await ask(names[start..<(start + 100)]) } }
                    }
                    try await group.waitForAll()
                }
            }
        }
        let cold = try await round()
        #expect(resolver.asked == 10_000)
        #expect(resolver.mostAtOnce == 1)
        #expect(resolver.mostPerQuestion == 1)
        let first = cache.statistics
        #expect(first.questions == 10_000)
        #expect(first.hits + first.misses == 40_000)
        #expect(first.misses == 10_000 + first.shared)
        let warm = try await round()
        let second = cache.statistics
        #expect(resolver.asked == 10_000)
        #expect(second.hits == first.hits + 40_000)
        #expect(second.inFlight == 0)
        #expect(second.evicted == 0)
        print(
            "10,000 names x 4: \(resolver.asked) questions, \(resolver.mostOfAllAtOnce) at a time,",
            "\(first.shared) shared, \(first.hits) hits, \(cold); again: \(second.hits - first.hits) hits, \(warm)")
    }
}
