import HoldfastCrypto
import HoldfastFacts
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// The counting rules, row by row, each with the sentence of its programme.
@Suite("Transparency policies", .ownThread)
struct TransparencyPolicyTests {
    private let key: SubjectPublicKeyInfo

    init() throws { key = try PrivateKey.generate(.p256).subjectPublicKeyInfo }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Instant { RootProgram.day(year, month, day) }

    /// A validity of so many days, the last second counted.
    private static func validity(from start: Instant, days: Int64) -> Validity {
        validity(start, start.advanced(byDays: days).advanced(bySeconds: -1))
    }

    private static func validity(_ start: Instant, _ end: Instant) -> Validity {
        Validity(notBefore: Time(start), notAfter: Time(end))
    }

    /// Timestamps in short: an operator's letter, with `+` where its log is approved now, `-` where it was once; a
    /// figure after it for another log of that operator; `t` in front for a log that is read as tiles; `h` in front for
    /// one that came by the handshake.
    private func entries(_ words: String) -> [TimestampTally.Entry] {
        words.split(separator: " ").map { word in
            var text = Substring(word)
            var source = TransparencyOutcome.Source.embedded
            var kind = TransparencyLogList.Kind.rfc6962
            if text.hasPrefix("h") { (source, text) = (.tls, text.dropFirst()) }
            if text.hasPrefix("t") { (kind, text) = (.tiled, text.dropFirst()) }
            let name = text.filter { $0 != "+" && $0 != "-" }
            let isGoogle = name.hasPrefix("G")
            let log = TransparencyLogList.Log(
                id: Digest.sha256(Array(name.utf8)[...]), name: name, key: key, kind: kind, state: .usable,
                stateSince: Self.day(2020, 1, 1), operatorName: isGoogle ? "Google" : String(name.prefix(1)),
                previousOperators: [], interval: nil)
            return TimestampTally.Entry(
                log: log, operatorName: log.operatorName, source: source, isCurrent: text.hasSuffix("+"))
        }
    }

    private func passes(
        _ policy: TransparencyPolicy, _ words: String, _ validity: Validity, at moment: Instant = day(2026, 11, 28)
    ) -> Bool {
        guard let version = policy.version(at: moment) else { return false }
        guard let period = version.period(notBefore: validity.notBefore.instant) else { return true }
        return version.shortage(of: entries(words), period, validity).isEmpty
    }

    /// Chrome's page has no way by OCSP since 20 March 2026; Apple's has "one SCT presented via TLS extension or OCSP
    /// Stapling".
    @Test("the version is that of the time judged for, and each names its day")
    func versions() throws {
        let change = Self.day(2026, 3, 20)
        for (policy, moment, counted) in [
            (TransparencyPolicy.apple, Self.day(2019, 1, 1), true), (.apple, change, true),
            (.chrome, change.advanced(bySeconds: -1), true), (.chrome, change, false),
        ] {
            let version = try #require(policy.version(at: moment))
            #expect(version.counted.contains(.ocsp) == counted, "\(policy.name) at \(moment)")
            #expect(version.counted.isSuperset(of: [.embedded, .tls]))
        }
        #expect(TransparencyPolicy.chrome.version(at: change)?.day == change)
        for policy in TransparencyPolicy.all {
            #expect(policy.versions.map(\.since) == policy.versions.map(\.since).sorted(by: >))
            for period in policy.versions.flatMap(\.periods) { #expect(period.rows.last?.lifetime == .any) }
            #expect(policy.versions.allSatisfy { $0.periods.map(\.from) == $0.periods.map(\.from).sorted(by: >) })
            // There is a version for any time.
            #expect(policy.version(at: Instant(secondsSince1970: -1)) != nil)
        }
    }

    @Test(
        "a table with a row that says nothing, or something else than its version, is refused",
        arguments: [
            ("180d", "0"), ("180d", "two"), ("180", "2"), ("<d", "2"), ("180d", "2\tyes"),
        ])
    func broken(_ lifetime: String, _ logs: String) throws {
        let columns = ["policy", "lifetime", "logs", "operators", "counted", "beside", "rfc6962", "source"]
        func table(_ row: [String]) throws -> FactTable {
            let good = ["p", "-", "2", "1", "tls", "both", "-", "s"]
            let lines = ["#source\ts\tS\t2026-01-01", "#columns\t" + columns.joined(separator: "\t")]
            return try FactTable(
                Array((lines + [good, row].map { $0.joined(separator: "\t") }).joined(separator: "\n").utf8))
        }
        let parts = logs.split(separator: "\t").map(String.init)
        let row = ["p", lifetime, parts[0], "1", "tls", "both", parts.count > 1 ? parts[1] : "-", "s"]
        let read = try table(row)
        #expect(throws: FactError.self) { try TransparencyPolicy.versions(of: "p", in: read) }
        let otherOperators = try table(["p", "180d", "2", "2", "tls", "both", "-", "s"])
        #expect(throws: FactError.self) { try TransparencyPolicy.versions(of: "p", in: otherOperators) }
        let good = try table(["p", "-", "3", "1", "tls", "both", "-", "s"])
        #expect(try TransparencyPolicy.versions(of: "p", in: good).count == 1)
    }

    @Test(
        "Apple, certificates of today",
        arguments: [
            // "180 days or less | 2 | 1"
            (180, "A+ B+", true), (180, "A+", false), (180, "A+ A2+", false), (180, "A+ A2+ B+", true),
            (180, "A+ A+", false), (1, "A+ B+", true),
            // "181 to 398 days | 3 | 2"
            (181, "A+ B+", false), (181, "A+ B+ C+", true), (181, "A+ A2+ B+", true), (181, "A+ A2+ A3+", false),
            (398, "A+ A2+ B+", true), (398, "A+ A2+ A3+ B+", true),
            // "at least one embedded SCT from a currently approved log and at least the number of SCTs from once or
            // currently approved logs"
            (180, "A- B+", true), (180, "A- B-", false), (181, "A- B- C+", true), (181, "A- B- C-", false),
            // "At least one SCT must be issued from a log compliant with RFC 6962."
            (180, "tA+ tB+", false), (180, "tA+ B+", true), (180, "tA+ tB+ C-", true),
            // "at least two SCTs from currently approved CT logs with one SCT presented via TLS extension or OCSP
            // Stapling": no number of operators, no lifetime.
            (180, "hA+ hA2+", true), (398, "hA+ hB+", true), (398, "hA+ B+", true), (398, "hA+ A+", false),
            (180, "hA+", false), (180, "hA+ B-", false), (180, "hA- hB+", false), (180, "htA+ htB+", false),
            // CertificateTransparency.c, verify_embedded_sct_policy_v2: up to 825 days 3, beyond 4.
            (825, "A+ A2+ B+", true), (826, "A+ B+ C+", false), (826, "A+ A2+ B+ B2+", true),
            (826, "A+ A2+ A3+ B+", false),
        ] as [(Int64, String, Bool)])
    func apple(days: Int64, words: String, passes: Bool) {
        let validity = Self.validity(from: Self.day(2026, 1, 1), days: days)
        #expect(self.passes(.apple, words, validity) == passes)
    }

    @Test("Apple's days: a second more is another day")
    func appleDays() {
        // "Validity period is measured with a day being equal to 86,400 seconds. Any time greater than this indicates
        // an additional day of validity."
        let start = Self.day(2026, 1, 1)
        #expect(passes(.apple, "A+ B+", Self.validity(from: start, days: 180)))
        #expect(!passes(.apple, "A+ B+", Self.validity(start, start.advanced(byDays: 180))))
    }

    @Test(
        "Chrome, certificates of today",
        arguments: [
            // "<= 180 days | 2", "> 180 days | 3", "at least two SCTs must be issued from distinct CT Log Operators"
            (180, "A+ B+", true), (180, "A+", false), (180, "A+ A2+", false), (180, "A+ A2+ B+", true),
            (181, "A+ B+", false), (181, "A+ A2+ B+", true), (181, "A+ A2+ A3+", false), (398, "A+ B+ C+", true),
            // "At least one Embedded SCT from a CT Log that was Qualified, Usable, or ReadOnly at the time of check",
            // and others that were Retired.
            (180, "A- B+", true), (180, "A- B-", false), (181, "A- B- C+", true),
            // No log has to be read by RFC 6962 any more.
            (180, "tA+ tB+", true),
            // "At least two SCTs from a CT Log that was Qualified, Usable, or ReadOnly at the time of check", by OCSP
            // or TLS, "from distinct CT Log Operators"; no mixture.
            (398, "hA+ hB+", true), (180, "hA+ hA2+", false), (180, "hA+ hB-", false), (180, "hA+ B+", false),
            (180, "hA+", false),
        ] as [(Int64, String, Bool)])
    func chrome(days: Int64, words: String, passes: Bool) {
        let start = Self.day(2026, 1, 1)
        #expect(self.passes(.chrome, words, Self.validity(start, start.advanced(byDays: days))) == passes)
    }

    @Test(
        "Apple before 21 April 2021, by months",
        arguments: [
            // "Less than 15 months | 2", "15 to 27 months | 3", "27 to 39 months | 4", "More than 39 months | 5"
            (Self.day(2021, 6, 30), 2), (Self.day(2021, 7, 1), 3), (Self.day(2022, 7, 1), 3), (Self.day(2022, 7, 2), 4),
            (Self.day(2023, 7, 1), 4), (Self.day(2023, 7, 2), 5),
        ] as [(Instant, Int)])
    func appleMonths(end: Instant, count: Int) {
        let validity = Self.validity(Self.day(2020, 4, 1), end)
        let logs = ["A+", "A2+", "A3+", "A4+", "A5+"]
        #expect(passes(.apple, logs.prefix(count).joined(separator: " "), validity))
        #expect(!passes(.apple, logs.prefix(count - 1).joined(separator: " "), validity))
    }

    @Test(
        "Chrome before 15 April 2022: one of Google's and one of another's, by months",
        arguments: [
            // "< 15 months | 2", ">= 15 and <= 27 months | 3", "> 27 and <= 39 months | 4", "> 39 months | 5"
            (Self.day(2021, 6, 30), 2), (Self.day(2021, 7, 1), 3), (Self.day(2022, 7, 1), 3), (Self.day(2022, 7, 2), 4),
            (Self.day(2023, 7, 1), 4), (Self.day(2023, 7, 2), 5),
        ] as [(Instant, Int)])
    func chromeMonths(end: Instant, count: Int) {
        let validity = Self.validity(Self.day(2020, 4, 1), end)
        let logs = ["A+", "G+", "A3+", "A4+", "A5+"]
        #expect(passes(.chrome, logs.prefix(count).joined(separator: " "), validity))
        if count > 2 { #expect(!passes(.chrome, logs.prefix(count - 1).joined(separator: " "), validity)) }
        #expect(!passes(.chrome, "A+ B+ C+ D+ E+", validity))
        #expect(!passes(.chrome, "G+ G2+ G3+ G4+ G5+", validity))
    }

    @Test("certificates from before a programme's day need none")
    func before() {
        // Apple: "issued after October 15, 2018"; Chrome: "issued on-or-after 1 May 2018".
        for (policy, last) in [(TransparencyPolicy.apple, Self.day(2018, 10, 15)), (.chrome, Self.day(2018, 4, 30))] {
            let end = last.advanced(byDays: 86_400 / 3_600)
            #expect(passes(policy, "", Self.validity(last, end)))
            #expect(!passes(policy, "", Self.validity(last.advanced(byDays: 1), end)))
        }
    }

    @Test("the day on which the rules change")
    func change() {
        // Apple: "notBefore value greater than or equal to April 21, 2021"; two logs of one operator.
        let old = Self.validity(from: Self.day(2021, 4, 20), days: 90)
        let new = Self.validity(from: Self.day(2021, 4, 21), days: 90)
        #expect(passes(.apple, "A+ A2+", old))
        #expect(!passes(.apple, "A+ A2+", new))
        // Chrome: "issued on-or-after 15 April 2022".
        #expect(!passes(.chrome, "A+ B+", Self.validity(from: Self.day(2022, 4, 14), days: 90)))
        #expect(passes(.chrome, "A+ B+", Self.validity(from: Self.day(2022, 4, 15), days: 90)))
    }

    @Test("names")
    func names() {
        #expect(TransparencyPolicy.named("apple") == .apple)
        #expect(TransparencyPolicy.named("chrome") == .chrome)
        #expect(TransparencyPolicy.named("Apple") == nil)
    }
}
