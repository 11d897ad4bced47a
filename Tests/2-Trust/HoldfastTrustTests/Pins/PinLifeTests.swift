import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("The end of pins, and their replacement")
struct PinLifeTests {
    private let test: TestChain
    private let chain: [[UInt8]]
    private let end = TestChain.moment

    init() throws {
        test = try TestChain()
        chain = try test.chain()
    }

    private func pins(_ mode: PinExpiry.Mode, notBefore earliest: Instant? = nil) throws -> TrustPins {
        TrustPins(
            .everywhere(
                try PinSet(anywhere: [PinSetTests.pin(7)], expiry: PinExpiry(end, then: mode), backup: .waived)),
            notBefore: earliest)
    }

    private func judge(_ pins: TrustPins, at moment: Instant) throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try test.policy()
        policy.pins = pins
        return try test.judge(chain, policy: policy, at: moment)
    }

    @Test("until their end pins refuse, whatever comes then", arguments: [PinExpiry.Mode.open, .warn, .closed])
    func before(_ mode: PinExpiry.Mode) throws {
        let verdict = try judge(try pins(mode), at: end.advanced(bySeconds: -1))
        #expect(verdict.codes(.error) == [.pinMismatch])
    }

    @Test(
        "from their end on they do what their mode says",
        arguments: [(PinExpiry.Mode.open, Severity.note), (.warn, .warning), (.closed, .error)])
    func after(_ mode: PinExpiry.Mode, _ severity: Severity) throws {
        let verdict = try judge(try pins(mode), at: end)
        #expect(verdict.codes(severity) == [.pinsExpired])
        #expect((verdict.success != nil) == (mode != .closed))
        #expect((verdict.success?.pins ?? verdict.failure?.pins)?.name == "expired")
    }

    @Test("a clock that is set back does not bring pins back")
    func clock() throws {
        let earlier = end.advanced(byDays: -1)
        let pins = try pins(.closed)
        #expect(try judge(pins, at: earlier).codes(.error) == [.pinMismatch])
        pins.observe(end)
        let verdict = try judge(pins, at: earlier)
        #expect(verdict.codes(.error) == [.pinsExpired] && verdict.codes(.warning) == [.clockSetBack])
        #expect(try judge(try self.pins(.open, notBefore: end), at: earlier).success != nil)
    }

    @Test("the end, a later time seen, and other pins are other policies")
    func digests() throws {
        let (before, after) = (end.advanced(bySeconds: -1), end)
        var policy = try test.policy()
        let bare = policy.digest(at: before)
        policy.pins = try pins(.open)
        let during = policy.digest(at: before)
        #expect(during != bare && policy.digest(at: after) != during)
        policy.pins.observe(after)
        #expect(policy.digest(at: before) == policy.digest(at: after))
        var same = policy
        same.pins = try pins(.open)
        #expect(same.digest(at: before) == during)
        same.pins.replace(with: .everywhere(try PinSet(anywhere: [PinSetTests.pin(8)], backup: .waived)))
        #expect(same.digest(at: before) != during && same.digestWithoutIdentity != policy.digestWithoutIdentity)
    }

    @Test("replaced pins count from the next decision on, and equal ones change nothing")
    func replacement() throws {
        let pins = try pins(.closed)
        let moment = end.advanced(byDays: -1)
        let root = try Certificate(der: test.root.certificate)
        let better = PinnedHosts.everywhere(try PinSet(anywhere: [Pin(root)], backup: .waived))
        #expect(try judge(pins, at: moment).success == nil)
        pins.replace(with: better)
        #expect(try judge(pins, at: moment).success != nil)
        let generation = pins.current().generation
        pins.replace(with: better)
        #expect(pins.current().generation == generation)
    }

    @Test("the pins that nobody has stay none")
    func none() throws {
        TrustPins.none.replace(with: .everywhere(try PinSet(anywhere: [PinSetTests.pin(1)], backup: .waived)))
        #expect(TrustPins.none.current().hosts == .none)
    }
}
