import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastHTTPS

@Suite("What a race between addresses does next (RFC 8305 §5)")
struct AddressRaceStateTests {
    private let a: DialCandidate
    private let b: DialCandidate
    private let c: DialCandidate

    init() throws {
        func candidate(_ address: String) throws -> DialCandidate {
            DialCandidate(endpoint: Endpoint(try #require(IPAddress(address)), port: 443), source: "test")
        }
        (a, b, c) = (try candidate("192.0.2.1"), try candidate("192.0.2.2"), try candidate("192.0.2.3"))
    }

    private func batch(_ candidates: DialCandidate..., announcing: Bool = false) -> AddressBatch {
        AddressBatch(candidates: candidates, announcesMore: announcing)
    }

    @Test("one address is dialled at the beginning; without any, more are asked for")
    func beginning() {
        var known = AddressRaceState([a, b])
        #expect(known.begin() == [.dial(a, attempt: 1)])
        var unknown = AddressRaceState([])
        #expect(unknown.begin() == [.ask])
    }

    @Test("the delay of the newest attempt counts, not that of an earlier one")
    func delays() {
        var state = AddressRaceState([a, b, c])
        _ = state.begin()
        #expect(state.failed(a) == [.dial(b, attempt: 2)])
        #expect(state.delayIsOver(of: 1) == [])
        #expect(state.delayIsOver(of: 2) == [.dial(c, attempt: 3)])
        #expect(state.overtaken(by: c) == [b])
    }

    @Test("an address that comes after the delay is dialled at once, one that comes before waits")
    func coming() {
        var early = AddressRaceState([a])
        _ = early.begin()
        #expect(early.received(batch(b)) == [])
        #expect(early.delayIsOver(of: 1) == [.dial(b, attempt: 2)])
        var late = AddressRaceState([a])
        _ = late.begin()
        #expect(late.delayIsOver(of: 1) == [])
        #expect(late.received(batch(b)) == [.dial(b, attempt: 2)])
    }

    @Test("what is announced is asked for, once at a time")
    func announcing() {
        var state = AddressRaceState([])
        _ = state.begin()
        #expect(state.received(batch(a, announcing: true)) == [.dial(a, attempt: 1), .ask])
        #expect(state.stalled(1) == [])
        #expect(state.failed(a) == [])
        #expect(state.received(batch(b)) == [.dial(b, attempt: 2)])
    }

    @Test("a stalled attempt asks for more, and goes on; an earlier one does not")
    func stalling() {
        var state = AddressRaceState([a])
        _ = state.begin()
        #expect(state.stalled(1) == [.ask])
        #expect(state.received(batch(b)) == [])
        #expect(state.delayIsOver(of: 1) == [.dial(b, attempt: 2)])
        #expect(state.stalled(1) == [])
        #expect(state.overtaken(by: a) == [b])
    }

    @Test("the race is given up when nobody is left, and nothing is asked for after the end")
    func end() {
        var state = AddressRaceState([a, b])
        _ = state.begin()
        #expect(state.received(nil) == [])
        #expect(state.failed(a) == [.dial(b, attempt: 2)])
        #expect(state.stalled(2) == [])
        #expect(state.failed(b) == [.giveUp])
        var other = AddressRaceState([a])
        _ = other.begin()
        #expect(other.failed(a) == [.ask])
        #expect(other.received(nil) == [.giveUp])
    }
}
