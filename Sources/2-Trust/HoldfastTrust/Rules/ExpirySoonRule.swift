import HoldfastStatements
import HoldfastX509

/// Every certificate of the path goes on being valid for longer than the policy's ``TrustPolicy/expiryNotice``.
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
        guard let notice = judgement.policy.expiryNotice else { return }
        let at = Instant(secondsSince1970: judgement.at.secondsSince1970)
        let end = at.advanced(bySeconds: notice.components.seconds)
        for (depth, certificate) in path.certificates.enumerated() {
            let notAfter = certificate.validity.notAfter.instant
            judgement.period.narrow(
                toThisSideOf: notAfter.advanced(bySeconds: -max(0, notice.components.seconds)))
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

    private static func refusesExpiredAnchors(_ judgement: Judgement) -> Bool {
        judgement.severity(of: ValidityRule.anchorNotAfter) == .error
    }
}
