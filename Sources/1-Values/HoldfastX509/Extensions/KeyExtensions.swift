/// The operations that a key may be used for (RFC 5280 §4.2.1.3). An empty set is carried; rules judge it.
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// Bit `n` of the RFC as `1 << n`.
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Called contentCommitment in newer editions of X.509.
    public static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    public static let cRLSign = KeyUsage(rawValue: 1 << 6)
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)
}

extension KeyUsage: NamedBitList {}

extension KeyUsage: CustomStringConvertible {
    private static let names: [StaticString] = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// The RFC's names of the bits that are set, with commas; `none` for an empty set.
    public var description: String {
        let set = Self.names.enumerated().filter { rawValue & (1 << UInt16($0.offset)) != 0 }
        return set.isEmpty ? "none" : set.map { $0.element.description }.joined(separator: ", ")
    }
}

/// The purposes that a key may be used for (RFC 5280 §4.2.1.12). An empty list is carried; rules judge it.
public struct ExtendedKeyUsage: Hashable, Sendable {
    /// The purposes, in order.
    public var purposes: [ObjectIdentifier]

    /// Makes a list of purposes.
    public init(_ purposes: [ObjectIdentifier]) { self.purposes = purposes }
}

// ExtKeyUsageSyntax ::= SEQUENCE SIZE (1..MAX) OF KeyPurposeId
extension ExtendedKeyUsage: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        purposes = try reader.values(of: ObjectIdentifier.self)
    }

    public func write(into writer: inout DERWriter) { writer.sequenceOf(purposes) }
}

/// A name for the certificate's own key, often a hash of it (RFC 5280 §4.2.1.2).
public struct SubjectKeyIdentifier: Hashable, Sendable {
    /// The identifier.
    public var keyIdentifier: ArraySlice<UInt8>

    /// Makes the extension.
    public init(_ keyIdentifier: ArraySlice<UInt8>) { self.keyIdentifier = keyIdentifier }
}

extension SubjectKeyIdentifier: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) { keyIdentifier = try reader.readOctetString() }

    public func write(into writer: inout DERWriter) { writer.octetString(keyIdentifier) }
}

/// The key that signed the certificate (RFC 5280 §4.2.1.1): a hint for finding the issuer, never a proof.
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

// AuthorityKeyIdentifier ::= SEQUENCE {
//     keyIdentifier              [0] KeyIdentifier OPTIONAL,
//     authorityCertIssuer        [1] GeneralNames OPTIONAL,
//     authorityCertSerialNumber  [2] CertificateSerialNumber OPTIONAL }
extension AuthorityKeyIdentifier: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        keyIdentifier = try reader.optional("keyIdentifier", implicit: 0, as: ASN1.OctetString.self)
        authorityCertIssuer = try reader.optional("authorityCertIssuer", implicit: 1, as: GeneralNames.self)?.names
        authorityCertSerialNumber = try reader.optional(
            "authorityCertSerialNumber", implicit: 2, as: SerialNumber.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if let keyIdentifier { inner.octetString(keyIdentifier, as: .context(0)) }
            if let authorityCertIssuer { inner.sequenceOf(authorityCertIssuer, as: .context(1, constructed: true)) }
            if let authorityCertSerialNumber { inner.write(.context(2), content: authorityCertSerialNumber.bytes) }
        }
    }
}
