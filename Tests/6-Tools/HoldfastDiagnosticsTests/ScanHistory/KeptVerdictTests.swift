import HoldfastAuthority
import HoldfastStatements
import HoldfastStore
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// Results that a run has from before it was gone on with: files tell of them as they would have before.
@Suite("Verdicts that a history keeps until a run is done")
struct KeptVerdictTests {
    private typealias Bench = ScanHistoryBench
    private let bench: ScanHistoryBench
    private let scan: ScanSamples

    init() throws {
        bench = try ScanHistoryBench()
        scan = try ScanSamples()
    }

    private func results() -> [ScanResult] {
        var reached = scan.trusted
        reached.connection = ConnectionReport(
            address: "192.0.2.7",
            tls: .init(
                version: "1.3", cipherSuite: "TLS_AES_128_GCM_SHA256", keyExchange: "X25519MLKEM768", alpn: nil,
                sni: "www.example.com", resumed: false),
            timing: .init(dns: 1.5, tcp: 2, tls: 30.25, trust: nil))
        reached.postQuantum = PostQuantumReport(
            keyExchange: "X25519MLKEM768", signatureScheme: nil, path: [], hasAnchor: false)
        reached.place = ReportPlace(file: "servers.txt", line: 7, column: 3, length: 12)
        var one = scan.unreachable
        one.addressOfTarget = "192.0.2.1"
        one.attempts = 3
        var other = scan.expired
        other.addressOfTarget = "192.0.2.2"
        return [
            scan.result(reached, 0, owner: "team-c"), scan.result(scan.warned, 1), scan.result(one, 2),
            scan.result(other, 2), scan.result(scan.unreachable, 3),
        ]
    }

    /// Keeps results as a process that is killed does, and goes on with the run.
    private func goingOn(with results: [ScanResult]) async throws -> ScanRecorder {
        var killed: ScanRecorder? = try recorder(resumes: false)
        for index in Set(results.map(\.target.index)).sorted() {
            _ = try await killed?.record(results.filter { $0.target.index == index })
        }
        killed = nil
        // Its thread lets go of the file in its own time.
        var next: ScanRecorder?
        try await eventually("the run is nobody's") {
            do { next = try recorder(resumes: true) } catch ScanHistoryError.underWay { return false }
            return true
        }
        return try #require(next)
    }

    private func recorder(resumes: Bool) throws -> ScanRecorder {
        let history = try bench.history()
        let run =
            try resumes
            ? #require(try history.resume(Bench.source)) : history.begin(Bench.source, at: scan.samples.at)
        return ScanRecorder(history, run, since: nil) { Bench.start }
    }

    private func earlier(_ recorder: ScanRecorder, limit: Int) async throws -> [ScanResult] {
        var (all, last) = ([ScanResult](), KeptPlace?.none)
        repeat {
            let some = try await recorder.earlier(after: last, limit: limit)
            all += some.results
            last = some.last
        } while last != nil
        return all
    }

    @Test("rows, JUnit, SARIF and metrics are the same as of the verdicts themselves", arguments: [1, 2, 100])
    func same(limit: Int) async throws {
        let results = results()
        let kept = try await earlier(try goingOn(with: results), limit: limit)
        #expect(kept.map(ScanCSV.row) == results.map(ScanCSV.row))
        func junit(_ results: [ScanResult]) -> String { JUnitReport(results.map(\.report), suite: "scan").text }
        #expect(junit(kept) == junit(results))
        #expect(
            SARIFReport(kept.map(\.report), toolVersion: "1.0.0").text
                == SARIFReport(results.map(\.report), toolVersion: "1.0.0").text)
        let (summary, highlights) = scan.taken(results)
        let (keptSummary, keptHighlights) = scan.taken(kept)
        #expect(
            ScanMetrics(keptSummary, keptHighlights, version: "1").text
                == ScanMetrics(summary, highlights, version: "1").text)
        #expect(keptSummary.text() == summary.text())
    }

    @Test("the page tells each of them by the sentences of its findings, in both languages")
    func page() async throws {
        let results = results()
        let kept = try await earlier(try goingOn(with: results), limit: 2)
        func page(_ results: [ScanResult]) -> String {
            let (summary, highlights) = scan.taken(results)
            return ScanPage(summary, highlights, at: scan.samples.at).html
        }
        let (whole, told) = (page(results), page(kept))
        var sentences: Set<String> = []
        for finding in results.flatMap(\.report.findings) {
            let statements = finding.statements
            for words in [statements.message, statements.seen, statements.expected, statements.advice].map(\.words) {
                sentences.formUnion([words.english, words.chinese].map { HTML.text($0).markup })
            }
        }
        let shown = sentences.filter { !$0.isEmpty && whole.contains($0) }
        #expect(shown.count >= 8)
        for sentence in shown.sorted() { #expect(told.contains(sentence), "\(sentence)") }
        #expect(told == whole)
    }

    @Test("once the list is done nothing is kept but the records, of runs that are past neither")
    func emptied() async throws {
        let recorder = try await goingOn(with: results())
        let history = try bench.history()
        #expect(try history.database.integer("SELECT count(*) FROM details") == 5)
        _ = try await recorder.finish()
        #expect(try history.database.integer("SELECT count(*) FROM details") == 0)
        #expect(try history.database.integer("SELECT count(*) FROM verdicts") == 5)
    }

    @Test("of what is too long to be kept, codes and the cause are told")
    func tooLong() async throws {
        let words = String(repeating: "word ", count: 20_000)
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: words, hint: nil, exitCode: 3)
        let report = VerdictReport(failure, target: "closed.example", policy: .basicX509, at: scan.samples.at)
        #expect(KeptVerdict(report).text == nil)
        let kept = try await earlier(try goingOn(with: [scan.result(report, 0)]), limit: 10)
        #expect(kept.map(\.causeCode) == ["connectionRefused"])
        #expect(kept[0].report.failure?.message.hasPrefix("word word ") == true && kept[0].report.exitCode == 3)
        let refused = KeptVerdict(ScanRecord(scan.result(scan.expired, 0)))
        let told = refused.report(ScanRecord(scan.result(scan.expired, 0)), [])
        #expect(told.cause?.code == "expired" && told.failure == nil && told.exitCode == 21 && !told.trusted)
    }
}
