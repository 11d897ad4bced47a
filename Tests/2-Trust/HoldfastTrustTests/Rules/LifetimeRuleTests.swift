import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// CA/B BR 6.3.2: "Subscriber Certificates issued on or after 15 March 2026 and before 15 March 2027 (…) MUST NOT have
/// a Validity Period greater than 200 days."
@Suite("Lifetimes", .ownThread)
struct LifetimeRuleTests {
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Instant {
        Instant(year: year, month: month, day: day) ?? Instant(secondsSince1970: 0)
    }

    private func unmet(from start: Instant, seconds: Int64) throws -> [String] {
        var chain = try RootProgramChain()
        chain.leaf.notBefore = start
        chain.leaf.notAfter = start.advanced(bySeconds: seconds)
        let found = try chain.findings(.webpki, .publicWeb, at: start)
        return found.filter { $0.key.hasPrefix("lifetime.") && $0.value == .error }.keys.sorted()
    }

    @Test(
        "the limit of the day of issue, to the second",
        arguments: [
            (day(2029, 3, 15), 47, "lifetime.shortened"), (day(2029, 3, 14), 100, "lifetime.shortened"),
            (day(2027, 3, 15), 100, "lifetime.shortened"), (day(2027, 3, 14), 200, "lifetime.shortened"),
            (day(2026, 3, 15), 200, "lifetime.shortened"), (day(2026, 3, 14), 398, "lifetime.scheduled"),
            (day(2020, 9, 1), 398, "lifetime.scheduled"), (day(2020, 8, 31), 825, "lifetime.scheduled"),
            (day(2018, 3, 1), 825, "lifetime.scheduled"),
        ] as [(Instant, Int64, String)])
    func schedule(issued: Instant, days: Int64, requirement: String) throws {
        // "a day is measured as 86,400 seconds. Any amount of time greater than this (…) shall represent an additional
        // day", and RFC 5280 §4.1.2.5: "from notBefore through notAfter, inclusive".
        #expect(try unmet(from: issued, seconds: days * 86_400 - 1) == [])
        #expect(try unmet(from: issued, seconds: days * 86_400) == [requirement])
    }

    @Test("months, before days were counted: 39 from April 2015, 60 from July 2012")
    func months() throws {
        func validity(_ from: Instant, _ to: Instant) throws -> [String] {
            try unmet(from: from, seconds: to.seconds(since: from))
        }
        #expect(try validity(Self.day(2016, 1, 31), Self.day(2019, 4, 30)) == [])
        #expect(try validity(Self.day(2016, 1, 31), Self.day(2019, 5, 1)) == ["lifetime.scheduled"])
        #expect(try validity(Self.day(2013, 1, 1), Self.day(2018, 1, 1)) == [])
        #expect(try validity(Self.day(2013, 1, 1), Self.day(2018, 1, 2)) == ["lifetime.scheduled"])
    }

    @Test("Apple's 825 days are for what was issued after 1 July 2019, under any anchor")
    func platform() throws {
        for (start, severity) in [(Self.day(2019, 7, 1), nil), (Self.day(2019, 7, 2), Severity.error)] {
            var chain = try RootProgramChain()
            chain.leaf.notBefore = start
            chain.leaf.notAfter = start.advanced(byDays: 826)
            let found = try chain.findings(.apple, .own, at: start)
            #expect(found["lifetime.platform"] == severity, "\(start)")
        }
    }

    /// 103769: "TLS server certificates must have a validity period of 825 days or fewer (as expressed in the NotBefore
    /// and NotAfter fields of the certificate)".
    @Test("Apple's 825 days are those between the dates; a second more is another day")
    func platformDays() throws {
        let start = Self.day(2026, 6, 1)
        for (seconds, isAllowed) in [(Int64(0), true), (-1, true), (1, false), (86_400, false)] {
            var chain = try RootProgramChain()
            chain.leaf.notBefore = start
            chain.leaf.notAfter = start.advanced(byDays: 825).advanced(bySeconds: seconds)
            for (profile, severity) in [(Profile.apple, Severity.error), (.default, .warning)] {
                let found = try chain.findings(profile, .own, at: start)
                #expect(found["lifetime.platform"] == (isAllowed ? nil : severity), "\(profile.name) \(seconds)")
            }
        }
    }

    @Test("not more than allowed is said to be close to it")
    func recommended() throws {
        // "SHOULD NOT have a Validity Period greater than 199 days"
        let start = Self.day(2026, 6, 1)
        for (days, severity) in [(Int64(200), Severity.note), (199, nil)] {
            var chain = try RootProgramChain()
            chain.leaf.notBefore = start
            chain.leaf.notAfter = start.advanced(byDays: days).advanced(bySeconds: -1)
            #expect(try chain.findings(.webpki, .publicWeb, at: start)["lifetime.recommended"] == severity)
        }
    }

    @Test("a leaf that is itself the anchor has no programme's lifetime")
    func ownAnchor() throws {
        var template = CertificateTemplate.server(names: [RootProgramChain.host], at: RootProgramChain.moment)
        template.notAfter = RootProgramChain.moment.advanced(byDays: 3_650)
        let alone = try Identity.selfSigned(template)
        let found = try RootProgramChain.findings(
            ([alone.certificate], alone.certificate), profile: .webpki, under: .own)
        #expect(!found.keys.contains { $0.hasPrefix("lifetime.") })
    }

    @Test("months of other lengths")
    func arithmetic() {
        let leap = Instant(year: 2024, month: 2, day: 29, hour: 12) ?? Instant(secondsSince1970: 0)
        #expect(leap.advanced(byMonths: 12) == Instant(year: 2025, month: 2, day: 28, hour: 12))
        #expect(leap.advanced(byMonths: 11) == Instant(year: 2025, month: 1, day: 29, hour: 12))
    }
}
