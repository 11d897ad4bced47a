import HoldfastStatements
import HoldfastX509

/// The instant of judgement lies within the validity of every certificate, both ends included.
struct ValidityRule: StandardRule {
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
    static let requirements = [notAfter, notBefore, anchorNotAfter, anchorNotBefore]
    static let judgesCertificatesAlone = true

    var cacheKey: [UInt8]? { Array("validity".utf8) }

    /// The remedy for an authority's certificate that has expired: whoever runs the server sends it, and cannot renew
    /// it.
    ///
    /// One that a root stands beside with the same name and key is a cross certificate (RFC 5280 §3.2); of another one
    /// it is not known.
    private static func advice(
        onAuthority depth: Int, _ path: CertificationPath, _ judgement: Judgement
    ) -> ValiditySentence {
        let expired = path.certificates[depth]
        let isCross = judgement.presented.compactMap(\.certificate).contains {
            $0 != expired && $0.isSelfIssued && $0.subject.matches(expired.subject)
                && $0.subjectPublicKeyInfo.bytes == expired.subjectPublicKeyInfo.bytes
        }
        return isCross
            ? .haveNewerRoot(name: expired.subject.inSentence) : .takeOutOrReplace(name: expired.subject.inSentence)
    }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        // Dates of certificates name whole seconds, and the last one is valid to its end.
        let at = Instant(secondsSince1970: judgement.at.secondsSince1970)
        for (depth, certificate) in path.certificates.enumerated() {
            let isAnchor = depth > 0 && path.isAnchor(depth: depth)
            let validity = certificate.validity
            judgement.period.narrow(by: validity)
            if !validity.contains(at) { judgement.period.narrowToTheSecond() }
            // RFC 5280 §4.1.2.5: the dates on which the period begins and ends. No clock comes between them.
            if validity.notAfter.instant < validity.notBefore.instant {
                judgement.report(
                    isAnchor ? Self.anchorNotAfter : Self.notAfter, at: .certificate(depth: depth),
                    seen: ValiditySentence.dates(
                        from: validity.notBefore.instant, until: validity.notAfter.instant),
                    expected: ValiditySentence.inOrder,
                    message: ValiditySentence.never(
                        from: validity.notBefore.instant, until: validity.notAfter.instant),
                    advice: isAnchor ? nil : ValiditySentence.issueWithDates)
            } else if at > validity.notAfter.instant {
                let age = at.seconds(since: validity.notAfter.instant)
                let advice = isAnchor || depth == 0 ? nil : Self.advice(onAuthority: depth, path, judgement)
                judgement.report(
                    isAnchor ? Self.anchorNotAfter : Self.notAfter, at: .certificate(depth: depth),
                    seen: ValiditySentence.notAfter(validity.notAfter.instant),
                    expected: ValiditySentence.orLater(than: at),
                    message: ValiditySentence.expired(age: TimeSpan(seconds: age)),
                    advice: advice)
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
