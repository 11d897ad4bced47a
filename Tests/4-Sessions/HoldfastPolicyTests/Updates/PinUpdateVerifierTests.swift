import HoldfastCrypto
import HoldfastPins
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Whether a pin update is taken")
struct PinUpdateVerifierTests {
    let bench: UpdateBench
    let moment = UpdateBench.moment

    init() throws { bench = try UpdateBench(minimum: 5) }

    @Test func oneByEitherKeyIsTaken() throws {
        let update = try UpdateBench.update(5)
        for key in [bench.inUse, bench.keptElsewhere] {
            let signed = SignedPinUpdate(update: update, signature: try UpdateBench.signature(of: update, by: key))
            let verified = try bench.verifier.verify(signed, after: PinUpdateHistory(), at: moment)
            #expect(verified.update.counter == 5)
            #expect(verified.update.hosts[UpdateBench.pattern]?.pins == .pinned(try UpdateBench.pins(1)))
            #expect(!verified.isUnchanged)
        }
    }

    @Test func signaturesByOthersBesideOneOfItsOwnAreIgnored() throws {
        let update = try UpdateBench.update(5)
        let stranger = try PrivateKey.generate(.ed25519)
        let both = try UpdateBench.signature(of: update, by: stranger, bench.inUse)
        #expect(bench.refusal(SignedPinUpdate(update: update, signature: both)) == nil)
        let alone = try UpdateBench.signature(of: update, by: stranger)
        let name = PinUpdateKeys.name(of: stranger.subjectPublicKeyInfo)
        #expect(bench.refusal(SignedPinUpdate(update: update, signature: alone))?.reason == .unknownKey([name]))
    }

    @Test func aSignatureOfSomethingElseIsRefused() throws {
        let (one, two) = (try bench.signed(5, pins: 1), try bench.signed(6, pins: 2))
        let name = PinUpdateKeys.name(of: bench.inUse.subjectPublicKeyInfo)
        let swapped = SignedPinUpdate(update: one.update, signature: two.signature)
        #expect(bench.refusal(swapped)?.reason == .wrongSignature([name]))
        var flipped = one.update
        flipped[flipped.count / 2] ^= 1
        #expect(bench.refusal(SignedPinUpdate(update: flipped, signature: one.signature))?.code == "wrongSignature")
    }

    /// Without what stands in front, a signature that the key has made for something else would do.
    @Test func aSignatureOfTheBareBytesIsRefused() throws {
        let update = try UpdateBench.update(5)
        let signature = Base64.encode(try bench.inUse.sign(update, algorithm: .ed25519))
        let name = PinUpdateKeys.name(of: bench.inUse.subjectPublicKeyInfo)
        let document = """
            {"schema":"holdfast.pin-signature/1","signatures":[{"key":"\(name)","signature":"\(signature)"}]}
            """
        #expect(
            bench.refusal(SignedPinUpdate(update: update, signature: Array(document.utf8)))?.code == "wrongSignature")
    }

    @Test func itsOwnKeysNameUnderAStrangersSignatureIsRefused() throws {
        let update = try UpdateBench.update(5)
        let stranger = try PrivateKey.generate(.ed25519)
        let names = [stranger, bench.inUse].map { PinUpdateKeys.name(of: $0.subjectPublicKeyInfo) }
        let text = String(decoding: try UpdateBench.signature(of: update, by: stranger), as: UTF8.self)
        let renamed = Array(text.replacing(names[0], with: names[1]).utf8)
        #expect(bench.refusal(SignedPinUpdate(update: update, signature: renamed))?.code == "wrongSignature")
    }

    /// Every beginning of both documents but the whole.
    @Test func everyBeginningIsRefused() throws {
        let signed = try bench.signed(5)
        let brace = try #require(signed.update.lastIndex(of: UInt8(ascii: "}")))
        for count in 0..<signed.update.count {
            let cut = SignedPinUpdate(update: Array(signed.update.prefix(count)), signature: signed.signature)
            #expect(bench.refusal(cut)?.code == (count > brace ? "wrongSignature" : "truncated"), "\(count)")
        }
        for count in 0..<signed.signature.count {
            let cut = SignedPinUpdate(update: signed.update, signature: Array(signed.signature.prefix(count)))
            #expect(bench.refusal(cut)?.reason == .truncated(.signature), "\(count)")
        }
    }

    /// A beginning that somebody signed is refused as well, and by its own finding.
    @Test func everySignedBeginningIsRefused() throws {
        let update = try UpdateBench.update(5)
        let brace = try #require(update.lastIndex(of: UInt8(ascii: "}")))
        for count in 0...brace {
            #expect(bench.refusal(try bench.signed(Array(update.prefix(count))))?.code == "malformed", "\(count)")
        }
    }

    @Test func theCounterNeverGoesBack() throws {
        let (six, seven) = (try bench.signed(6), try bench.signed(7))
        let history = try bench.history([(six, moment), (seven, moment)])
        #expect(bench.refusal(try bench.signed(4))?.reason == .belowMinimum(4, minimum: 5))
        #expect(bench.refusal(try bench.signed(4), after: history)?.reason == .belowMinimum(4, minimum: 5))
        #expect(bench.refusal(six, after: history)?.reason == .replay(6, last: 7))
        #expect(bench.refusal(try bench.signed(5), after: history)?.reason == .rollback(5, last: 7))
        #expect(bench.refusal(try bench.signed(6, pins: 2), after: history)?.reason == .rollback(6, last: 7))
        #expect(bench.refusal(try bench.signed(7, pins: 2), after: history)?.reason == .equivocation(7))
        #expect(bench.refusal(try bench.signed(8), after: history) == nil)
        let again = try bench.verifier.verify(seven, after: history, at: moment)
        #expect(again.isUnchanged)
        #expect(again.history == history)
    }

    /// Sixty updates on: what was taken is forgotten as a replay, and refused all the same.
    @Test func theHistoryIsBounded() throws {
        let all = try (5..<65).map { try bench.signed(UInt64($0)) }
        let history = try bench.history(all.map { ($0, moment) })
        #expect(history.entries.count == 32)
        #expect(bench.refusal(all[0], after: history)?.reason == .rollback(5, last: 64))
        #expect(bench.refusal(all[58], after: history)?.reason == .replay(63, last: 64))
    }

    @Test func itsTimesAreKept() throws {
        let signed = try bench.signed(5, days: 90)
        let end = moment.advanced(byDays: 90)
        #expect(bench.refusal(signed, at: moment.advanced(bySeconds: -300)) == nil)
        #expect(
            bench.refusal(signed, at: moment.advanced(bySeconds: -301))?.reason
                == .notYetValid(issued: moment, at: moment.advanced(bySeconds: -301)))
        #expect(bench.refusal(signed, at: end.advanced(bySeconds: -1)) == nil)
        #expect(bench.refusal(signed, at: end)?.reason == .expired(end, at: end))
        #expect(bench.refusal(try bench.signed(5, days: 366)) == nil)
        #expect(bench.refusal(try bench.signed(5, days: 367))?.reason == .lifetimeTooLong(days: 367, limit: 366))
    }

    @Test func aClockThatIsSetBackBringsNothingBack() throws {
        let signed = try bench.signed(5, days: 90)
        var history = try bench.history([(signed, moment)])
        // Time goes on, the update ends; then the clock is set back into its time.
        let end = moment.advanced(byDays: 90)
        let late = try bench.signed(6, issued: moment.advanced(byDays: 100))
        history = try bench.verifier.verify(late, after: history, at: moment.advanced(byDays: 120)).history
        #expect(history.latest == moment.advanced(byDays: 120))
        let other = try bench.signed(7, days: 90)
        #expect(
            bench.refusal(other, after: history, at: moment)?.reason
                == .clockSetBack(at: moment, latest: moment.advanced(byDays: 120), expires: end))
    }

    /// Nor does it take away what holds: it was issued, so that its time has begun.
    @Test func aClockThatIsSetBackTakesNothingAway() throws {
        let signed = try bench.signed(5)
        let history = try bench.history([(signed, moment)])
        #expect(bench.refusal(signed, after: history, at: moment.advanced(byDays: -1_000)) == nil)
        #expect(bench.refusal(try bench.signed(6), after: history, at: moment.advanced(byDays: -1_000)) == nil)
    }

    /// A clock that runs ahead refuses, and what it says is not kept; the next update is taken when it is right again.
    @Test func aClockThatRanAheadDoesNoHarmForGood() throws {
        let signed = try bench.signed(5, days: 90)
        let history = try bench.history([(signed, moment)])
        let future = moment.advanced(byDays: 36_500)
        #expect(bench.refusal(signed, after: history, at: future)?.code == "expired")
        #expect(bench.refusal(try bench.signed(6), after: history, at: future)?.code == "expired")
        #expect(bench.refusal(try bench.signed(6), after: history, at: moment.advanced(byDays: 1)) == nil)
    }
}
