import HoldfastX509

/// Issuers and authorities have a name; whoever has none is named by a critical subject alternative name.
///
/// Names link a path: an empty one would make every nameless authority the issuer of every nameless certificate.
struct SubjectRule: TrustRule {
    private static let check = "Apple's evaluation refuses"
    static let authority = Requirement(
        "subject.authority", .emptyName, source: "RFC 5280 §4.1.2.6; \(check)",
        advice: "have the authority's certificate issued anew with a subject")
    static let anchor = Requirement(
        "subject.anchor", .emptyName, source: "RFC 5280 §4.1.2.6; \(check)",
        advice: "make the root anew with a subject, as `-subj /CN=…` of openssl")
    static let issuer = Requirement(
        "subject.issuer", .emptyName, source: "RFC 5280 §4.1.2.4",
        advice: "have the certificate issued by an authority that has a name")
    static let alternativeName = Requirement(
        "subject.alternativeName", .missingSubjectAltName, source: "RFC 5280 §4.1.2.6, §4.2.1.6; \(check)",
        advice: "have the certificate issued with a subject alternative name")
    static let alternativeNameCritical = Requirement(
        "subject.alternativeNameCritical", .extensionCriticality, source: "RFC 5280 §4.2.1.6; \(check)",
        advice: "have the certificate issued with a subject, or with its alternative name marked as critical")

    static let requirements = [authority, anchor, issuer, alternativeName, alternativeNameCritical]

    var cacheKey: [UInt8]? { Array("subject".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            let isAnchor = path.isAnchor(depth: depth)
            // One that stands alone is trusted as it is.
            if isAnchor, depth == 0 { continue }
            if !isAnchor, certificate.issuer.isEmpty {
                judgement.report(
                    Self.issuer, at: .certificate(depth: depth), seen: "an empty issuer", expected: "a name",
                    message: "the certificate does not name its issuer")
            }
            guard certificate.subject.isEmpty else { continue }
            if depth > 0 || certificate.basicConstraints?.isCA == true {
                judgement.report(
                    isAnchor ? Self.anchor : Self.authority, at: .certificate(depth: depth), seen: "an empty subject",
                    expected: "a name, since the certificate is an authority's",
                    message: "an authority of the chain has no name")
            } else if (certificate.subjectAlternativeName ?? []).isEmpty {
                judgement.report(
                    Self.alternativeName, at: .certificate(depth: depth),
                    seen: "an empty subject and no subject alternative name",
                    expected: "a critical subject alternative name, since there is no subject",
                    message: "the certificate names nobody")
            } else if certificate.firstExtension(.subjectAlternativeName)?.isCritical != true {
                judgement.report(
                    Self.alternativeNameCritical, at: .certificate(depth: depth),
                    seen: "an empty subject, and a subject alternative name that is not critical",
                    expected: "a critical subject alternative name, since there is no subject",
                    message: "the certificate has no subject, and its alternative name may be passed over")
            }
        }
    }
}
