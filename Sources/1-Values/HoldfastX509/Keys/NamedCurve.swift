/// The elliptic curves that certificates of the web use (RFC 5480 §2.1.1.1).
public enum NamedCurve: String, Hashable, Sendable, CaseIterable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"

    /// The curve with this identifier; `nil` for one that is not known.
    public init?(_ identifier: ObjectIdentifier) {
        guard let curve = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = curve
    }

    /// The curve's object identifier.
    public var identifier: ObjectIdentifier {
        switch self {
        case .p256: .secp256r1
        case .p384: .secp384r1
        case .p521: .secp521r1
        }
    }

    /// The size of a coordinate in bits.
    public var bits: Int {
        switch self {
        case .p256: 256
        case .p384: 384
        case .p521: 521
        }
    }

    /// The size of a coordinate in bytes.
    public var coordinateByteCount: Int { (bits + 7) / 8 }
}

extension NamedCurve: CustomStringConvertible {
    /// NIST's name, as `P-256`.
    public var description: String { rawValue }
}
