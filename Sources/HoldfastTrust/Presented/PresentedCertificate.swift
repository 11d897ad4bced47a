public import HoldfastX509

/// One certificate of a presented list: parsed, or carried as the bytes that could not be.
public enum PresentedCertificate: Hashable, Sendable {
    case certificate(Certificate)
    case malformed(bytes: [UInt8], error: DERError)

    /// Parses DER bytes; never fails, since what is malformed is evidence too.
    public init(der: [UInt8]) {
        do {
            self = .certificate(try Certificate(der: der))
        } catch {
            self = .malformed(bytes: der, error: error)
        }
    }

    /// The DER bytes as they were presented.
    public var bytes: ArraySlice<UInt8> {
        switch self {
        case .certificate(let certificate): certificate.bytes
        case .malformed(let bytes, _): bytes[...]
        }
    }

    /// The certificate, or nil where the bytes are none.
    public var certificate: Certificate? {
        if case .certificate(let certificate) = self { certificate } else { nil }
    }
}
