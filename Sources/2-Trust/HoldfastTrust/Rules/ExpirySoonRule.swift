import HoldfastStatements
import HoldfastX509

/// Every certificate of the path goes on being valid for longer than the policy's ``TrustPolicy/expiryNotice``, the
/// server's own for longer than its ``TrustPolicy/expiryShare`` too.
///
/// A warning for whoever has to renew; it never refuses, whatever the profile says.
struct ExpirySoonRule: StandardRule {
    private static let source = "TrustPolicy.expiryNotice; RFC 5280 §4.1.2.5"
    static let notAfter = Requirement(
        "expirySoon.notAfter", .expiresSoon, source: source,
        advice: ValiditySentence.renewInTime)
    /// Counts as the end of the anchor itself would: where the profile accepts an expired anchor, only as a note.
    static let anchorNotAfter = Requirement(
        "expirySoon.anchorNotAfter", .expiresSoon, source: source,
        advice: ValiditySentence.haveNextRoot)
    static let requirements = [notAfter, anchorNotAfter]

    var cacheKey: [UInt8]? { Array("expirySoon".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        let at = Instant(secondsSince1970: judgement.at.secondsSince1970)
        for (depth, certificate) in path.certificates.enumerated() {
            guard let notice = Self.notice(of: certificate, at: depth, judgement.policy) else { continue }
            let end = at.advanced(bySeconds: notice)
            let notAfter = certificate.validity.notAfter.instant
            judgement.period.narrow(toThisSideOf: notAfter.advanced(bySeconds: -max(0, notice)))
            // What has expired is the validity rule's to report.
            guard notAfter >= at, notAfter <= end else { continue }
            judgement.period.narrowToTheSecond()
            let isAnchor = depth > 0 && path.isAnchor(depth: depth)
            let left = TimeSpan(seconds: notAfter.seconds(since: at))
            judgement.report(
                isAnchor ? Self.anchorNotAfter : Self.notAfter, at: .certificate(depth: depth),
                seen: ValiditySentence.notAfter(notAfter), expected: ValiditySentence.laterThan(end),
                message: isAnchor
                    ? ValiditySentence.anchorExpiresSoon(left: left) : ValiditySentence.expiresSoon(left: left),
                atMost: isAnchor && !Self.refusesExpiredAnchors(judgement) ? .note : .warning)
        }
    }

    /// The seconds before its end from which on a certificate gives the warning; nil where nobody asked.
    private static func notice(of certificate: Certificate, at depth: Int, _ policy: TrustPolicy) -> Int64? {
        let stated = policy.expiryNotice?.components.seconds
        guard depth == 0, let share = policy.expiryShare else { return stated }
        let validity = certificate.validity
        let lifetime = validity.notAfter.instant.seconds(since: validity.notBefore.instant)
        let part = max(0, lifetime) / 100 * Int64(min(max(0, share), 100))
        return max(stated ?? 0, part)
    }

    private static func refusesExpiredAnchors(_ judgement: Judgement) -> Bool {
        judgement.severity(of: ValidityRule.anchorNotAfter) == .error
    }
}
