import HoldfastAuthority
import HoldfastX509

@testable import HoldfastTrust

/// Validity, lifetimes, and the notice of an end.
extension RuleFolder {
    static let timeRules = [validity, expirySoon, lifetime]

    private static let moment = RootProgramChain.moment

    // MARK: ValidityRule

    private static let inclusive =
        "RFC 5280 §4.1.2.5: \"The validity period for a certificate is the period of time from notBefore through "
        + "notAfter, inclusive.\""

    private static let validity = RuleFolder(
        "ValidityRule",
        [
            RuleVector("expired-a-second-ago", inclusive, .own, .everywhere("error validity.notAfter")) {
                $0.leaf.notAfter = moment.advanced(bySeconds: -1)
            },
            RuleVector("in-its-last-second", inclusive, .own, .good) { $0.leaf.notAfter = moment },
            RuleVector("valid-from-the-next-second", inclusive, .own, .everywhere("error validity.notBefore")) {
                $0.leaf.notBefore = moment.advanced(bySeconds: 1)
            },
            RuleVector("in-its-first-second", inclusive, .own, .good) { $0.leaf.notBefore = moment },
            RuleVector(
                "expired-intermediate",
                "RFC 5280 §6.1.3(a)(2): \"The certificate validity period includes the current time\", of each "
                    + "certificate.",
                .own, .everywhere("error validity.notAfter")
            ) { $0.intermediate.notAfter = moment.advanced(bySeconds: -1) },
            RuleVector(
                "expired-root-of-ones-own",
                "RFC 5280 §6.1.1(d): the anchor's dates are for whoever relies on it: Apple and Chromium refuse it.",
                .own, .weights("EEEE", "validity.anchorNotAfter")
            ) { expiredRoot(&$0) },
            RuleVector(
                "expired-public-root", "Apple refuses an expired root, and default refuses what either refuses there.",
                .publicWeb, .everywhere("error validity.anchorNotAfter")
            ) { expiredRoot(&$0) },
            RuleVector(
                "root-of-ones-own-from-the-next-second-on",
                "RFC 5280 §6.1.1(d): the anchor's dates are for whoever relies on it: Apple and Chromium refuse it.",
                .own, .weights("EEEE", "validity.anchorNotBefore")
            ) { $0.root.notBefore = moment.advanced(bySeconds: 1) },
        ])

    /// It expired yesterday, after ten years.
    private static func expiredRoot(_ chain: inout RootProgramChain) {
        chain.root.notAfter = moment.advanced(byDays: -1)
        chain.root.notBefore = chain.root.notAfter.advanced(byDays: -3652)
    }

    // MARK: ExpirySoonRule

    private static let expirySoon = RuleFolder(
        "ExpirySoonRule",
        [
            RuleVector(
                "within-the-notice", inclusive + " An hour is left, and an hour's notice asked for.", .own,
                settings: [.expiryNotice: 3_600], .everywhere("warning expirySoon.notAfter")
            ) { $0.leaf.notAfter = moment.advanced(bySeconds: 3_600) },
            RuleVector(
                "a-second-after-the-notice", inclusive + " A second more than the notice is left.", .own,
                settings: [.expiryNotice: 3_600], .good
            ) { $0.leaf.notAfter = moment.advanced(bySeconds: 3_601) },
            RuleVector(
                "no-notice-asked-for", "TrustPolicy.expiryNotice: only where it is asked for.", .own, .good
            ) { $0.leaf.notAfter = moment },
            RuleVector(
                "the-root",
                "RFC 5280 §6.1.1(d): the end of the anchor counts where the profile would refuse it on that day.", .own,
                settings: [.expiryNotice: 3_600], .weights("WWWW", "expirySoon.anchorNotAfter")
            ) {
                $0.root.notAfter = moment.advanced(bySeconds: 60)
                $0.root.notBefore = $0.root.notAfter.advanced(byDays: -3652)
            },
        ])

    // MARK: LifetimeRule

    private static let lifetime = RuleFolder(
        "LifetimeRule",
        [
            RuleVector(
                "201-days-since-march-2026",
                "CA/B BR 6.3.2: \"Subscriber Certificates issued on or after 15 March 2026 and before 15 March 2027 "
                    + "(…) MUST NOT have a Validity Period greater than 200 days.\"",
                .publicWeb, .weights("E-EW", "lifetime.shortened")
            ) { $0.serverLasts(201, from: RootProgram.day(2026, 3, 15)) },
            RuleVector(
                "200-days-since-march-2026",
                "CA/B BR 6.3.2: \"SHOULD NOT have a Validity Period greater than 199 days\".",
                .publicWeb, .weights("--N-", "lifetime.recommended")
            ) { $0.serverLasts(200, from: RootProgram.day(2026, 3, 15)) },
            RuleVector(
                "399-days-before-march-2026",
                "Apple, About upcoming limits on trusted certificates (102028), and CA/B BR 6.3.2: 398 days for what "
                    + "was issued from 1 September 2020 on.",
                .publicWeb, .weights("E-EE", "lifetime.scheduled")
            ) { $0.serverLasts(399, from: RootProgram.day(2026, 3, 14)) },
            RuleVector(
                "199-days", "CA/B BR 6.3.2, the limit and the recommendation kept.", .publicWeb, .good
            ) { $0.serverLasts(199, from: RootProgram.day(2026, 3, 15)) },
            RuleVector(
                "826-days-under-ones-own-anchor",
                "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15 (103769): 825 days or fewer, "
                    + "under any anchor; Chromium asks nothing of private ones.",
                .own,
                RuleExpectation(
                    default: "warning lifetime.platform", rfc5280: "-", webpki: "error lifetime.scheduled",
                    apple: "error lifetime.platform")
            ) { $0.serverLasts(826, from: RootProgram.day(2025, 1, 1)) },
            RuleVector(
                "825-days-under-ones-own-anchor",
                "Apple (103769): \"a validity period of 825 days or fewer\"; the shorter limits are the programmes'.",
                .own, .webpki("error lifetime.scheduled")
            ) { $0.serverLasts(825, from: RootProgram.day(2025, 1, 1)) },
            RuleVector(
                "root-for-thirty-years", "CA/B BR 7.1.2.1.1: a root is valid for 2922 to 9132 days.",
                .publicWeb, .webpki("error lifetime.root")
            ) { $0.root.notAfter = $0.root.notBefore.advanced(byDays: 30 * 365) },
        ])
}
