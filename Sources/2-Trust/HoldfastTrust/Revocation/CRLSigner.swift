import HoldfastStatements
import HoldfastX509

/// Finds whose key signed a revocation list, among those who may (RFC 5280 §6.3.3(f), (g)).
struct CRLSigner {
    /// A reason why no certificate that may sign the list did.
    enum Problem: Sentence {
        case notFound, badSignature, unsupported, keyUsage
        /// The list names another key of its issuer than any certificate at hand is for.
        case otherKey(identifier: String, atHand: String)
        case signer(SignerFault)

        static let topic = "listSigner"

        /// The end of a sentence that begins with the list.
        var words: LocalizedText {
            switch self {
            case .notFound: LocalizedText("was signed by nobody at hand", "的签署者不在手头")
            case .badSignature: LocalizedText("has a signature that does not verify", "的签名未通过验证")
            case .otherKey(let identifier, let atHand):
                LocalizedText(
                    "names another key of its issuer as its signer's, \(identifier), whose certificate is missing: at "
                        + "hand is that of \(atHand)",
                    "写明由其签发者的另一个密钥 \(identifier) 签署，而该密钥的证书不在手头：手头的是 \(atHand) 的证书")
            case .unsupported: LocalizedText("has a signature of a kind that is not supported", "的签名类型不受支持")
            case .keyUsage: LocalizedText("was signed by a key that may not sign lists", "由无权签署列表的密钥签署")
            case .signer(let fault): fault.words
            }
        }
    }

    enum Answer {
        /// The signer, and what is missing of its own certificate.
        case signer(Certificate, SignerDoubt?)
        case refused(Problem)
        case overBudget
    }

    private struct Edge: Hashable {
        let list: CertificateList
        let signer: Certificate
    }

    /// For the certificates of signers too.
    private(set) var checker: SignatureChecker
    private var known: [Edge: CertificationPath.Signature] = [:]
    /// The weight of the checks of each list that failed.
    private var failed: [CertificateList: Int] = [:]

    init(checker: SignatureChecker) { self.checker = checker }

    /// The state of a list's signature by a certificate's key; nil when the budget does not allow the check.
    mutating func signature(
        on list: CertificateList, by signer: Certificate, _ meter: inout WorkMeter
    ) -> CertificationPath.Signature? {
        let edge = Edge(list: list, signer: signer)
        if let answer = known[edge] { return answer }
        let before = meter.done.failedRevocationWeight
        guard meter.reached(failedWeightOfStatement: failed[list] ?? 0),
            meter.spend(revocationBytes: list.bytes.count)
        else { return nil }
        switch checker.check(list: list, signer: signer, meter: &meter) {
        case .overBudget: return nil
        case .answered(let answer):
            known[edge] = answer
            if answer == .failed { failed[list, default: 0] += meter.done.failedRevocationWeight - before }
            return answer
        }
    }

    /// "If a key usage extension is present in the CRL issuer's certificate, verify that the cRLSign bit is set."
    static func maySign(_ certificate: Certificate) -> Bool {
        certificate.keyUsage?.contains(.cRLSign) ?? true
    }

    /// The standing of a certificate that stands for nothing but its signature on the list: it has to say that it signs
    /// lists. An authority that signs certificates of the path may leave it out (RFC 5280 §4.2.1.3 asks it of all).
    static func standing(of certificate: Certificate, _ standing: SignerStanding) -> SignerStanding {
        standing == .trusted && certificate.keyUsage == nil ? .doubted(.noKeyUsage) : standing
    }

    /// The problem of a list that names a key (authorityKeyIdentifier) which none of the certificates is for; nil where
    /// one may be: it has that identifier, or none by which it could be told.
    static func otherKey(of list: CertificateList, than candidates: [Certificate]) -> Problem? {
        guard let wanted = list.authorityKeyIdentifier?.keyIdentifier, let first = candidates.first else { return nil }
        let identifiers = candidates.map(\.subjectKeyIdentifier)
        guard let atHand = first.subjectKeyIdentifier,
            identifiers.allSatisfy({ $0.map { !$0.elementsEqual(wanted) } ?? false })
        else { return nil }
        return .otherKey(identifier: HexString.encode(wanted), atHand: HexString.encode(atHand))
    }

    /// The candidates, those first that the list's key identifier points to.
    static func ranked(_ candidates: [Certificate], for list: CertificateList) -> [Certificate] {
        guard let wanted = list.authorityKeyIdentifier?.keyIdentifier else { return candidates }
        return candidates.filter { $0.subjectKeyIdentifier == wanted }
            + candidates.filter { $0.subjectKeyIdentifier != wanted }
    }
}
