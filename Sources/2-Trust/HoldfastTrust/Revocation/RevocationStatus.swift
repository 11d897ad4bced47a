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
