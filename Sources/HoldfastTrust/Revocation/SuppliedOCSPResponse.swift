public import HoldfastX509

/// An OCSP response that was supplied or stapled: parsed, or carried as the bytes that could not be.
public enum SuppliedOCSPResponse: Hashable, Sendable {
    case response(OCSPResponse)
    case malformed(bytes: [UInt8], error: DERError)

    /// Parses DER bytes; never fails: what is malformed is told where a response was missed.
    ///
    /// - Parameters:
    ///   - der: an OCSPResponse (RFC 6960 §4.2.1).
    ///   - limits: what is read of it; by the default a response to some 5,000 questions, where clients ask one.
    public init(der: [UInt8], limits: DERLimits = .default) {
        do {
            self = .response(try OCSPResponse(der: der, limits: limits))
        } catch {
            self = .malformed(bytes: der, error: error)
        }
    }

    /// The response, or nil where the bytes are none.
    public var response: OCSPResponse? { if case .response(let response) = self { response } else { nil } }
}
