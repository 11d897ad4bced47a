import HoldfastX509

/// No certificate below the anchor was taken back, as far as the policy wants it known.
///
/// What is known was found out before, by ``RevocationChecker``: this only says what it means.
struct RevocationRule: TrustRule {
    static let notRevoked = Requirement(
        "revocation.notRevoked", .revoked, source: "RFC 5280 §6.1.3(a)(3), §6.3.3",
        advice: "have a new certificate issued for a new key; this one does not become good again")
    static let known = Requirement(
        "revocation.known", .revocationUnknown, source: "RFC 5280 §6.1.3(a)(3), §6.3.3 (UNDETERMINED)",
        advice: "supply the current revocation list of the certificate's issuer")
    static let requirements = [notRevoked, known]

    /// Reasons for not knowing that are told.
    private static let shown = 3

    var cacheKey: [UInt8]? { Array("revocation".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, status) in zip(path.certificates.indices, judgement.revocation) {
            switch status {
            case .notChecked, .good: continue
            case .revoked(let revocation): report(revocation, of: path.certificates[depth], at: depth, &judgement)
            case .undetermined(let problems): report(problems, at: depth, &judgement)
            }
        }
    }

    private func report(
        _ revocation: Revocation, of certificate: Certificate, at depth: Int, _ judgement: inout Judgement
    ) {
        let date = revocation.entry.revocationDate.instant
        let since = revocation.entry.invalidityDate.map { ", suspected since \($0.instant)" } ?? ""
        judgement.report(
            Self.notRevoked, at: .certificate(depth: depth),
            seen: "serial number \(certificate.serialNumber) in the \(revocation.list): \(revocation.reason), "
                + "\(date)\(since)",
            expected: "no entry",
            message: revocation.reason == .certificateHold
                ? "the certificate was put on hold by its authority on \(date)"
                : "the certificate was revoked by its authority on \(date): \(revocation.reason)")
    }

    private func report(_ problems: [ListProblem], at depth: Int, _ judgement: inout Judgement) {
        let words = problems.prefix(Self.shown).map(\.description)
        let more = problems.count > Self.shown ? ["\(problems.count - Self.shown) more"] : []
        judgement.report(
            Self.known, at: .certificate(depth: depth), seen: (words + more).joined(separator: "; "),
            expected: "current revocation lists that cover the certificate for every reason",
            message: "it is not known whether the certificate was revoked: " + (words.first ?? "nothing was looked at"),
            atMost: judgement.policy.revocation == .hard ? .error : .warning)
    }
}
