// The names of keys: those that are computed with, and those that are recognised only, so that they are called by their
// name and not malformed. As of 2026-11-28.

extension ObjectIdentifier {
    /// The usual name of a public key's algorithm, as `RSA`, `EC`, `X25519`, `ML-DSA-65`; `nil` for what is not known
    /// as one. That a name is known does not mean that its keys can be used: see ``SubjectPublicKeyInfo/key``.
    public var keyName: String? { Self.keyNames[self] }

    private static let keyNames: [ObjectIdentifier: String] = [
        .rsaEncryption: "RSA", .rsaPSS: "RSA-PSS", .ecPublicKey: "EC", .ed25519: "Ed25519", .ed448: "Ed448",
        .x25519: "X25519", .x448: "X448", .dsa: "DSA",
        // RFC 4055 §4.1.
        ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 7): "RSA-OAEP",
        // PKCS #3 §9; RFC 3279 §2.3.3.
        ObjectIdentifier(1, 2, 840, 113_549, 1, 3, 1): "DH", ObjectIdentifier(1, 2, 840, 10046, 2, 1): "X9.42 DH",
        // RFC 5480 §2.1.2.
        ObjectIdentifier(1, 3, 132, 1, 12): "ECDH", ObjectIdentifier(1, 3, 132, 1, 13): "ECMQV",
        // RFC 9215 §4; RFC 4491 §2.3.2.
        ObjectIdentifier(1, 2, 643, 2, 2, 19): "GOST R 34.10-2001",
        ObjectIdentifier(1, 2, 643, 7, 1, 1, 1, 1): "GOST R 34.10-2012 (256 bits)",
        ObjectIdentifier(1, 2, 643, 7, 1, 1, 1, 2): "GOST R 34.10-2012 (512 bits)",
    ].merging(postQuantumNames) { first, _ in first }

    /// FIPS 203, 204 and 205 by the identifiers of NIST's register (csrc.nist.gov, Computer Security Objects Register),
    /// under which RFC 9881 has ML-DSA: one for a key, and for signatures the same one.
    static let postQuantumNames: [ObjectIdentifier: String] = {
        var names: [ObjectIdentifier: String] = [:]
        let signatures: [(first: UInt64, names: [String])] = [
            (17, ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"]),
            (
                20,
                ["SHA2-128s", "SHA2-128f", "SHA2-192s", "SHA2-192f", "SHA2-256s", "SHA2-256f"].map { "SLH-DSA-" + $0 }
            ),
            (26, ["128s", "128f", "192s", "192f", "256s", "256f"].map { "SLH-DSA-SHAKE-" + $0 }),
            (32, ["HashML-DSA-44", "HashML-DSA-65", "HashML-DSA-87"]),
        ]
        for (first, row) in signatures {
            for (index, name) in row.enumerated() {
                names[ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, first + UInt64(index))] = name
            }
        }
        for (index, name) in ["ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"].enumerated() {
            names[ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 1 + UInt64(index))] = name
        }
        // draft-ietf-lamps-pq-composite-sigs-12 §6, IANA's SMI numbers: from 1.3.6.1.5.5.7.6.37 on.
        for (index, name) in composites.enumerated() {
            names[ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 37 + UInt64(index))] = name
        }
        // RFC 8708 §4; RFC 9802 §3.
        names[ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 16, 3, 17)] = "HSS/LMS"
        names[ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 34)] = "XMSS"
        names[ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 35)] = "XMSS^MT"
        return names
    }()

    /// An ML-DSA key and another one in one, by the names of the draft.
    private static let composites = [
        "MLDSA44-RSA2048-PSS-SHA256", "MLDSA44-RSA2048-PKCS15-SHA256", "MLDSA44-Ed25519-SHA512",
        "MLDSA44-ECDSA-P256-SHA256", "MLDSA65-RSA3072-PSS-SHA512", "MLDSA65-RSA3072-PKCS15-SHA512",
        "MLDSA65-RSA4096-PSS-SHA512", "MLDSA65-RSA4096-PKCS15-SHA512", "MLDSA65-ECDSA-P256-SHA512",
        "MLDSA65-ECDSA-P384-SHA512", "MLDSA65-ECDSA-brainpoolP256r1-SHA512", "MLDSA65-Ed25519-SHA512",
        "MLDSA87-ECDSA-P384-SHA512", "MLDSA87-ECDSA-brainpoolP384r1-SHA512", "MLDSA87-Ed448-SHAKE256",
        "MLDSA87-RSA3072-PSS-SHA512", "MLDSA87-RSA4096-PSS-SHA512", "MLDSA87-ECDSA-P521-SHA512",
    ]

    /// Signatures that are none of a key: none at all (RFC 9925), or the proof that a tree of a Merkle Tree Certificate
    /// authority holds the certificate (draft-ietf-plants-merkle-tree-certs, with the identifiers of its experiments).
    private static let proofNames: [ObjectIdentifier: String] = [
        ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 36): "id-alg-unsigned",
        ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 67): "id-alg-mtcProof",
        ObjectIdentifier(1, 3, 6, 1, 4, 1, 44363, 47, 0): "id-alg-mtcProof (experimental)",
    ]

    /// Identifiers in names and extensions of Merkle Tree Certificates (the same draft).
    static let merkleTreeNames: [ObjectIdentifier: String] = [
        ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 25, 3): "id-rdna-trustAnchorID",
        ObjectIdentifier(1, 3, 6, 1, 4, 1, 44363, 47, 1): "id-rdna-trustAnchorID (experimental)",
        ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 38): "id-pe-mtcCertificationAuthority-SHA256",
        ObjectIdentifier(1, 3, 6, 1, 4, 1, 44363, 47, 2): "id-pe-mtcCertificationAuthority (experimental)",
    ]

    /// Whether it names keys or signatures that a quantum computer is not known to break, computed with here or not.
    package var isPostQuantum: Bool { Self.postQuantumNames[self] != nil }

    /// The octets of a public key that always has as many: RFC 8410 §3; FIPS 203 table 3, FIPS 204 table 2, FIPS 205
    /// table 2. `nil` for others, and for those that are not recognised only.
    package var keyByteCount: Int? {
        switch keyName {
        case "X25519": 32
        case "X448": 56
        case let name? where name.contains("ML-DSA-"):
            MLDSA.allCases.first { name.hasSuffix($0.rawValue) }?.publicKeyByteCount
        case "ML-KEM-512": 800
        case "ML-KEM-768": 1184
        case "ML-KEM-1024": 1568
        case let name? where name.hasPrefix("SLH-DSA-"):
            name.contains("128") ? 32 : name.contains("192") ? 48 : 64
        default: nil
        }
    }

    /// Curves that are recognised only, beside those with a constant of their own: RFC 5639 §4.1, GM/T 0006, SEC 2.
    static let curveNames: [ObjectIdentifier: String] = {
        let sizes = ["160", "192", "224", "256", "320", "384", "512"].flatMap { [$0 + "r1", $0 + "t1"] }
        var names = [
            ObjectIdentifier(1, 2, 156, 10197, 1, 301): "SM2", ObjectIdentifier(1, 3, 132, 0, 8): "secp160r1",
            ObjectIdentifier(1, 3, 132, 0, 9): "secp160k1", ObjectIdentifier(1, 3, 132, 0, 31): "secp192k1",
            ObjectIdentifier(1, 3, 132, 0, 32): "secp224k1",
        ]
        for (index, size) in sizes.enumerated() {
            names[ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 1 + UInt64(index))] = "brainpoolP" + size
        }
        return names
    }()

    /// Signatures and check sums that are recognised only: GM/T 0006, RFC 9215 §5, RFC 9579, NIST's register.
    static let signatureNames: [ObjectIdentifier: String] = [
        ObjectIdentifier(1, 2, 156, 10197, 1, 501): "SM2 with SM3",
        ObjectIdentifier(1, 2, 643, 7, 1, 1, 3, 2): "GOST R 34.10-2012 with GOST R 34.11-2012 (256 bits)",
        ObjectIdentifier(1, 2, 643, 7, 1, 1, 3, 3): "GOST R 34.10-2012 with GOST R 34.11-2012 (512 bits)",
        .pbmac1: "PBMAC1", ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 9): "ECDSA with SHA3-224",
        ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 10): "ECDSA with SHA3-256",
        ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 11): "ECDSA with SHA3-384",
        ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 12): "ECDSA with SHA3-512",
        ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 13): "RSA with SHA3-224",
        ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 14): "RSA with SHA3-256",
        ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 15): "RSA with SHA3-384",
        ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 16): "RSA with SHA3-512",
    ].merging(proofNames) { first, _ in first }

    /// Whether it names a scheme by which a private key is encrypted under a passphrase: PKCS #5 (RFC 8018) or PKCS #12
    /// (RFC 7292 appendix C).
    var isPassphraseEncryption: Bool {
        let text = description
        return text.hasPrefix("1.2.840.113549.1.5.") || text.hasPrefix("1.2.840.113549.1.12.1.")
    }
}

extension AlgorithmIdentifier {
    /// The kind of key that the identifier stands for, in words: the algorithm's usual name, or its dotted identifier,
    /// and for an elliptic curve which one, as `EC on brainpoolP256r1`.
    public var keyKind: String {
        let name = algorithm.keyName ?? algorithm.description
        guard algorithm == .ecPublicKey, let parameters else { return name }
        guard let curve = try? ObjectIdentifier(der: parameters) else {
            // RFC 5480 §2.1.1: "specifiedCurve, which is of type SpecifiedECDomain type [X9.62], MUST NOT be used".
            return name + (parameters.first == 0x30 ? " on a curve that is written out" : " without a named curve")
        }
        return name + " on " + (NamedCurve(curve)?.rawValue ?? curve.name ?? curve.description)
    }

    /// Whether keys of the kind are computed with: RSA, RSA for PSS, EC on one of ``NamedCurve``, Ed25519, Ed448, and
    /// ML-DSA where the machine's OpenSSL can.
    public var isSupportedKey: Bool {
        switch algorithm {
        case .rsaEncryption, .rsaPSS, .ed25519, .ed448: true
        case .ecPublicKey: parameters.flatMap { try? ObjectIdentifier(der: $0) }.flatMap(NamedCurve.init) != nil
        default: MLDSA(algorithm) != nil
        }
    }
}
