import HoldfastStatements
import HoldfastX509

/// A server's certificate is valid for no longer than the programmes allowed on the day that it was issued.
///
/// A day has 86,400 seconds, both ends count, and a second more is another day (CA/B BR 6.3.2; Apple, 102028). Apple's
/// 825 days under any anchor are the difference of the dates: "as expressed in the NotBefore and NotAfter fields of the
/// certificate" (103769).
struct LifetimeRule: StandardRule {
    private static let advice = LifetimeSentence.shorter
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
        advice: LifetimeSentence.rootInRange)
    static let requirements = [scheduled, unscheduled, shortened, platform, recommended, root]

    /// The limits of the programmes' table, the newest first.
    private static let schedule = periods(of: ProgrammeDeadline.all)

    /// A limit for what was issued from an instant on, and the requirement that it is.
    struct Period {
        let from: Instant
        let limit: ProgrammeDeadline.Demand
        let requirement: Requirement
    }

    /// The limits among rows of the programmes' table, the newest first; where there are none, none that lets anything
    /// pass.
    static func periods(of rows: [ProgrammeDeadline]) -> [Period] {
        let periods = rows.compactMap { row -> Period? in
            guard let requirement = requirements.first(where: { $0.id == row.requirement }) else { return nil }
            switch row.demand {
            case .lifetimeDays, .lifetimeMonths:
                return Period(
                    from: row.effective ?? Instant(secondsSince1970: .min), limit: row.demand, requirement: requirement)
            default: return nil
            }
        }
        guard !periods.isEmpty else {
            return [
                Period(from: Instant(secondsSince1970: .min), limit: .lifetimeDays(0), requirement: scheduled)
            ]
        }
        return periods.sorted { $0.from > $1.from }
    }

    private static let platformRow = ProgrammeDeadline.named("apple.leaf.825-days")
    private static let platformDays: Int64 =
        if case .differenceDays(let days)? = platformRow?.demand { days } else { 0 }
    private static let rootDays: ClosedRange<Int64> =
        if case .rootValidityDays(let days)? = ProgrammeDeadline.named("br.root.validity")?.demand { days } else {
            0...0
        }

    var cacheKey: [UInt8]? { Array("lifetime".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        if let (depth, root) = RootProgram.root(path, judgement) { judge(root: root, at: depth, &judgement) }
        guard let leaf = RootProgram.subscriber(path, judgement) else { return }
        let issued = leaf.validity.notBefore.instant
        // A validity that ends before it begins holds at no instant: the validity rule refuses it.
        guard let days = leaf.validity.days, let period = Self.schedule.first(where: { issued >= $0.from })
        else { return }
        switch period.limit {
        case .lifetimeDays(let limit) where days > limit:
            report(period.requirement, days, .atMostDays(Int64(limit)), issued, &judgement)
            if period.requirement == Self.shortened { judge(unshortened: days, issued, &judgement) }
        case .lifetimeDays(let limit) where days == limit:
            report(Self.recommended, days, .fewerDays(than: Int64(limit)), issued, &judgement)
        case .lifetimeMonths(let limit) where leaf.validity.notAfter.instant > issued.advanced(byMonths: limit):
            report(period.requirement, days, .atMostMonths(Int64(limit)), issued, &judgement)
        default: break
        }
        // Apple's limit, which holds under every anchor.
        let difference = leaf.validity.notAfter.instant.seconds(since: issued)
        if Self.platformRow?.holds(forIssued: issued) ?? true, difference > Self.platformDays * 86_400 {
            report(
                Self.platform, (difference + 86_399) / 86_400, .atMostDays(Int64(Self.platformDays)), issued, &judgement
            )
        }
    }

    /// Judges by the limit before it was shortened, which stays one for a programme that only warns of the shorter.
    private func judge(unshortened days: Int64, _ issued: Instant, _ judgement: inout Judgement) {
        guard judgement.severity(of: Self.shortened) != .error,
            let period = Self.schedule.first(where: { $0.requirement == Self.scheduled }),
            case .lifetimeDays(let limit) = period.limit, days > limit
        else { return }
        report(Self.scheduled, days, .atMostDays(Int64(limit)), issued, &judgement)
    }

    private func report(
        _ requirement: Requirement, _ days: Int64, _ limit: LifetimeSentence.Limit, _ issued: Instant,
        _ judgement: inout Judgement
    ) {
        judgement.report(
            requirement, at: .certificate(depth: 0), seen: LifetimeSentence.days(days, from: issued),
            expected: LifetimeSentence.limit(limit), message: LifetimeSentence.tooLong(days: days, limit: limit))
    }

    private func judge(root: Certificate, at depth: Int, _ judgement: inout Judgement) {
        guard RootProgram.applies(since: RootProgram.day(of: "br.root.validity"), to: root, judgement),
            let days = root.validity.days, !Self.rootDays.contains(days)
        else { return }
        judgement.report(
            Self.root, at: .certificate(depth: depth), seen: LifetimeSentence.daysOfRoot(days),
            expected: LifetimeSentence.range(
                least: Int64(Self.rootDays.lowerBound), most: Int64(Self.rootDays.upperBound)),
            message: LifetimeSentence.root(name: root.subject.inSentence, days: days))
    }
}
