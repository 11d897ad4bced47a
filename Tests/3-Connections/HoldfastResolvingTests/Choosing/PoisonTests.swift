import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Synchronization
import Testing

struct PoisonTests {
    private let clock = ManualClock()
    private let history: AddressHistory
    private let name: ServerName
    private let (a, b): (Endpoint, Endpoint)

    init() throws {
        history = AddressHistory(clock: clock.read)
        name = try serverName()
        (a, b) = (try endpoint(1), try endpoint(2))
    }

    @Test func aPoisonedAddressIsLeftOutForItsPeriod() throws {
        history.noteSuccess(of: a, for: name, 1, 1)
        history.note(.poisoned, of: a, for: name)
        #expect(history.isPoisoned(a, for: name))
        #expect(history.ranked([a, b], for: name) == [b])
        #expect(history.ranked([a], for: name).isEmpty)
        #expect(history.poisoned(for: name).map(\.endpoint) == [a])
        #expect(history.status(of: a, for: name).rank == nil)
        // It may be the right one for another name, and the wrong one only at this port.
        #expect(!history.isPoisoned(a, for: try serverName("other.example.com")))
        #expect(!history.isPoisoned(try endpoint(1, port: 8443), for: name))
        clock.advance(by: .seconds(599))
        #expect(history.isPoisoned(a, for: name))
        clock.advance(by: .seconds(1))
        #expect(!history.isPoisoned(a, for: name))
        // As fast as it is known to be: last, until it is forgotten.
        #expect(history.ranked([a, b], for: name) == [b, a])
        clock.advance(by: .seconds(600))
        #expect(history.ranked([a, b], for: name) == [a, b])
        #expect(history.poisoned(for: name).isEmpty)
    }

    @Test func thePeriodGrowsUpToADay() {
        var expected = Duration.seconds(600)
        for _ in 0..<12 {
            history.note(.poisoned, of: a, for: name)
            #expect(history.status(of: a, for: name).poisonedFor == expected)
            clock.advance(by: expected)
            #expect(!history.isPoisoned(a, for: name))
            expected = min(expected * 2, .seconds(86_400))
        }
        #expect(history.status(of: a, for: name).poisonings == 12)
        clock.advance(by: .seconds(86_400))
        history.note(.poisoned, of: a, for: name)
        #expect(history.status(of: a, for: name).poisonedFor == .seconds(600))
    }

    @Test func anAcceptedCertificateEndsIt() {
        history.note(.poisoned, of: a, for: name)
        history.note(.connected(.milliseconds(1)), of: a, for: name)
        #expect(history.isPoisoned(a, for: name))
        history.note(.secured(.milliseconds(1)), of: a, for: name)
        #expect(!history.isPoisoned(a, for: name))
        #expect(history.status(of: a, for: name).poisonings == 0)
        #expect(history.ranked([b, a], for: name) == [a, b])
    }

    @Test func forgivenAndForgotten() {
        history.note(.poisoned, of: a, for: name)
        history.note(.poisoned, of: b, for: name)
        history.forgive(a, for: name)
        #expect(history.ranked([a, b], for: name) == [a])
        history.remove(name)
        #expect(history.ranked([a, b], for: name) == [a, b])
        history.note(.poisoned, of: b, for: name)
        history.removeAll()
        #expect(history.ranked([a, b], for: name) == [a, b])
    }

    @Test func theNetworkChanged() {
        history.noteSuccess(of: b, for: name, 1, 1)
        history.note(.refused, of: a, for: name)
        history.networkChanged()
        #expect(history.ranked([a, b], for: name) == [a, b])
        history.note(.poisoned, of: a, for: name)
        clock.advance(by: .seconds(60))
        history.networkChanged()
        // Dialled again, but last, and its next period is a longer one.
        #expect(history.ranked([a, b], for: name) == [b, a])
        history.note(.poisoned, of: a, for: name)
        #expect(history.status(of: a, for: name).poisonedFor == .seconds(1_200))
        #expect(history.statistics.networkChanges == 2)
    }

    @Test func whoeverWantsToKnowIsToldWithNoLockHeld() {
        let told = Told()
        let observation = history.whenPoisoned { [history] endpoint, name in
            // A lock that were held would stop this test here.
            told.note(endpoint, history.isPoisoned(endpoint, for: name))
        }
        history.note(.refused, of: a, for: name)
        #expect(told.all.isEmpty)
        history.note(.poisoned, of: a, for: name)
        history.note(.poisoned, of: a, for: name)
        #expect(told.all == [Told.Call(endpoint: a, wasPoisoned: true), Told.Call(endpoint: a, wasPoisoned: true)])
        observation.cancel()
        history.note(.poisoned, of: b, for: name)
        #expect(told.all.count == 2)
    }

    @Test func aHandlerGoesWithItsObservation() {
        let told = Told()
        var observation: PoisonObservation? = history.whenPoisoned { endpoint, _ in told.note(endpoint, true) }
        history.note(.poisoned, of: a, for: name)
        #expect(told.all.count == 1)
        withExtendedLifetime(observation) {}
        observation = nil
        history.note(.poisoned, of: b, for: name)
        #expect(told.all.count == 1)
    }
}

private final class Told: Sendable {
    struct Call: Equatable {
        var endpoint: Endpoint
        var wasPoisoned: Bool
    }

    private let calls = Mutex<[Call]>([])

    var all: [Call] { calls.withLock { $0 } }

    func note(_ endpoint: Endpoint, _ wasPoisoned: Bool) {
        calls.withLock { $0.append(Call(endpoint: endpoint, wasPoisoned: wasPoisoned)) }
    }
}
