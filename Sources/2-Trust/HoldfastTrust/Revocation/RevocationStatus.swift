public import HoldfastStatements
public import HoldfastX509

/// The revocation status of one certificate, as far as it is known.
enum RevocationStatus: Hashable, Sendable {
    /// Nobody asked.
    case notChecked
    /// Nobody can be asked: the certificate names no place, and nothing at hand speaks of it.
    case notOffered
    /// The authority says that nobody will know (noRevAvail, RFC 9608), and nothing at hand speaks of it.
    case notAvailable
    /// Lists that cover every reason do not have it, or an OCSP response says so; what these lack that were believed,
    /// and that the profile does without.
    case good(despite: [RevocationProblem], by: [RevocationWord])
    /// A list or an OCSP response says so.
    case revoked(Revocation, by: RevocationWord)
    /// Not all reasons are covered, and no OCSP response counts; why, for people, the weightiest first.
    case undetermined([RevocationProblem])
}

extension RevocationStatus {
    /// The statements that it rests on.
    var words: [RevocationWord] {
        switch self {
        case .good(_, let words): words
        case .revoked(_, let word): [word]
        case .notChecked, .notOffered, .notAvailable, .undetermined: []
        }
    }
}

/// A list or an answer of a responder that counts, signed by who may.
enum RevocationWord: Hashable, Sendable {
    case list(CertificateList)
    case response(BasicOCSPResponse, SingleResponse)
}

/// A revocation, stated by an authorised CRL or OCSP signer.
struct Revocation: Hashable, Sendable {
    let date: Instant
    /// Without one that is given, `unspecified` (RFC 5280 §6.3.3(i)(2)).
    let reason: RevocationReason
    /// The instant since which the key may have been somebody else's.
    let invalidityDate: Instant?
    /// The list or the response that states it.
    let source: RevocationDocument

    init(entry: RevokedCertificate, source: RevocationDocument) {
        date = entry.revocationDate.instant
        reason = entry.reasonCode ?? .unspecified
        invalidityDate = entry.invalidityDate?.instant
        self.source = source
    }

    init(_ info: SingleResponse.RevokedInfo, source: RevocationDocument) {
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
    /// Nothing of use came from a place that the certificate names.
    case fetch(place: String, reason: Statement)

    /// The place among several problems: those of a list or a response that should have counted come first.
    var order: Int {
        switch self {
        case .list(let problem): problem.order
        case .response(let problem): problem.order
        case .fetch: 5
        }
    }

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

    /// Whether it is only that nothing is at hand.
    var isAbsence: Bool {
        switch self {
        case .list(.noList), .response(.noAnswer): true
        default: false
        }
    }

    /// The weightiest first; of those that weigh the same, the lists'.
    static func ordered(lists: [CRLProblem], responses: [OCSPProblem]) -> [RevocationProblem] {
        let all = lists.map(RevocationProblem.list) + responses.map(RevocationProblem.response)
        return all.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
    }
}

extension RevocationStatus {
    /// Whether a limit ended the search before anything was known.
    var isCutShort: Bool {
        guard case .undetermined(let problems) = self else { return false }
        return problems.contains { $0 == .list(.overBudget) || $0 == .response(.overBudget) }
    }

    /// The status with what came of fetching: where nothing is known, that tells more than that nothing is at hand.
    func noting(_ failures: [RevocationProblem]) -> RevocationStatus {
        guard case .undetermined(let problems) = self, !failures.isEmpty else { return self }
        let telling = problems.filter { !$0.isAbsence }
        return .undetermined(
            (telling + failures).enumerated().sorted {
                ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
            }.map(\.element))
    }
}

extension RevocationProblem {
    /// In words, for people.
    var sentence: RevocationProblemSentence {
        switch self {
        case .list(let problem): problem.sentence
        case .response(let problem): problem.sentence
        case .fetch(let place, let reason): .nothingCame(from: place, because: reason)
        }
    }
}

/// The revocation of one certificate, as far as an evaluation found it out.
public enum RevocationAnswer: Hashable, Sendable {
    /// Nobody asked: the policy does not, or the certificate is the anchor.
    case notChecked
    /// Nobody can be asked: the certificate names neither a responder nor a list that could be fetched, and nothing at
    /// hand speaks of it. In the mode `hard` it lives at most seven days besides.
    case notOffered
    /// The certificate's authority says that no information about its revocation will be available (noRevAvail,
    /// RFC 9608), and nothing at hand speaks of it: in the mode `hard` too none is sought.
    case notAvailable
    /// Lists that cover every reason do not have it, or an OCSP response says so.
    case good
    /// A list or an OCSP response says so: since when, and for which reason.
    case revoked(since: Instant, reason: RevocationReason)
    /// The status is not known; the reasons, for people, the weightiest first.
    case unknown([Statement])

    init(_ status: RevocationStatus) {
        switch status {
        case .notChecked: self = .notChecked
        case .notOffered: self = .notOffered
        case .notAvailable: self = .notAvailable
        case .good: self = .good
        case .revoked(let revocation, _):
            self = .revoked(since: revocation.date, reason: revocation.reason)
        case .undetermined(let problems): self = .unknown(problems.prefix(Self.shown).map(\.sentence.statement))
        }
    }

    /// Reasons for not knowing that are told.
    private static let shown = 3
}

/// A list or an answer of a responder that a certificate's status rests on.
public struct RevocationSource: Hashable, Sendable {
    /// The kind of statement.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case ocsp
        case crl
    }

    public let kind: Kind
    /// The way by which it came to hand.
    public let origin: EvidenceOrigin
    /// The time that it speaks of.
    public let thisUpdate: Instant
    /// The time from which on there is a newer one; nil where it does not say.
    public let nextUpdate: Instant?

    init(_ word: RevocationWord, from origin: EvidenceOrigin) {
        self.origin = origin
        switch word {
        case .list(let list):
            kind = .crl
            (thisUpdate, nextUpdate) = (list.thisUpdate.instant, list.nextUpdate?.instant)
        case .response(_, let answer):
            kind = .ocsp
            (thisUpdate, nextUpdate) = (answer.thisUpdate, answer.nextUpdate)
        }
    }
}

/// The revocation of one certificate, with the evidence for it.
public struct RevocationCheck: Hashable, Sendable {
    /// A place that was asked, and what came of it.
    public struct Fetch: Hashable, Sendable {
        /// The place, as the certificate names it.
        public let url: String
        public let kind: RevocationSource.Kind
        /// Bytes that came from the network; 0 for what was kept.
        public let byteCount: Int
        public let duration: Duration
        /// Whether it was kept since an earlier fetch.
        public let isCached: Bool
        /// The reason why nothing of use came; nil where something did.
        public let problemStatement: Statement?
        /// The reason in English.
        public var problem: String? { problemStatement?.description }
    }

    public let answer: RevocationAnswer
    /// The statements that the answer rests on; none where it is not known.
    public let sources: [RevocationSource]
    /// The places that were asked, in order.
    public let fetches: [Fetch]

    static let notChecked = RevocationCheck(answer: .notChecked, sources: [], fetches: [])
}

/// Whether revocation is checked, and what an unknown status means.
///
/// The evidence is the response that a server staples, revocation lists and OCSP responses that are at hand, and what
/// ``TrustPolicy/fetching`` lets be fetched.
public enum RevocationChecking: String, Hashable, Sendable, CaseIterable {
    /// Nothing is looked at: a revoked certificate passes.
    case off
    /// A certificate that is known to be revoked is refused; an unknown status is a warning.
    case soft
    /// A certificate that is known to be revoked is refused, and so is one that is not known to be good
    /// (`revocationUnknown`).
    ///
    /// Every certificate of the path below its anchor has to be covered, but for those that live at most seven days and
    /// name no place, and those of which nothing will be known (noRevAvail, RFC 9608); a server staples a response for
    /// its own alone.
    case hard

    /// Seconds by which an OCSP response may be of the future, since its responder's clock is ahead of this one: 300.
    /// No response counts for longer than it says itself.
    public static let clockTolerance: Int64 = 300
}
