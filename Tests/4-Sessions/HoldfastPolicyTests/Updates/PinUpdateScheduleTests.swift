import HoldfastAuthority
import HoldfastHTTPS
import HoldfastPins
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("When pin updates are looked for")
struct PinUpdateScheduleTests {
    let site: UpdateSite
    let pins: TrustPins
    let moment = UpdateBench.moment

    init() throws {
        site = try UpdateSite()
        pins = TrustPins(try UpdateSite.shipped())
    }

    /// A wait that takes no time, is written down, and sets the clock forward; the last one ends the run.
    private func waits(
        _ count: Int, _ change: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> (Notes<Int>, @Sendable (Duration) async throws -> Void) {
        let (notes, hands) = (Notes<Int>(), site.hands)
        return (
            notes,
            { duration in
                let seconds = Int(duration.components.seconds)
                notes.add(seconds)
                hands.now = hands.now.advanced(bySeconds: Int64(seconds))
                let number = notes.all.count
                change(number)
                if number >= count { throw CancellationError() }
            }
        )
    }

    @Test func atOnceAndAfterEachInterval() async throws {
        let (notes, sleep) = waits(3)
        site.publish(try site.updates.signed(5), entityTag: "\"five\"")
        let updater = try site.updater(for: pins) { $0.sleep = sleep }
        await updater.run()
        #expect(notes.all == [43_200, 43_200, 43_200])
        #expect(site.eventWords == ["accepted 5", "unchanged 5", "unchanged 5"])
    }

    @Test func afterFailuresSoonerAndThenLater() async throws {
        let (notes, sleep) = waits(13)
        site.answer(ServerResponse(status: 503))
        let updater = try site.updater(for: pins) { $0.sleep = sleep }
        await updater.run()
        let doubled = (0..<10).map { 60 << $0 }
        #expect(notes.all == doubled + [43_200, 43_200, 43_200])
        #expect(site.eventWords == [String](repeating: "status", count: 13))
    }

    @Test func aSuccessEndsTheDoubling() async throws {
        let site = site
        let good = try site.updates.signed(5)
        let (notes, sleep) = waits(4) { number in
            if number == 2 { site.publish(good, entityTag: "\"e\"") }
            if number == 3 { site.answer(ServerResponse(status: 503)) }
        }
        site.answer(ServerResponse(status: 503))
        let updater = try site.updater(for: pins) { $0.sleep = sleep }
        await updater.run()
        #expect(notes.all == [60, 120, 43_200, 60])
    }

    @Test(arguments: [(0.0, 38_880), (0.5, 43_200), (1.0, 47_520)])
    func withATenthMoreOrLess(random: Double, seconds: Int) async throws {
        let (notes, sleep) = waits(1)
        site.publish(try site.updates.signed(5))
        let updater = try site.updater(for: pins) {
            ($0.sleep, $0.random, $0.jitter) = (sleep, { random }, 0.1)
        }
        await updater.run()
        #expect(notes.all == [seconds])
    }

    /// An update that ends within an interval is out of force then, and not at the next look.
    @Test func itWakesUpWhereTheUpdateEnds() async throws {
        let (pins, seen) = (pins, Notes<Bool>())
        let (notes, sleep) = waits(2) { _ in seen.add(pins.current().generation == 2) }
        let short = PinUpdate(
            counter: 5, issued: moment, expires: moment.advanced(bySeconds: 1_000),
            hosts: [UpdateBench.pattern: .init(pins: .pinned(try UpdateBench.pins(1)))])
        site.publish(try site.updates.signed(short.bytes))
        let updater = try site.updater(for: pins) { $0.sleep = sleep }
        await updater.run()
        #expect(notes.all == [1_001, 43_200 - 1_001])
        #expect(seen.all == [false, true])
        #expect(pins.current().hosts == (try UpdateSite.shipped()))
        #expect(site.eventWords == ["accepted 5", "ended expired"])
    }

    @Test func stopEndsIt() async throws {
        let begun = Notes<Void>()
        site.publish(try site.updates.signed(5))
        let updater = try site.updater(for: pins) {
            $0.sleep = { duration in
                begun.add(())
                try await Task.sleep(for: duration)
            }
        }
        let task = Task { await updater.run() }
        while begun.all.isEmpty { await Task.yield() }
        updater.stop()
        await task.value
        #expect(updater.updateInForce?.counter == 5)
    }

    /// Connections of a session whose policies have the handle are judged by the new pins from then on.
    @Test func aSessionFollows() async throws {
        let host = "api.holdfast.test"
        let identity = try site.bench.lasting(host)
        let server = try TLSServer(TLSServerConfiguration(identity)) { _ in ServerResponse(text: "hello") }
        let key = try Certificate(der: identity.certificate).subjectPublicKeyInfo
        let right = try PinSet(anywhere: [Pin(key)], backup: .waived)
        let pins = TrustPins(try PinnedHosts([UpdateBench.pattern: .pinned(right)]))
        let session = HTTPSSession(
            configuration: site.bench.configuration([(host, server.port)], by: site.hands, pins: pins))
        let url = try HTTPSURL("https://\(host):\(server.port)/")
        #expect(try await session.verify(url).evaluation?.pins.name == "matched")
        let updater = try site.updater(for: pins)
        site.publish(try site.updates.signed(5, pins: 1))
        try await updater.updateNow()
        do throws(HTTPSError) {
            _ = try await session.verify(url)
            Issue.record("the new pins were not looked at")
        } catch {
            #expect(error.trustFailure?.cause.code == .pinMismatch)
        }
    }
}
