import HoldfastResolving
import HoldfastTrust
import Synchronization
import TestSupport
import Testing

struct NetworkMonitorTests {
    private let events = ScriptedEvents()
    private let clock = ManualClock()
    private let monitor: NetworkMonitor
    private static let elsewhere = NetworkState(addresses: ["wlan0 198.51.100.7"], defaultRoutes: ["wlan0 02"])

    init() { monitor = NetworkMonitor(events, clock: clock.read) }

    /// A cable that is plugged in makes dozens of events, and one change.
    @Test func aBurstIsOneChange() async throws {
        let calls = Calls()
        let observation = monitor.whenChanged { calls.count() }
        try await eventually("it waits") { events.timeouts == [nil] }
        events.becomes(Self.elsewhere)
        events.happens(.event, .event, .event, .event)
        try await eventually("it waits for quiet") { events.timeouts.count == 5 }
        #expect(events.timeouts.dropFirst().allSatisfy { $0 == .milliseconds(500) })
        #expect(calls.all == 0)
        #expect(events.looks == 1)
        events.happens(.timedOut)
        try await eventually("told") { calls.all == 1 }
        try await eventually("it waits without an end") {
            events.timeouts.count == 6 && events.timeouts.last == .some(nil)
        }
        #expect(monitor.changes == 1)
        withExtendedLifetime(observation) {}
    }

    @Test func aBurstWithoutAnEndIsCut() async throws {
        let calls = Calls()
        let observation = monitor.whenChanged { calls.count() }
        events.becomes(Self.elsewhere)
        events.happens(.event)
        try await eventually("it waits for quiet") { events.timeouts.count == 2 }
        clock.advance(by: .milliseconds(4_800))
        events.happens(.event)
        // Until the five seconds are over, and no longer.
        try await eventually("it waits for the end") { events.timeouts.last == .milliseconds(200) }
        #expect(calls.all == 0)
        clock.advance(by: .milliseconds(200))
        events.happens(.event)
        try await eventually("told") { calls.all == 1 }
        withExtendedLifetime(observation) {}
    }

    /// Lifetimes of IPv6 addresses are renewed all the time: an event, and no change.
    @Test func whatLeavesEverythingAsItWasIsNoChange() async throws {
        let calls = Calls()
        let observation = monitor.whenChanged { calls.count() }
        events.happens(.event, .timedOut)
        try await eventually("it looked") { events.looks == 2 && events.timeouts.count == 3 }
        #expect(calls.all == 0)
        events.becomes(Self.elsewhere)
        events.happens(.event, .timedOut)
        try await eventually("told") { calls.all == 1 }
        observation.cancel()
        events.becomes(NetworkState())
        events.happens(.event, .timedOut)
        try await eventually("counted") { monitor.changes == 2 }
        #expect(calls.all == 1)
    }

    @Test func itEndsWithItsMonitor() async {
        let others = ScriptedEvents()
        var monitor: NetworkMonitor? = NetworkMonitor(others)
        #expect(monitor?.isWatching == true)
        monitor = nil
        #expect(others.isEnded)
        self.monitor.stop()
        #expect(events.isEnded)
        #expect(NetworkMonitor(nil).isWatching == false)
    }

    @Test func cacheAndHistoryAreTold() async throws {
        let resolver = ScriptedResolver { _, number in .of(UInt8(number), seconds: 3_600) }
        let resolution = NameResolution([NameResolution.Source(resolver)])
        let cache = try #require(resolution.cache)
        let query = ResolverQuery(try dnsName(), .ipv4)
        _ = try await cache.answer(to: query, from: resolver)
        let (a, name) = (try endpoint(1), try serverName())
        resolution.history.note(.refused, of: a, for: name)
        let observation = resolution.follow(monitor)
        events.becomes(Self.elsewhere)
        events.happens(.event, .timedOut)
        try await eventually("told") { resolution.history.statistics.networkChanges == 1 }
        #expect(resolution.history.status(of: a, for: name).failures == 0)
        #expect(try await cache.answer(to: query, from: resolver).addresses == [try address(1)])
        try await eventually("a newer one") { resolver.asked == 2 && cache.statistics.inFlight == 0 }
        #expect(try await cache.answer(to: query, from: resolver).addresses == [try address(2)])
        withExtendedLifetime(observation) {}
    }
}

final class Calls: Sendable {
    private let number = Mutex(0)

    var all: Int { number.withLock { $0 } }

    func count() { number.withLock { $0 += 1 } }
}
