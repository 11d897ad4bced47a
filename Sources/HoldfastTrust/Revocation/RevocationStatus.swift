public import HoldfastX509

/// The revocation status of one certificate, as far as it is known.
enum RevocationStatus: Hashable, Sendable {
    /// Nobody asked.
    case notChecked
    /// Lists that cover every reason do not have it, or an OCSP response says so; what lists lack that were believed,
    /// and that the profile does without.
    case good(despite: [CRLProblem])
    /// A list or an OCSP response says so.
    case revoked(Revocation)
    /// Not all reasons are covered, and no OCSP response counts; why, for people, the weightiest first.
    case undetermined([RevocationProblem])
}

/// A revocation, stated by an authorised CRL or OCSP signer.
struct Revocation: Hashable, Sendable {
    let date: Instant
    /// Without one that is given, `unspecified` (RFC 5280 §6.3.3(i)(2)).
    let reason: RevocationReason
    /// The instant since which the key may have been somebody else's.
    let invalidityDate: Instant?
    /// The list or the response that states it, in words.
    let source: String

    init(entry: RevokedCertificate, source: String) {
        date = entry.revocationDate.instant
        reason = entry.reasonCode ?? .unspecified
        invalidityDate = entry.invalidityDate?.instant
        self.source = source
    }

    init(_ info: SingleResponse.RevokedInfo, source: String) {
        date = info.revocationTime
        reason = info.revocationReason ?? .unspecified
        invalidityDate = nil
        self.source = source
    }
}

/// A reason why it is not known whether a certificate was revoked.
enum RevocationProblem: Hashable, Sendable {
    case list(CRLProblem)
    case response(OCSPProblem)

    /// The place among several problems: those of a list or a response that should have counted come first.
    var order: Int {
        switch self {
        case .list(let problem): problem.order
        case .response(let problem): problem.order
        }
    }

    /// The requirement of its own that is not met; nil for what every profile has to know.
    var requirement: Requirement? {
        if case .list(.content(let problem, _)) = self { problem.requirement } else { nil }
    }

    /// The weightiest first; of those that weigh the same, the lists'.
    static func ordered(lists: [CRLProblem], responses: [OCSPProblem]) -> [RevocationProblem] {
        let all = lists.map(RevocationProblem.list) + responses.map(RevocationProblem.response)
        return all.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
    }
}

extension RevocationProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .list(let problem): problem.description
        case .response(let problem): problem.description
        }
    }
}

/// The revocation of one certificate, as far as an evaluation found it out.
public enum RevocationAnswer: Hashable, Sendable {
    /// Nobody asked: the policy does not, or the certificate is the anchor.
    case notChecked
    /// Lists that cover every reason do not have it, or an OCSP response says so.
    case good
    /// A list or an OCSP response says so: since when, and for which reason.
    case revoked(since: Instant, reason: RevocationReason)
    /// The status is not known; the reasons, for people, the weightiest first.
    case unknown([String])

    init(_ status: RevocationStatus) {
        switch status {
        case .notChecked: self = .notChecked
        case .good: self = .good
        case .revoked(let revocation):
            self = .revoked(since: revocation.date, reason: revocation.reason)
        case .undetermined(let problems): self = .unknown(problems.prefix(Self.shown).map(\.description))
        }
    }

    /// Reasons for not knowing that are told.
    private static let shown = 3
}

/// Whether revocation is checked, and what an unknown status means.
///
/// The evidence is revocation lists and OCSP responses that are at hand; nothing is fetched.
public enum RevocationChecking: String, Hashable, Sendable, CaseIterable {
    /// Nothing is looked at: a revoked certificate passes.
    case off
    /// A certificate that is known to be revoked is refused; an unknown status is a warning.
    case soft
    /// A certificate that is known to be revoked is refused, and so is one that is not known to be good
    /// (`revocationUnknown`).
    ///
    /// Every certificate of the path below its anchor has to be covered; a server staples a response for its own alone.
    case hard
}
