import HoldfastX509

/// Why a revocation list says nothing of a certificate, or not all that has to be known.
enum ListProblem: Hashable, Sendable {
    /// No list of an issuer that may speak of the certificate is at hand.
    case noList(issuer: DistinguishedName)
    /// Lists that were supplied cannot be read; the first error, and how many there are.
    case malformed(DERError, count: Int)
    /// The lists that are there leave out these reasons (RFC 5280 §6.3.3, last paragraphs).
    case reasonsLeft(DistributionPoint.ReasonFlags)
    /// The list is of another scope than the certificate is in.
    case scope(ListScope.Mismatch, list: CertificateList)
    /// What is wrong with the list.
    case fault(ListFault, list: CertificateList)
    /// Nobody who may sign the list did.
    case signer(ListSigner.Refusal, list: CertificateList)
    /// The work limit was reached before the list was looked at.
    case overBudget
}

extension ListProblem: CustomStringConvertible {
    /// In words, for people.
    var description: String {
        switch self {
        case .noList(let issuer): "no revocation list of \(issuer) is at hand"
        case .malformed(let error, 1): "a supplied revocation list cannot be read: \(error)"
        case .malformed(let error, let count): "\(count) supplied revocation lists cannot be read, the first: \(error)"
        case .reasonsLeft(let reasons): "no usable list covers \(ListScope.names(of: reasons))"
        case .scope(let mismatch, let list): "the \(list.inWords) \(mismatch.rawValue)"
        case .fault(let fault, let list): "the \(list.inWords) \(fault)"
        case .signer(let refusal, let list): "the \(list.inWords) \(refusal.rawValue)"
        case .overBudget: "looking at the lists would take more work than the limits allow"
        }
    }

    /// What comes first where there are several, as in ``RevocationProblem/order``.
    var order: Int {
        switch self {
        case .overBudget: 0
        // Its base is told of first, where there is one.
        case .fault(.deltaWithoutBase, _): 5
        case .fault: 1
        case .signer: 2
        case .malformed: 3
        case .scope: 4
        case .reasonsLeft: 5
        case .noList: 6
        }
    }
}
