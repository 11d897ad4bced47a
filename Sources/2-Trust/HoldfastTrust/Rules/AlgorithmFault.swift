import HoldfastStatements
import HoldfastX509

/// A fault in how an algorithm is written, where the algorithm itself is one that is known: what stands there, what its
/// RFC asks for, and what to do.
struct AlgorithmFault {
    let seen: AlgorithmFormSentence
    let expected: AlgorithmFormSentence
    let advice: AlgorithmFormSentence

    private init(
        _ seen: AlgorithmFormSentence, expected: AlgorithmFormSentence, advice: AlgorithmFormSentence
    ) {
        (self.seen, self.expected, self.advice) = (seen, expected, advice)
    }

    /// The fault for which a signature's algorithm is not known; nil where it is known, or would not be without it.
    init?(signature identifier: AlgorithmIdentifier) {
        guard case .unknown = SignatureAlgorithm(identifier) else { return nil }
        let has = identifier.parameters != nil
        // RFC 4055 §3.1: the parameters "MUST be present when used in the algorithm identifier associated with the
        // signature value".
        if identifier.algorithm == .rsaPSS {
            let name = Statement(verbatim: "RSA-PSS")
            self.init(
                has ? .unreadParameters(algorithm: name) : .noParameters(algorithm: name),
                expected: .withParameters(algorithm: name, source: "RFC 4055 §3.1"), advice: .writeParameters)
            return
        }
        let plain = SignatureAlgorithm(AlgorithmIdentifier(algorithm: identifier.algorithm))
        switch plain {
        // RFC 4055 §5: "When any of these four object identifiers appears within an AlgorithmIdentifier, the parameters
        // MUST be NULL. Implementations MUST accept the parameters being absent as well as present."
        case .rsaPKCS1:
            self.init(
                .otherParameters(algorithm: plain.inSentence),
                expected: .withNull(algorithm: plain.inSentence, source: "RFC 4055 §5"),
                advice: .writeNull(source: "RFC 4055 §5"))
        // RFC 5758 §3.2: "the encoding MUST omit the parameters field"; RFC 8410 §3 has the same of Ed25519 and Ed448.
        case .ecdsa, .ed25519, .ed448:
            let isECDSA = if case .ecdsa = plain { true } else { false }
            let source = isECDSA ? "RFC 5758 §3.2" : "RFC 8410 §3"
            self.init(
                Self.excess(identifier, name: plain.inSentence),
                expected: .withoutParameters(algorithm: plain.inSentence, source: source),
                advice: isECDSA && identifier.hasNullParameters
                    ? .writeWithoutNull(source: source) : .writeWithout(source: source))
        case .rsaPSS, .mldsa, .unknown: return nil
        }
    }

    /// The fault for which a key of a known kind was not read; nil where it lies in the key's own octets.
    init?(key identifier: AlgorithmIdentifier) {
        switch identifier.algorithm {
        // RFC 3279 §2.3.1: "The parameters field MUST have ASN.1 type NULL for this algorithm identifier."
        case .rsaEncryption:
            guard !identifier.hasNullParameters else { return nil }
            let name = Statement(verbatim: "RSA")
            self.init(
                identifier.parameters == nil ? .noParameters(algorithm: name) : .otherParameters(algorithm: name),
                expected: .withNull(algorithm: name, source: "RFC 3279 §2.3.1"),
                advice: .writeNull(source: "RFC 3279 §2.3.1"))
        // RFC 8410 §3: "For all of the OIDs, the parameters MUST be absent."
        case .ed25519, .ed448:
            guard identifier.parameters != nil else { return nil }
            let name = Statement(verbatim: identifier.algorithm.keyName ?? "\(identifier.algorithm)")
            self.init(
                Self.excess(identifier, name: name),
                expected: .withoutParameters(algorithm: name, source: "RFC 8410 §3"),
                advice: .writeWithout(source: "RFC 8410 §3"))
        // RFC 5480 §2.1.1: "implicitCurve and specifiedCurve MUST NOT be used in PKIX", and the field "MUST be
        // present".
        case .ecPublicKey:
            guard identifier.parameters.flatMap({ try? ObjectIdentifier(der: $0) }) == nil else { return nil }
            let seen: AlgorithmFormSentence =
                identifier.parameters == nil
                ? .noCurve : identifier.hasNullParameters ? .implicitCurve : .writtenOutCurve
            self.init(seen, expected: .namedCurve, advice: .nameCurve)
        default: return nil
        }
    }

    /// The difference of a signature's algorithm from the octets that the programmes state for it (CA/B BR 7.1.3.2);
    /// nil where they state none for the algorithm.
    init?(programmes identifier: AlgorithmIdentifier) {
        let algorithm = SignatureAlgorithm(identifier)
        guard let digest = algorithm.digest, [.sha256, .sha384, .sha512].contains(digest) else { return nil }
        switch algorithm {
        case .rsaPKCS1 where identifier.parameters == nil:
            self.init(
                .noParameters(algorithm: algorithm.inSentence),
                expected: .withNull(algorithm: algorithm.inSentence, source: "CA/B BR 7.1.3.2.1"),
                advice: .writeNull(source: "RFC 4055 §5"))
        case .rsaPSS(let parameters) where parameters.saltLength != digest.byteCount:
            self.init(
                .saltOf(algorithm: algorithm.inSentence, octets: parameters.saltLength),
                expected: .saltAsLong(octets: digest.byteCount), advice: .saltAsDigest)
        case .rsaPSS(let parameters) where parameters.maskGenerationDigest != digest:
            self.init(
                .maskDigest(algorithm: algorithm.inSentence, digest: "\(parameters.maskGenerationDigest)"),
                expected: .maskDigestOf(digest: "\(digest)"), advice: .oneDigest)
        case .rsaPSS:
            self.init(
                .encodedOtherwise(algorithm: algorithm.inSentence),
                expected: .asProgrammesWrite(algorithm: algorithm.inSentence),
                advice: .writeAsProgrammes)
        default: return nil
        }
    }

    private static func excess(_ identifier: AlgorithmIdentifier, name: Statement) -> AlgorithmFormSentence {
        identifier.hasNullParameters ? .parametersNull(algorithm: name) : .otherParameters(algorithm: name)
    }
}
