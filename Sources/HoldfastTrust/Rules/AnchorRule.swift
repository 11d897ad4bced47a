import HoldfastX509

/// A path ends at an anchor; the three ways in which it does not are told apart.
struct AnchorRule: TrustRule {
    static let issuer = Requirement(
        "anchor.issuerFound", .issuerNotFound, source: "RFC 5280 §6.1, RFC 8446 §4.4.2",
        advice: "let the server send the intermediate certificates too, or add the authority's root as an anchor")
    static let selfSigned = Requirement(
        "anchor.selfSignedLeaf", .selfSignedNotAnchor, source: "RFC 5280 §6.1",
        advice: "use a certificate from an authority, or give this very certificate as an anchor if you know it")
    static let authority = Requirement(
        "anchor.known", .noAnchor, source: "RFC 5280 §6.1",
        advice: "add the root as an anchor if you know it and trust it, or have the certificate issued by a known one")

    /// OpenSSL's words for a certificate that may be an anchor: it "does not have a negative trust attribute rejecting
    /// the given use", and has "a positive trust attribute accepting the given use" where it has any.
    static let trusted = Requirement(
        "anchor.trustSettings", .anchorRejected, source: "openssl-verification-options(1), Trust Anchors",
        advice: "take it out of the anchors, or give it as one whose trust settings allow this use if you trust it so")

    /// Reported where the leaf is itself the anchor: the programmes' demands are on certificates that authorities
    /// issue, and a verdict of theirs that is silent here would be taken for more than it is.
    static let leaf = Requirement(
        "anchor.leafIsAnchor", .leafIsAnchor, source: "RFC 5280 §6.1.1(d)",
        advice: "have the certificate issued by an authority of one's own where the profile's rules are to hold")

    var cacheKey: [UInt8]? { Array("anchor".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        let top = path.certificates[path.certificates.count - 1]
        let depth = path.certificates.count - 1
        switch path.end {
        case .anchor where depth == 0:
            let profile = judgement.policy.profile.name
            judgement.report(
                Self.leaf, at: .certificate(depth: 0), seen: "the certificate as its own anchor",
                expected: "a certificate that an anchor issued",
                message:
                    "the certificate is itself the anchor: no rule of the profile \(profile) "
                    + "about issued certificates was applied", atMost: .note)
        // The evaluator says which limit was passed.
        case .anchor, .workLimit: return
        case .rejected(let anchor): judge(anchor, at: depth, &judgement)
        case .issuerNotFound:
            let unread = judgement.passedOver.first { $0.subject?.matches(top.issuer) ?? false }
            judgement.report(
                Self.issuer, at: .certificate(depth: depth),
                seen: top.issuerPlaces.first.map { "issuer \(top.issuer), to be had from \($0)" }
                    ?? "issuer \(top.issuer)",
                expected: "a presented, supplied or anchor certificate of that name and key",
                message: "the issuer \(top.issuer.shortDescription) of \(top.subject.shortDescription) was not found"
                    + (unread.map { ", and an anchor of that name could not be read: \($0)" } ?? ""))
        case .notAnchored where depth == 0:
            judgement.report(
                Self.selfSigned, at: .certificate(depth: 0),
                seen: "a self-signed certificate of \(top.subject)",
                expected: "a certificate issued by an anchor, or one that is an anchor",
                message: "the certificate is self-signed and is no anchor")
        case .notAnchored:
            judgement.report(
                Self.authority, at: .certificate(depth: depth),
                seen: "\(top.subject)\(top.isSelfIssued ? ", self-signed" : ", which leads back into the chain")",
                expected: "an anchor at the end of the chain",
                message: "the chain ends at \(top.subject.shortDescription), which is no anchor")
        }
    }

    /// An anchor that its file rejects, or trusts for other uses alone.
    private func judge(_ anchor: TrustAnchor, at depth: Int, _ judgement: inout Judgement) {
        guard let rejection = anchor.rejection(for: judgement.policy.purpose) else { return }
        let use = judgement.policy.purpose.extendedKeyUsage.map { $0.name ?? "\($0)" } ?? "every use"
        let name = anchor.certificate.subject.shortDescription
        let (seen, message) =
            switch rejection {
            case .rejected(let uses):
                ("rejected for \(uses)", "the trust settings of \(name) reject it as an anchor for \(use)")
            case .trustedOtherwise(let uses):
                ("trusted for \(uses)", "the trust settings of \(name) trust it for \(uses) alone, not for \(use)")
            case .unreadable(let error):
                ("\(error)", "the trust settings of \(name) cannot be read, so that it is no anchor: \(error)")
            }
        judgement.report(
            Self.trusted, at: .certificate(depth: depth),
            seen: anchor.source.map { "\(seen), in \($0)" } ?? seen, expected: "an anchor that is trusted for \(use)",
            message: message)
    }
}
