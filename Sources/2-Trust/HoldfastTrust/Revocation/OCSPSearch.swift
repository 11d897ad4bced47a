import HoldfastX509

/// The state of the search for one certificate's status in OCSP responses.
struct OCSPSearch {
    typealias Found = (revocation: Revocation, word: RevocationWord)

    private var revoked: Found?
    /// The latest hold, and the time that it was said for.
    private var hold: (found: Found, thisUpdate: Instant)?
    /// The latest time for which the certificate was said to be good, who said so, and what was tolerated for it.
    private var good: (thisUpdate: Instant, word: RevocationWord, lacks: [OCSPProblem])?
    private(set) var problems: [OCSPProblem] = []
    private var noted: Set<OCSPProblem> = []

    /// The revocation that counts: one for good whatever else is said; a hold, unless it was said to be good at a later
    /// time. So of lists too, where the newest complete list is the one that counts and only a hold leaves it.
    var found: Found? {
        if let revoked { return revoked }
        guard let hold else { return nil }
        return good.map { $0.thisUpdate <= hold.thisUpdate } ?? true ? hold.found : nil
    }

    /// The answer by which the certificate is good; nil where none says so, or something counts more.
    var goodWord: RevocationWord? { found == nil ? good?.word : nil }

    /// The problems of the response of ``goodWord``, which the profile does without.
    var tolerated: [OCSPProblem] { good?.lacks ?? [] }

    /// Whether nothing that is said besides could change the answer.
    var isOver: Bool { revoked != nil }

    mutating func note(_ problem: OCSPProblem) { if noted.insert(problem).inserted { problems.append(problem) } }

    /// Looks at an answer that is signed by who may.
    ///
    /// - Parameters:
    ///   - response: the response that holds it.
    ///   - contentProblems: what keeps it from showing that the certificate is good.
    ///   - lacks: what does not, since the profile does without.
    mutating func look(
        at answer: SingleResponse, in response: BasicOCSPResponse, by responder: ResponderID,
        contentProblems: [OCSPContentProblem], lacks: [OCSPContentProblem], at: Instant
    ) {
        var contentProblems = contentProblems
        let word = RevocationWord.response(response, answer)
        switch answer.certStatus {
        case .good:
            if contentProblems.isEmpty {
                if good.map({ $0.thisUpdate < answer.thisUpdate }) ?? true {
                    good = (answer.thisUpdate, word, lacks.map { .content($0, by: responder) })
                }
                return
            }
        case .unknown: contentProblems.append(.unknown)
        case .revoked(let info):
            // removeFromCRL "may only appear in delta CRLs" (RFC 5280 §5.3.1): it is no reason, and the status stands.
            let revocation = Revocation(info, source: responder.document)
            if contentProblems.allSatisfy({ $0.lets(revocation, countAt: at) }) {
                if revocation.reason != .certificateHold {
                    revoked = revoked ?? (revocation, word)
                } else if hold.map({ $0.thisUpdate < answer.thisUpdate }) ?? true {
                    hold = ((revocation, word), answer.thisUpdate)
                }
                return
            }
            for problem in contentProblems {
                note(.unheard(.content(problem, by: responder), revokedOn: info.revocationTime))
            }
            return
        }
        for problem in contentProblems { note(.content(problem, by: responder)) }
    }
}
