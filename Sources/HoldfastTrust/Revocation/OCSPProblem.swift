import HoldfastX509

/// Why an OCSP response says nothing of a certificate.
enum OCSPProblem: Hashable, Sendable {
    /// There are responses, and none speaks of the certificate.
    case noAnswer
    /// Responses cannot be read; the first error, and how many there are.
    case malformed(DERError, count: Int)
    /// Responses without an answer: the responder gave this instead, unsigned (RFC 6960 §2.3).
    case unsuccessful(OCSPResponse.Status, count: Int)
    /// Responses that are successful and hold nothing of the basic type.
    case empty(count: Int)
    /// What is wrong with a response.
    case fault(OCSPFault, by: ResponderID)
    /// Nobody who may sign the response did.
    case signer(OCSPSigner.Refusal, by: ResponderID)
    /// The work limit was reached before the responses were looked at.
    case overBudget
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
        case .fault(let fault, let responder): "the \(responder.inWords) \(fault)"
        case .signer(let refusal, let responder): "the \(responder.inWords) \(refusal.words)"
        case .overBudget: "looking at the OCSP responses would take more work than the limits allow"
        }
    }

    /// What comes first where there are several, as in ``RevocationProblem/order``.
    var order: Int {
        switch self {
        case .overBudget: 0
        case .fault: 1
        case .signer: 2
        case .malformed: 3
        case .unsuccessful, .empty: 4
        case .noAnswer: 6
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
