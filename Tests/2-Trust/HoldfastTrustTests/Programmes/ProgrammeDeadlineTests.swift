import HoldfastFacts
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// The table of the programmes' days, and the rules that take theirs from it.
@Suite("The programmes' days")
struct ProgrammeDeadlineTests {
    private static func day(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text + "T00:00:00Z"))
    }

    @Test("every row can be read, has a name of its own, a source and its day")
    func rows() throws {
        let table = try FactTable.builtIn("deadlines")
        #expect(ProgrammeDeadline.all.count == table.rows.count && table.rows.count > 40)
        #expect(Set(ProgrammeDeadline.all.map(\.identifier)).count == table.rows.count)
        for row in ProgrammeDeadline.all {
            #expect(!row.source.isEmpty && row.sourceDay <= (ProgrammeDeadline.newestSource ?? row.sourceDay))
            #expect(row.effective != nil || row.identifier == "br.lifetime.before-2012", "\(row.identifier)")
        }
        #expect(ProgrammeDeadline.named("br.lifetime.1-day") == nil)
    }

    /// A row that names a finding which no rule has would promise what nobody looks at.
    @Test("the requirements that the rows name are there")
    func requirements() {
        let known = Set(Requirement.standard.map(\.id))
        for row in ProgrammeDeadline.all {
            #expect(row.requirement.map(known.contains) ?? true, "\(row.identifier)")
        }
    }

    /// A day that a rule looks up and does not find is no day: these are all that rules look up.
    @Test(
        "the days are those of the documents",
        arguments: [
            // CA/B BR 2.2.6, 1.2.2: "2027-03-15 (…) Maximum validity period of Subscriber Certificates is 100 days."
            ("br.lifetime.200-days", "2026-03-15"), ("br.lifetime.100-days", "2027-03-15"),
            ("br.lifetime.47-days", "2029-03-15"),
            // CA/B BR 1.8.0, 1.2.2
            ("br.lifetime.398-days", "2020-09-01"), ("br.lifetime.825-days", "2018-03-01"),
            ("br.lifetime.39-months", "2015-04-01"), ("br.root.not-for-servers", "2016-06-30"),
            ("br.organizational-unit", "2022-09-01"),
            // "These Requirements apply only to relevant events that occur on or after 2012-07-01"
            ("br.lifetime.60-months", "2012-07-01"), ("br.serial.entropy", "2016-09-30"),
            ("br.profiles", "2023-09-15"), ("br.root.validity", "2023-09-15"), ("br.reverse-zone", "2026-03-15"),
            ("br.short-lived.7-days", "2026-03-15"), ("br.sha1", "2026-09-15"),
            // Apple, 103769: "issued after July 1, 2019"
            ("apple.leaf.usage", "2019-07-01"), ("apple.leaf.825-days", "2019-07-01"),
            ("apple.subordinate.usage", "2026-08-01"), ("apple.subordinate.single-purpose", "2027-07-01"),
            ("chrome.leaf.servers-alone", "2027-03-15"), ("chrome.subordinate.servers-alone", "2026-06-15"),
            // "We will first decrease to 64 days on February 10, 2027, and then to 45 days on February 16, 2028."
            ("letsencrypt.leaf.64-days", "2027-02-10"), ("letsencrypt.leaf.45-days", "2028-02-16"),
        ])
    func days(identifier: String, day: String) throws {
        #expect(try ProgrammeDeadline.named(identifier)?.effective == Self.day(day))
    }

    @Test("on the day, or after its beginning, as the document says")
    func reckoning() throws {
        let from = try #require(ProgrammeDeadline.named("chrome.leaf.servers-alone"))
        let day = try #require(from.effective)
        #expect(from.holds(forIssued: day) && !from.holds(forIssued: day.advanced(bySeconds: -1)))
        let after = try #require(ProgrammeDeadline.named("apple.leaf.usage"))
        let beginning = try #require(after.effective)
        #expect(!after.holds(forIssued: beginning) && after.holds(forIssued: beginning.advanced(bySeconds: 1)))
    }

    @Test(
        "a limit that is none of its kind makes no demand",
        arguments: [
            ("lifetimeDays", "0"), ("lifetimeDays", "-3"), ("lifetimeDays", nil), ("lifetimeDays", "12 days"),
            ("lifetimeDays", "99999999999999999999"), ("noSHA1", "1"), ("rootValidityDays", "9-3"),
            ("rootValidityDays", "5"), ("rootRemoval", "2010-01-01"), ("rootRemoval", "2010-01-01..2009-01-01"),
            ("rootRemoval", "..2009-02-30"), ("noSuchKind", "1"), ("noSuchKind", nil),
        ] as [(String, String?)])
    func limits(kind: String, limit: String?) {
        #expect(ProgrammeDeadline.Demand(kind: kind, limit: limit) == nil)
    }

    /// A table that could not be read must not mean that anything goes.
    @Test("without a limit in the table no lifetime is allowed, and without a day every certificate is judged")
    func closed() {
        let periods = LifetimeRule.periods(of: [])
        #expect(periods.map(\.limit) == [.lifetimeDays(0)])
        #expect(periods.map(\.from) == [Instant(secondsSince1970: .min)])
        #expect(periods.map(\.requirement) == [LifetimeRule.scheduled])
        #expect(RootProgram.day(of: "no-such-row") == Instant(secondsSince1970: .min))
    }

    @Test("the newest limit comes first, and each has its requirement")
    func schedule() {
        let periods = LifetimeRule.periods(of: ProgrammeDeadline.all)
        #expect(periods.map(\.from) == periods.map(\.from).sorted(by: >))
        #expect(
            periods.map(\.limit) == [
                .lifetimeDays(47), .lifetimeDays(100), .lifetimeDays(200), .lifetimeDays(398), .lifetimeDays(825),
                .lifetimeMonths(39), .lifetimeMonths(60), .lifetimeMonths(60),
            ])
    }
}
