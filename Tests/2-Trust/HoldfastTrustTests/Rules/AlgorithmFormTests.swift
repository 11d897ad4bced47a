import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// An algorithm that is known, and is not written as its RFC has it: what is said names what is too much or missing.
@Suite("The form of algorithm identifiers", .ownThread)
struct AlgorithmFormTests {
    private let test: TestChain

    init() throws { test = try TestChain() }

    private func expect(
        _ finding: Finding, seen: String, expected: String, advice: String, location: SourceLocation = #_sourceLocation
    ) {
        #expect(finding.seen == seen, sourceLocation: location)
        #expect(finding.expected.contains(expected), "\(finding.expected)", sourceLocation: location)
        #expect(finding.message.contains(seen), "\(finding.message)", sourceLocation: location)
        #expect(finding.advice.contains(advice), "\(finding.advice)", sourceLocation: location)
        for said in [
            finding.statements.seen, finding.statements.expected, finding.statements.message, finding.statements.advice,
        ] {
            #expect(
                said.identifier?.hasPrefix("algorithmForm.") == true && said.chinese != said.english, "\(said)",
                sourceLocation: location)
        }
    }

    private static let null: [UInt8] = [0x05, 0x00]

    /// RFC 3279 §2.3.1: "The parameters field MUST have ASN.1 type NULL for this algorithm identifier." RFC 8410 §3:
    /// "For all of the OIDs, the parameters MUST be absent." RFC 5480 §2.1.1: "implicitCurve and specifiedCurve MUST
    /// NOT be used in PKIX."
    @Test(
        "keys",
        arguments: [
            (.rsaEncryption, nil, "RSA without parameters", "NULL", "RFC 3279 §2.3.1"),
            (.rsaEncryption, [0x30, 0x00], "RSA with parameters of another kind", "NULL", "RFC 3279 §2.3.1"),
            (.ed25519, null, "Ed25519 with the parameters NULL", "no parameters", "RFC 8410 §3"),
            (.ed448, null, "Ed448 with the parameters NULL", "no parameters", "RFC 8410 §3"),
            (.ecPublicKey, nil, "EC without a curve", "by its name", "named_curve"),
            (.ecPublicKey, null, "EC on a curve that is said elsewhere (NULL)", "by its name", "named_curve"),
            (
                .ecPublicKey, [0x30, 0x03, 2, 1, 1], "EC on a curve that is written out number by number",
                "by its name", "named_curve"
            ),
        ] as [(ObjectIdentifier, [UInt8]?, String, String, String)])
    func keys(
        _ algorithm: ObjectIdentifier, _ parameters: [UInt8]?, seen: String, expected: String, advice: String
    ) throws {
        let key = try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: algorithm, parameters: parameters),
            subjectPublicKey: BitString([UInt8](repeating: 9, count: 32)))
        let chain = [try test.intermediate.issue(TestChain.server(), for: key), test.intermediate.certificate]
        let failure = try #require(try test.judge(chain).failure)
        let finding = try #require(failure.errors.first { $0.requirement == "weakKey.form" })
        expect(finding, seen: seen, expected: expected, advice: advice)
    }

    /// RFC 5758 §3.2: "When the ecdsa-with-SHA224, ecdsa-with-SHA256, ecdsa-with-SHA384, or ecdsa-with-SHA512 algorithm
    /// identifier appears in the algorithm field as an AlgorithmIdentifier, the encoding MUST omit the parameters
    /// field." RFC 4055 §5: "the parameters MUST be NULL"; §3.1: they "MUST be present" in a signature's.
    @Test(
        "signatures",
        arguments: [
            (.ecdsaWithSHA256, null, "ECDSA with SHA-256 with the parameters NULL", "no parameters", "RFC 5758 §3.2"),
            (
                .ecdsaWithSHA384, [0x30, 0x00], "ECDSA with SHA-384 with parameters of another kind", "no parameters",
                "RFC 5758 §3.2"
            ),
            (.ed25519, null, "Ed25519 with the parameters NULL", "no parameters", "RFC 8410 §3"),
            (
                .sha256WithRSAEncryption, [0x30, 0x00], "RSA with SHA-256 with parameters of another kind", "NULL",
                "RFC 4055 §5"
            ),
            (.rsaPSS, nil, "RSA-PSS without parameters", "RFC 4055 §3.1", "RSA-PSS"),
            (.rsaPSS, null, "RSA-PSS with parameters that cannot be read", "RFC 4055 §3.1", "RSA-PSS"),
        ] as [(ObjectIdentifier, [UInt8]?, String, String, String)])
    func signatures(
        _ algorithm: ObjectIdentifier, _ parameters: [UInt8]?, seen: String, expected: String, advice: String
    ) throws {
        let identifier = AlgorithmIdentifier(algorithm: algorithm, parameters: parameters)
        let chain = try test.chain {
            $0.innerAlgorithm = .unknown(identifier)
            $0.outerAlgorithm = .unknown(identifier)
        }
        let failure = try #require(try test.judge(chain).failure)
        #expect(failure.errors.map(\.requirement) == ["signature.recognised"])
        expect(failure.cause, seen: seen, expected: expected, advice: advice)
    }

    /// CA/B BR 7.1.3.2.1: "RSASSA-PSS with SHA-256, MGF-1 with SHA-256, and a salt length of 32 bytes"; and "The CA
    /// SHALL indicate … When encoded, the AlgorithmIdentifier MUST be byte-for-byte identical". RFC 8017 §9.1: typical
    /// salt lengths "are hLen (the length of the output of the hash function Hash) and 0".
    @Test("what the programmes do not have: the salt's length, the digest of MGF1")
    func programmes() throws {
        func finding(_ algorithm: SignatureAlgorithm) throws -> Finding {
            let root = CertificateAuthority(
                try Identity.selfSigned(.root(name: "R", at: TestChain.moment), key: .generate(.rsa(bits: 2048))))
            let leaf = try root.issue(TestChain.server { $0.signatureAlgorithm = algorithm })
            var policy = try test.policy(anchors: [root.certificate])
            policy.profile = .webpki
            policy.anchors = .onlyAsPublic([try Certificate(der: root.certificate)])
            let failure = try #require(try test.judge(leaf.chain, policy: policy).failure)
            return try #require(failure.findings.first { $0.requirement == "weakSignature.encoding" })
        }
        expect(
            try finding(.rsaPSS(RSAPSSParameters(.sha256, saltLength: 20))),
            seen: "RSA-PSS with SHA-256 and a salt of 20 octets", expected: "32 octets", advice: "saltlen:digest")
        expect(
            try finding(.rsaPSS(RSAPSSParameters(.sha384, maskGenerationDigest: .sha256))),
            seen: "RSA-PSS with SHA-384 and MGF1 with SHA-256", expected: "MGF1 with SHA-384", advice: "one digest")
    }
}
