import HoldfastStatements
import HoldfastX509

/// A path ends at an anchor; the three ways in which it does not are told apart.
struct AnchorRule: StandardRule {
    static let issuer = Requirement(
        "anchor.issuerFound", .issuerNotFound, source: "RFC 5280 §6.1, RFC 8446 §4.4.2",
        advice: AnchorSentence.sendIntermediates)
    static let selfSigned = Requirement(
        "anchor.selfSignedLeaf", .selfSignedNotAnchor, source: "RFC 5280 §6.1",
        advice: AnchorSentence.useAuthority)
    static let authority = Requirement(
        "anchor.known", .noAnchor, source: "RFC 5280 §6.1",
        advice: AnchorSentence.addRoot)

    /// OpenSSL's words for a certificate that may be an anchor: it "does not have a negative trust attribute rejecting
    /// the given use", and has "a positive trust attribute accepting the given use" where it has any.
    static let trusted = Requirement(
        "anchor.trustSettings", .anchorRejected, source: "openssl-verification-options(1), Trust Anchors",
        advice: AnchorSentence.takeOut)

    /// Reported where the leaf is itself the anchor: the programmes' demands are on certificates that authorities
    /// issue, and a verdict of theirs that is silent here would be taken for more than it is.
    static let leaf = Requirement(
        "anchor.leafIsAnchor", .leafIsAnchor, source: "RFC 5280 §6.1.1(d)",
        advice: AnchorSentence.issueByOwnAuthority)
    static let requirements = [issuer, selfSigned, authority, trusted, leaf]

    var cacheKey: [UInt8]? { Array("anchor".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        let top = path.certificates[path.certificates.count - 1]
        let depth = path.certificates.count - 1
        switch path.end {
        case .anchor where depth == 0:
            let profile = judgement.policy.profile.name
            judgement.report(
                Self.leaf, at: .certificate(depth: 0), seen: AnchorSentence.ownAnchor,
                expected: AnchorSentence.issuedByAnchor, message: AnchorSentence.leafIsAnchor(profile: profile),
                atMost: .note)
        // The evaluator says which limit was passed.
        case .anchor, .workLimit: return
        case .rejected(let anchor): judge(anchor, at: depth, &judgement)
        case .issuerNotFound: report(missingIssuerOf: top, at: depth, &judgement)
        case .notAnchored: report(noAnchor: top, at: depth, &judgement)
        }
    }

    /// An anchor that its file rejects, or trusts for other uses alone.
    private func judge(_ anchor: TrustAnchor, at depth: Int, _ judgement: inout Judgement) {
        guard let rejection = anchor.rejection(for: judgement.policy.purpose) else { return }
        let use = judgement.policy.purpose.extendedKeyUsage.useInSentence
        let name = anchor.certificate.subject.inSentence
        let seen: any Sentence
        let message: AnchorSentence
        switch rejection {
        case .rejected(let uses):
            let uses = uses.usesInSentence
            seen = anchor.source.map { AnchorSentence.rejectedForIn(uses: uses, file: $0) } ?? .rejectedFor(uses: uses)
            message = .settingsReject(anchor: name, use: use)
        case .trustedOtherwise(let uses):
            let uses = uses.usesInSentence
            seen = anchor.source.map { AnchorSentence.trustedForIn(uses: uses, file: $0) } ?? .trustedFor(uses: uses)
            message = .settingsTrustOther(anchor: name, uses: uses, use: use)
        case .unreadable(let error):
            let fault = error.statement
            seen = anchor.source.map { AnchorSentence.faultIn(fault, file: $0) } ?? fault.sentence
            message = .settingsUnreadable(anchor: name, fault: fault)
        }
        judgement.report(
            Self.trusted, at: .certificate(depth: depth), seen: seen, expected: AnchorSentence.trustedForUse(use),
            message: message)
    }
}
