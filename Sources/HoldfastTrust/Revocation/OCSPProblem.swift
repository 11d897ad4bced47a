import HoldfastX509

/// A reason why an OCSP response says nothing of a certificate.
enum OCSPProblem: Hashable, Sendable {
    /// There are responses, and none speaks of the certificate.
    case noAnswer
    /// Responses cannot be read; the first error, and how many there are.
    case malformed(DERError, count: Int)
    /// Responses without an answer: the responder gave this instead, unsigned (RFC 6960 §2.3).
    case unsuccessful(OCSPResponse.Status, count: Int)
    /// Responses that are successful and hold nothing of the basic type.
    case empty(count: Int)
    /// A response's own content has a problem.
    case content(OCSPContentProblem, by: ResponderID)
    /// Nobody who may sign the response did.
    case signer(OCSPSigner.Problem, by: ResponderID)
    /// The work limit was reached before the responses were looked at.
    case overBudget
    /// A response does not count, for this reason, and says that the certificate was revoked on that day.
    indirect case unheard(OCSPProblem, revokedOn: Instant)
}

extension OCSPProblem: CustomStringConvertible {
    /// In words, for people.
    var description: String {
        switch self {
        case .noAnswer: "no OCSP response at hand speaks of the certificate"
        case .malformed(let error, 1): "an OCSP response cannot be read: \(error)"
        case .malformed(let error, let count): "\(count) OCSP responses cannot be read, the first: \(error)"
        case .unsuccessful(let status, 1): "an OCSP response says \(status) and gives no answer"
        case .unsuccessful(let status, let count): "\(count) OCSP responses say \(status) and give no answer"
        case .empty(1): "an OCSP response holds no answer of the basic type"
        case .empty(let count): "\(count) OCSP responses hold no answer of the basic type"
        case .content(let problem, let responder): "the \(responder.inWords) \(problem)"
        case .signer(let problem, let responder): "the \(responder.inWords) \(problem.words)"
        case .unheard(let problem, let date): "what says that it was revoked on \(date) does not count: \(problem)"
        case .overBudget: "looking at the OCSP responses would take more work than the limits allow"
        }
    }

    /// The place among several problems, as in ``RevocationProblem/order``.
    var order: Int {
        switch self {
        case .overBudget: 0
        case .content: 1
        case .signer: 2
        case .malformed: 3
        case .unsuccessful, .empty: 4
        case .noAnswer: 6
        case .unheard(let problem, _): problem.order
        }
    }
}

extension ResponderID {
    /// For sentences that go on with a verb: `OCSP response of CN=Example CA`.
    var inWords: String {
        switch self {
        case .byName(let name): "OCSP response of \(name.isEmpty ? "nobody" : name.description)"
        case .byKey(let hash): "OCSP response of the key \(HexString.encode(hash))"
        }
    }
}

/// A problem of an OCSP response's content, or of its answer about one certificate, whoever signed it.
///
/// As with ``CRLContentProblem``, a response that has one does not show that a certificate is good, and may still show
/// that it is revoked: problems only ever refuse.
enum OCSPContentProblem: Hashable, Sendable {
    /// RFC 6960 §4.1.2: unrecognized extensions are ignored "unless they have the critical flag set and are not
    /// understood".
    case unknownCriticalExtension(ObjectIdentifier)
    /// Signed after the instant of judgement.
    case notYetProduced(Instant)
    /// RFC 6960 §4.2.2.1: "Responses whose thisUpdate time is later than the local system time SHOULD be considered
    /// unreliable."
    case notYetRight(Instant)
    /// RFC 6960 §4.2.2.1: "Responses whose nextUpdate value is earlier than the local system time value SHOULD be
    /// considered unreliable."
    case outdated(Instant)
    /// RFC 6960 §2.4: thisUpdate is "the most recent time at which the status being indicated is known by the responder
    /// to have been correct", and producedAt that at which it signed: what it says it cannot know.
    case signedTooEarly(producedAt: Instant, thisUpdate: Instant)
    /// RFC 6960 §4.2.2.1: "If nextUpdate is not set, the responder is indicating that newer revocation information is
    /// available all the time." So at any later instant there may be news that is not at hand; of a recent one profiles
    /// may do without, as of a list.
    case noNextUpdate(isRecent: Bool)
    /// RFC 6960 §2.2: "the responder doesn't know about the certificate being requested".
    case unknown
    /// RFC 6960 §4.2.2.1 has times as RFC 5280 §4.1.2.5.2 does: "GeneralizedTime values MUST NOT include fractional
    /// seconds."
    case fraction
    /// The certificate is named by hashes that no profile of OCSP has (RFC 5019 §2.1.1, RFC 6960 §4.3).
    case identifier(DigestAlgorithm)
    /// Signed over a digest that the profile refuses.
    case weakSignature(SignatureAlgorithm)
    /// Signed by somebody who is believed by half.
    case signer(SignerDoubt)

    /// Whether a revocation means nothing either.
    private var isFatal: Bool {
        switch self {
        case .unknownCriticalExtension, .unknown: true
        default: false
        }
    }

    /// Whether a revocation that is said with this problem counts all the same; by the same practice as of lists.
    ///
    /// A hold may have ended since an outdated response; nothing else ends. What a response of the future says counts
    /// from the revocation's date on.
    func lets(_ revocation: Revocation, countAt at: Instant) -> Bool {
        switch self {
        case .outdated, .noNextUpdate: revocation.reason != .certificateHold
        case .signer(let doubt): doubt.letsHoldCount || revocation.reason != .certificateHold
        case .notYetProduced, .notYetRight: revocation.date <= at
        default: !isFatal
        }
    }

    /// A critical extension of a response that is not understood: all but the nonce, which is for whoever asked.
    static func unknownCriticalExtension(in response: BasicOCSPResponse) -> OCSPContentProblem? {
        response.tbsResponseData.responseExtensions?.first { $0.isCritical && $0.oid != .ocspNonce }
            .map { .unknownCriticalExtension($0.oid) }
    }

    /// All problems that keep an answer from being the current one at an instant.
    ///
    /// Times of responses name whole seconds, and the last one is current to its end, as of lists. One that was just
    /// made may seem to be of the future to a clock that is slow.
    static func all(of answer: SingleResponse, producedAt: Instant, at: Instant) -> [OCSPContentProblem] {
        let at = Instant(secondsSince1970: at.secondsSince1970)
        var problems: [OCSPContentProblem] = []
        // The critical flag "SHOULD NOT be set for any of them" (RFC 6960 §4.1.2): none is needed here.
        if let critical = answer.singleExtensions?.first(where: \.isCritical) {
            problems.append(.unknownCriticalExtension(critical.oid))
        }
        var times = [producedAt, answer.thisUpdate] + (answer.nextUpdate.map { [$0] } ?? [])
        if case .revoked(let info) = answer.certStatus { times.append(info.revocationTime) }
        if times.contains(where: { $0.nanoseconds != 0 }) { problems.append(.fraction) }
        if let digest = answer.certID.digest, !OCSPPool.digests.contains(digest) {
            problems.append(.identifier(digest))
        }
        let tolerated = at.advanced(bySeconds: RevocationChecking.clockTolerance)
        if producedAt > tolerated { problems.append(.notYetProduced(producedAt)) }
        if answer.thisUpdate > tolerated { problems.append(.notYetRight(answer.thisUpdate)) }
        // The clock that signs need not be the one that knows.
        if answer.thisUpdate > producedAt.advanced(bySeconds: RevocationChecking.clockTolerance) {
            problems.append(.signedTooEarly(producedAt: producedAt, thisUpdate: answer.thisUpdate))
        }
        if let next = answer.nextUpdate {
            if next < at { problems.append(.outdated(next)) }
        } else {
            let isRecent = at.seconds(since: answer.thisUpdate) < CRLContentProblem.recentSeconds
            problems.append(.noNextUpdate(isRecent: isRecent))
        }
        return problems
    }

    /// The requirement of its own that a response with this problem does not meet; nil for one that no profile does
    /// without.
    var requirement: Requirement? {
        if case .noNextUpdate(isRecent: true) = self { RevocationRule.responseNextUpdate } else { nil }
    }
}

extension OCSPContentProblem: CustomStringConvertible {
    /// The problem in words, as the end of a sentence that begins with the response.
    var description: String {
        switch self {
        case .unknownCriticalExtension(let oid):
            "has the critical extension \(oid.name ?? oid.description), which is not known here"
        case .notYetProduced(let instant): "is signed only at \(instant)"
        case .notYetRight(let instant): "speaks only of \(instant) and later"
        case .outdated(let instant): "was to be replaced by \(instant)"
        case .signedTooEarly(let producedAt, let thisUpdate):
            "was signed at \(producedAt) and claims to know of \(thisUpdate)"
        case .noNextUpdate: "does not say until when it holds"
        case .fraction: "writes fractions of seconds, which are forbidden"
        case .identifier(let digest): "names the certificate by \(digest), which no profile of OCSP has"
        case .unknown: "says that the responder does not know the certificate"
        case .weakSignature(let algorithm): "is signed with \(algorithm), which can be forged"
        case .signer(let doubt): doubt.description
        }
    }
}
