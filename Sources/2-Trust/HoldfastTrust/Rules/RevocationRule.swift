import HoldfastStatements
import HoldfastX509

/// No certificate below the anchor was taken back, as far as the policy wants it known.
///
/// What is known was found out before, by ``RevocationChecker``: this only says what it means.
struct RevocationRule: StandardRule {
    static let notRevoked = Requirement(
        "revocation.notRevoked", .revoked, source: "RFC 5280 §6.1.3(a)(3), §6.3.3; RFC 6960 §2.2",
        advice: RevocationAdvice.replace)
    /// A hold "MAY be lifted": the certificate "is removed from a CRL" (RFC 5280 §5.3.1, §5.2.4).
    static let notOnHold = Requirement(
        "revocation.notOnHold", .revoked, source: "RFC 5280 §5.3.1, §5.2.4; RFC 6960 §2.2",
        advice: RevocationAdvice.askWhy)
    static let known = Requirement(
        "revocation.known", .revocationUnknown,
        source: "RFC 5280 §6.1.3(a)(3), §6.3.3 (UNDETERMINED); RFC 6960 §3.2",
        advice: RevocationAdvice.supplyEvidence)
    /// `openssl ca` writes none unless it is told to.
    static let listNumber = Requirement(
        "revocation.listNumber", .revocationUnknown, source: "RFC 5280 §5.2.3", advice: RevocationAdvice.completeLists)
    /// The next update of lists that are younger than seven days; an older list without it shows nothing to be good
    /// under any profile.
    static let listNextUpdate = Requirement(
        "revocation.listNextUpdate", .revocationUnknown, source: "RFC 5280 §5.1.2.5; CA/B BR 4.9.7",
        advice: RevocationAdvice.completeLists)
    /// The next update of OCSP responses that are younger than seven days.
    static let responseNextUpdate = Requirement(
        "revocation.responseNextUpdate", .revocationUnknown, source: "RFC 6960 §4.2.2.1; RFC 5019 §2.2.4",
        advice: ResponseAdvice.sayNextUpdate)
    /// The status of whoever signs in an authority's place, where the policy lets be what is not known.
    static let signerStatus = Requirement(
        "revocation.signerStatus", .revocationUnknown, source: "RFC 6960 §4.2.2.2.1; RFC 5280 §6.3.3(f)",
        advice: ResponseAdvice.nameSignerStatus)
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
                    report(requirement, problems, at: depth, path, &judgement)
                }
            case .revoked(let revocation, _): report(revocation, of: path.certificates[depth], at: depth, &judgement)
            case .undetermined(let problems):
                // That nothing else is at hand is no reason of its own.
                let telling = problems.filter { !$0.isAbsence }
                let lacking =
                    telling.contains { $0.requirement == nil } ? [] : Self.lacking(telling, by: \.requirement)
                for (requirement, problems) in lacking { report(requirement, problems, at: depth, path, &judgement) }
                if lacking.isEmpty { report(Self.known, problems, at: depth, path, &judgement) }
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
        let (document, date) = (revocation.source, revocation.date)
        let isOnHold = revocation.reason == .certificateHold
        let reason = revocation.reason == .unspecified ? nil : "\(revocation.reason)"
        judgement.report(
            isOnHold ? Self.notOnHold : Self.notRevoked, at: .certificate(depth: depth),
            seen: RevocationSentence.entry(
                serialNumber: "\(certificate.serialNumber)", in: document, reason: "\(revocation.reason)", date: date,
                suspectedSince: revocation.invalidityDate),
            expected: RevocationSentence.none,
            message: isOnHold
                ? RevocationSentence.onHold(by: document, since: date)
                : RevocationSentence.revoked(by: document, on: date, reason: reason))
    }

    private func report(
        _ requirement: Requirement, _ problems: [RevocationProblem], at depth: Int, _ path: CertificationPath,
        _ judgement: inout Judgement
    ) {
        let reasons = problems.prefix(Self.shown).map(\.sentence.statement)
        let first = reasons.first ?? RevocationSentence.nothingLookedAt.statement
        let isClockBehind = Self.isClockBehind(path, judgement)
        // A requirement of its own has its own advice.
        let advice =
            requirement == Self.known
            ? problems.first?.advice(about: path.certificates[depth], isClockBehind: isClockBehind) : nil
        let isBelieved = requirement != Self.known && judgement.severity(of: requirement) != .error
        judgement.report(
            requirement, at: .certificate(depth: depth),
            seen: RevocationSentence.reasons(Clauses(reasons), more: problems.count - reasons.count),
            expected: RevocationSentence.evidence,
            message: isBelieved
                ? RevocationSentence.believed(although: first) : RevocationSentence.unknown(because: first),
            advice: advice, atMost: judgement.policy.revocation == .hard ? .error : .warning)
    }

    /// Whether something else says that this machine's clock is behind: a time that was seen before, or a certificate
    /// of the path that is to begin only.
    private static func isClockBehind(_ path: CertificationPath, _ judgement: Judgement) -> Bool {
        judgement.latest.map { $0 > judgement.at } ?? false
            || path.certificates.contains { $0.validity.notBefore.instant > judgement.at }
    }
}

extension RevocationProblem {
    /// The requirement of its own that is not met; nil for what every profile has to know.
    var requirement: Requirement? {
        switch self {
        case .list(.content(let problem, _)): problem.requirement
        case .response(.content(let problem, _)): problem.requirement
        case .list(.unheard(let problem, _)): RevocationProblem.list(problem).requirement
        case .response(.unheard(let problem, _)): RevocationProblem.response(problem).requirement
        default: nil
        }
    }

    /// The requirement that a statement does not meet which was believed: ``requirement``, or that of its signer.
    var toleratedRequirement: Requirement? {
        switch self {
        case .list(.content(.signer(.statusUnknown), _)), .response(.content(.signer(.statusUnknown), _)):
            RevocationRule.signerStatus
        default: requirement
        }
    }
}

extension CRLContentProblem {
    /// The requirement of its own that a list with this problem does not meet; nil for one that no profile does
    /// without.
    var requirement: Requirement? {
        switch self {
        case .noNumber: RevocationRule.listNumber
        case .noNextUpdate(isRecent: true): RevocationRule.listNextUpdate
        default: nil
        }
    }
}

extension OCSPContentProblem {
    /// The requirement of its own that a response with this problem does not meet; nil for one that no profile does
    /// without.
    var requirement: Requirement? {
        if case .noNextUpdate(isRecent: true) = self { RevocationRule.responseNextUpdate } else { nil }
    }
}
