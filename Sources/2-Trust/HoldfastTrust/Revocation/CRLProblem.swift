import HoldfastStatements
import HoldfastX509

/// A reason why a revocation list says nothing of a certificate, or not all that has to be known.
enum CRLProblem: Hashable, Sendable {
    /// No list of an issuer that may speak of the certificate is at hand, but perhaps one of somebody else.
    case noList(issuer: DistinguishedName, given: DistinguishedName?)
    /// Lists that were supplied cannot be read; the first error, and how many there are.
    case malformed(DERError, count: Int)
    /// The lists that are there leave out these reasons (RFC 5280 §6.3.3, last paragraphs).
    case reasonsLeft(DistributionPoint.ReasonFlags)
    /// The list is of another scope than the certificate is in.
    case scope(CRLScope.Mismatch, list: CertificateList)
    /// The list is of another distribution point than those that the certificate names.
    case point(list: CertificateList, certificate: Certificate)
    /// The list's own content has a problem.
    case content(CRLContentProblem, list: CertificateList)
    /// Nobody who may sign the list did.
    case signer(CRLSigner.Problem, list: CertificateList)
    /// The work limit was reached before the list was looked at.
    case overBudget
    /// The list does not count, for this reason, and has the certificate as revoked on that day.
    indirect case unheard(CRLProblem, revokedOn: Instant)
}

extension CRLProblem {
    /// In words, for people.
    var sentence: RevocationProblemSentence {
        switch self {
        case .noList(let issuer, nil): .noList(issuer: issuer.description)
        case .noList(let issuer, let given?): .listOfOther(issuer: issuer.description, given: given.description)
        case .malformed(let error, let count): .unreadableLists(count: count, first: error.statement)
        case .reasonsLeft(let reasons): .reasonsLeft(reasons: CRLScope.names(of: reasons))
        case .scope(let mismatch, let list): .problem(of: list.document, mismatch.statement)
        case .point(let list, let certificate):
            .otherPoint(
                of: list.document, list.issuingDistributionPoint?.distributionPoint?.text ?? "",
                named: certificate.pointText)
        case .content(let problem, let list): .problem(of: list.document, problem.statement)
        case .signer(let problem, let list): .problem(of: list.document, problem.statement)
        case .unheard(let problem, let date): .notHeard(revokedOn: date, because: problem.sentence.statement)
        case .overBudget: .tooManyLists
        }
    }

    /// The place among several problems, as in ``RevocationProblem/order``.
    var order: Int {
        switch self {
        case .overBudget: 0
        // Its base is told of first, where there is one.
        case .content(.deltaWithoutBase, _): 5
        case .content: 1
        case .signer: 2
        case .malformed: 3
        case .scope, .point: 4
        case .reasonsLeft: 5
        case .noList: 6
        case .unheard(let problem, _): problem.order
        }
    }
}

/// A problem of a revocation list's own content, whoever signed it.
///
/// A list with such a problem does not show that a certificate is good. Where it leaves no doubt about what an entry
/// means, an entry still shows that the certificate is revoked: problems only ever refuse.
enum CRLContentProblem: Sentence {
    /// RFC 5280 §5.2, §5.3: "then the application MUST NOT use that CRL to determine the status of" certificates.
    case unknownCriticalExtension(ObjectIdentifier)
    /// RFC 5280 §5.1.1.2: both fields "MUST contain the same algorithm identifier".
    case algorithmMismatch
    /// Issued after the instant of judgement.
    case notYetIssued(Instant, wait: TimeSpan)
    /// The next list is overdue (RFC 5280 §6.3.3(a)(1)).
    case outdated(Instant)
    /// RFC 5280 §5.1.2.5: "Conforming CRL issuers MUST include the nextUpdate field in all CRLs." Without it nothing
    /// says whether there is a newer one; of a recent one profiles may do without.
    case noNextUpdate(isRecent: Bool)
    /// RFC 5280 §5.2.3: "CRL issuers conforming to this profile MUST include this extension in all CRLs". Without it
    /// nothing but their dates says which of two lists is the newer; profiles may do with these.
    case noNumber
    /// RFC 5280 §5.2.3: issuers "MUST mark this extension as non-critical".
    case criticalNumber
    /// RFC 5280 §4.2: no extension twice; readers would disagree about which one counts.
    case repeatedExtension(ObjectIdentifier)
    /// RFC 5280 §5.1: where there are extensions, "version MUST be v2".
    case extensionsInVersion1
    /// RFC 5280 §5.3.3: entries name issuers in indirect lists only.
    case foreignEntries
    /// RFC 5280 §5.3.3: the extension "includes one or more names". Here it has none: the issuer of the following
    /// entries is unknown.
    case entriesOfNobody
    /// RFC 5280 §5.2.5: issuers "MUST NOT issue CRLs where the DER encoding of the issuing distribution point extension
    /// is an empty sequence".
    case emptyScope
    /// RFC 5280 §5.3.1: "The removeFromCRL (8) reasonCode value may only appear in delta CRLs".
    case removalInCompleteList
    /// RFC 5280 §5.2.4: a delta list speaks only together with its base.
    case deltaWithoutBase
    /// Signed over a digest that the profile refuses.
    case weakSignature(SignatureAlgorithm)
    /// Signed by somebody who is believed by half.
    case signer(SignerDoubt)

    /// Whether the list's entries mean nothing either.
    var isFatal: Bool {
        switch self {
        case .unknownCriticalExtension, .algorithmMismatch: true
        default: false
        }
    }

    /// All problems of a list by itself, its freshness left aside.
    static func all(of list: CertificateList) -> [CRLContentProblem] {
        var problems: [CRLContentProblem] = []
        if let oid = list.unknownCriticalExtension { problems.append(.unknownCriticalExtension(oid)) }
        if list.tbsSignatureAlgorithm != list.signatureAlgorithmIdentifier { problems.append(.algorithmMismatch) }
        if let oid = list.repeatedExtension { problems.append(.repeatedExtension(oid)) }
        if list.version == .v1 {
            // Readers have to process version 1, which has no number (RFC 5280 §5).
            if !list.extensions.isEmpty || list.revokedCertificates.haveExtensions {
                problems.append(.extensionsInVersion1)
            }
        } else if let number = list.firstExtension(.cRLNumber) {
            if number.isCritical { problems.append(.criticalNumber) }
        } else {
            problems.append(.noNumber)
        }
        if list.revokedCertificates.haveCertificateIssuers, list.issuingDistributionPoint?.indirectCRL != true {
            problems.append(.foreignEntries)
        }
        if list.revokedCertificates.haveUnnamedIssuers { problems.append(.entriesOfNobody) }
        if list.issuingDistributionPoint == IssuingDistributionPoint() { problems.append(.emptyScope) }
        return problems
    }

    /// The problem that keeps a list from being the current one at an instant; nil where it is.
    ///
    /// Dates of lists name whole seconds, and the last one is current to its end, as a certificate is valid to the end
    /// of its.
    static func freshness(of list: CertificateList, at: Instant) -> CRLContentProblem? {
        let at = Instant(secondsSince1970: at.secondsSince1970)
        if list.thisUpdate.instant > at {
            let issued = list.thisUpdate.instant
            return .notYetIssued(issued, wait: TimeSpan(seconds: issued.seconds(since: at)))
        }
        guard let next = list.nextUpdate?.instant else {
            return .noNextUpdate(isRecent: at.seconds(since: list.thisUpdate.instant) < recentSeconds)
        }
        return next < at ? .outdated(next) : nil
    }

    /// CA/B BR 4.9.7: lists of servers' certificates are issued anew "within seven (7) days".
    static let recentSeconds: Int64 = 7 * 86_400
}

extension CRLContentProblem {
    static let topic = "listContent"

    /// The problem in words, as the end of a sentence that begins with the list.
    var words: LocalizedText {
        switch self {
        case .unknownCriticalExtension(let oid):
            LocalizedText(
                "has the critical extension \(oid.name ?? oid.description), which is not known here",
                "含有此处无法识别的关键扩展 \(oid.name ?? oid.description)")
        case .algorithmMismatch: LocalizedText("names two different signature algorithms", "内外写明的签名算法不一致")
        case .notYetIssued(let instant, let wait):
            LocalizedText(
                "is issued only at \(instant), \(wait.english) later than the clock here says",
                "要到 \(instant) 才签发，比此处的时钟晚 \(wait.chinese)")
        case .outdated(let instant): LocalizedText("was to be replaced by \(instant)", "本应在 \(instant) 之前更新")
        case .noNextUpdate: LocalizedText("does not say when the next one comes", "没有说明下次更新的时间")
        case .noNumber: LocalizedText("has no number", "没有编号")
        case .criticalNumber: LocalizedText("has a critical number", "编号被标记为关键")
        case .repeatedExtension(let oid):
            LocalizedText(
                "holds the extension \(oid.name ?? oid.description) twice", "扩展 \(oid.name ?? oid.description) 重复出现")
        case .extensionsInVersion1: LocalizedText("is of version 1 and has extensions", "为版本 1 却含有扩展")
        case .foreignEntries:
            LocalizedText(
                "has entries of other issuers and does not say that it is indirect", "含有其他签发者的条目，却没有说明自己是间接列表")
        case .entriesOfNobody: LocalizedText("has entries of an issuer without a name", "含有无名签发者的条目")
        case .emptyScope: LocalizedText("has an issuing distribution point that says nothing", "签发分发点没有任何内容")
        case .removalInCompleteList:
            LocalizedText("takes an entry back, which only delta lists can", "撤回了条目，而只有增量列表才能这样做")
        case .deltaWithoutBase: LocalizedText("is a delta whose base is not at hand", "是增量列表，而其基础列表不在手头")
        case .weakSignature(let algorithm):
            LocalizedText("is signed with \(algorithm), which can be forged", "以 \(algorithm) 签名，可被伪造")
        case .signer(let doubt): doubt.words
        }
    }
}
