import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// The numbers of a scan: each result counts once, and memory is bounded whatever comes.
@Suite("The numbers of a scan")
struct ScanSummaryTests {
    private let samples: Samples
    private let began = Instant(secondsSince1970: 1_768_478_400)

    init() throws { samples = try Samples() }

    private func trusted(_ change: (inout TrustPolicy) -> Void = { _ in }) throws -> VerdictReport {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        change(&policy)
        return try samples.verdict(samples.leaf().chain, policy: policy, target: "www.example.com")
    }

    private func expired() throws -> VerdictReport {
        let leaf = try samples.leaf { $0.notAfter = samples.at.advanced(byDays: -1) }
        return try samples.verdict(leaf.chain, target: "old.example")
    }

    private func unreachable() throws -> VerdictReport {
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "connection refused", hint: nil, exitCode: 3)
        return VerdictReport(
            failure, target: "dead.example", policy: .ssl(try ServerName("dead.example")), at: samples.at)
    }

    private func summary(of reports: [VerdictReport]) -> ScanSummary {
        var summary = ScanSummary(began: began)
        for (index, report) in reports.enumerated() {
            let target = ScanTarget(index: index, key: report.target, text: report.target)
            summary.add(ScanResult(target, report), at: began.advanced(bySeconds: Int64(index)))
        }
        return summary
    }

    @Test("Each result counts once by its level and its cause")
    func levels() throws {
        let soon = try trusted { $0.expiryNotice = .seconds(400 * 86_400) }
        let summary = summary(of: [try trusted(), try expired(), try unreachable(), soon, try expired()])
        #expect(summary.results == 5)
        #expect(ScanLevel.allCases.map { summary.count(of: $0) } == [1, 0, 1, 3])
        #expect(summary.causes.rows.map(\.code) == ["expired", "connectionRefused"])
        #expect(summary.causes["expired"] == 2 && summary.warnings["expiresSoon"] == 1)
        #expect(summary.causes.rows[1].examples == ["dead.example"])
        #expect(summary.count(ofExit: .expired) == 2 && summary.count(ofExit: .expiresSoon) == 1)
        #expect(summary.issuers.rows.map(\.count) == [4])
        #expect(summary.ends.map(\.count).reduce(0, +) == 4 && summary.ends[0].count == 2)
        #expect(summary.seconds == 4)
        #expect(summary.firstEnd?.title == "www.example.com")
    }

    @Test("Of any number of words a bounded number is told apart, and the rest is counted")
    func bounds() {
        var counts = ScanCounts(limit: 3)
        for word in ["a", "b", "b", "c", "d", "a", "e", "b"] { counts.add(word) }
        #expect(counts.rows.map(\.word) == ["b", "a", "c"])
        #expect(counts.rows.map(\.count) == [3, 2, 1])
        #expect(counts.others == 2 && counts.total == 8)
        var codes = ScanCodes()
        for index in 0..<20 { codes.add("x", about: "\(index).example") }
        #expect(codes["x"] == 20 && codes.rows[0].examples.count == ScanCodes.exampleLimit)
    }

    /// 2026-01-12 is a Monday.
    @Test("Weeks begin on Mondays, before 1970 too")
    func weeks() throws {
        func start(_ text: String) throws -> String {
            ScanSummary.Week(of: try #require(Instant(rfc3339: text))).start.description
        }
        #expect(try start("2026-01-12T00:00:00Z") == "2026-01-12T00:00:00Z")
        #expect(try start("2026-01-18T23:59:59Z") == "2026-01-12T00:00:00Z")
        #expect(try start("1970-01-01T00:00:00Z") == "1969-12-29T00:00:00Z")
        #expect(try start("1969-12-28T23:59:59Z") == "1969-12-22T00:00:00Z")
    }

    @Test("What stands on many servers is one line, in either language")
    func text() throws {
        let summary = summary(of: [try expired(), try expired(), try unreachable()])
        #expect(
            summary.text() == """
                error on 2 servers: expired (The certificate has expired): old.example, old.example
                error on 1 server: connectionRefused: dead.example

                """)
        #expect(summary.text(language: .chinese).hasPrefix("2 台服务器有错误：expired（"))
    }

    @Test("A plugin's line has one state, what is wrong, and figures behind the one bar")
    func nagios() throws {
        let good = ScanNagios(summary(of: [try trusted()]))
        #expect(good.state == .ok)
        #expect(
            Script.matches(
                good.line,
                "HOLDFAST OK - 1 of 1 trusted; next to expire: www.example.com in … d | servers=1;;;0 errors=0;;;0 "
                    + "warnings=0;;;0 notes=0;;;0 first_end=…s;;;0 time=0s;;;0"))
        let bad = ScanNagios(summary(of: [try trusted(), try expired()]))
        #expect(
            bad.state == .critical && bad.line.hasPrefix("HOLDFAST CRITICAL - 1 of 2 trusted; expired 1 (old.example)"))
        let soon = ScanNagios(summary(of: [try trusted { $0.expiryNotice = .seconds(400 * 86_400) }]))
        #expect(soon.state == .warning)
        #expect(ScanNagios(summary(of: [])).state == .unknown)
        #expect(ScanNagios(summary(of: [try trusted()]), isWhole: false).state == .unknown)
        let failed = ScanNagios.failed("a|b\nc")
        #expect(failed.hasPrefix("HOLDFAST UNKNOWN - a/b") && !failed.contains("\n"))
    }

    /// `…` in the pattern stands for any text.
    private enum Script {
        static func matches(_ line: String, _ pattern: String) -> Bool {
            var rest = line[...]
            for (index, part) in pattern.split(separator: "…", omittingEmptySubsequences: false).enumerated() {
                guard let range = rest.firstRange(of: part), index > 0 || range.lowerBound == rest.startIndex else {
                    return false
                }
                rest = rest[range.upperBound...]
            }
            return rest.isEmpty
        }
    }
}
