import HoldfastStatements
import HoldfastX509

/// Issuers and authorities have a name; whoever has none is named by a critical subject alternative name.
///
/// Names link a path: an empty one would make every nameless authority the issuer of every nameless certificate.
struct SubjectRule: StandardRule {
    private static let check = "Apple's evaluation refuses"
    static let authority = Requirement(
        "subject.authority", .emptyName, source: "RFC 5280 §4.1.2.6; \(check)",
        advice: SubjectSentence.reissueAuthority)
    static let anchor = Requirement(
        "subject.anchor", .emptyName, source: "RFC 5280 §4.1.2.6; \(check)",
        advice: SubjectSentence.remakeRoot)
    static let issuer = Requirement(
        "subject.issuer", .emptyName, source: "RFC 5280 §4.1.2.4",
        advice: SubjectSentence.useNamedAuthority)
    static let alternativeName = Requirement(
        "subject.alternativeName", .missingSubjectAltName, source: "RFC 5280 §4.1.2.6, §4.2.1.6; \(check)",
        advice: SubjectSentence.haveAlternativeName)
    static let alternativeNameCritical = Requirement(
        "subject.alternativeNameCritical", .extensionCriticality, source: "RFC 5280 §4.2.1.6; \(check)",
        advice: SubjectSentence.haveSubjectOrCriticalName)

    static let requirements = [authority, anchor, issuer, alternativeName, alternativeNameCritical]

    var cacheKey: [UInt8]? { Array("subject".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            let isAnchor = path.isAnchor(depth: depth)
            // One that stands alone is trusted as it is.
            if isAnchor, depth == 0 { continue }
            if !isAnchor, certificate.issuer.isEmpty {
                judgement.report(
                    Self.issuer, at: .certificate(depth: depth), seen: SubjectSentence.emptyIssuer,
                    expected: SubjectSentence.name,
                    message: SubjectSentence.namesNoIssuer)
            }
            guard certificate.subject.isEmpty else { continue }
            if depth > 0 || certificate.basicConstraints?.isCA == true {
                judgement.report(
                    isAnchor ? Self.anchor : Self.authority, at: .certificate(depth: depth),
                    seen: SubjectSentence.emptySubject,
                    expected: SubjectSentence.nameOfAuthority,
                    message: SubjectSentence.authorityWithoutName)
            } else if (certificate.subjectAlternativeName ?? []).isEmpty {
                judgement.report(
                    Self.alternativeName, at: .certificate(depth: depth),
                    seen: SubjectSentence.emptySubjectWithoutAlternativeName,
                    expected: SubjectSentence.criticalAlternativeName,
                    message: SubjectSentence.namesNobody)
            } else if certificate.firstExtension(.subjectAlternativeName)?.isCritical != true {
                judgement.report(
                    Self.alternativeNameCritical, at: .certificate(depth: depth),
                    seen: SubjectSentence.emptySubjectWithPlainAlternativeName,
                    expected: SubjectSentence.criticalAlternativeName,
                    message: SubjectSentence.alternativeNameMayBePassedOver)
            }
        }
    }
}
