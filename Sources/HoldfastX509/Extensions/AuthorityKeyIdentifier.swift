/// Which key signed the certificate (RFC 5280 §4.2.1.1): a hint for finding the issuer, never a proof.
public struct AuthorityKeyIdentifier: Hashable, Sendable {
    /// The issuer's subject key identifier.
    public var keyIdentifier: ArraySlice<UInt8>?
    /// The names of the issuer's issuer.
    public var authorityCertIssuer: [GeneralName]?
    /// The serial number of the issuer's certificate.
    public var authorityCertSerialNumber: SerialNumber?

    /// Makes the extension; RFC 5280 asks for the key identifier, and for both of the others or none.
    public init(
        keyIdentifier: ArraySlice<UInt8>? = nil, authorityCertIssuer: [GeneralName]? = nil,
        authorityCertSerialNumber: SerialNumber? = nil
    ) {
        self.keyIdentifier = keyIdentifier
        self.authorityCertIssuer = authorityCertIssuer
        self.authorityCertSerialNumber = authorityCertSerialNumber
    }
}

extension AuthorityKeyIdentifier: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence { (inner: inout DERReader) throws(DERError) -> AuthorityKeyIdentifier in
            var result = AuthorityKeyIdentifier()
            if inner.nextIs(.context(0)) { result.keyIdentifier = try inner.readOctetString(as: .context(0)) }
            if inner.nextIs(.context(1, constructed: true)) {
                result.authorityCertIssuer = try inner.field("authorityCertIssuer") {
                    (field: inout DERReader) throws(DERError) in
                    try GeneralNames(from: &field, as: .context(1, constructed: true)).names
                }
            }
            if inner.nextIs(.context(2)) {
                result.authorityCertSerialNumber = try inner.field("authorityCertSerialNumber") {
                    (field: inout DERReader) throws(DERError) in
                    SerialNumber(checkedBytes: try field.readInteger(as: .context(2)))
                }
            }
            return result
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let keyIdentifier { inner.octetString(keyIdentifier, as: .context(0)) }
            if let authorityCertIssuer { inner.sequenceOf(authorityCertIssuer, as: .context(1, constructed: true)) }
            if let authorityCertSerialNumber { inner.write(.context(2), content: authorityCertSerialNumber.bytes) }
        }
    }
}
