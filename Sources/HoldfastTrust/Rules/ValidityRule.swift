import HoldfastX509

/// The instant of judgement lies within the validity of every certificate, both ends included.
struct ValidityRule: TrustRule {
    private static let source = "RFC 5280 §6.1.3(a)(2), §4.1.2.5"
    static let notAfter = Requirement(
        "validity.notAfter", .expired, source: source,
        advice: "renew the certificate; if it should still be valid, check the clock of this machine")
    static let notBefore = Requirement(
        "validity.notBefore", .notYetValid, source: source,
        advice: "wait until it is valid, or check the clock of this machine and of the one that issued it")
    /// RFC 5280 leaves the validity of an anchor to the relying party (§6.1.1(d)); those who serve the web check it.
    static let anchorNotAfter = Requirement(
        "validity.anchorNotAfter", .expired, source: "RFC 5280 §6.1.1(d); Apple's evaluation checks every certificate",
        advice: "replace the anchor by its authority's present one")
    static let anchorNotBefore = Requirement(
        "validity.anchorNotBefore", .notYetValid,
        source: "RFC 5280 §6.1.1(d); Apple's evaluation checks every certificate",
        advice: "check the clock of this machine and of the one that made the anchor")

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
                    seen: "notAfter \(validity.notAfter.instant)", expected: "\(at) or later",
                    message: "the certificate expired \(TimeSpan.inWords(age)) ago")
            } else if at < validity.notBefore.instant {
                let wait = validity.notBefore.instant.seconds(since: at)
                judgement.report(
                    isAnchor ? Self.anchorNotBefore : Self.notBefore, at: .certificate(depth: depth),
                    seen: "notBefore \(validity.notBefore.instant)", expected: "\(at) or earlier",
                    message: "the certificate will be valid only in \(TimeSpan.inWords(wait))")
            }
        }
    }
}
