import Foundation
import HoldfastCrypto
import HoldfastFiles
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastPins

@Suite("The store of pin updates")
struct PinUpdateStoreTests {
    let bench: UpdateBench
    let folder = TemporaryFolder.toBeMade()
    let moment = UpdateBench.moment
    /// A process of its own each time: what is remembered is what the disk says.
    var store: PinUpdateStore { PinUpdateStore(path: folder.path + "/pins.json", memory: PinUpdateMemory()) }

    init() throws { bench = try UpdateBench(minimum: 5) }

    private func take(_ signed: SignedPinUpdate, at now: Instant? = nil) throws(PinUpdateError) {
        _ = try store.take(signed, entityTag: nil, by: bench.verifier, at: now ?? moment) {
            (_) throws(PinUpdateFailure) in
        }
    }

    private func code(_ signed: SignedPinUpdate, at now: Instant? = nil) -> String? {
        do throws(PinUpdateError) {
            try take(signed, at: now)
            return nil
        } catch {
            return error.code
        }
    }

    private func load(_ verifier: PinUpdateVerifier? = nil, at now: Instant? = nil) -> PinUpdateStore.Contents {
        store.load(by: verifier ?? bench.verifier, at: now ?? moment)
    }

    private func counter() -> UInt64? { load().update?.update.counter }

    @Test func whatIsTakenIsThereAfterwards() throws {
        #expect(counter() == nil && load().problem == nil)
        try take(try bench.signed(5))
        try take(try bench.signed(6, pins: 2))
        let contents = load()
        #expect(contents.update?.update.hosts[UpdateBench.pattern]?.pins == .pinned(try UpdateBench.pins(2)))
        #expect(contents.history.entries.map(\.counter) == [5, 6])
        #expect(folder.namesWithoutLocks == ["pins.json"])
        let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func itJudgesAgainstWhatItHolds() throws {
        try take(try bench.signed(6))
        try take(try bench.signed(7))
        let before = try folder.bytes("pins.json")
        #expect(code(try bench.signed(6)) == "replay")
        #expect(code(try bench.signed(5)) == "rollback")
        #expect(code(try bench.signed(4)) == "belowMinimum")
        #expect(code(try bench.signed(7, pins: 2)) == "equivocation")
        #expect(code(try bench.signed(8, days: 400)) == "lifetimeTooLong")
        #expect(code(try bench.signed(7)) == nil)
        #expect(try folder.bytes("pins.json") == before)
    }

    @Test func ofWhatNobodySignedNotEvenAFolderIsMade() throws {
        let update = try UpdateBench.update(5)
        let signature = try UpdateBench.signature(of: update, by: PrivateKey.generate(.ed25519))
        #expect(code(SignedPinUpdate(update: update, signature: signature)) == "unknownKey")
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    /// The disk is not believed: what it holds has to be signed, and by today's keys.
    @Test func whatTheDiskSaysIsVerified() throws {
        try take(try bench.signed(5))
        let stranger = try UpdateBench(minimum: 5)
        let contents = load(stranger.verifier)
        #expect(contents.update == nil && contents.history.last == nil)
        guard case .corrupt(_, let kept?) = contents.problem?.reason else {
            Issue.record("\(String(describing: contents.problem))")
            return
        }
        #expect(folder.namesWithoutLocks == [kept])
    }

    /// A state that somebody makes up around an update that is signed: the digest fits, the counter does not.
    @Test func aCounterThatIsNotTheUpdatesIsCorrupt() throws {
        try take(try bench.signed(5))
        var state = try PinUpdateState(try folder.bytes("pins.json"))
        state.history.entries = [.init(counter: 50, digest: try #require(state.history.last?.digest))]
        try folder.write(state.bytes, to: "pins.json", mode: 0o600)
        #expect(counter() == nil)
        #expect(folder.namesWithoutLocks == ["pins.json.corrupt-1"])
        try take(try bench.signed(5))
        #expect(counter() == 5)
    }

    /// A time that would end every pin of the program.
    @Test func aTimeBehindTheUpdatesEndIsCorrupt() throws {
        try take(try bench.signed(5))
        var state = try PinUpdateState(try folder.bytes("pins.json"))
        state.history.latest = moment.advanced(byDays: 90)
        try folder.write(state.bytes, to: "pins.json", mode: 0o600)
        #expect(load().problem == nil)
        state.history.latest = moment.advanced(byDays: 91)
        try folder.write(state.bytes, to: "pins.json", mode: 0o600)
        #expect(load().problem?.isPutAside == true)
    }

    /// With every name taken that it could be put aside under, a corrupt file is in nobody's way.
    @Test func aCorruptFileThatStaysIsWrittenOver() throws {
        try take(try bench.signed(5))
        for number in 1...99 { try folder.write([], to: "pins.json.corrupt-\(number)", mode: 0o600) }
        try folder.write("{", to: "pins.json", mode: 0o600)
        #expect(load().problem?.isPutAside == false)
        try take(try bench.signed(6))
        #expect(counter() == 6)
    }

    /// A program that was built with later pins does not go back to an update of before.
    @Test func aHigherMinimumEndsIt() throws {
        try take(try bench.signed(5))
        var verifier = bench.verifier
        verifier.minimumCounter = 6
        let contents = load(verifier)
        #expect(contents.update == nil && contents.problem == nil)
        #expect(contents.refusal?.reason == .belowMinimum(5, minimum: 6))
        #expect(contents.history.last?.counter == 5)
    }

    @Test func whatHasEndedStillCounts() throws {
        try take(try bench.signed(5))
        let end = moment.advanced(byDays: 90)
        let contents = load(at: end)
        #expect(contents.update == nil)
        #expect(contents.refusal?.reason == .expired(end, at: end))
        store.note(end, by: bench.verifier)
        #expect(load().refusal?.reason == .clockSetBack(at: moment, latest: end, expires: end))
        #expect(code(try bench.signed(5, pins: 2), at: end) == "equivocation")
        #expect(code(try bench.signed(6, issued: end), at: moment) == nil)
    }

    /// However far a clock runs ahead: only up to the end of the update is it kept.
    @Test func aTimeOfTheFutureIsKeptUpToTheEnd() throws {
        try take(try bench.signed(5))
        store.note(moment.advanced(bySeconds: 3599), by: bench.verifier)
        #expect(load().history.latest == moment)
        store.note(moment.advanced(bySeconds: 3600), by: bench.verifier)
        #expect(load().history.latest == moment.advanced(bySeconds: 3600))
        store.note(moment.advanced(byDays: 36_500), by: bench.verifier)
        #expect(load().history.latest == moment.advanced(byDays: 90))
    }

    @Test func everyDamageCountsAsAbsentAndIsKeptAside() throws {
        try take(try bench.signed(5))
        let good = try folder.bytes("pins.json")
        let step = max(1, good.count / 40)
        let cuts = stride(from: 0, to: good.count - 1, by: step).map { Array(good.prefix($0)) }
        let flips = stride(from: 0, to: good.count - 1, by: step).map { index in
            var bytes = good
            bytes[index] ^= 1
            return bytes
        }
        for bytes in cuts + flips {
            try folder.write(bytes, to: "pins.json", mode: 0o600)
            let contents = load()
            #expect(contents.update == nil, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(contents.problem?.isPutAside == true)
            for name in folder.namesWithoutLocks {
                try FileManager.default.removeItem(atPath: folder.path + "/" + name)
            }
        }
        try folder.write([UInt8](repeating: 0x20, count: PinUpdateStore.maximumBytes + 1), to: "pins.json", mode: 0o600)
        #expect(load().problem?.isPutAside == true)
    }

    @Test func whatOthersMayChangeIsNotRead() throws {
        try take(try bench.signed(5))
        try FileManager.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: store.path)
        #expect(load().update == nil)
        #expect(load().problem?.reason == .openToOthers(0o620))
        #expect(code(try bench.signed(6)) == "store")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: store.path)
        #expect(counter() == 5)
    }

    /// Also for a reader whose own keys never saw it: nothing of it is remembered for others.
    @Test func aProcessRemembersWhatItsKeysHaveSigned() throws {
        let memory = PinUpdateMemory()
        let store = PinUpdateStore(path: folder.path + "/pins.json", memory: memory)
        let take = { (signed: SignedPinUpdate) throws(PinUpdateError) in
            _ = try store.take(signed, entityTag: nil, by: bench.verifier, at: moment) {
                (_) throws(PinUpdateFailure) in
            }
        }
        try take(try bench.signed(7))
        store.note(moment.advanced(byDays: 1), by: bench.verifier)
        try FileManager.default.removeItem(atPath: store.path)
        let contents = store.load(by: bench.verifier, at: moment)
        #expect(contents.update?.update.counter == 7 && contents.problem?.reason == .gone)
        #expect(contents.history.latest == moment.advanced(byDays: 1))
        let stranger = try UpdateBench(minimum: 5)
        let others = store.load(by: stranger.verifier, at: moment)
        #expect(others.update == nil && others.problem == nil && others.history.last == nil)
        let restarted = load()
        #expect(restarted.update == nil && restarted.problem == nil)
        try take(try bench.signed(8))
        #expect(load().update?.update.counter == 8 && load().problem == nil)
    }

    /// What an end in the middle of writing leaves: a draft beside the file.
    @Test func aDraftThatWasLeftBehindIsNoHindrance() throws {
        try take(try bench.signed(5))
        try folder.write("{\"schema\"", to: "pins.json.new", mode: 0o600)
        #expect(counter() == 5)
        try take(try bench.signed(6))
        #expect(counter() == 6)
        #expect(folder.namesWithoutLocks == ["pins.json"])
    }

    /// Many at once, each with a store of its own, as processes have one: the greatest counter stays, and none goes
    /// back.
    @Test func manyAtOnceNeverGoBack() async throws {
        let all = try (5..<25).map { try bench.signed(UInt64($0), pins: UInt8($0)) }
        let (path, verifier, moment) = (store.path, bench.verifier, moment)
        let seen = Notes<UInt64>()
        await withTaskGroup { group in
            for signed in all.shuffled() {
                group.addTask {
                    let store = PinUpdateStore(path: path, memory: PinUpdateMemory())
                    do throws(PinUpdateError) {
                        _ = try store.take(signed, entityTag: nil, by: verifier, at: moment) {
                            (verified) throws(PinUpdateFailure) in
                            // Under the lock, before it is written.
                            seen.add(verified.update.counter)
                        }
                    } catch .refused(let refusal) where refusal.code == "rollback" {
                        // A later one was there before.
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        let counters = seen.all
        #expect(counters == counters.sorted() && counters.last == 24)
        #expect(counter() == 24)
    }

    @Test func theUsersFolder() {
        #expect(
            PinUpdateStore.user(program: "app") { $0 == "HOME" ? "/users/u" : nil }?.path
                == "/users/u/.local/state/holdfast/pins-app.json")
        #expect(
            PinUpdateStore.user(program: "app") { $0 == "XDG_STATE_HOME" ? "/s" : nil }?.path
                == "/s/holdfast/pins-app.json")
        for name in ["", "../x", "a/b", ".x", "a b", String(repeating: "a", count: 101)] {
            #expect(PinUpdateStore.user(program: name) { _ in "/s" } == nil)
        }
    }
}

extension StoreError {
    fileprivate var isPutAside: Bool { if case .corrupt(_, keptAs: _?) = reason { true } else { false } }
}
