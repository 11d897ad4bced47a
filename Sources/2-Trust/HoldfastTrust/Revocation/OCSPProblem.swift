import HoldfastStatements
import HoldfastX509

/// A reason why an OCSP response says nothing of a certificate.
enum OCSPProblem: Hashable, Sendable {
    /// There are responses, and none speaks of the certificate; what one of them nearly does.
    case noAnswer(OCSPNearAnswer?)
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

extension OCSPProblem {
    /// In words, for people.
    var sentence: RevocationProblemSentence {
        switch self {
        case .noAnswer(nil): .noAnswer
        case .noAnswer(let near?): .problem(of: near.responder.document, near.difference.statement)
        case .malformed(let error, let count):
            .unreadableResponses(count: count, first: error.statement)
        case .unsuccessful(let status, let count): .refusals(count: count, status: "\(status)")
        case .empty(let count): .noBasicAnswers(count: count)
        case .content(let problem, let responder): .problem(of: responder.document, problem.statement)
        case .signer(let problem, let responder): .problem(of: responder.document, problem.statement)
        case .unheard(let problem, let date): .notHeard(revokedOn: date, because: problem.sentence.statement)
        case .overBudget: .tooManyResponses
        }
    }

    /// Whether it is only that nothing is at hand.
    var isAbsence: Bool { if case .noAnswer = self { true } else { false } }

    /// The place among several problems, as in ``RevocationProblem/order``.
    var order: Int {
        switch self {
        case .overBudget: 0
        case .content: 1
        case .signer: 2
        case .malformed: 3
        case .unsuccessful, .empty: 4
        case .noAnswer(nil): 6
        case .noAnswer: 4
        case .unheard(let problem, _): problem.order
        }
    }
}

extension ResponderID {
    /// The name of its response in sentences: `OCSP response of CN=Example CA`.
    var document: RevocationDocument {
        switch self {
        case .byName(let name): name.isEmpty ? .responseOfNobody : .response(responder: name.description)
        case .byKey(let hash): .responseOfKey(identifier: HexString.encode(hash))
        }
    }
}

extension CertID {
    /// The digests that name issuers; RFC 5019 asks for the first, and the others replace it. Of MD5 and SHA-224 no
    /// profile speaks: what is named by them is not good, and may be revoked. SHA-1 proves nothing here: what it names
    /// is looked up, and the signature decides.
    static let profiledDigests: Set<DigestAlgorithm> = [.sha1, .sha256, .sha384, .sha512]
}

/// A problem of an OCSP response's content, or of its answer about one certificate, whoever signed it.
///
/// As with ``CRLContentProblem``, a response that has one does not show that a certificate is good, and may still show
/// that it is revoked: problems only ever refuse.
enum OCSPContentProblem: Sentence {
    /// RFC 6960 §4.1.2: unrecognized extensions are ignored "unless they have the critical flag set and are not
    /// understood".
    case unknownCriticalExtension(ObjectIdentifier)
    /// Signed after the instant of judgement.
    case notYetProduced(Instant, wait: TimeSpan)
    /// RFC 6960 §4.2.2.1: "Responses whose thisUpdate time is later than the local system time SHOULD be considered
    /// unreliable."
    case notYetRight(Instant, wait: TimeSpan)
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
        if let digest = answer.certID.digest, !CertID.profiledDigests.contains(digest) {
            problems.append(.identifier(digest))
        }
        let tolerated = at.advanced(bySeconds: RevocationChecking.clockTolerance)
        func wait(_ instant: Instant) -> TimeSpan { TimeSpan(seconds: instant.seconds(since: at)) }
        if producedAt > tolerated { problems.append(.notYetProduced(producedAt, wait: wait(producedAt))) }
        if answer.thisUpdate > tolerated {
            problems.append(.notYetRight(answer.thisUpdate, wait: wait(answer.thisUpdate)))
        }
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
}

extension OCSPContentProblem {
    static let topic = "responseContent"

    /// The problem in words, as the end of a sentence that begins with the response.
    var words: LocalizedText {
        switch self {
        case .unknownCriticalExtension(let oid):
            LocalizedText(
                "has the critical extension \(oid.name ?? oid.description), which is not known here",
                "含有此处无法识别的关键扩展 \(oid.name ?? oid.description)")
        case .notYetProduced(let instant, let wait):
            LocalizedText(
                "is signed only at \(instant), \(wait.english) later than the clock here says",
                "要到 \(instant) 才签署，比此处的时钟晚 \(wait.chinese)")
        case .notYetRight(let instant, let wait):
            LocalizedText(
                "speaks only of \(instant) and later, \(wait.english) from what the clock here says",
                "只说明 \(instant) 及以后的状态，比此处的时钟晚 \(wait.chinese)")
        case .outdated(let instant): LocalizedText("was to be replaced by \(instant)", "本应在 \(instant) 之前更新")
        case .signedTooEarly(let producedAt, let thisUpdate):
            LocalizedText(
                "was signed at \(producedAt) and claims to know of \(thisUpdate)",
                "签署于 \(producedAt)，却声称知道 \(thisUpdate) 的状态")
        case .noNextUpdate: LocalizedText("does not say until when it holds", "没有说明有效期限")
        case .fraction: LocalizedText("writes fractions of seconds, which are forbidden", "写有秒的小数，而这是禁止的")
        case .identifier(let digest):
            LocalizedText(
                "names the certificate by \(digest), which no profile of OCSP has",
                "以 \(digest) 指称该证书，而 OCSP 的各种规范均无此用法")
        case .unknown: LocalizedText("says that the responder does not know the certificate", "称应答服务器不知道该证书")
        case .weakSignature(let algorithm):
            LocalizedText("is signed with \(algorithm), which can be forged", "以 \(algorithm) 签名，可被伪造")
        case .signer(let doubt): doubt.words
        }
    }
}
