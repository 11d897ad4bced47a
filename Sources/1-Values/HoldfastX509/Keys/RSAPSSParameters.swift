/// The parameters of RSASSA-PSS: two digests and a salt length (RFC 4055 §3.1).
///
/// The mask generation function is MGF1 and the trailer field is 1; parameters that say otherwise do not parse.
/// Default values that are encoded all the same are read, because signers write them.
public struct RSAPSSParameters: Hashable, Sendable {
    /// The digest of the message.
    public var digest: DigestAlgorithm
    /// The digest inside MGF1.
    public var maskGenerationDigest: DigestAlgorithm
    /// The length of the salt in bytes.
    public var saltLength: Int

    /// Makes parameters; without more words, the usual ones: the same digest twice, a salt of its size.
    public init(_ digest: DigestAlgorithm, maskGenerationDigest: DigestAlgorithm? = nil, saltLength: Int? = nil) {
        self.digest = digest
        self.maskGenerationDigest = maskGenerationDigest ?? digest
        self.saltLength = saltLength ?? digest.byteCount
    }

    /// The meaning of an empty SEQUENCE: SHA-1 twice, 20 bytes of salt.
    static let defaults = RSAPSSParameters(.sha1)
}

// RSASSA-PSS-params ::= SEQUENCE {
//     hashAlgorithm     [0] EXPLICIT HashAlgorithm DEFAULT sha1Identifier,
//     maskGenAlgorithm  [1] EXPLICIT MaskGenAlgorithm DEFAULT mgf1SHA1Identifier,
//     saltLength        [2] EXPLICIT INTEGER DEFAULT 20,
//     trailerField      [3] EXPLICIT INTEGER DEFAULT 1 }
extension RSAPSSParameters: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        self = .defaults
        if let digest = try reader.optional("hashAlgorithm", explicit: 0, as: HashAlgorithm.self) {
            self.digest = digest
        }
        if let digest = try reader.optional("maskGenAlgorithm", explicit: 1, as: MaskGenerationAlgorithm.self) {
            maskGenerationDigest = digest
        }
        if let length = try reader.optional("saltLength", explicit: 2, as: ASN1.Count.self) { saltLength = length }
        let start = reader.offset
        let trailer = try reader.optional("trailerField", explicit: 3, as: ASN1.Count.self)
        // RFC 4055 §3.1: "The value MUST be 1, which represents the trailer field with hexadecimal value 0xBC."
        guard trailer ?? 1 == 1 else { throw DERError(.invalidValue(.trailerField), at: start) }
    }

    /// The digest that an AlgorithmIdentifier names.
    private enum HashAlgorithm: DERPrimitive {
        static var ownTag: DERTag { .sequence }

        static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> DigestAlgorithm {
            let start = reader.offset
            let identifier = try AlgorithmIdentifier(from: &reader, as: tag)
            // RFC 4055 §2.1: both an absent and a NULL parameter MUST be accepted.
            guard identifier.parameters == nil || identifier.hasNullParameters,
                let digest = DigestAlgorithm(identifier.algorithm)
            else { throw DERError(.invalidValue(.unknownDigest), at: start) }
            return digest
        }
    }

    /// The digest inside MGF1, which is the parameter of its AlgorithmIdentifier.
    private enum MaskGenerationAlgorithm: DERPrimitive {
        static var ownTag: DERTag { .sequence }

        static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> DigestAlgorithm {
            let start = reader.offset
            let identifier = try AlgorithmIdentifier(from: &reader, as: tag)
            guard identifier.algorithm == .mgf1, let parameters = identifier.parameters else {
                throw DERError(.invalidValue(.unknownMask), at: start)
            }
            var inner = try DERReader(parameters, limits: reader.limits)
            return try HashAlgorithm.read(&inner, as: .sequence)
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            if digest != .sha1 { inner.explicit(0) { $0.value(Self.identifier(digest)) } }
            if maskGenerationDigest != .sha1 {
                inner.explicit(1) { mask in
                    mask.value(
                        AlgorithmIdentifier(
                            algorithm: .mgf1, parameters: Self.identifier(maskGenerationDigest).der))
                }
            }
            if saltLength != 20 { inner.explicit(2) { $0.integer(saltLength) } }
        }
    }

    private static func identifier(_ digest: DigestAlgorithm) -> AlgorithmIdentifier {
        AlgorithmIdentifier(algorithm: digest.identifier, parameters: [0x05, 0x00])
    }
}
