import HoldfastStatements
import HoldfastX509

/// The instant of judgement lies within the validity of every certificate, both ends included.
struct ValidityRule: TrustRule {
    private static let source = "RFC 5280 §6.1.3(a)(2), §4.1.2.5"
    static let notAfter = Requirement(
        "validity.notAfter", .expired, source: source,
        advice: ValiditySentence.renew)
    static let notBefore = Requirement(
        "validity.notBefore", .notYetValid, source: source,
        advice: ValiditySentence.wait)
    /// RFC 5280 leaves the validity of an anchor to the relying party (§6.1.1(d)); those who serve the web check it.
    static let anchorNotAfter = Requirement(
        "validity.anchorNotAfter", .expired, source: "RFC 5280 §6.1.1(d); Apple's evaluation checks every certificate",
        advice: ValiditySentence.replaceAnchor)
    static let anchorNotBefore = Requirement(
        "validity.anchorNotBefore", .notYetValid,
        source: "RFC 5280 §6.1.1(d); Apple's evaluation checks every certificate",
        advice: ValiditySentence.checkAnchorClock)

    var cacheKey: [UInt8]? { Array("validity".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        // Dates of certificates name whole seconds, and the last one is valid to its end.
        let at = Instant(secondsSince1970: judgement.at.secondsSince1970)
        for (depth, certificate) in path.certificates.enumerated() {
            let isAnchor = depth > 0 && path.isAnchor(depth: depth)
            let validity = certificate.validity
            judgement.period.narrow(by: validity)
            if !validity.contains(at) { judgement.period.narrowToTheSecond() }
            if at > validity.notAfter.instant {
                let age = at.seconds(since: validity.notAfter.instant)
                judgement.report(
                    isAnchor ? Self.anchorNotAfter : Self.notAfter, at: .certificate(depth: depth),
                    seen: ValiditySentence.notAfter(validity.notAfter.instant),
                    expected: ValiditySentence.orLater(than: at),
                    message: ValiditySentence.expired(age: TimeSpan(seconds: age)))
            } else if at < validity.notBefore.instant {
                let wait = validity.notBefore.instant.seconds(since: at)
                judgement.report(
                    isAnchor ? Self.anchorNotBefore : Self.notBefore, at: .certificate(depth: depth),
                    seen: ValiditySentence.notBefore(validity.notBefore.instant),
                    expected: ValiditySentence.orEarlier(than: at),
                    message: ValiditySentence.notYetValid(wait: TimeSpan(seconds: wait)))
            }
        }
    }
}
