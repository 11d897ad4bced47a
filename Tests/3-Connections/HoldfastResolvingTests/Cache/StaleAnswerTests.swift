import HoldfastResolving
import HoldfastTrust
import TestSupport
import Testing

/// RFC 8767 §4 and §5.
struct StaleAnswerTests {
    private let clock = ManualClock()
    private let pauses = ManualPauses()
    private let cache: ResolverCache
    private let query: ResolverQuery
    private let resolver = ScriptedResolver { _, number in .of(UInt8(number), seconds: 300) }

    init() throws {
        query = ResolverQuery(try dnsName(), .ipv4)
        cache = ResolverCache(clock: clock.read, pause: pauses.wait)
    }

    private func ask() async throws -> ResolverAnswer { try await cache.answer(to: query, from: resolver) }

    @Test func aKeptAnswerHasItsAge() async throws {
        #expect(try await ask().age == .zero)
        clock.advance(by: .seconds(299))
        let kept = try await ask()
        #expect(kept.age == .seconds(299))
        #expect(!kept.isStale)
        #expect(kept.timeToLive == .seconds(300))
        #expect(resolver.asked == 1)
        #expect(cache.keptAnswer(to: query, from: resolver)?.remaining == .seconds(1))
    }

    @Test func atOnceWhileANewerOneIsAskedFor() async throws {
        _ = try await ask()
        clock.advance(by: .seconds(310))
        let old = try await ask()
        #expect(old.isStale)
        #expect(old.age == .seconds(310))
        #expect(old.addresses == [try address(1)])
        try await eventually("a newer one") { cache.statistics.inFlight == 0 && resolver.asked == 2 }
        let new = try await ask()
        #expect(new.addresses == [try address(2)])
        #expect(!new.isStale)
        #expect(resolver.asked == 2)
        #expect(cache.statistics.stale == 1)
        #expect(cache.statistics.refreshes == 1)
    }

    /// RFC 8767 §4: stale data where the authority cannot be reached.
    @Test func whereTheResolverFails() async throws {
        _ = try await ask()
        resolver.says { _, _ throws(ResolverError) in throw ResolverError(.unreachable("down"), from: "scripted") }
        clock.advance(by: .seconds(3_600))
        let old = try await ask()
        #expect(old.isStale)
        #expect(resolver.asked == 2)
        // RFC 8767 §5: not again for 30 seconds.
        clock.advance(by: .seconds(29))
        #expect(try await ask().isStale)
        #expect(resolver.asked == 2)
        clock.advance(by: .seconds(1))
        #expect(try await ask().isStale)
        #expect(resolver.asked == 3)
        #expect(cache.statistics.failures == 2)
    }

    @Test func whereTheResolverIsSlow() async throws {
        _ = try await ask()
        let gate = Gate()
        resolver.says { _, _ in
            await gate.pass()
            return .of(77, seconds: 300)
        }
        clock.advance(by: .seconds(3_600))
        async let old = ask()
        try await eventually("it waits") { pauses.begun == [.milliseconds(1_800)] && gate.waiting == 1 }
        pauses.end(.milliseconds(1_800))
        #expect(try await old.isStale)
        // The question goes on, and who comes now shares it.
        async let other = ask()
        try await eventually("it waits too") { pauses.begun.count == 2 }
        gate.open()
        #expect(try await other.addresses == [try address(77)])
        #expect(try await ask().isStale == false)
        #expect(resolver.asked == 2)
        #expect(resolver.cancelled == 0)
    }

    @Test func notBeyondADay() async throws {
        _ = try await ask()
        resolver.says { _, _ throws(ResolverError) in throw ResolverError(.timedOut, from: "scripted") }
        clock.advance(by: .seconds(300 + 86_399))
        #expect(try await ask().isStale)
        clock.advance(by: .seconds(30))
        await #expect(throws: ResolverError(.timedOut, from: "scripted")) { try await ask() }
    }

    /// That the name is not there is an answer, and no failure.
    @Test func thatThereIsNothingEndsIt() async throws {
        _ = try await ask()
        resolver.says { _, _ throws(ResolverError) in throw ResolverError(.noSuchName, from: "scripted") }
        clock.advance(by: .seconds(3_600))
        await #expect(throws: ResolverError(.noSuchName, from: "scripted")) { try await ask() }
        #expect(cache.keptAnswer(to: query, from: resolver)?.outcome == .failure(.init(.noSuchName, from: "scripted")))
    }

    @Test func whatIsMissingIsNeverOld() async throws {
        resolver.says { _, _ in .of(seconds: 300) }
        _ = try await ask()
        clock.advance(by: .seconds(300))
        resolver.says { _, _ in .of(9) }
        #expect(try await ask().addresses == [try address(9)])
    }

    @Test func anotherNetworkGivesEveryAnswerOnceMore() async throws {
        _ = try await ask()
        let missing = ResolverQuery(try dnsName("missing.example.com"), .ipv4)
        let negative = ScriptedResolver { _, _ throws(ResolverError) in
            throw ResolverError(.noSuchName, from: "scripted", timeToLive: .seconds(300))
        }
        _ = try? await cache.answer(to: missing, from: negative)
        cache.networkChanged()
        let before = try await ask()
        #expect(before.addresses == [try address(1)])
        #expect(!before.isStale)
        try await eventually("a newer one") { cache.statistics.inFlight == 0 && resolver.asked == 2 }
        #expect(try await ask().addresses == [try address(2)])
        _ = try? await cache.answer(to: missing, from: negative)
        #expect(negative.asked == 2)
    }

    @Test func refreshesAreBounded() async throws {
        var limits = ResolverCache.Limits()
        limits.refreshes = 3
        let gate = Gate()
        let cache = ResolverCache(limits: limits, clock: clock.read, pause: pauses.wait)
        let queries = try (0..<10).map { ResolverQuery(try dnsName("n\($0).example.com"), .ipv4) }
        for query in queries { _ = try await cache.answer(to: query, from: resolver) }
        clock.advance(by: .seconds(310))
        resolver.says { _, _ in
            await gate.pass()
            return .of(1)
        }
        for query in queries { #expect(try await cache.answer(to: query, from: resolver).isStale) }
        #expect(cache.statistics.inFlight == 3)
        gate.open()
        try await eventually("they end") { cache.statistics.inFlight == 0 }
        #expect(cache.statistics.refreshes == 3)
    }
}
