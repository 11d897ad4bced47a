/// The reason of a revocation (RFC 5280 §5.3.1, CRLReason); the raw value is the number that is encoded.
public enum RevocationReason: Int, Hashable, Sendable, CaseIterable {
    case unspecified = 0
    case keyCompromise = 1
    case cACompromise = 2
    case affiliationChanged = 3
    case superseded = 4
    case cessationOfOperation = 5
    /// Revoked for now: the only reason from which a certificate comes back.
    case certificateHold = 6
    /// The end of a revocation, in delta lists only: the certificate is no longer on the complete list.
    case removeFromCRL = 8
    case privilegeWithdrawn = 9
    case aACompromise = 10
}

extension RevocationReason: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        guard let reason = RevocationReason(rawValue: try reader.readInt(as: .enumerated)) else {
            throw DERError(.invalidValue("revocation reason that does not exist"), at: start)
        }
        self = reason
    }

    public func write(into writer: inout DERWriter) { writer.integer(rawValue, as: .enumerated) }
}

extension RevocationReason: CustomStringConvertible {
    /// The RFC's name, as `keyCompromise`.
    public var description: String {
        switch self {
        case .unspecified: "unspecified"
        case .keyCompromise: "keyCompromise"
        case .cACompromise: "cACompromise"
        case .affiliationChanged: "affiliationChanged"
        case .superseded: "superseded"
        case .cessationOfOperation: "cessationOfOperation"
        case .certificateHold: "certificateHold"
        case .removeFromCRL: "removeFromCRL"
        case .privilegeWithdrawn: "privilegeWithdrawn"
        case .aACompromise: "aACompromise"
        }
    }
}
