import Foundation
import HoldfastFiles
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastPins

@Suite("How reports of pin failures are delivered")
struct PinReportDeliveryTests {
    let site: ReportSite

    init() throws { site = try ReportSite() }

    private func report(_ reporter: PinReporter, _ number: UInt8 = 9) throws {
        reporter.report(try #require(try site.failure(number, at: site.hands.now)), host: ReportSite.host)
    }

    @Test func theyAreDeliveredWithoutBeingAskedFor() async throws {
        let reporter = try site.reporter()
        try report(reporter)
        try await eventually("a report is received") { !site.received.all.isEmpty }
        try await eventually("a report is delivered") { reporter.counts.delivered > 0 }
        // And those that come while the worker sleeps.
        site.answer(503)
        try report(reporter, 1)
        try await eventually("a report is put off") { reporter.counts.putOff > 0 }
        site.answer(200)
        try report(reporter, 2)
        try await eventually("two reports are delivered") { reporter.counts.delivered >= 2 }
    }

    @Test(arguments: [408, 425, 429, 500, 503])
    func whatFailsForNowIsKept(status: Int) async throws {
        site.answer(status)
        let reporter = try site.reporter()
        try report(reporter)
        await reporter.flush()
        #expect(site.waiting.count == 1)
        #expect(reporter.counts.delivered == 0 && reporter.counts.putOff >= 1)
        site.answer(200)
        #expect(await reporter.flush().delivered == 1)
        #expect(site.waiting.isEmpty)
    }

    @Test(arguments: [400, 401, 404, 410, 304])
    func whatIsRefusedIsDropped(status: Int) async throws {
        site.answer(status)
        let reporter = try site.reporter()
        try report(reporter)
        #expect(await reporter.flush().rejected == 1)
        #expect(site.waiting.isEmpty)
    }

    /// Whoever is named gets the report, and nobody to whom it is sent on.
    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectsAreNotFollowed(status: Int) async throws {
        let elsewhere = Notes<ServerRequest>()
        let other = try site.bench.answering(as: site.bench.lasting("elsewhere.holdfast.test")) { request in
            elsewhere.add(request)
            return ServerResponse(status: 200)
        }
        site.answer { _ in .redirect(to: "https://elsewhere.holdfast.test:\(other.port)/", status: status) }
        let reporter = try site.reporter {
            $0.session.addresses.dial.append(.loopback(other.port, host: "elsewhere.holdfast.test"))
        }
        try report(reporter)
        #expect(await reporter.flush().rejected == 1)
        #expect(elsewhere.all.isEmpty && other.counters.connections == 0)
    }

    @Test func aHugeAnswerIsNotRead() async throws {
        site.answer { _ in ServerResponse(body: [UInt8](repeating: 0x61, count: 64 << 20)) }
        let reporter = try site.reporter()
        try report(reporter)
        #expect(await reporter.flush().delivered == 1)
    }

    /// A server that takes the report and says nothing: the limit of the delivery ends it.
    @Test func aServerThatNeverAnswersIsLeft() async throws {
        let held = Notes<Void>()
        var configuration = TLSServerConfiguration(try site.bench.lasting("slow.holdfast.test"))
        configuration.conversation = { connection throws(ServingError) in
            held.add(())
            while !(try connection.read()).isEmpty {}
        }
        let slow = try TLSServer(configuration) { _ in ServerResponse() }
        let uri = try HTTPSURL("https://slow.holdfast.test:\(slow.port)/")
        let reporter = try site.reporter(PinReportURIs([.withSubdomains(.test): [uri]])) {
            $0.session.addresses.dial.append(.loopback(slow.port, host: "slow.holdfast.test"))
            $0.timeout = .seconds(2)
        }
        try report(reporter)
        await reporter.flush()
        #expect(reporter.counts.delivered == 0 && reporter.counts.putOff >= 1)
        #expect(site.waiting.count == 1)
    }

    @Test func theySurviveTheProgramsEnd() async throws {
        site.answer(503)
        var reporter: PinReporter? = try site.reporter()
        try report(try #require(reporter))
        await reporter?.flush()
        // Its worker may be at an attempt still, which would be the one that is looked for below.
        weak let ending = reporter
        reporter = nil
        try await eventually("the first reporter is gone") { ending == nil }
        #expect(site.waiting.count == 1)
        site.answer(200)
        let before = site.received.all.count
        // Two minutes on, what was put off is due, and nobody has to ask.
        site.hands.now = UpdateBench.moment.advanced(byDays: 1)
        let next = try site.reporter()
        try await eventually("a report is delivered") { next.counts.delivered > 0 }
        #expect(site.received.all.count == before + 1)
        #expect(site.received.all.last?.body == site.received.all.first?.body)
        #expect(site.waiting.isEmpty)
    }

    /// The worker that began with the reporter may sleep as well, and the clock goes on by that: an attempt never comes
    /// earlier than it is due, and how long that is tells the configuration.
    @Test func waitsGrowAndEnd() async throws {
        let (hands, attempts) = (site.hands, Notes<Instant>())
        site.answer { _ in
            attempts.add(hands.now)
            return ServerResponse(status: 503)
        }
        var limits = PinReportSpool.Limits()
        limits.attempts = 12
        var waits: [Int64] = []
        let reporter = try site.reporter(limits: limits) {
            waits = (1...11).map($0.retrySeconds)
            $0.sleep = { hands.now = hands.now.advanced(bySeconds: $0.components.seconds) }
        }
        // A minute, doubled up to six hours.
        #expect(waits == [60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600])
        try report(reporter)
        try await eventually("a report is rejected", within: .seconds(600)) { reporter.counts.rejected > 0 }
        let moments = attempts.all
        #expect(moments.count == 12)
        for (pair, wait) in zip(zip(moments, moments.dropFirst()), waits) {
            #expect(pair.1.seconds(since: pair.0) >= wait)
        }
        #expect(site.waiting.isEmpty)
    }

    @Test func whatIsTooOldIsDropped() async throws {
        site.answer(503)
        let reporter = try site.reporter()
        try report(reporter)
        await reporter.flush()
        site.hands.now = UpdateBench.moment.advanced(byDays: 7)
        site.answer(200)
        let before = site.received.all.count
        #expect(await reporter.flush().expired == 1)
        #expect(site.waiting.isEmpty && site.received.all.count == before)
    }

    @Test func whatMakesRoomForAnotherReportIsCounted() async throws {
        site.answer(503)
        let reporter = try site.reporter()
        try report(reporter)
        await reporter.flush()
        site.hands.now = UpdateBench.moment.advanced(byDays: 7)
        try report(reporter, 1)
        let counts = await reporter.flush()
        #expect(counts.spooled == 2 && counts.expired == 1 && site.waiting.count == 1)
    }

    /// The one who sends has looked at it before.
    @Test func whatBecomesTooOldMeanwhileIsNotSent() async throws {
        site.answer(503)
        let reporter = try site.reporter()
        try report(reporter)
        await reporter.flush()
        let (spool, moment) = (site.spool(), UpdateBench.moment)
        let name = try #require(try spool.contents(at: moment.advanced(byDays: 6)).waiting.first?.name)
        #expect(try spool.claim(name, at: moment.advanced(byDays: 7), lease: 60, everything: true) == nil)
        #expect(try spool.claim(name, at: moment.advanced(byDays: 6), lease: 60, everything: true) != nil)
    }

    @Test func theSpoolIsBounded() async throws {
        site.answer(503)
        var limits = PinReportSpool.Limits()
        limits.reports = 3
        let reporter = try site.reporter(limits: limits)
        for number in UInt8(0)..<5 {
            try report(reporter, number)
            await reporter.flush()
        }
        #expect(site.waiting.count == 3 && reporter.counts.full == 2)
        limits.bytes = 1_000
        let small = try site.reporter(limits: limits)
        try report(small, 50)
        #expect(await small.flush().full == 1)
    }

    /// Somebody in between who sends a heap of certificates is reported without them.
    @Test func aHugeChainIsReportedWithoutItsCertificates() async throws {
        var limits = PinReportSpool.Limits()
        limits.reportBytes = 2_000
        let reporter = try site.reporter(limits: limits)
        try report(reporter)
        #expect(await reporter.flush().delivered == 1)
        let found = try json(try #require(site.received.all.first).body)
        #expect((found["served-certificate-chain"] as? [String])?.isEmpty == true)
        #expect(found["hostname"] as? String == ReportSite.host)
    }

    @Test func damagedFilesArePutAside() async throws {
        site.answer(503)
        let reporter = try site.reporter()
        for number in UInt8(0)..<3 { try report(reporter, number) }
        await reporter.flush()
        // Until then a delivery may be under way, which gives a report's file another name.
        try await eventually("all are put off") { reporter.counts.putOff >= 3 }
        let names = site.waiting
        #expect(names.count == 3)
        let spool = site.folder.path + "/spool/"
        var bytes = Array(try Data(contentsOf: URL(filePath: spool + names[0])))
        bytes[bytes.count / 2] ^= 1
        try site.folder.write(bytes, to: "spool/" + names[0], mode: 0o600)
        try site.folder.write(Array(bytes.prefix(100)), to: "spool/" + names[1], mode: 0o600)
        try site.folder.write("{", to: "spool/recent.json", mode: 0o600)
        try site.folder.write("{", to: "spool/report-000000000000-draft.json.new", mode: 0o600)
        site.answer(200)
        let next = try site.reporter()
        await next.flush()
        // The first one may have been at it too.
        let (one, two) = (reporter.counts, next.counts)
        #expect(one.delivered + two.delivered == 1 && one.damaged + two.damaged == 2)
        try report(next, 7)
        #expect(await next.flush().delivered == two.delivered + 1)
        let left = try FileManager.default.contentsOfDirectory(atPath: spool).sorted()
        #expect(left.filter { $0.contains(".corrupt-") }.count == 3)
        #expect(left.filter { $0.hasSuffix(".new") || $0.hasSuffix(".json") } == ["recent.json"])
    }

    @Test func aFolderOfOthersIsNotUsed() async throws {
        let reporter = try site.reporter()
        try site.folder.write([], to: "x", mode: 0o600)
        try FileManager.default.createDirectory(
            atPath: site.folder.path + "/spool", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        try report(reporter)
        let counts = await reporter.flush()
        #expect(counts.spooled == 0 && counts.problems >= 1)
        #expect(reporter.problem?.reason == .openToOthers(0o755))
        #expect(site.received.all.isEmpty)
    }

    /// Two programs with one spool: each report goes out once.
    @Test func twoWithOneSpoolDeliverOnce() async throws {
        site.answer(503)
        let first = try site.reporter()
        for number in UInt8(0)..<6 { try report(first, number) }
        await first.flush()
        #expect(site.waiting.count == 6)
        site.answer(200)
        let before = site.received.all.count
        site.hands.now = UpdateBench.moment.advanced(byDays: 1)
        let all = [first] + (try (0..<4).map { _ in try site.reporter() })
        try await eventually("six reports are delivered") { all.map(\.counts.delivered).reduce(0, +) >= 6 }
        for reporter in all { await reporter.flush() }
        #expect(all.map(\.counts.delivered).reduce(0, +) == 6)
        #expect(site.received.all.count == before + 6)
    }
}
