/// The name or the key by which a response names its signer (RFC 6960 §4.2.1).
public enum ResponderID: Hashable, Sendable {
    /// The subject of the responder's certificate.
    case byName(DistinguishedName)
    /// The SHA-1 digest of the responder's key, as in ``CertID/issuerKeyHash``.
    case byKey(ArraySlice<UInt8>)
}

// ResponderID ::= CHOICE {
//     byName  [1] Name,
//     byKey   [2] KeyHash }     -- both explicit: the module of RFC 6960 appendix B.1 has EXPLICIT TAGS
extension ResponderID: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        if reader.nextIs(.context(2, constructed: true)) {
            self = .byKey(try reader.value("byKey", explicit: 2, as: KeyHash.self))
        } else {
            self = .byName(try reader.value("byName", explicit: 1, as: DistinguishedName.self))
        }
    }

    /// The SHA-1 digest of a key.
    private enum KeyHash: DERPrimitive {
        static var ownTag: DERTag { .octetString }

        static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> ArraySlice<UInt8> {
            let hash = try reader.readOctetString(as: tag)
            guard hash.count == DigestAlgorithm.sha1.byteCount else {
                throw DERError(.invalidValue(.keyHashLength), at: hash.startIndex)
            }
            return hash
        }
    }

    public func write(into writer: inout DERWriter) {
        switch self {
        case .byName(let name): writer.explicit(1) { $0.value(name) }
        case .byKey(let hash): writer.explicit(2) { $0.octetString(hash) }
        }
    }
}
