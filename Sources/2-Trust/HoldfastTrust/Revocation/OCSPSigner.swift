import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// Finds whose key signed an OCSP response, among those who may (RFC 6960 §4.2.2.2): the issuer of the certificate, or
/// whom it has designated. A responder that is trusted by local configuration, the RFC's third, there is none.
struct OCSPSigner {
    /// A reason why no certificate that may sign the response did; of several candidates the one counts that came
    /// furthest.
    enum Problem: Sentence, Comparable {
        case notFound, unsupported, badSignature, notDesignated, usage, keyUsage, itself
        case signer(SignerFault)

        private var progress: Int {
            switch self {
            case .notFound: 0
            case .unsupported: 1
            case .badSignature: 2
            case .notDesignated: 3
            case .usage: 4
            case .keyUsage: 5
            case .itself: 6
            case .signer: 7
            }
        }

        static func < (left: Problem, right: Problem) -> Bool { left.progress < right.progress }

        static let topic = "responseSigner"

        /// The end of a sentence that begins with the response.
        var words: LocalizedText {
            switch self {
            case .notFound: LocalizedText("was signed by nobody at hand", "的签署者不在手头")
            case .unsupported: LocalizedText("has a signature of a kind that is not supported", "的签名类型不受支持")
            case .badSignature: LocalizedText("has a signature that does not verify", "的签名未通过验证")
            case .notDesignated:
                LocalizedText("was signed by somebody to whom the issuer has given no certificate", "的签署者未获签发者颁发证书")
            case .usage:
                LocalizedText("was signed by a key that is not for signing OCSP responses", "由不能签署 OCSP 应答的密钥签署")
            case .keyUsage:
                LocalizedText("was signed by a key whose key usage does not let it sign", "由密钥用法不允许签名的密钥签署")
            case .itself:
                LocalizedText("was signed by the responder whose own status is asked for", "由正被查询状态的应答服务器自己签署")
            case .signer(let fault): fault.words
            }
        }
    }

    private struct Edge: Hashable {
        let response: Int
        let signer: Certificate
    }

    private struct Link: Hashable {
        let child: Certificate
        let issuer: Certificate
    }

    private let pool: [Certificate]
    private let bySubject: [NormalizedName: [Certificate]]
    private var byKey: [[UInt8]: [Certificate]]?
    private var candidates: [Int: [Certificate]] = [:]
    private var checker: SignatureChecker
    private var known: [Edge: CertificationPath.Signature] = [:]
    /// The weight of the checks of each response that failed.
    private var failed: [Int: Int] = [:]
    private var links: [Link: CertificationPath.Signature] = [:]

    /// Makes a search for the signers of OCSP responses.
    ///
    /// - Parameter pool: every certificate at hand besides those in responses; grouped by subject too.
    init(pool: [Certificate], bySubject: [NormalizedName: [Certificate]], checker: SignatureChecker) {
        self.pool = pool
        self.bySubject = bySubject
        self.checker = checker
    }

    // MARK: Whom a response names

    /// The certificates at hand that fit the name or the key by which a response names its signer; nil when the budget
    /// does not allow to look.
    mutating func candidates(
        for response: BasicOCSPResponse, _ number: Int, _ meter: inout WorkMeter
    ) -> [Certificate]? {
        if let found = candidates[number] { return found }
        let responder = response.tbsResponseData.responderID
        var found: [Certificate] = []
        for certificate in response.certs ?? [] {
            guard let fits = Self.fits(certificate, responder, &meter) else { return nil }
            if fits { found.append(certificate) }
        }
        switch responder {
        case .byName(let name): found += bySubject[name.comparisonForm] ?? []
        case .byKey(let hash):
            guard let byKey = poolByKey(&meter) else { return nil }
            found += byKey[Array(hash)] ?? []
        }
        var seen: Set<Certificate> = []
        found = found.filter { seen.insert($0).inserted }
        candidates[number] = found
        return found
    }

    /// Whether a response names this certificate as its signer's; nil when the budget does not allow to look.
    static func fits(_ certificate: Certificate, _ responder: ResponderID, _ meter: inout WorkMeter) -> Bool? {
        switch responder {
        case .byName(let name):
            guard meter.spend(nameComparisons: CRLNames.weight(of: name) + CRLNames.weight(of: certificate.subject))
            else { return nil }
            return certificate.subject.matches(name)
        case .byKey(let hash):
            let key = certificate.subjectPublicKeyInfo.subjectPublicKey.bytes
            guard meter.spend(nameComparisons: 1 + key.count / 256) else { return nil }
            return hash.elementsEqual(Digest.sha1(key))
        }
    }

    private mutating func poolByKey(_ meter: inout WorkMeter) -> [[UInt8]: [Certificate]]? {
        if let byKey { return byKey }
        let keys = pool.map(\.subjectPublicKeyInfo.subjectPublicKey.bytes)
        guard meter.spend(nameComparisons: keys.reduce(0) { $0 + 1 + $1.count / 256 }) else { return nil }
        let made = Dictionary(grouping: zip(keys, pool)) { Digest.sha1($0.0) }.mapValues { $0.map(\.1) }
        byKey = made
        return made
    }

    // MARK: Whose key it was

    /// The state of a response's signature by a certificate's key; nil when the budget does not allow the check.
    mutating func signature(
        on response: BasicOCSPResponse, _ number: Int, by signer: Certificate, _ meter: inout WorkMeter
    ) -> CertificationPath.Signature? {
        let edge = Edge(response: number, signer: signer)
        if let answer = known[edge] { return answer }
        let before = meter.done.failedRevocationWeight
        guard meter.reached(failedWeightOfStatement: failed[number] ?? 0),
            meter.spend(revocationBytes: response.tbsBytes.count),
            case .answered(let answer) = checker.check(child: response, issuer: signer, meter: &meter)
        else { return nil }
        known[edge] = answer
        if answer == .failed { failed[number, default: 0] += meter.done.failedRevocationWeight - before }
        return answer
    }

    /// Whether a certificate is "issued directly by the CA that is identified in the request", and by "the same key"
    /// that signed the certificate whose status is asked for; nil when the budget does not allow the check.
    mutating func isIssued(_ delegate: Certificate, by issuer: Certificate, _ meter: inout WorkMeter) -> Bool? {
        let weight = CRLNames.weight(of: delegate.issuer) + CRLNames.weight(of: issuer.subject)
        guard meter.spend(nameComparisons: weight) else { return nil }
        guard delegate.issuer.matches(issuer.subject) else { return false }
        let link = Link(child: delegate, issuer: issuer)
        if let answer = links[link] { return answer == .verified }
        guard case .answered(let answer) = checker.check(child: delegate, issuer: issuer, meter: &meter) else {
            return nil
        }
        links[link] = answer
        return answer == .verified
    }

    // MARK: Whether it may

    /// The problem of a delegate's own certificate, its validity and its issuer left aside; nil where it may sign.
    static func problem(of delegate: Certificate) -> Problem? {
        // "OCSP signing delegation SHALL be designated by the inclusion of id-kp-OCSPSigning": any purpose is not it.
        guard delegate.extendedKeyUsage?.contains(.ocspSigning) == true else { return .usage }
        // RFC 5280 §4.2.1.12, of id-kp-OCSPSigning: "Key usage bits that may be consistent: digitalSignature and/or
        // nonRepudiation"; and a certificate "MUST only be used for a purpose consistent with both extensions". Of the
        // issuer itself RFC 6960 asks none.
        if let usage = delegate.keyUsage, usage.isDisjoint(with: [.digitalSignature, .nonRepudiation]) {
            return .keyUsage
        }
        return nil
    }
}
