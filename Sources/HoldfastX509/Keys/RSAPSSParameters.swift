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

    /// What an empty SEQUENCE means: SHA-1 twice, 20 bytes of salt.
    static let defaults = RSAPSSParameters(.sha1)
}

extension RSAPSSParameters: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence {
            (inner: inout DERReader) throws(DERError) -> RSAPSSParameters in
            var result = RSAPSSParameters.defaults
            if let digest = try inner.readOptionalSequence(
                "hashAlgorithm", as: .context(0, constructed: true), Self.digest)
            {
                result.digest = digest
            }
            if let digest = try inner.readOptionalSequence(
                "maskGenAlgorithm", as: .context(1, constructed: true), Self.maskGeneration)
            {
                result.maskGenerationDigest = digest
            }
            if let length = try inner.readOptionalSequence("saltLength", as: .context(2, constructed: true), Self.count)
            {
                result.saltLength = length
            }
            let start = inner.offset
            let trailer = try inner.readOptionalSequence(
                "trailerField", as: .context(3, constructed: true), Self.count)
            // RFC 4055 §3.1: "The value MUST be 1, which represents the trailer field with hexadecimal value 0xBC."
            guard trailer ?? 1 == 1 else { throw DERError(.invalidValue("trailer field that is not 1"), at: start) }
            return result
        }
    }

    private static func count(_ reader: inout DERReader) throws(DERError) -> Int { try reader.readCount() }

    private static func digest(_ reader: inout DERReader) throws(DERError) -> DigestAlgorithm {
        let start = reader.offset
        let identifier = try AlgorithmIdentifier(from: &reader)
        // RFC 4055 §2.1: both an absent and a NULL parameter MUST be accepted.
        guard identifier.parameters == nil || identifier.hasNullParameters,
            let digest = DigestAlgorithm(identifier.algorithm)
        else { throw DERError(.invalidValue("digest that is not known"), at: start) }
        return digest
    }

    private static func maskGeneration(_ reader: inout DERReader) throws(DERError) -> DigestAlgorithm {
        let start = reader.offset
        let identifier = try AlgorithmIdentifier(from: &reader)
        guard identifier.algorithm == .mgf1, let parameters = identifier.parameters else {
            throw DERError(.invalidValue("mask generation function that is not MGF1"), at: start)
        }
        var inner = try DERReader(parameters, limits: reader.limits)
        return try digest(&inner)
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
