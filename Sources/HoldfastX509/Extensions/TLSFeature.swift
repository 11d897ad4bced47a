/// TLS extensions that the certificate's server promises to answer (RFC 7633): 5 is "must staple".
public struct TLSFeature: Hashable, Sendable {
    /// Numbers of TLS extensions, in order.
    public var features: [Int]

    /// Makes the extension.
    public init(_ features: [Int]) { self.features = features }

    /// `status_request`: a stapled OCSP response (RFC 6066 §8).
    public static let statusRequest = 5
    /// `status_request_v2` (RFC 6961).
    public static let statusRequestV2 = 17
}

extension TLSFeature: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        features = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in
            try element.readInt()
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in for feature in features { inner.integer(feature) } }
    }
}
