import Foundation
import HoldfastFiles
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastPins
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import TestSupport
import Testing

@Suite("Pins that are updated over the network")
struct PinUpdaterTests {
    let site: UpdateSite
    let pins: TrustPins
    let moment = UpdateBench.moment

    init() throws {
        site = try UpdateSite()
        pins = TrustPins(try UpdateSite.shipped())
    }

    private func expectShipped(_ generation: UInt64 = 0) throws {
        #expect(pins.current().hosts == (try UpdateSite.shipped()))
        #expect(pins.current().generation == generation)
    }

    @Test func anAcceptedUpdateTakesEffectAndIsKept() async throws {
        let updater = try site.updater(for: pins)
        site.publish(try site.updates.signed(5, pins: 1), entityTag: "\"five\"")
        #expect(try await updater.updateNow() == .accepted(counter: 5))
        #expect(pins.ofTest == (try UpdateBench.pins(1)))
        #expect(pins.current().generation == 1)
        let other = try ServerName("other.test")
        #expect(pins.current().hosts.duty(for: other)?.set == (try UpdateBench.pins(100)))
        #expect(updater.updateInForce?.counter == 5)
        #expect(try await updater.updateNow() == .unchanged(counter: 5))
        #expect(pins.current().generation == 1)
        #expect(site.requests.all.map(\.target) == ["/pins.json?app=1", "/pins.json.sig?app=1", "/pins.json?app=1"])
        #expect(site.requests.all.last?["If-None-Match"] == "\"five\"")
        #expect(site.eventWords == ["accepted 5", "unchanged 5"])
    }

    @Test func itHoldsAgainAfterARestart() async throws {
        site.publish(try site.updates.signed(5, pins: 1), entityTag: "\"five\"")
        _ = try await site.updater(for: pins).updateNow()
        let again = TrustPins(try UpdateSite.shipped())
        let updater = try site.updater(for: again)
        #expect(again.ofTest == (try UpdateBench.pins(1)))
        #expect(site.eventWords == ["accepted 5", "restored 5"])
        #expect(try await updater.updateNow() == .unchanged(counter: 5))
        #expect(site.requests.all.count == 3)
    }

    @Test func whatIsRefusedChangesNothing() async throws {
        let updater = try site.updater(for: pins)
        site.publish(try site.updates.signed(6, pins: 1))
        try await updater.updateNow()
        site.publish(try site.updates.signed(7, pins: 2))
        try await updater.updateNow()
        let (current, kept) = (pins.current(), try site.folder.bytes("pins.json"))
        let stranger = try UpdateBench()
        let good = try site.updates.signed(9, pins: 3)
        let cut = SignedPinUpdate(update: Array(good.update.dropLast(40)), signature: good.signature)
        let swapped = SignedPinUpdate(
            update: good.update, signature: try site.updates.signed(8, pins: 3).signature)
        let table: [(SignedPinUpdate, String)] = [
            (try site.updates.signed(6, pins: 1), "replay"), (try site.updates.signed(5, pins: 3), "rollback"),
            (try site.updates.signed(4), "belowMinimum"), (try site.updates.signed(7, pins: 3), "equivocation"),
            (try stranger.signed(9), "unknownKey"), (cut, "truncated"), (swapped, "wrongSignature"),
            (try site.updates.signed(9, issued: moment.advanced(byDays: 1)), "notYetValid"),
            (try site.updates.signed(9, issued: moment.advanced(byDays: -20), days: 10), "expired"),
            (try site.updates.signed(9, days: 367), "lifetimeTooLong"),
            (try site.updates.signed(replacing: "\"pins\"", by: "\"connectTo\": \"x\", \"pins\""), "forbiddenMember"),
            (SignedPinUpdate(update: good.update, signature: Array("{}".utf8)), "malformedSignature"),
        ]
        for (signed, word) in table {
            site.publish(signed)
            #expect(await code(updater) == word)
            #expect(pins.current().hosts == current.hosts && pins.current().generation == current.generation)
            #expect(try site.folder.bytes("pins.json") == kept)
        }
        #expect(site.eventWords.dropFirst(2) == table.map(\.1)[...])
    }

    @Test func aFailingFetchTakesNoPinsAway() async throws {
        let updater = try site.updater(for: pins)
        site.publish(try site.updates.signed(5, pins: 1))
        try await updater.updateNow()
        for (answer, word) in [
            (ServerResponse(status: 500), "status"), (ServerResponse(status: 404), "status"),
            (ServerResponse(status: 204), "status"), (ServerResponse(status: 304), "status"),
            (.redirect(to: "http://\(UpdateSite.host)/pins.json"), "insecureRedirect"),
            (.redirect(to: "/pins.json"), "tooManyRedirects"),
            (ServerResponse(body: [UInt8](repeating: 0x20, count: PinUpdate.maximumBytes + 1)), "responseTooLarge"),
        ] where answer.status != 304 {
            site.answer(answer)
            #expect(await code(updater) == word)
        }
        site.server.stop()
        #expect(await code(updater) != nil)
        #expect(pins.ofTest == (try UpdateBench.pins(1)))
        #expect(pins.current().generation == 1)
    }

    /// The server gets a new update after the old one was sent and before its signature is.
    @Test func documentsThatDoNotFitAreFetchedOnceMore() async throws {
        let updater = try site.updater(for: pins)
        let newer = try site.updates.signed(6, pins: 2)
        site.publish(try site.updates.signed(5, pins: 1))
        let shelf = site.published
        shelf.set { $0.between = { shelf.set { $0.signed = newer } } }
        #expect(try await updater.updateNow() == .accepted(counter: 6))
        #expect(site.requests.all.count == 4)
    }

    @Test func whatCannotBeKeptIsNotUsed() async throws {
        let updater = try site.updater(for: pins)
        site.publish(try site.updates.signed(5, pins: 1))
        try site.folder.write([], to: "other", mode: 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: site.folder.path)
        #expect(await code(updater) == "store")
        try expectShipped()
    }

    @Test func onceItHasEndedTheShippedPinsHold() async throws {
        let updater = try site.updater(for: pins)
        site.publish(try site.updates.signed(5, pins: 1), entityTag: "\"five\"")
        try await updater.updateNow()
        site.hands.now = moment.advanced(byDays: 90)
        #expect(await code(updater) == "expired")
        try expectShipped(2)
        // Setting the clock back does not bring it back; a newer one does.
        site.hands.now = moment.advanced(byDays: 1)
        #expect(await code(updater) == "clockSetBack")
        try expectShipped(2)
        site.publish(try site.updates.signed(6, pins: 2, issued: moment.advanced(byDays: 1)))
        #expect(await code(updater) == nil)
        #expect(pins.ofTest == (try UpdateBench.pins(2)))
        #expect(
            site.eventWords == [
                "accepted 5", "ended expired", "expired", "ended clockSetBack", "clockSetBack", "accepted 6",
            ])
    }

    /// A signed update of before is genuine: what keeps it out is the counter, which must not go with a file.
    @Test("A deleted, damaged or exchanged file opens no way back to a process that runs", arguments: Damage.allCases)
    func whatWasSeenStays(damage: Damage) async throws {
        let updater = try site.updater(for: pins)
        site.publish(try site.updates.signed(6, pins: 1), entityTag: "\"six\"")
        try await updater.updateNow()
        let older = try site.folder.bytes("pins.json")
        site.publish(try site.updates.signed(7, pins: 2), entityTag: "\"seven\"")
        try await updater.updateNow()
        let file = site.folder.path + "/pins.json"
        switch damage {
        case .deleted: try FileManager.default.removeItem(atPath: file)
        case .folderDeleted: try FileManager.default.removeItem(atPath: site.folder.path)
        case .damaged: try site.folder.write("{}", to: "pins.json", mode: 0o600)
        case .setBack: try site.folder.write(older, to: "pins.json", mode: 0o600)
        }
        site.publish(try site.updates.signed(6, pins: 1), entityTag: "\"six\"")
        #expect(await code(updater) == "replay")
        site.publish(try site.updates.signed(5, pins: 3), entityTag: "\"five\"")
        #expect(await code(updater) == "rollback")
        site.publish(try site.updates.signed(7, pins: 3), entityTag: "\"other\"")
        #expect(await code(updater) == "equivocation")
        #expect(pins.ofTest == (try UpdateBench.pins(2)) && updater.updateInForce?.counter == 7)
        // Another part of the program begins only now.
        let others = TrustPins(try UpdateSite.shipped())
        let other = try site.updater(for: others)
        #expect(others.ofTest == (try UpdateBench.pins(2)) && other.updateInForce?.counter == 7)
        let problems = site.events.all.compactMap { event -> StoreError.Reason? in
            if case .storeProblem(let problem) = event { problem.reason } else { nil }
        }
        switch damage {
        case .deleted, .folderDeleted: #expect(problems.count >= 3 && problems.allSatisfy { $0 == .gone })
        case .damaged:
            guard case .corrupt? = problems.first else { return #expect(Bool(false), "\(problems)") }
        case .setBack: #expect(problems.count >= 3 && problems.allSatisfy { $0 == .setBack(counter: 6, last: 7) })
        }
        // Taken once more it is on disk again, though nothing about it is new.
        site.publish(try site.updates.signed(7, pins: 2), entityTag: "\"seven\"")
        #expect(try await updater.updateNow() == .unchanged(counter: 7))
        #expect(site.requests.all.last { !$0.target.contains(".sig") }?["If-None-Match"] == nil)
        let count = site.events.all.count
        #expect(try await updater.updateNow() == .unchanged(counter: 7))
        #expect(site.events.all.count == count + 1)
        #expect(site.requests.all.last?["If-None-Match"] == "\"seven\"")
    }

    enum Damage: CaseIterable { case deleted, folderDeleted, damaged, setBack }

    /// Two processes with one store: what one has taken, the other has too, and does not go behind.
    @Test func anotherProcessesUpdateIsTakenOver() async throws {
        let theirs = TrustPins(try UpdateSite.shipped())
        let (one, two) = (try site.updater(for: pins), try site.updater(for: theirs))
        site.publish(try site.updates.signed(6, pins: 1))
        try await one.updateNow()
        site.publish(try site.updates.signed(5, pins: 2))
        #expect(await code(two) == "rollback")
        #expect(theirs.ofTest == (try UpdateBench.pins(1)))
        #expect(two.updateInForce?.counter == 6)
    }

    @Test func reportURIsGoAlong() async throws {
        let (old, new) = (try HTTPSURL("https://old.test/"), try HTTPSURL("https://new.test/"))
        let other = HostPattern.host(try ServerName("other.test"))
        let uris = PinReportURIs([UpdateBench.pattern: [old], other: [old]])
        let updater = try site.updater(for: pins, reportURIs: uris)
        let update = PinUpdate(
            counter: 5, issued: moment, expires: moment.advanced(byDays: 1),
            hosts: [UpdateBench.pattern: .init(pins: nil, reportURIs: [new])])
        site.publish(try site.updates.signed(update.bytes))
        try await updater.updateNow()
        #expect(uris.uris(for: try ServerName("a.holdfast.test")) == [new])
        #expect(uris.uris(for: try ServerName("other.test")) == [old])
        try expectShipped()
    }

    @Test func itsRequestsSayNothingAboutAnybody() async throws {
        let store = MemoryCookieStore()
        let updater = try site.updater(for: pins) { $0.session.cookies.handling = .shared(store) }
        store.keep(
            [HTTPField(name: "Set-Cookie", value: "a=b; Secure")].compactMap(\.self),
            from: try HTTPSURL("https://\(UpdateSite.host)/"))
        site.publish(try site.updates.signed(5))
        try await updater.updateNow()
        for request in site.requests.all {
            #expect(request["Cookie"] == nil && request["Authorization"] == nil)
            #expect(request.method == "GET" && request.body.isEmpty)
        }
    }
}
