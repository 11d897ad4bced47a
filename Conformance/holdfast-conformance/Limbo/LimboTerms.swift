import HoldfastX509

/// The words of x509-limbo's schema, and what they are here.
enum LimboTerms {
    static let keyUsages: [String: KeyUsage] = [
        "digitalSignature": .digitalSignature, "contentCommitment": .nonRepudiation,
        "keyEncipherment": .keyEncipherment, "dataEncipherment": .dataEncipherment, "keyAgreement": .keyAgreement,
        "keyCertSign": .keyCertSign, "cRLSign": .cRLSign, "encipherOnly": .encipherOnly, "encipher_only": .encipherOnly,
        "decipherOnly": .decipherOnly, "decipher_only": .decipherOnly,
    ]

    private static let purposes: [String: ObjectIdentifier] = [
        "anyExtendedKeyUsage": .anyExtendedKeyUsage, "serverAuth": .serverAuth, "clientAuth": .clientAuth,
        "codeSigning": .codeSigning, "emailProtection": .emailProtection, "timeStamping": .timeStamping,
        "OCSPSigning": .ocspSigning,
    ]

    /// "either in well-known form or as OIDs"; nil for anything else.
    static func purpose(_ name: String) -> ObjectIdentifier? { purposes[name] ?? ObjectIdentifier(name) }

    /// Abilities that a case asks of a verifier: all of them are there.
    ///
    /// "Consumers that don't understand a given feature should skip tests that are marked with it." `no-cert-policies`
    /// is not among them: such cases are for verifiers that know no policies. Neither are signatures by ML-DSA, nor the
    /// baseline requirements for mail.
    static let features: Set<String> = [
        "has-policy-constraints", "has-cert-policies", "has-crl", "name-constraint-dn", "max-chain-depth",
        "pedantic-public-suffix-wildcard", "pedantic-webpki", "pedantic-webpki-subscriber-key", "pedantic-webpki-eku",
        "pedantic-serial-number", "pedantic-rfc5280", "pedantic-pathlen", "rfc5280-incompatible-with-webpki",
        "denial-of-service",
    ]

    /// The schema's name for an algorithm of a signature: those of pyca/cryptography's `SignatureAlgorithmOID`.
    static func name(_ algorithm: SignatureAlgorithm) -> String? {
        switch algorithm {
        case .rsaPKCS1(let digest): "RSA_WITH_\(name(digest))"
        case .rsaPSS: "RSASSA_PSS"
        case .ecdsa(let digest): "ECDSA_WITH_\(name(digest))"
        case .ed25519: "ED25519"
        case .ed448: "ED448"
        case .mldsa(.mlDSA44): "ML_DSA_44"
        case .mldsa(.mlDSA65): "ML_DSA_65"
        case .mldsa(.mlDSA87): "ML_DSA_87"
        case .unknown: nil
        }
    }

    private static func name(_ digest: DigestAlgorithm) -> String { digest.rawValue.filter { $0 != "-" } }

    /// Every name of an algorithm that the schema has; those of algorithms that are not verified here stand for none.
    static func isAlgorithm(_ name: String) -> Bool {
        let parts = name.split(separator: "_", maxSplits: 2).map(String.init)
        if parts.count == 3, parts[1] == "WITH" {
            return ["RSA", "ECDSA", "DSA", "GOSTR3411"].contains(parts[0])
        }
        let whole = ["RSASSA_PSS", "ED25519", "ED448", "ML_DSA_44", "ML_DSA_65", "ML_DSA_87", "UNSIGNED"]
        return whole.contains(name) || name.hasPrefix("GOSTR34")
    }
}
