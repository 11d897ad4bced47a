import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

/// RFC 8305 §4: addresses with short round trips before those with long ones, used ones before unused ones.
struct AddressRankingTests {
    private let clock = ManualClock()
    private let history: AddressHistory
    private let name: ServerName
    private let (a, b, c, d): (Endpoint, Endpoint, Endpoint, Endpoint)

    init() throws {
        history = AddressHistory(clock: clock.read)
        name = try serverName()
        (a, b, c, d) = (try endpoint(1), try endpoint(2), try endpoint(3), try endpoint(4))
    }

    @Test func unknownAddressesKeepTheirOrder() {
        #expect(history.ranked([c, a, b], for: name) == [c, a, b])
        #expect(history.ranked([], for: name).isEmpty)
        #expect(history.ranked([c, a, c], for: name) == [c, a])
    }

    @Test func theFastestComesFirstAndUnknownOnesAfterGoodOnes() {
        history.noteSuccess(of: c, for: name, 50, 60)
        history.noteSuccess(of: d, for: name, 20, 30)
        #expect(history.ranked([a, b, c, d], for: name) == [d, c, a, b])
    }

    /// Slow in TCP and fast in TLS is as good as the sum says.
    @Test func bothTimesCount() {
        history.noteSuccess(of: a, for: name, 10, 100)
        history.noteSuccess(of: b, for: name, 50, 20)
        #expect(history.ranked([a, b], for: name) == [b, a])
        #expect(history.status(of: a, for: name).expectedTime == .milliseconds(110))
    }

    @Test(arguments: [AddressHistory.Event.refused, .stalled, .handshakeFailed])
    func failingOnesComeLastUntilThePenaltyEnds(event: AddressHistory.Event) {
        history.note(event, of: a, for: name)
        #expect(history.ranked([a, b, c], for: name) == [b, c, a])
        clock.advance(by: .seconds(29))
        #expect(history.ranked([a, b, c], for: name) == [b, c, a])
        clock.advance(by: .seconds(1))
        #expect(history.ranked([a, b, c], for: name) == [a, b, c])
    }

    @Test func penaltiesGrowAndEnd() {
        var expected = Duration.seconds(30)
        for _ in 0..<8 {
            history.note(.stalled, of: a, for: name)
            #expect(history.status(of: a, for: name).penalty == expected)
            expected = min(expected * 2, .seconds(600))
        }
        #expect(history.status(of: a, for: name).failures == 8)
        clock.advance(by: .seconds(600))
        #expect(history.status(of: a, for: name).penalty == .zero)
        // Within the time of quiet the next one is a longer one; after it, a first one.
        history.note(.stalled, of: a, for: name)
        #expect(history.status(of: a, for: name).penalty == .seconds(600))
        clock.advance(by: .seconds(1_200))
        #expect(history.status(of: a, for: name).failures == 0)
        history.note(.stalled, of: a, for: name)
        #expect(history.status(of: a, for: name).penalty == .seconds(30))
    }

    @Test func theOneForgivenFirstComesFirstAmongFailingOnes() {
        history.note(.refused, of: a, for: name)
        history.note(.refused, of: a, for: name)
        history.note(.refused, of: b, for: name)
        #expect(history.ranked([a, b], for: name) == [b, a])
    }

    @Test func successEndsPenalties() {
        history.note(.refused, of: a, for: name)
        history.note(.connected(.milliseconds(10)), of: a, for: name)
        #expect(history.status(of: a, for: name).penalty == .zero)
        // TCP says nothing of TLS.
        history.note(.handshakeFailed, of: a, for: name)
        history.note(.connected(.milliseconds(10)), of: a, for: name)
        #expect(history.status(of: a, for: name).penalty == .seconds(30))
        history.note(.secured(.milliseconds(10)), of: a, for: name)
        #expect(history.status(of: a, for: name).penalty == .zero)
        #expect(history.status(of: a, for: name).lastFailure == nil)
    }

    @Test func oldMeasurementsWeighLess() throws {
        history.note(.connected(.milliseconds(100)), of: a, for: name)
        clock.advance(by: .seconds(600))
        history.note(.connected(.milliseconds(10)), of: a, for: name)
        // One half-life: the old one counts half, (100 / 2 + 10) / 1.5.
        let time = try #require(history.status(of: a, for: name).connectTime)
        #expect(time > .milliseconds(39.9) && time < .milliseconds(40.1))
    }

    /// b was slower than c, but that was long ago: of what it had more than a, a quarter is left.
    @Test func anAddressThatWasSlowComesBack() {
        history.noteSuccess(of: b, for: name, 1_000, 1_000)
        history.noteSuccess(of: c, for: name, 500, 500)
        #expect(history.ranked([a, b, c], for: name) == [c, b, a])
        clock.advance(by: .seconds(1_200))
        history.noteSuccess(of: a, for: name, 10, 10)
        history.noteSuccess(of: c, for: name, 500, 500)
        #expect(history.ranked([a, b, c], for: name) == [a, b, c])
    }

    @Test func afterFourHalfLivesNothingIsKnown() {
        history.noteSuccess(of: b, for: name, 10, 10)
        #expect(history.ranked([a, b], for: name) == [b, a])
        clock.advance(by: .seconds(2_401))
        #expect(history.ranked([a, b], for: name) == [a, b])
        #expect(history.status(of: b, for: name).expectedTime == nil)
    }

    @Test func namesAndPortsAreApart() throws {
        let other = try serverName("other.example.com")
        history.note(.refused, of: a, for: name)
        #expect(history.ranked([a, b], for: other) == [a, b])
        let onOtherPort = try endpoint(1, port: 8443)
        #expect(history.ranked([onOtherPort, b], for: name) == [onOtherPort, b])
    }

    @Test func absurdTimesAreBounded() {
        history.note(.connected(.seconds(-5)), of: a, for: name)
        history.note(.connected(.seconds(Int64.max / 4)), of: b, for: name)
        #expect(history.status(of: a, for: name).connectTime == .zero)
        #expect(history.status(of: b, for: name).connectTime == .seconds(60))
    }
}
