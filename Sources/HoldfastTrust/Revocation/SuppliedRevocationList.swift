public import HoldfastX509

/// A revocation list that was supplied: parsed, or carried as the bytes that could not be.
///
/// Parse a list once and supply it to many evaluations: a long one takes its time.
public enum SuppliedRevocationList: Hashable, Sendable {
    case list(CertificateList)
    case malformed(bytes: [UInt8], error: DERError)

    /// Parses DER bytes; never fails: what is malformed is told where a list was missed.
    public init(der: [UInt8], limits: DERLimits = .revocationList) {
        do {
            self = .list(try CertificateList(der: der, limits: limits))
        } catch {
            self = .malformed(bytes: der, error: error)
        }
    }

    /// The list, or nil where the bytes are none.
    public var list: CertificateList? { if case .list(let list) = self { list } else { nil } }
}
