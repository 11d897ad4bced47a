import Foundation
import HoldfastAuthority
import HoldfastHTTP
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

@Suite("Pin failures that sessions report")
struct PinReporterTests {
    let site: ReportSite

    init() throws { site = try ReportSite() }

    @Test func aRefusedServerIsReportedToTheNamedURI() async throws {
        let reporter = try site.reporter()
        let session = try site.session(reporter)
        #expect(await word(session, try site.url) == "certificateRefused")
        let counts = await reporter.flush()
        #expect(counts.failures == 1 && counts.spooled == 1 && counts.delivered == 1)
        let request = try #require(site.received.all.first)
        #expect(site.received.all.count == 1)
        #expect(request.method == "POST" && request.target == "/pins")
        #expect(request["Content-Type"] == "application/json")
        let report = try json(request.body)
        #expect(report["hostname"] as? String == ReportSite.host)
        #expect(report["port"] as? Int == Int(site.target.port))
        #expect(site.waiting.isEmpty)
        #expect(site.target.counters.requestsReceived == 0)
    }

    @Test func whatOnlyReportsAnswersAndIsReported() async throws {
        let reporter = try site.reporter()
        let session = try site.session(reporter, pins: try site.wrongPins(.reportOnly))
        #expect(await word(session, try site.url) == nil)
        #expect(await reporter.flush().delivered == 1)
        #expect(try json(try #require(site.received.all.first).body)["enforce-pinning"] as? Bool == false)
    }

    @Test func aServerInOrderIsNotReported() async throws {
        let reporter = try site.reporter()
        let key = try Certificate(der: site.identity.certificate).subjectPublicKeyInfo
        let session = try site.session(reporter, pins: try PinSet(anywhere: [Pin(key)], backup: .waived))
        #expect(await word(session, try site.url) == nil)
        #expect(await reporter.flush() == PinReporter.Counts())
        #expect(site.reports.counters.connections == 0)
    }

    /// There is no default: who is not named is told nothing.
    @Test func withoutANamedURINobodyIsTold() async throws {
        for uris in [PinReportURIs(), try site.uris("other.holdfast.test")] {
            let reporter = try site.reporter(uris)
            #expect(await word(try site.session(reporter), try site.url) == "certificateRefused")
            let counts = await reporter.flush()
            #expect(counts.unnamed == 1 && counts.spooled == 0)
        }
        #expect(site.reports.counters.connections == 0)
        #expect(site.waiting.isEmpty)
    }

    @Test func theMostSpecificPatternCounts() throws {
        func url(_ name: String) throws -> HTTPSURL { try HTTPSURL("https://\(name).test/") }
        let test = DNSName.test
        let uris = PinReportURIs([
            .withSubdomains(test): [try url("wide")], .oneLabelBelow(test): [try url("one")],
            .host(try ServerName("a.holdfast.test")): [try url("exact")],
            .host(try ServerName("b.holdfast.test")): [],
        ])
        #expect(uris.uris(for: try ServerName("a.holdfast.test")) == [try url("exact")])
        #expect(uris.uris(for: try ServerName("b.holdfast.test")).isEmpty)
        #expect(uris.uris(for: try ServerName("c.holdfast.test")) == [try url("one")])
        #expect(uris.uris(for: try ServerName("x.y.holdfast.test")) == [try url("wide")])
        #expect(uris.uris(for: try ServerName("holdfast.test")) == [try url("wide")])
        #expect(uris.uris(for: try ServerName("192.0.2.1")).isEmpty)
        let plain = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://plain.test/")
        #expect(PinReportURIs([.withSubdomains(test): [plain]]).uris(for: try ServerName("a.holdfast.test")).isEmpty)
    }

    @Test func theSameFailureIsReportedOnceInADay() async throws {
        let reporter = try site.reporter()
        let session = try site.session(reporter)
        for _ in 0..<3 { _ = await word(session, try site.url) }
        #expect(await reporter.flush().duplicates == 2)
        // After a restart too.
        let again = try site.reporter()
        _ = await word(try site.session(again), try site.url)
        #expect(await again.flush().duplicates == 1)
        site.hands.now = UpdateBench.moment.advanced(bySeconds: 86_399)
        _ = await word(try site.session(again), try site.url)
        #expect(await again.flush().duplicates == 2)
        site.hands.now = UpdateBench.moment.advanced(bySeconds: 86_400)
        _ = await word(try site.session(again), try site.url)
        #expect(await again.flush().delivered == 1)
        // Other pins are another failure.
        _ = await word(try site.session(again, pins: try UpdateBench.pins(8)), try site.url)
        #expect(await again.flush().delivered == 2)
        #expect(site.received.all.count == 3)
    }

    @Test func noMoreThanSoManyInAnHour() async throws {
        let reporter = try site.reporter { $0.maximumPerHour = 3 }
        for number in UInt8(0)..<5 {
            reporter.report(try #require(try site.failure(number)), host: ReportSite.host)
            await reporter.flush()
        }
        #expect(reporter.counts.limited == 2 && reporter.counts.delivered == 3)
        site.hands.now = UpdateBench.moment.advanced(bySeconds: 3600)
        reporter.report(try #require(try site.failure(7)), host: ReportSite.host)
        #expect(await reporter.flush().delivered == 4)
    }

    @Test func redactionDecidesWhatIsKept() async throws {
        let reporter = try site.reporter { $0.redaction = { $0.withoutNames } }
        _ = await word(try site.session(reporter), try site.url)
        #expect(await reporter.flush().delivered == 1)
        let body = String(decoding: try #require(site.received.all.first).body, as: UTF8.self)
        #expect(!body.contains("holdfast.test") && !body.contains("CERTIFICATE-"))
        let silent = try site.reporter { $0.redaction = { _ in nil } }
        silent.report(try #require(try site.failure(1)), host: ReportSite.host)
        let counts = await silent.flush()
        #expect(counts.redacted == 1 && counts.spooled == 0)
    }

    /// Pins that do not match the report server either: nothing is sent there, and nothing is reported about it.
    @Test func aFailureOfTheReportServerIsNotReported() async throws {
        let uris = PinReportURIs([.withSubdomains(.test): [try site.reportURI]])
        let wrong = TrustPins(.everywhere(try site.wrongPins()))
        let (bench, hands, port) = (site.bench, site.hands, site.reports.port)
        let reporter = try site.reporter(uris) {
            $0.session = bench.configuration([(ReportSite.collector, port)], by: hands, pins: wrong)
        }
        // Whoever looks on there is not told either.
        _ = await word(try site.session(reporter), try site.url)
        for _ in 0..<3 { await reporter.flush() }
        let counts = reporter.counts
        #expect(counts.failures == 1 && counts.spooled == 1 && counts.delivered == 0)
        #expect(site.reports.counters.requestsReceived == 0)
        #expect(site.waiting.count == 1)
    }

    @Test func aSessionThatIsObservedAndDeliversReportsDoesNotLoop() async throws {
        let uris = PinReportURIs([.withSubdomains(.test): [try site.reportURI]])
        let wrong = TrustPins(.everywhere(try site.wrongPins()))
        let first = try site.reporter(uris)
        let (bench, hands, port) = (site.bench, site.hands, site.reports.port)
        let second = try site.reporter(uris) {
            var pinned = bench.configuration([(ReportSite.collector, port)], by: hands, pins: wrong)
            first.observe(&pinned)
            $0.session = pinned
        }
        second.report(try #require(try site.failure()), host: ReportSite.host)
        for _ in 0..<3 { await second.flush() }
        #expect(second.counts.failures == 1 && first.counts.failures == 0)
    }

    @Test func reportsSayNothingAboutWhoSendsThem() async throws {
        let store = MemoryCookieStore()
        store.keep(
            [HTTPField(name: "Set-Cookie", value: "a=b; Secure")].compactMap(\.self), from: try site.reportURI)
        let reporter = try site.reporter { $0.session.cookies.handling = .shared(store) }
        site.answer { _ in
            ServerResponse(status: 204, fields: [HTTPField("Set-Cookie", "id=1; Secure")])
        }
        for number in UInt8(0)..<2 {
            reporter.report(try #require(try site.failure(number)), host: ReportSite.host)
            await reporter.flush()
        }
        #expect(site.received.all.count == 2)
        for request in site.received.all {
            #expect(request["Cookie"] == nil && request["Authorization"] == nil && request["User-Agent"] == nil)
        }
        #expect(store.cookies(for: try site.reportURI).map(\.name) == ["a"])
    }

    @Test func whoLookedOnBeforeStillDoes() async throws {
        final class Onlooker: SessionObserver {
            let lines = Notes<String>()
            func session(_ event: SessionEvent) { lines.add("event") }
            func session(finished metrics: TaskMetrics) { lines.add("finished") }
            func session(log line: String) { lines.add("log") }
            func session(judged judgement: ServerJudgement) {
                lines.add("judged \(judgement.host) \(judgement.isProxy)")
            }
        }
        let onlooker = Onlooker()
        let reporter = try site.reporter()
        let session = try site.session(reporter) { $0.observer = onlooker }
        _ = await word(session, try site.url)
        #expect(Set(onlooker.lines.all) == ["event", "finished", "log", "judged \(ReportSite.host) false"])
        #expect(await reporter.flush().delivered == 1)
    }
}
