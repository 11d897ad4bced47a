import HoldfastX509

extension TransparencyPolicy {
    /// Apple's policy, as its platforms judge public certificates.
    ///
    /// Source: Apple, "Apple's Certificate Transparency policy" (103214). "At least two SCTs from currently approved CT
    /// logs with one SCT presented via TLS extension or OCSP Stapling; or at least one embedded SCT from a currently
    /// approved log and at least the number of SCTs from once or currently approved logs, based on validity period as
    /// detailed in the table below", and "at least one SCT must be issued from a log compliant with RFC 6962". The rows
    /// for certificates from before 21 April 2021 are of an earlier version of that page (HT205280). Where the page is
    /// silent: Apple, Security framework, CertificateTransparency.c.
    public static let apple = TransparencyPolicy(
        name: "apple", source: "Apple, Certificate Transparency policy (103214)",
        // Of certificates "issued after October 15, 2018".
        requiredSince: RootProgram.day(2018, 10, 16),
        periods: [
            // "180 days or less: 2", of one operator 1; "181 to 398 days: 3", of one operator 2. Of longer ones, which
            // are no longer issued (102028), the page says nothing: the code has 3 up to 825 days, and 4 beyond.
            Period(
                from: RootProgram.day(2021, 4, 21),
                [Row(.days(180), 2, ofOperator: 1), Row(.days(825), 3, ofOperator: 2), Row(.any, 4, ofOperator: 2)]),
            // "For certificates with a notBefore value less than April 21, 2021": less than 15 months, 15 to 27, 27 to
            // 39, more than 39.
            Period(
                from: Instant(secondsSince1970: .min),
                [Row(.below(months: 15), 2), Row(.months(27), 3), Row(.months(39), 4), Row(.any, 5)]),
        ],
        delivery: .oneOfTwo, needsRFC6962Log: true,
        // "If the log is temporally sharded, the certificate expiry date must be within the temporal shard window", and
        // "SCTs from after the transition to read-only are not valid" (CertificateTransparency.c,
        // isSCTValidForLogData). "Temporal intervals are enforced locally by clients" (Apple to ct-policy).
        appliesListedLimits: true)

    /// Chrome's policy.
    ///
    /// Source: Chrome Certificate Transparency Policy. Embedded: "at least one Embedded SCT from a CT Log that was
    /// Qualified, Usable, or ReadOnly at the time of check", embedded ones of N distinct logs that were any of these or
    /// Retired, and "at least two SCTs must be issued from distinct CT Log Operators". By OCSP or TLS: at least two of
    /// logs that are current, of two operators. That one of the logs has to be read by RFC 6962 held from Chrome 134
    /// (March 2025) until the policy became "agnostic to API used" (ct-policy, "Chrome CT Policy changes to accept
    /// static-ct-api logs" and what followed in November 2025): it is not asked for.
    public static let chrome = TransparencyPolicy(
        name: "chrome", source: "Chrome, Certificate Transparency Policy",
        // "All TLS certificates issued on-or-after 1 May 2018".
        requiredSince: RootProgram.day(2018, 5, 1),
        periods: [
            // "<= 180 days: 2", "> 180 days: 3", by the time between both ends of the validity.
            Period(from: RootProgram.day(2022, 4, 15), operators: 2, [Row(.daysBetween(180), 2), Row(.any, 3)]),
            // "At least one Embedded SCT from a Google CT Log", "at least one … from a non-Google CT Log", and < 15
            // months: 2; >= 15 and <= 27: 3; > 27 and <= 39: 4; > 39: 5.
            Period(
                from: Instant(secondsSince1970: .min), needsGoogleAndAnother: true,
                [Row(.below(months: 15), 2), Row(.months(27), 3), Row(.months(39), 4), Row(.any, 5)]),
        ],
        // "CT Compliance can no longer be met by a mix of embedded, OCSP, and TLS SCTs" (ct-policy, October 2020).
        delivery: .both, needsRFC6962Log: false,
        // Neither the policy nor Chromium's code (MultiLogCTVerifier, ChromeCTPolicyEnforcer) asks about intervals, and
        // ReadOnly is "functionally equivalent to Qualified and Usable" (CT Log Lifecycle).
        appliesListedLimits: false)
}
