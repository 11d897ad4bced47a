/// Who signed a response (RFC 6960 §4.2.1).
public enum ResponderID: Hashable, Sendable {
    /// The subject of the responder's certificate.
    case byName(DistinguishedName)
    /// The SHA-1 digest of the responder's key, as in ``CertID/issuerKeyHash``.
    case byKey(ArraySlice<UInt8>)
}

extension ResponderID: DERCodable {
    // Both tags are explicit: the module of RFC 6960 appendix B.1 has EXPLICIT TAGS.
    public init(from reader: inout DERReader) throws(DERError) {
        if reader.nextIs(.context(2, constructed: true)) {
            self = try reader.readSequence("byKey", as: .context(2, constructed: true)) {
                (inner: inout DERReader) throws(DERError) -> ResponderID in
                let hash = try inner.readOctetString()
                guard hash.count == DigestAlgorithm.sha1.byteCount else {
                    throw DERError(.invalidValue("key hash that is not 20 octets long"), at: hash.startIndex)
                }
                return .byKey(hash)
            }
        } else {
            self = try reader.readSequence("byName", as: .context(1, constructed: true)) {
                (inner: inout DERReader) throws(DERError) -> ResponderID in
                .byName(try DistinguishedName(from: &inner))
            }
        }
    }

    public func write(into writer: inout DERWriter) {
        switch self {
        case .byName(let name): writer.explicit(1) { $0.value(name) }
        case .byKey(let hash): writer.explicit(2) { $0.octetString(hash) }
        }
    }
}
