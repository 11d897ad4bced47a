import HoldfastResolving
import HoldfastTrust
import TestSupport
import Testing

struct InAdvanceTests {
    private let clock = ManualClock()
    private let pauses = ManualPauses()
    private let cache: ResolverCache

    init() { cache = ResolverCache(clock: clock.read, pause: pauses.wait) }

    private func resolution(_ resolvers: any Resolver...) -> NameResolution {
        NameResolution(resolvers.map { NameResolution.Source($0) }, cache: cache)
    }

    private func list(_ resolution: NameResolution, _ names: [DNSName]) -> AddressesInAdvance {
        AddressesInAdvance(resolution, names: names, kinds: [.ipv4], clock: clock.read, pause: pauses.wait)
    }

    @Test func allAtOnceButNotTooManyAtATime() async throws {
        let resolver = ScriptedResolver { query, _ throws(ResolverError) in
            try? await Task.sleep(for: .milliseconds(1))
            if query.name.text.hasPrefix("n7.") { throw ResolverError(.noSuchName, from: "scripted") }
            return query.kind == .ipv4 ? .of(1, seconds: 3_600) : .of(seconds: 3_600)
        }
        let names = try (0..<100).map { try dnsName("n\($0).example.com") }
        let missing = await resolution(resolver).resolveInAdvance(names, atOnce: 5)
        #expect(missing == [try dnsName("n7.example.com")])
        #expect(resolver.asked == 200)
        #expect(resolver.mostOfAllAtOnce <= 5)
        let asked = resolver.asked
        _ = try await cache.answer(to: ResolverQuery(names[3], .ipv4), from: resolver)
        _ = await resolution(resolver).resolveInAdvance(names)
        // What is kept is not asked for: only that it is not there has an end of its own.
        #expect(resolver.asked == asked)
    }

    @Test func theNextSourceWhereOneFails() async throws {
        let broken = ScriptedResolver("broken") { _, _ throws(ResolverError) in
            throw ResolverError(.timedOut, from: "broken")
        }
        let system = ScriptedResolver("system", isCacheable: false) { _, _ in .of(66) }
        let good = ScriptedResolver("good") { _, _ in .of(1, seconds: 3_600) }
        let name = try dnsName()
        #expect(await resolution(broken, system, good).resolveInAdvance([name], kinds: [.ipv4]).isEmpty)
        #expect((broken.asked, system.asked, good.asked) == (1, 0, 1))
        #expect(cache.keptAnswer(to: ResolverQuery(name, .ipv4), from: good) != nil)
        #expect(await NameResolution([], cache: nil).resolveInAdvance([name]) == [name])
    }

    @Test func renewedWhenATenthIsLeft() async throws {
        let resolver = ScriptedResolver { _, number in .of(UInt8(number), seconds: 300) }
        let query = ResolverQuery(try dnsName(), .ipv4)
        let list = list(resolution(resolver), [query.name, query.name])
        #expect(list.names.count == 1)
        list.start()
        list.start()
        try await eventually("asked") { pauses.begun == [.seconds(270)] }
        #expect(resolver.asked == 1)
        clock.advance(by: .seconds(270))
        pauses.end(.seconds(270))
        try await eventually("renewed") { pauses.begun.count == 2 }
        #expect(resolver.asked == 2)
        let kept = try #require(cache.keptAnswer(to: query, from: resolver))
        #expect(kept.remaining == .seconds(300))
        #expect(try kept.outcome.get().addresses == [try address(2)])
        list.stop()
    }

    @Test func neverInATightLoop() async throws {
        let resolver = ScriptedResolver { _, number throws(ResolverError) in
            if number == 1 { return .of(1, seconds: 1) }
            throw ResolverError(.timedOut, from: "scripted")
        }
        let list = list(resolution(resolver), [try dnsName()])
        list.start()
        try await eventually("asked") { pauses.begun == [.seconds(10)] }
        clock.advance(by: .seconds(10))
        pauses.end(.seconds(10))
        try await eventually("failed") { pauses.begun == [.seconds(10), .seconds(30)] }
        list.stop()
    }

    @Test func askedAnewInAnotherNetwork() async throws {
        let events = ScriptedEvents()
        let monitor = NetworkMonitor(events, clock: clock.read)
        let resolver = ScriptedResolver { _, number in .of(UInt8(number), seconds: 300) }
        let resolution = resolution(resolver)
        let list = list(resolution, [try dnsName("a.example.com"), try dnsName("b.example.com")])
        let observation = resolution.follow(monitor, askingAnew: list)
        // Not started: nobody asks.
        events.becomes(NetworkState())
        events.happens(.event, .timedOut)
        try await eventually("told") { resolution.history.statistics.networkChanges == 1 }
        #expect(resolver.asked == 0)
        list.start()
        try await eventually("asked") { pauses.begun.count == 1 && resolver.asked == 2 }
        events.becomes(NetworkState(addresses: ["eth0 192.0.2.9"]))
        events.happens(.event, .timedOut)
        try await eventually("asked anew") { pauses.begun.count == 2 && resolver.asked == 4 }
        list.stop()
        withExtendedLifetime(observation) {}
    }
}
