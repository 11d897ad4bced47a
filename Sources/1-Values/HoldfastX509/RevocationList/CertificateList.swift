/// A certificate revocation list (RFC 5280 §5.1): parsed completely, judged not at all.
///
/// A list parses when it is DER and follows the ASN.1 of RFC 5280, the extensions known here included; what is merely
/// forbidden (version 1 with extensions, no number, an unknown critical extension) is carried for rules to judge. Its
/// entries are read strictly and then left where they stand, see ``revokedCertificates``. Copies share one immutable
/// storage. Two lists are equal when their bytes are.
public struct CertificateList: Sendable {
    private let storage: SignedValue<TBSCertificateList>

    var tbs: TBSCertificateList { storage.tbs }

    /// The whole list, as it was read.
    public var bytes: ArraySlice<UInt8> { storage.bytes }
    /// The part that is signed, as it was read.
    public var tbsBytes: ArraySlice<UInt8> { storage.tbs.bytes }
    /// The version of the syntax: 1 or 2.
    public var version: Version { storage.tbs.version }
    /// The algorithm named in the signed part; must be the same as the outer one (RFC 5280 §5.1.1.2).
    public var tbsSignatureAlgorithm: AlgorithmIdentifier { storage.tbs.signature }
    /// The algorithm named beside the signature, as encoded.
    public var signatureAlgorithmIdentifier: AlgorithmIdentifier { storage.algorithmIdentifier }
    /// The algorithm named beside the signature, with its parameters bound.
    public var signatureAlgorithm: SignatureAlgorithm { storage.algorithm }
    /// The signature over ``tbsBytes``.
    public var signature: BitString { storage.signature }
    /// The name of the list's issuer, as it says it.
    public var issuer: DistinguishedName { storage.tbs.issuer }
    /// The time at which the list was issued.
    public var thisUpdate: Time { storage.tbs.thisUpdate }
    /// The time by which the next list will be there; `nil` where the list does not say.
    public var nextUpdate: Time? { storage.tbs.nextUpdate }
    /// The certificates that were taken back.
    public var revokedCertificates: RevokedCertificates { storage.tbs.revokedCertificates }
    /// All extensions of the list in order, duplicates too.
    public var extensions: [Extension] { storage.tbs.extensions ?? [] }

    /// Whether the list only brings changes to another (RFC 5280 §5.2.4).
    public var isDelta: Bool { deltaCRLIndicator != nil }

    /// The first extension of a kind; `nil` where there is none.
    public func firstExtension(_ oid: ObjectIdentifier) -> Extension? {
        storage.tbs.extensions?.first { $0.oid == oid }
    }

    /// The list written anew from its values, not copied from ``bytes``.
    ///
    /// The same bytes for every list that parses: this is how the parser is tested.
    public func reencoded() -> [UInt8] {
        var writer = DERWriter(capacity: bytes.count)
        write(into: &writer)
        return writer.bytes
    }
}

extension DERLimits {
    /// For revocation lists: 128 MiB, 32 levels, 33 million elements, of which an entry takes 3, or 8 with a reason.
    ///
    /// The longest list that a study of the web's authorities found had 76 MB (Liu and others, "An End-to-End
    /// Measurement of Certificate Revocation in the Web's PKI", IMC 2015); a million entries with reasons have 40 MB.
    public static let revocationList = DERLimits(
        maximumBytes: 128 << 20, maximumDepth: 32, maximumElements: 1 << 25)
}

extension CertificateList: DERCodable {
    /// Reads the one list that `bytes` are.
    ///
    /// - Parameters:
    ///   - bytes: the whole encoding; the list keeps them.
    ///   - limits: what the reader takes at most.
    /// - Throws: ``DERError``, for bytes after the list too.
    public init(der bytes: ArraySlice<UInt8>, limits: DERLimits = .revocationList) throws(DERError) {
        var reader = try DERReader(bytes, limits: limits)
        try self.init(from: &reader)
        try reader.expectEnd()
    }

    /// Reads the one list that `bytes` are.
    ///
    /// - Throws: ``DERError``, for bytes after the list too.
    public init(der bytes: [UInt8], limits: DERLimits = .revocationList) throws(DERError) {
        try self.init(der: bytes[...], limits: limits)
    }

    public init(from reader: inout DERReader) throws(DERError) {
        storage = try SignedValue("CertificateList", from: &reader)
    }

    public func write(into writer: inout DERWriter) { storage.write(into: &writer) }
}

extension CertificateList: Hashable {
    public static func == (left: CertificateList, right: CertificateList) -> Bool {
        left.storage === right.storage
            || left.storage.hash == right.storage.hash && left.storage.bytes == right.storage.bytes
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}

extension CertificateList: CustomStringConvertible {
    /// Issuer and number, for messages.
    public var description: String {
        "\(isDelta ? "delta list" : "list")\(cRLNumber.map { " \($0)" } ?? "") of "
            + (issuer.isEmpty ? "no name" : issuer.description)
    }
}
