/// An X.509 certificate (RFC 5280 §4.1): parsed completely, judged not at all.
///
/// A certificate parses when it is DER and follows the ASN.1 of RFC 5280, extensions known here included; what is
/// merely forbidden (a negative serial number, two extensions of a kind, version 1 with extensions, an unknown
/// algorithm) is carried for rules to judge. Copies share one immutable storage. Two certificates are equal when
/// their bytes are.
public struct Certificate: Sendable {
    private let storage: SignedValue<TBSCertificate>

    var tbs: TBSCertificate { storage.tbs }

    /// The whole certificate, as it was read.
    public var bytes: ArraySlice<UInt8> { storage.bytes }
    /// The part that is signed, as it was read.
    public var tbsBytes: ArraySlice<UInt8> { storage.tbs.bytes }
    /// The version of the syntax.
    public var version: Version { storage.tbs.version }
    /// The number that the issuer gave the certificate.
    public var serialNumber: SerialNumber { storage.tbs.serialNumber }
    /// The algorithm named in the signed part; must be the same as the outer one (RFC 5280 §4.1.1.2).
    public var tbsSignatureAlgorithm: AlgorithmIdentifier { storage.tbs.signature }
    /// The algorithm named beside the signature, as encoded.
    public var signatureAlgorithmIdentifier: AlgorithmIdentifier { storage.algorithmIdentifier }
    /// The algorithm named beside the signature, with its parameters bound.
    public var signatureAlgorithm: SignatureAlgorithm { storage.algorithm }
    /// The signature over ``tbsBytes``.
    public var signature: BitString { storage.signature }
    /// The name of the issuer, as the certificate says it.
    public var issuer: DistinguishedName { storage.tbs.issuer }
    /// The period in which the certificate is valid.
    public var validity: Validity { storage.tbs.validity }
    /// The name of the key's owner.
    public var subject: DistinguishedName { storage.tbs.subject }
    /// The key.
    public var subjectPublicKeyInfo: SubjectPublicKeyInfo { storage.tbs.subjectPublicKeyInfo }
    /// A field of version 2 that nobody uses (RFC 5280 §4.1.2.8).
    public var issuerUniqueID: BitString? { storage.tbs.issuerUniqueID }
    /// A field of version 2 that nobody uses (RFC 5280 §4.1.2.8).
    public var subjectUniqueID: BitString? { storage.tbs.subjectUniqueID }
    /// All extensions in order, duplicates too.
    public var extensions: [Extension] { storage.tbs.extensions ?? [] }

    /// Whether issuer and subject are the same name (RFC 5280 §3.2), which says nothing about keys.
    public var isSelfIssued: Bool { storage.tbs.subject.matches(storage.tbs.issuer) }

    /// The first extension of a kind; `nil` where there is none.
    public func firstExtension(_ oid: ObjectIdentifier) -> Extension? {
        storage.tbs.extensions?.first { $0.oid == oid }
    }

    /// A digest of ``bytes``, worked out once: the certificate's name in findings and lists. This room has no
    /// cryptography; always the same function has to be given.
    package func digest(by work: (ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] { storage.digest(by: work) }

    /// The certificate written anew from its values, not copied from ``bytes``.
    ///
    /// The same bytes for every certificate that parses: this is how the parser is tested.
    public func reencoded() -> [UInt8] {
        var writer = DERWriter(capacity: bytes.count)
        write(into: &writer)
        return writer.bytes
    }
}

extension Certificate: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        storage = try SignedValue("Certificate", from: &reader)
    }

    public func write(into writer: inout DERWriter) { storage.write(into: &writer) }
}

extension Certificate: Hashable {
    public static func == (left: Certificate, right: Certificate) -> Bool {
        left.storage === right.storage || left.storage.bytes == right.storage.bytes
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}

extension Certificate: CustomStringConvertible {
    /// Subject and serial number, for messages.
    public var description: String { "\(subject.isEmpty ? "no subject" : subject.description), \(serialNumber)" }
}

/// The version of a certificate's syntax (RFC 5280 §4.1.2.1); the raw value is the number that is encoded.
public enum Version: Int, Hashable, Sendable, CaseIterable {
    case v1 = 0
    case v2 = 1
    case v3 = 2
}

extension Version: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        guard let version = Version(rawValue: try reader.readInt()) else {
            throw DERError(.invalidValue(.version(of: .certificate)), at: start)
        }
        self = version
    }

    public func write(into writer: inout DERWriter) { writer.integer(rawValue) }
}

extension Version: CustomStringConvertible {
    /// The version as people say it: `3` for `v3`.
    public var description: String { String(rawValue + 1) }
}
