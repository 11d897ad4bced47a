/// The reason of a revocation (RFC 5280 §5.3.1, CRLReason), by the number that is encoded.
///
/// Numbers that RFC 5280 does not have (7, "not used", and what lies beyond 10) are carried: they tell that a
/// certificate was revoked as any other reason does.
public struct RevocationReason: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The number that is encoded.
    public let rawValue: Int

    /// The reason of a number, whether RFC 5280 has it or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let unspecified = RevocationReason(rawValue: 0)
    public static let keyCompromise = RevocationReason(rawValue: 1)
    public static let cACompromise = RevocationReason(rawValue: 2)
    public static let affiliationChanged = RevocationReason(rawValue: 3)
    public static let superseded = RevocationReason(rawValue: 4)
    public static let cessationOfOperation = RevocationReason(rawValue: 5)
    /// Revoked for now: the only reason from which a certificate comes back.
    public static let certificateHold = RevocationReason(rawValue: 6)
    /// The end of a revocation, in delta lists only: the certificate is no longer on the complete list.
    public static let removeFromCRL = RevocationReason(rawValue: 8)
    public static let privilegeWithdrawn = RevocationReason(rawValue: 9)
    public static let aACompromise = RevocationReason(rawValue: 10)

    /// The reasons that RFC 5280 has, in the order of their numbers.
    public static let allCases: [RevocationReason] = [
        .unspecified, .keyCompromise, .cACompromise, .affiliationChanged, .superseded, .cessationOfOperation,
        .certificateHold, .removeFromCRL, .privilegeWithdrawn, .aACompromise,
    ]
}

extension RevocationReason: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        rawValue = try reader.readInt(as: .enumerated)
    }

    public func write(into writer: inout DERWriter) { writer.integer(rawValue, as: .enumerated) }
}

extension RevocationReason: CustomStringConvertible {
    /// The RFC's name, as `keyCompromise`; `unknown reason 7` where it has none.
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
        default: "unknown reason \(rawValue)"
        }
    }
}
