import HoldfastX509

/// A server's certificate is valid for no longer than the programmes allowed on the day that it was issued.
///
/// A day has 86,400 seconds, both ends count, and a second more is another day (CA/B BR 6.3.2; Apple, 102028). Apple's
/// 825 days under any anchor are the difference of the dates: "as expressed in the NotBefore and NotAfter fields of the
/// certificate" (103769).
struct LifetimeRule: TrustRule {
    private static let advice = "have the certificate issued for a shorter time, and renewed by a program (ACME)"
    static let scheduled = Requirement(
        "lifetime.scheduled", .lifetime,
        source: "CA/B BR 6.3.2 and its earlier versions; Apple, About upcoming limits on trusted certificates (102028)",
        advice: advice)
    /// "These Requirements apply only to relevant events that occur on or after 1 July 2012"; browsers do not wait for
    /// what was issued before to expire.
    static let unscheduled = Requirement(
        "lifetime.unscheduled", .lifetime,
        source: "Chromium, HasTooLongValidity; Apple, SecPolicyCheckSystemTrustValidityPeriodMaximums", advice: advice)
    static let shortened = Requirement(
        "lifetime.shortened", .lifetime, source: "CA/B BR 6.3.2 (ballot SC-081v3)", advice: advice)
    static let platform = Requirement(
        "lifetime.platform", .lifetime,
        source: "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15 (103769)", advice: advice)
    static let recommended = Requirement(
        "lifetime.recommended", .lifetime, source: "CA/B BR 6.3.2, SHOULD NOT", advice: advice)
    static let root = Requirement(
        "lifetime.root", .lifetime, source: "CA/B BR 7.1.2.1.1",
        advice: "issue the root for 2922 to 9132 days (8 to 25 years)")
    static let requirements = [scheduled, unscheduled, shortened, platform, recommended, root]

    private enum Limit {
        case days(Int64)
        case months(Int)
    }

    private struct Period {
        let from: Instant
        let limit: Limit
        let requirement: Requirement
    }

    /// The newest first.
    private static let schedule = [
        Period(from: RootProgram.day(2029, 3, 15), limit: .days(47), requirement: shortened),
        Period(from: RootProgram.day(2027, 3, 15), limit: .days(100), requirement: shortened),
        Period(from: RootProgram.day(2026, 3, 15), limit: .days(200), requirement: shortened),
        Period(from: RootProgram.day(2020, 9, 1), limit: .days(398), requirement: scheduled),
        Period(from: RootProgram.day(2018, 3, 1), limit: .days(825), requirement: scheduled),
        Period(from: RootProgram.day(2015, 4, 1), limit: .months(39), requirement: scheduled),
        Period(from: RootProgram.day(2012, 7, 1), limit: .months(60), requirement: scheduled),
        Period(from: Instant(secondsSince1970: .min), limit: .months(60), requirement: unscheduled),
    ]

    var cacheKey: [UInt8]? { Array("lifetime".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        if let (depth, root) = RootProgram.root(path, judgement) { judge(root: root, at: depth, &judgement) }
        guard let leaf = RootProgram.subscriber(path, judgement) else { return }
        let issued = leaf.validity.notBefore.instant
        // A validity that ends before it begins holds at no instant: the validity rule refuses it.
        guard let days = Self.days(of: leaf.validity), let period = Self.schedule.first(where: { issued >= $0.from })
        else { return }
        switch period.limit {
        case .days(let limit) where days > limit:
            report(period.requirement, days, "at most \(limit) days", issued, &judgement)
            if period.requirement == Self.shortened { judge(unshortened: days, issued, &judgement) }
        case .days(let limit) where days == limit:
            report(Self.recommended, days, "fewer than \(limit) days", issued, &judgement)
        case .months(let limit) where leaf.validity.notAfter.instant > Self.instant(limit, monthsAfter: issued):
            report(period.requirement, days, "at most \(limit) months", issued, &judgement)
        default: break
        }
        // 1 July 2019, after which Apple's limit of 825 days holds under every anchor.
        let difference = leaf.validity.notAfter.instant.seconds(since: issued)
        if issued > RootProgram.day(2019, 7, 1), difference > 825 * 86_400 {
            report(Self.platform, (difference + 86_399) / 86_400, "at most 825 days", issued, &judgement)
        }
    }

    /// Judges by the limit before it was shortened, which stays one for a programme that only warns of the shorter.
    private func judge(unshortened days: Int64, _ issued: Instant, _ judgement: inout Judgement) {
        guard judgement.severity(of: Self.shortened) != .error,
            let period = Self.schedule.first(where: { $0.requirement == Self.scheduled }),
            case .days(let limit) = period.limit, days > limit
        else { return }
        report(Self.scheduled, days, "at most \(limit) days", issued, &judgement)
    }

    private func report(
        _ requirement: Requirement, _ days: Int64, _ expected: String, _ issued: Instant, _ judgement: inout Judgement
    ) {
        judgement.report(
            requirement, at: .certificate(depth: 0), seen: "\(days) days from \(issued)", expected: expected,
            message: "the certificate is valid for \(days) days; one of that date may be for \(expected)")
    }

    private func judge(root: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard RootProgram.applies(since: RootProgram.profilesInForce, to: root, judgement),
            let days = Self.days(of: root.validity), !(2922...9132).contains(days)
        else { return }
        judgement.report(
            Self.root, at: .certificate(depth: depth), seen: "\(days) days", expected: "2922 to 9132 days",
            message: "the root \(root.subject.shortDescription) is valid for \(days) days")
    }

    /// Days of validity, a begun one counted whole; nil where it ends before it begins.
    static func days(of validity: Validity) -> Int64? {
        let seconds = validity.notAfter.instant.seconds(since: validity.notBefore.instant)
        guard seconds >= 0 else { return nil }
        // The last second counts: n days after n × 86,400 seconds would be n days and one second.
        return seconds / 86_400 + 1
    }

    /// An instant so many months later, on the same day and time of day; on the month's last day where it has no such
    /// day.
    static func instant(_ months: Int, monthsAfter instant: Instant) -> Instant {
        let (year, month, day, hour, minute, second) = instant.components
        let (years, index) = (month - 1 + months).quotientAndRemainder(dividingBy: 12)
        for last in [day, 30, 29, 28] where last <= day {
            if let found = Instant(
                year: year + years, month: index + 1, day: last, hour: hour, minute: minute, second: second)
            {
                return found
            }
        }
        return instant
    }
}
