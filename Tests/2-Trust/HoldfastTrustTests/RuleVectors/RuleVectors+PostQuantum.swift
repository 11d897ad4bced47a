import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport

/// Keys and signatures of ML-DSA, and keys that are known by name alone.
extension RuleFolder {
    static let postQuantumRules = [postQuantum]

    // MARK: PostQuantumRule

    private static let library =
        "RFC 5280 §6.1.3(a)(1): \"The signature on the certificate can be verified\"; RFC 9881 has ML-DSA in "
        + "certificates. A library that lacks it verifies nothing."
    private static let programme =
        "CA/B BR 7.1.3.1: \"No other algorithms\" than RSA and ECDSA; RFC 9881 has ML-DSA; Chromium 156 takes it under "
        + "added roots alone, and of Apple nothing is known."

    /// These findings everywhere, and what each profile says of a key that no programme has.
    private static func with(_ findings: String, below kind: AnchorKind = .own) -> RuleExpectation {
        func cell(_ weight: String?) -> String {
            weight.map { "\(findings), \($0) postQuantum.programme" } ?? findings
        }
        let isPublic = kind == .publicWeb
        return RuleExpectation(
            default: cell(isPublic ? "error" : nil), rfc5280: cell(nil), webpki: cell("error"),
            apple: cell(isPublic ? "error" : "warning"))
    }

    /// A server's certificate for this key, below authorities on P-256: nobody has to compute with it.
    private static func made(
        for key: SubjectPublicKeyInfo, _ change: (inout RootProgramChain) -> Void = { _ in }
    ) throws -> RuleVector.Made {
        var chain = try RootProgramChain()
        change(&chain)
        return try chain.made(for: key)
    }

    /// A key of `Vectors/mldsa`.
    private static func recorded(_ set: String) throws -> SubjectPublicKeyInfo {
        try Certificate(der: RecordedMLDSA.der("leaf-\(set).pem")).subjectPublicKeyInfo
    }

    private static func key(_ algorithm: AlgorithmIdentifier, octets: Int) throws -> SubjectPublicKeyInfo {
        try SubjectPublicKeyInfo(
            algorithm: algorithm, subjectPublicKey: BitString([UInt8](repeating: 1, count: octets)))
    }

    /// A case of every key of a chain, or of those that `change` leaves.
    private static func chain(
        _ name: String, _ sentence: String, _ set: MLDSA, _ kind: AnchorKind, _ expected: RuleExpectation,
        without: RuleExpectation, _ change: @escaping @Sendable (inout RootProgramChain) throws -> Void = { _ in }
    ) -> RuleVector {
        RuleVector(name, sentence, kind, expected) { chain in
            chain.rootKey = try .generate(.mldsa(set))
            chain.intermediateKey = try .generate(.mldsa(set))
            chain.leafKey = try .generate(.mldsa(set))
            try change(&chain)
        }.withoutMLDSA(without).needing(set)
    }

    private static let neither = "error signature.library, error postQuantum.library"

    private static let postQuantum = RuleFolder(
        "PostQuantumRule",
        [
            chain(
                "whole-chain-of-ml-dsa-44", library, .mlDSA44, .own, .weights("--EW", "postQuantum.programme"),
                without: with(neither)),
            chain(
                "whole-chain-of-ml-dsa-65-below-a-public-anchor", programme, .mlDSA65, .publicWeb,
                .weights("E-EE", "postQuantum.programme"), without: with(neither, below: .publicWeb)),
            chain(
                "whole-chain-of-ml-dsa-87", library, .mlDSA87, .own, .weights("--EW", "postQuantum.programme"),
                without: with(neither)),
            chain(
                "p-256-below-ml-dsa-65", library, .mlDSA65, .own, .weights("--EW", "postQuantum.programme"),
                without: with(neither)
            ) { $0.leafKey = try .generate(.p256) },
            chain(
                "one-bit-of-an-ml-dsa-signature",
                "RFC 5280 §6.1.3(a)(1), of ML-DSA: the last octets are the hint, which FIPS 204 has written in one way "
                    + "alone. Who cannot verify says no more than that.",
                .mlDSA44, .own, with("error signature.verifies"), without: with(neither)
            ) { $0.leaf.signatureEdit = .flippingBit(at: -1) },
            RuleVector(
                "ml-dsa-65-below-p-256", library, .own, .weights("--EW", "postQuantum.programme"),
                made: { try made(for: recorded("65")) }
            ).withoutMLDSA(with("error postQuantum.library")),
            RuleVector(
                "ml-dsa-44-below-a-public-anchor", programme, .publicWeb, .weights("E-EE", "postQuantum.programme"),
                made: { try made(for: recorded("44")) }
            ).withoutMLDSA(with("error postQuantum.library", below: .publicWeb)),
            RuleVector(
                "ml-dsa-87-that-is-encrypted-to",
                "RFC 9881 §5: the key usage \"MUST NOT have any of following bits set: keyEncipherment; "
                    + "dataEncipherment; keyAgreement; encipherOnly; decipherOnly\".",
                .own,
                RuleExpectation(
                    default: "warning postQuantum.keyUsage", rfc5280: "error postQuantum.keyUsage",
                    webpki: "error postQuantum.keyUsage, error postQuantum.programme",
                    apple: "warning postQuantum.keyUsage, warning postQuantum.programme"),
                made: {
                    try made(for: recorded("87")) { $0.leaf.keyUsage = [.digitalSignature, .keyEncipherment] }
                }
            ).withoutMLDSA(
                RuleExpectation(
                    default: "error postQuantum.library, warning postQuantum.keyUsage",
                    rfc5280: "error postQuantum.library, error postQuantum.keyUsage",
                    webpki: "error postQuantum.library, error postQuantum.keyUsage, error postQuantum.programme",
                    apple: "error postQuantum.library, warning postQuantum.keyUsage, warning postQuantum.programme")),
            RuleVector(
                "ml-dsa-44-with-parameters", "RFC 9881 §2: \"the parameters component MUST be absent\".", .own,
                .everywhere("error postQuantum.form"),
                made: {
                    try made(for: key(AlgorithmIdentifier(algorithm: .mlDSA44, parameters: [5, 0]), octets: 1312))
                }
            ),
            RuleVector(
                "ml-dsa-44-of-another-length", "FIPS 204 table 2: a public key of ML-DSA-44 has 1312 octets.", .own,
                .everywhere("error postQuantum.form"),
                made: { try made(for: key(AlgorithmIdentifier(algorithm: .mlDSA44), octets: 1311)) }),
            RuleVector(
                "slh-dsa", "RFC 5280 §6.1.3(a)(1); RFC 9909 has SLH-DSA in certificates, which nothing here verifies.",
                .own, .everywhere("error postQuantum.recognised"),
                made: {
                    try made(for: Certificate(der: RecordedMLDSA.der("root-slh-dsa.pem")).subjectPublicKeyInfo)
                }),
            RuleVector(
                "composite",
                "RFC 5280 §6.1.3(a)(1); draft-ietf-lamps-pq-composite-sigs §6: id-MLDSA65-ECDSA-P256-SHA512, which "
                    + "nothing here verifies.",
                .own, .everywhere("error postQuantum.recognised"),
                made: {
                    let algorithm = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 45)
                    return try made(for: key(AlgorithmIdentifier(algorithm: algorithm), octets: 2017))
                }),
            RuleVector("p-384", "RFC 5480 §2.2: a key of another kind is none of this rule's.", .publicWeb, .good) {
                $0.leafKey = try .generate(.p384)
            },
        ])
}
