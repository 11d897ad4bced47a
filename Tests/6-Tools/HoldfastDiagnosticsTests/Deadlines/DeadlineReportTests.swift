import HoldfastAuthority
import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// What stops working and when, as text and JSON.
@Suite("The report of deadlines", .ownThread) struct DeadlineReportTests {
    private let samples: Samples

    init() throws { samples = try Samples() }

    /// A chain under a public root: the leaf is for clients too, and ends 40 days after the samples' time.
    private func outcome(isPublic: Bool = true, at moment: Instant? = nil) throws -> any TrustOutcome {
        let root = try Certificate(der: samples.root.certificate)
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = isPublic ? .onlyAsPublic([root]) : .only([root])
        let leaf = try samples.leaf { $0.extendedKeyUsage = [.serverAuth, .clientAuth] }
        let trust = try ServerTrust(derChain: leaf.chain)
        do throws(TrustFailure) {
            return try TrustEngine().evaluate(trust, with: policy, at: moment ?? samples.at)
        } catch { return error }
    }

    private func report(
        isPublic: Bool = true, at moment: Instant? = nil, within days: Int64? = nil
    ) throws -> DeadlineReport {
        DeadlineReport(
            of: try outcome(isPublic: isPublic, at: moment), target: "https://ann:secret@www.example.com",
            within: days.map { .seconds($0 * 86_400) })
    }

    @Test("the text has a line a day: the day, the time until then, whose certificate, what happens")
    func text() throws {
        let lines = try report().text().split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("https://…@www.example.com: the next of "), "\(lines[0])")
        #expect(lines[0].hasSuffix(" dates is in 40 days"), "\(lines[0])")
        #expect(lines[1] == "  2026-02-24  in 40 days    www.example.com: the certificate ends")
        let chrome = "a server's certificate issued from then on is for serverAuth alone"
        let expected = "  2027-03-15  in 423 days   www.example.com: \(chrome) (Chrome 1.3.2)"
        #expect(lines.contains(expected), "\(lines)")
        let narrow = try report().text(width: 60).split(separator: "\n")
        #expect(narrow.allSatisfy { $0.count <= 60 })
        #expect(narrow.contains("  2026-02-24  in 40 days    www.example.com: the certificate"), "\(narrow)")
        #expect(narrow.contains("                            ends"), "\(narrow)")
    }

    @Test("in Chinese every sentence is Chinese")
    func chinese() throws {
        let text = try report().text(language: .chinese)
        #expect(text.contains("www.example.com：证书到期"))
        #expect(text.contains("此后签发的服务器证书只可用于 serverAuth（Chrome 1.3.2）"))
        #expect(!text.contains("issued") && !text.contains(" in "))
    }

    /// One that is missing would be read as nothing.
    @Test("every row of the table has its sentence, in both languages, and no two of one programme and day are alike")
    func sentences() {
        var seen: Set<String> = []
        for row in ProgrammeDeadline.all {
            #expect(!row.demand.kind.isEmpty && row.words.english.count > 20, "\(row.identifier)")
            #expect(row.words.chinese.unicodeScalars.contains { $0.value > 0x4e00 }, "\(row.identifier)")
            #expect(
                ProgrammeDeadline.Demand(kind: row.demand.kind, limit: row.demand.limit) == row.demand,
                "\(row.identifier)")
            let whole = "\(row.programme) \(row.effective.map(\.description) ?? "") \(row.words.english)"
            #expect(seen.insert(whole).inserted, "\(row.identifier)")
        }
    }

    @Test("the last second of the time that was asked about counts; what has ended counts, what holds already does not")
    func within() throws {
        #expect(try report().exitCode == 0)
        let end = try #require(Instant(rfc3339: "2026-02-24T12:00:00Z"))
        func exitCode(at moment: Instant) throws -> Int32 { try report(at: moment, within: 7).exitCode }
        #expect(try exitCode(at: end.advanced(byDays: -7)) == 32)
        #expect(try exitCode(at: end.advanced(byDays: -7).advanced(bySeconds: -1)) == 0)
        #expect(try exitCode(at: end.advanced(byDays: 1)) == 32)
        // 15 March 2027 is Chrome's day. Under one's own anchor it is nobody's.
        let march = try #require(Instant(rfc3339: "2027-03-10T00:00:00Z"))
        let row = try #require(try report(at: march, within: 7).rows.first { $0.deadline?.programme == .chrome })
        #expect(row.isWithin && !row.isPast)
        let later = try #require(
            try report(at: march.advanced(byDays: 6), within: 7).rows.first { $0.event == .renewal })
        #expect(!later.isWithin && later.isPast)
        #expect(try report(isPublic: false, within: 39).exitCode == 0)
        #expect(try report(isPublic: false).rows.allSatisfy { $0.event == .expires })
    }

    @Test("JSON has every member, the row of the table, its source and that one's day")
    func json() throws {
        let object = try JSONDocument(report(within: 90).jsonLine())
        #expect(object["schema"] == .text("holdfast.deadlines/1") && object["anchor"] == .text("publicWeb"))
        #expect(object["target"] == .text("https://…@www.example.com") && object["exitCode"] == .number(32))
        #expect(object["until"] == .text("2026-04-15T12:00:00Z"))
        let rows = try #require(object["deadlines"]?.elements)
        #expect(
            rows[0]["event"] == .text("expires") && rows[0]["identifier"] == .null && rows[0]["within"] == .bool(true))
        let chrome = try #require(rows.first { $0["identifier"] == .text("chrome.leaf.servers-alone") })
        #expect(chrome["at"] == .text("2027-03-15T00:00:00Z") && chrome["certificate"] == .number(0))
        #expect(
            chrome["source"] == .text("Chrome Root Program Policy 1.8") && chrome["sourceDay"] == .text("2026-02-05"))
        #expect(chrome["requirement"] == .text("programmeUsage.chromeLeaf") && chrome["within"] == .bool(false))
    }

    @Test("the calendar has every row, the earliest first, and counts those to come")
    func calendar() throws {
        let now = try #require(Instant(rfc3339: "2027-02-01T00:00:00Z"))
        let report = DeadlineReport(calendarAt: now, within: .seconds(30 * 86_400))
        #expect(report.rows.count == ProgrammeDeadline.all.count && report.target == nil)
        let days = report.rows.compactMap(\.at)
        #expect(days == days.sorted())
        #expect(report.rows.filter(\.isWithin).map { $0.deadline?.identifier } == ["letsencrypt.leaf.64-days"])
        #expect(report.exitCode == 32 && DeadlineReport(calendarAt: now).exitCode == 0)
        let later = now.advanced(byDays: 10)
        #expect(DeadlineReport(calendarAt: later, within: .seconds(30 * 86_400)).exitCode == 0)
    }

    @Test("the calendar as text: what is to come first, then what is in force, the newest first")
    func calendarText() throws {
        let now = try #require(Instant(rfc3339: "2027-02-01T00:00:00Z"))
        let lines = DeadlineReport(calendarAt: now).text().split(separator: "\n", omittingEmptySubsequences: false)
        let place = try #require(lines.firstIndex(of: "  in force already"))
        func days(_ lines: ArraySlice<Substring>) -> [String] {
            lines.map { String($0.dropFirst(2).prefix(10)) }.filter { $0.hasPrefix("20") }
        }
        let (coming, past) = (days(lines[..<place]), days(lines[place...]))
        #expect(coming.first == "2027-02-10" && coming == coming.sorted(), "\(coming)")
        #expect(past == past.sorted().reversed() && past.allSatisfy { $0 < "2027-02-01" }, "\(past)")
        let undated = ProgrammeDeadline.all.count { $0.effective == nil }
        #expect(undated > 0 && coming.count + past.count + undated == ProgrammeDeadline.all.count)
        #expect(!lines.contains { $0.contains("---") })
        let blank = String(repeating: " ", count: 14) + "in force      "
        #expect(lines.count { $0.hasPrefix(blank) } == undated, "\(lines)")
        let chinese = DeadlineReport(calendarAt: now).text(language: .chinese)
        #expect(chinese.contains("\n\n  已生效\n") && !chinese.contains("in force"))
    }

    @Test("times of any length stand in one column, and what has no room beside them stands below")
    func columns() throws {
        // 119 minutes before the leaf's end: "in 119 minutes" has 14 columns.
        let end = try #require(Instant(rfc3339: "2026-02-24T12:00:00Z"))
        let late = try report(at: end.advanced(bySeconds: -119 * 60))
        let lines = late.text().split(separator: "\n").dropFirst()
        #expect(lines.contains("  2026-02-24  in 119 minutes  www.example.com: the certificate ends"), "\(lines)")
        #expect(lines.allSatisfy { $0.dropFirst(30).first != " " && $0.dropFirst(28).hasPrefix("  ") }, "\(lines)")
        for language in [PageLanguage.english, .chinese] {
            for width in [30, 40, 50, 51, 52, 53, 60, 100] {
                let narrow = late.text(width: width, language: language).split(separator: "\n")
                let widest = narrow.map { WrappedText.columnCount(of: String($0)) }.max() ?? 0
                #expect(widest <= width, "\(language), \(width): \(narrow)")
            }
        }
        let narrow = late.text(width: 40)
        #expect(narrow.contains("\n  2026-02-24  in 119 minutes\n    www.example.com: the certificate\n"), "\(narrow)")
    }

    @Test("a table puts the days of several targets in one order")
    func table() throws {
        let text = DeadlineReport.table(of: [
            try report(), DeadlineReport(of: try outcome(isPublic: false), target: "other"),
        ])
        let days = text.split(separator: "\n").map { String($0.dropFirst(2).prefix(10)) }
        #expect(days == days.sorted() && days.count > 6)
        #expect(text.contains("  other  www.example.com: the certificate ends"))
    }

    @Test("a target whose chain was not had has the failure's exit code, and no text")
    func failure() {
        let failure = FailureReport(phase: .connect, code: "connectionRefused", message: "no", hint: nil, exitCode: 3)
        let report = DeadlineReport(failure, target: "a.example", at: samples.at, within: .seconds(86_400))
        #expect(report.exitCode == 3 && report.text().isEmpty && report.rows.isEmpty)
    }

    @Test("a verdict tells the days with its details alone")
    func details() throws {
        let leaf = try samples.leaf()
        let verdict = try samples.verdict(leaf.chain)
        #expect(!verdict.text().contains("deadlines"))
        let text = verdict.text(details: true)
        #expect(
            text.contains("\n  deadlines\n    2026-02-24  in 40 days    www.example.com: the certificate ends\n"),
            "\(text)")
    }
}
