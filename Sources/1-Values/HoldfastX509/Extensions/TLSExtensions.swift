// Extensions by which a certificate speaks about the handshake that it is shown in.

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

// Features ::= SEQUENCE OF INTEGER
extension TLSFeature: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        features = try reader.readSequenceOf { (element: inout DERReader) throws(DERError) in try element.readInt() }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in for feature in features { inner.integer(feature) } }
    }
}

/// Signed certificate timestamps that the issuer put in (RFC 6962 §3.3): TLS encoding inside an OCTET STRING.
public struct EmbeddedSCTList: Hashable, Sendable {
    /// The SignedCertificateTimestampList, not read further.
    public var bytes: ArraySlice<UInt8>

    /// Makes the extension.
    public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }
}

extension EmbeddedSCTList: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { bytes = try reader.readOctetString() }

    public func write(into writer: inout DERWriter) { writer.octetString(bytes) }
}
