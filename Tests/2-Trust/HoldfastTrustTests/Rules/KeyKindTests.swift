import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What is known to be weak is told as weak; what nothing is verified by here is told as that, and never as weak.
@Suite("Kinds of keys and signatures", .ownThread)
struct KeyKindTests {
    /// A kind of key, and what is said of it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let algorithm: AlgorithmIdentifier
        let code: FindingCode
        let requirement: String
        var octets = 32
    }

    private static func curve(_ curve: ObjectIdentifier) -> AlgorithmIdentifier {
        AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: curve.der)
    }

    private static func unsupported(_ name: String, _ algorithm: AlgorithmIdentifier) -> Kind {
        Kind(
            testDescription: name, algorithm: algorithm, code: .unsupportedAlgorithm,
            requirement: "weakKey.recognised")
    }

    /// NIST SP 800-131A r2 §3: an order below 224 bits is disallowed.
    private static func weak(_ name: String, _ identifier: ObjectIdentifier) -> Kind {
        Kind(testDescription: name, algorithm: curve(identifier), code: .weakKey, requirement: "weakKey.curve")
    }

    static let kinds: [Kind] = [
        // RFC 5639 §4.1, SEC 2, RFC 5480 §2.1.1.1, GM/T 0006: no weakness is known.
        unsupported("brainpoolP256r1", curve(ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 7))),
        unsupported("brainpoolP224t1", curve(ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 6))),
        unsupported("brainpoolP512r1", curve(ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 13))),
        unsupported("secp256k1", curve(ObjectIdentifier(1, 3, 132, 0, 10))),
        unsupported("secp224r1", curve(ObjectIdentifier(1, 3, 132, 0, 33))),
        unsupported("sect233r1", curve(ObjectIdentifier(1, 3, 132, 0, 27))),
        unsupported("SM2", curve(ObjectIdentifier(1, 2, 156, 10197, 1, 301))),
        unsupported("a curve that nobody knows", curve(ObjectIdentifier(1, 2, 3, 4))),
        weak("secp192r1", ObjectIdentifier(1, 2, 840, 10045, 3, 1, 1)),
        weak("secp160r1", ObjectIdentifier(1, 3, 132, 0, 8)),
        weak("sect163k1", ObjectIdentifier(1, 3, 132, 0, 1)),
        weak("brainpoolP192r1", ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 3)),
        // RFC 8410 §3: keys that agree on others, and sign nothing.
        unsupported("X25519", AlgorithmIdentifier(algorithm: .x25519)),
        unsupported("X448", AlgorithmIdentifier(algorithm: .x448)),
        // RFC 9215 §4.
        unsupported("GOST", AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 643, 7, 1, 1, 1, 1))),
        // RFC 4055 §4.1, RFC 3279 §2.3.3.
        unsupported("RSA-OAEP", AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 7))),
        unsupported("DH", AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 840, 10046, 2, 1))),
        unsupported("nobody's", AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 3, 4, 5))),
        // FIPS 186-5: "no longer approved"; its parameters may be left out, its key be no INTEGER.
        Kind(
            testDescription: "DSA", algorithm: AlgorithmIdentifier(algorithm: .dsa), code: .weakKey,
            requirement: "weakKey.dsa"),
        // RFC 8410 §3: "the parameters MUST be absent", 32 octets; RFC 5480 §2.1.1: "MUST NOT be used".
        Kind(
            testDescription: "Ed25519 of 31 octets", algorithm: AlgorithmIdentifier(algorithm: .ed25519),
            code: .nonConformingField, requirement: "weakKey.form", octets: 31),
        Kind(
            testDescription: "a curve that is written out",
            algorithm: AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: [0x30, 0x03, 2, 1, 1]),
            code: .nonConformingField, requirement: "weakKey.form"),
        Kind(
            testDescription: "RSA without NULL", algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption),
            code: .nonConformingField, requirement: "weakKey.form"),
    ]

    private func errors(_ chain: [[UInt8]], _ profile: Profile, _ test: TestChain) throws -> [Finding] {
        var policy = try test.policy()
        policy.profile = profile
        return try #require(try test.judge(chain, policy: policy).failure?.errors, "\(profile.name)")
    }

    @Test("a server's key of a kind that nothing is verified by is refused by its own name", arguments: kinds)
    func keys(_ kind: Kind) throws {
        let test = try TestChain()
        let key = try SubjectPublicKeyInfo(
            algorithm: kind.algorithm, subjectPublicKey: BitString([UInt8](repeating: 9, count: kind.octets)))
        let chain = [try test.intermediate.issue(TestChain.server(), for: key), test.intermediate.certificate]
        for profile in Profile.all {
            let errors = try errors(chain, profile, test)
            #expect(errors.contains { $0.requirement == kind.requirement && $0.code == kind.code }, "\(profile.name)")
            let others: Set<FindingCode> = [.weakKey, .unsupportedAlgorithm]
            #expect(errors.allSatisfy { $0.code == kind.code || !others.contains($0.code) }, "\(profile.name)")
        }
    }

    @Test("what an authority with such a key has signed is told as its key is", arguments: kinds)
    func signatures(_ kind: Kind) throws {
        let test = try TestChain()
        let key = try SubjectPublicKeyInfo(
            algorithm: kind.algorithm, subjectPublicKey: BitString([UInt8](repeating: 9, count: kind.octets)))
        let template = CertificateTemplate.intermediate(name: "Test Intermediate", at: TestChain.moment)
        let leaf = try test.intermediate.issue(TestChain.server { $0.authorityKeyIdentifier = .omitted }).chain[0]
        let errors = try errors([leaf, test.root.issue(template, for: key)], .default, test)
        #expect(errors.contains { $0.requirement == kind.requirement && $0.position == .certificate(depth: 1) })
        let expected: FindingCode = kind.code == .weakKey ? .weakSignature : kind.code
        let said = errors.filter { $0.position == .certificate(depth: 0) }.map(\.code)
        #expect(said == [expected], "\(said)")
    }

    /// RFC 6151 §2 (MD5, and MD2 by RFC 6149, MD4 by RFC 6150), FIPS 186-5 (DSA); NIST's register (SHA-3), GM/T 0006,
    /// RFC 9925 §3: "id-alg-unsigned".
    @Test(
        "a signature that was not checked is weak where its kind is known to be, and else not supported",
        arguments: [
            (ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 2), true),
            (ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 3), true),
            (ObjectIdentifier(1, 2, 840, 10040, 4, 3), true), (ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 2), true),
            (ObjectIdentifier(1, 3, 14, 3, 2, 29), true), (ObjectIdentifier(1, 3, 36, 3, 3, 1, 2), true),
            (ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 10), false),
            (ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 14), false),
            (ObjectIdentifier(1, 2, 156, 10197, 1, 501), false), (ObjectIdentifier(1, 2, 643, 7, 1, 1, 3, 2), false),
            (ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 36), false), (ObjectIdentifier(1, 2, 3, 4), false),
        ] as [(ObjectIdentifier, Bool)])
    func unchecked(identifier: ObjectIdentifier, isWeak: Bool) throws {
        let test = try TestChain()
        let algorithm = SignatureAlgorithm.unknown(AlgorithmIdentifier(algorithm: identifier))
        let chain = try test.chain {
            $0.innerAlgorithm = algorithm
            $0.outerAlgorithm = algorithm
        }
        for profile in Profile.all {
            let errors = try errors(chain, profile, test)
            #expect(
                errors.map(\.requirement) == [isWeak ? "signature.supported" : "signature.recognised"],
                "\(profile.name)")
            #expect(errors.map(\.code) == [isWeak ? FindingCode.weakSignature : .unsupportedAlgorithm])
        }
    }

    /// RFC 8410 defines them for certificates, and they are verified here: what programmes do not have is not weak.
    @Test("Ed25519, which the programmes do not have, is not told as weak", arguments: [KeyKind.ed25519, .ed448])
    func edwards(_ kind: KeyKind) throws {
        var chain = try RootProgramChain()
        chain.intermediateKey = try .generate(kind)
        chain.leafKey = try .generate(kind)
        let made = try chain.made()
        for profile in Profile.all {
            let findings = try RootProgramChain.findings(made, profile: profile, under: .publicWeb)
            #expect((findings["weakKey.algorithm"] != nil) == (profile.name != "rfc5280"), "\(profile.name)")
        }
        for requirement in ["weakKey.algorithm", "weakSignature.encoding"] {
            #expect(Requirement.standard.first { $0.id == requirement }?.code == .unsupportedAlgorithm)
        }
    }
}
