import HoldfastX509

/// No certificate below the anchor was taken back, as far as the policy wants it known.
///
/// What is known was found out before, by ``RevocationChecker``: this only says what it means.
struct RevocationRule: TrustRule {
    static let notRevoked = Requirement(
        "revocation.notRevoked", .revoked, source: "RFC 5280 §6.1.3(a)(3), §6.3.3; RFC 6960 §2.2",
        advice: "have a new certificate issued for a new key; this one does not become good again")
    /// A hold "MAY be lifted": the certificate "is removed from a CRL" (RFC 5280 §5.3.1, §5.2.4).
    static let notOnHold = Requirement(
        "revocation.notOnHold", .revoked, source: "RFC 5280 §5.3.1, §5.2.4; RFC 6960 §2.2",
        advice: "ask the authority why; it can lift the hold, and the certificate is good again then")
    static let known = Requirement(
        "revocation.known", .revocationUnknown,
        source: "RFC 5280 §6.1.3(a)(3), §6.3.3 (UNDETERMINED); RFC 6960 §3.2",
        advice: "supply the current revocation list of the certificate's issuer, or an OCSP response")
    private static let complete = "have the authority's lists issued anew, with a number and with nextUpdate"
    /// `openssl ca` writes none unless it is told to.
    static let listNumber = Requirement(
        "revocation.listNumber", .revocationUnknown, source: "RFC 5280 §5.2.3", advice: complete)
    /// The next update of lists that are younger than seven days; an older list without it shows nothing to be good
    /// under any profile.
    static let listNextUpdate = Requirement(
        "revocation.listNextUpdate", .revocationUnknown, source: "RFC 5280 §5.1.2.5; CA/B BR 4.9.7", advice: complete)
    /// The next update of OCSP responses that are younger than seven days.
    static let responseNextUpdate = Requirement(
        "revocation.responseNextUpdate", .revocationUnknown, source: "RFC 6960 §4.2.2.1; RFC 5019 §2.2.4",
        advice: "let the responder say in its responses when the next one comes, with nextUpdate")
    /// The status of whoever signs in an authority's place, where the policy lets be what is not known.
    static let signerStatus = Requirement(
        "revocation.signerStatus", .revocationUnknown, source: "RFC 6960 §4.2.2.2.1; RFC 5280 §6.3.3(f)",
        advice: "have the responder's certificate issued with id-pkix-ocsp-nocheck, or with the place of its status")
    static let requirements = [
        notRevoked, notOnHold, known, listNumber, listNextUpdate, responseNextUpdate, signerStatus,
    ]

    /// Reasons for not knowing that are told.
    private static let shown = 3

    var cacheKey: [UInt8]? { Array("revocation".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, status) in zip(path.certificates.indices, judgement.revocation) {
            switch status {
            case .notChecked, .notOffered, .notAvailable: continue
            case .good(let lacks, _):
                for (requirement, problems) in Self.lacking(lacks, by: \.toleratedRequirement) {
                    report(requirement, problems, at: depth, &judgement)
                }
            case .revoked(let revocation, _): report(revocation, of: path.certificates[depth], at: depth, &judgement)
            case .undetermined(let problems):
                // That nothing else is at hand is no reason of its own.
                let telling = problems.filter { !$0.isAbsence }
                let lacking =
                    telling.contains { $0.requirement == nil } ? [] : Self.lacking(telling, by: \.requirement)
                for (requirement, problems) in lacking { report(requirement, problems, at: depth, &judgement) }
                if lacking.isEmpty { report(Self.known, problems, at: depth, &judgement) }
            }
        }
    }

    /// The problems that some profile tolerates, by the requirement that is not met.
    private static func lacking(
        _ problems: [RevocationProblem], by requirement: (RevocationProblem) -> Requirement?
    ) -> [(requirement: Requirement, problems: [RevocationProblem])] {
        [listNumber, listNextUpdate, responseNextUpdate, signerStatus].map { wanted in
            (requirement: wanted, problems: problems.filter { requirement($0) == wanted })
        }
        .filter { !$0.problems.isEmpty }
    }

    private func report(
        _ revocation: Revocation, of certificate: Certificate, at depth: Int, _ judgement: inout Judgement
    ) {
        let date = revocation.date
        let since = revocation.invalidityDate.map { ", suspected since \($0)" } ?? ""
        let what =
            switch revocation.reason {
            case .certificateHold: "put on hold on \(date)"
            case .unspecified: "revoked on \(date)"
            default: "revoked on \(date) for \(revocation.reason)"
            }
        judgement.report(
            revocation.reason == .certificateHold ? Self.notOnHold : Self.notRevoked, at: .certificate(depth: depth),
            seen: "serial number \(certificate.serialNumber) in the \(revocation.source): \(revocation.reason), "
                + "\(date)\(since)",
            expected: "no revocation",
            message: "the \(revocation.source) says that the certificate was \(what)")
    }

    private func report(
        _ requirement: Requirement, _ problems: [RevocationProblem], at depth: Int, _ judgement: inout Judgement
    ) {
        let words = problems.prefix(Self.shown).map(\.description)
        let more = problems.count > Self.shown ? ["\(problems.count - Self.shown) more"] : []
        let first = words.first ?? "nothing was looked at"
        let isBelieved = requirement != Self.known && judgement.severity(of: requirement) != .error
        judgement.report(
            requirement, at: .certificate(depth: depth), seen: (words + more).joined(separator: "; "),
            expected: "current revocation lists that cover the certificate for every reason, or an OCSP response",
            message: isBelieved
                ? "\(first), and was believed all the same"
                : "it is not known whether the certificate was revoked: \(first)",
            atMost: judgement.policy.revocation == .hard ? .error : .warning)
    }
}
