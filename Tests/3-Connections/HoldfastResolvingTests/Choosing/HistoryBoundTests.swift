import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import Testing

struct HistoryBoundTests {
    @Test func namesAreBounded() throws {
        var limits = AddressHistory.Limits()
        limits.names = 100
        let history = AddressHistory(limits: limits)
        let a = try endpoint(1)
        let kept = try serverName("kept.example.com")
        history.note(.refused, of: a, for: kept)
        for number in 0..<1_000 {
            history.note(.refused, of: a, for: try serverName("n\(number).example.com"))
            _ = history.ranked([a], for: kept)
            #expect(history.statistics.names <= 100)
        }
        #expect(history.statistics.names == 100)
        #expect(history.statistics.evicted == 901)
        #expect(history.statistics.failures == 1_001)
        #expect(history.status(of: a, for: kept).failures == 1)
        #expect(history.status(of: a, for: try serverName("n0.example.com")).failures == 0)
        #expect(history.status(of: a, for: try serverName("n999.example.com")).failures == 1)
    }

    @Test func addressesOfANameAreBoundedAndThePoisonedOnesStay() throws {
        var limits = AddressHistory.Limits()
        limits.endpointsPerName = 8
        let clock = ManualClock()
        let history = AddressHistory(limits: limits, clock: clock.read)
        let name = try serverName()
        let poisoned = try endpoint(200)
        history.note(.poisoned, of: poisoned, for: name)
        for number in 0..<100 {
            clock.advance(by: .milliseconds(1))
            history.note(.stalled, of: try endpoint(UInt8(number)), for: name)
        }
        #expect(history.statistics.endpoints == 8)
        #expect(history.isPoisoned(poisoned, for: name))
        #expect(history.status(of: try endpoint(92), for: name).failures == 0)
        #expect(history.status(of: try endpoint(93), for: name).failures == 1)
    }

    @Test func manyTasksAtOnce() async throws {
        let history = AddressHistory()
        let (names, addresses) = (
            try (0..<8).map { try serverName("n\($0).example.com") }, try (0..<8).map { try endpoint($0) }
        )
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for turn in 0..<500 {
                        let (name, address) = (names[turn % 8], addresses[(turn + task) % 8])
                        history.note(turn % 3 == 0 ? .poisoned : .secured(.milliseconds(turn)), of: address, for: name)
                        _ = history.ranked(addresses, for: name)
                        if turn % 100 == 0 { history.networkChanged() }
                    }
                }
            }
        }
        let statistics = history.statistics
        #expect(statistics.poisonings == 8 * 167)
        #expect(statistics.successes == 8 * 333)
        #expect(statistics.endpoints <= 64)
    }
}
