import HoldfastResolving
import HoldfastTrust
import Testing

/// How long what is kept: RFC 1035 §3.2.1, RFC 2308 §5 and §7, RFC 8767 §4, RFC 9520 §3.2.
struct CacheLifetimeTests {
    private let clock = ManualClock()
    private let query: ResolverQuery

    init() throws { query = ResolverQuery(try dnsName(), .ipv4) }

    private func cache(_ change: (inout ResolverCache.Limits) -> Void = { _ in }) -> ResolverCache {
        var limits = ResolverCache.Limits()
        limits.stale = .zero
        change(&limits)
        return ResolverCache(limits: limits, clock: clock.read)
    }

    /// The last of some seconds at which the answer still comes from memory; nil for one that is not kept.
    private func lastSecond(
        _ cache: ResolverCache, upTo limit: Int = 86_400, _ outcome: Result<ResolverAnswer, ResolverError>
    ) async throws -> Int? {
        let resolver = ScriptedResolver { _, _ throws(ResolverError) in try outcome.get() }
        func ask() async { _ = try? await cache.answer(to: query, from: resolver) }
        await ask()
        var last: Int?
        for second in [0, 1, 4, 5, 9, 10, 59, 60, 299, 300, 3_599, 3_600, 86_399, 86_400] where second <= limit {
            clock.advance(by: .seconds(second - (last ?? 0)))
            await ask()
            guard resolver.asked == 1 else { return last }
            last = second
        }
        return last
    }

    @Test func forItsTimeToLive() async throws {
        #expect(try await lastSecond(cache(), .success(.of(1, seconds: 300))) == 299)
        #expect(try await lastSecond(cache(), .success(.of(1, seconds: 10))) == 9)
    }

    @Test func withLimits() async throws {
        let raised = cache { $0.lowestTimeToLive = .seconds(60) }
        #expect(try await lastSecond(raised, .success(.of(1, seconds: 1))) == 59)
        #expect(try await lastSecond(cache(), .success(.of(1, seconds: 1 << 31))) == 86_399)
        #expect(try await lastSecond(cache(), .success(.of(1, seconds: nil))) == 59)
    }

    /// RFC 1035 §3.2.1: for the transaction in progress only.
    @Test func nothingWithoutTimeToLive() async throws {
        #expect(try await lastSecond(cache(), .success(.of(1, seconds: 0))) == nil)
        #expect(try await lastSecond(cache(), .success(.of(1, seconds: -5))) == nil)
        #expect(cache().statistics.entries == 0)
    }

    @Test func thatThereIsNothing() async throws {
        #expect(try await lastSecond(cache(), .success(.of(seconds: 300))) == 299)
        #expect(try await lastSecond(cache(), .success(.of(seconds: 1 << 31))) == 3_599)
        #expect(try await lastSecond(cache(), .success(.of(seconds: nil))) == 4)
        let noSuchName = ResolverError(.noSuchName, from: "r", timeToLive: .seconds(60))
        #expect(try await lastSecond(cache(), .failure(noSuchName)) == 59)
        let forLong = ResolverError(.noSuchName, from: "r", timeToLive: .seconds(1 << 31))
        #expect(try await lastSecond(cache(), .failure(forLong)) == 3_599)
        #expect(try await lastSecond(cache(), .failure(ResolverError(.noSuchName, from: "r"))) == 4)
    }

    static let failures: [ResolverError.Reason] = [
        .failed(responseCode: 2), .timedOut, .unreachable("x"), .untrusted("x"), .status(502), .unauthorized("x"),
        .malformed("x"), .truncated, .tooLarge(limit: 1),
    ]

    /// At least a second, whatever the answer says.
    @Test(arguments: failures) func thatItFailed(reason: ResolverError.Reason) async throws {
        let error = ResolverError(reason, from: "r", timeToLive: .seconds(86_400))
        #expect(try await lastSecond(cache(), .failure(error)) == 0)
    }

    @Test func whatWasNeverAskedDidNotFail() async throws {
        for reason in [ResolverError.Reason.unusable("x"), .cancelled] {
            #expect(try await lastSecond(cache(), upTo: 10, .failure(ResolverError(reason, from: "r"))) == nil)
        }
    }

    @Test func failuresGrowUpToFiveMinutes() async throws {
        let cache = cache { $0.longestFailure = .seconds(100_000) }
        let resolver = ScriptedResolver { _, _ throws(ResolverError) in throw ResolverError(.timedOut, from: "r") }
        var pauses: [Int] = []
        for _ in 0..<11 {
            _ = try? await cache.answer(to: query, from: resolver)
            let asked = resolver.asked
            var seconds = 0
            while resolver.asked == asked, seconds <= 1_000 {
                clock.advance(by: .seconds(1))
                seconds += 1
                let isOver = seconds == (1 << pauses.count) || seconds == 300
                if isOver || seconds % 50 == 0 || seconds == (1 << pauses.count) - 1 || seconds == 299 {
                    _ = try? await cache.answer(to: query, from: resolver)
                }
            }
            pauses.append(seconds)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    }

    @Test func theDefaultOfFailuresIsTenSecondsAtMost() {
        #expect(ResolverCache.Limits().failure == .seconds(1))
        #expect(ResolverCache.Limits().longestFailure == .seconds(10))
    }
}
