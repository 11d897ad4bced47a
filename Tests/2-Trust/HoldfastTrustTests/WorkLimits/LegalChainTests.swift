import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Chains that are as RFC 5280 wants them are accepted with the heaviest keys in use, P-384 and P-521: a limit bounds a
/// search, and a path that holds is none.
@Suite("Work: legal chains of heavy keys", .ownThread)
struct LegalChainTests {
    static let moment = TestChain.moment

    let test: TestChain

    init() throws { test = try TestChain() }

    private func root(_ name: String, _ kind: KeyKind) throws -> CertificateAuthority {
        try CertificateAuthority.root(name: name, at: Self.moment, key: .generate(kind))
    }

    private func authority(_ name: String) -> CertificateTemplate {
        CertificateTemplate.intermediate(name: name, at: Self.moment, pathLength: nil)
    }

    private func judge(
        _ chain: [[UInt8]], below anchor: CertificateAuthority, _ change: (inout TrustPolicy) -> Void = { _ in }
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try test.policy(anchors: [anchor.certificate])
        change(&policy)
        return try test.judge(chain, policy: policy)
    }

    /// RFC 5280 §3.2: "In general, a chain of multiple certificates may be needed".
    @Test("a straight chain of ten", arguments: [KeyKind.p384, .p521])
    func straight(_ kind: KeyKind) throws {
        let root = try root("Root", kind)
        var issuer = root
        for level in 1...8 {
            issuer = CertificateAuthority(try issuer.issue(authority("Level \(level)"), key: .generate(kind)))
        }
        let leaf = try issuer.issue(TestChain.server(), key: .generate(kind))
        for chain in [leaf.chain, [leaf.chain[0]] + leaf.chain.dropFirst().reversed()] {
            let proof = try #require(try judge(chain, below: root).success)
            #expect(proof.chain.count == 10)
            #expect(proof.work.signatureChecks + proof.work.rememberedSignatures == 9)
            #expect(proof.work.offPathWeight == 0)
        }
    }

    /// RFC 5280 §3.2 and RFC 4158 §1.5.3: cross-certificates, with and without the identifiers that §4.2.1.1 asks for.
    @Test("three cross-certificates, beside the roots that they replace", arguments: [KeyKind.p384, .p521])
    func crossed(_ kind: KeyKind) throws {
        for hasIdentifiers in [true, false] {
            func template(_ name: String) -> CertificateTemplate {
                var template = authority(name)
                if !hasIdentifiers {
                    template.subjectKeyIdentifier = .omitted
                    template.authorityKeyIdentifier = .omitted
                }
                return template
            }
            let roots = try (0...3).map { try root("Root \($0)", kind) }
            let issuing = CertificateAuthority(try roots[0].issue(template("Issuing"), key: .generate(kind)))
            let leaf = try issuing.issue(
                TestChain.server { if !hasIdentifiers { $0.authorityKeyIdentifier = .omitted } },
                key: .generate(kind))
            let crosses = try zip(roots, roots.dropFirst()).map { try $1.certify($0, template("")) }
            let chain = [leaf.certificate, issuing.certificate] + crosses + roots[..<3].map(\.certificate)
            let proof = try #require(try judge(chain, below: roots[3]).success, "\(hasIdentifiers)")
            #expect(proof.chain.count == 6)
            #expect(proof.work.offPathWeight <= Limits().signatureWeight)
        }
    }

    /// RFC 4210 §4.4, RFC 5280 §3.2: an authority that takes a new key keeps its name, and signs the new key with the
    /// old one. RFC 5280 §4.2.1.1 asks for identifiers so that such keys are told apart; these have none.
    @Test("five rollovers of one name without identifiers", arguments: [KeyKind.p384, .p521])
    func rollovers(_ kind: KeyKind) throws {
        func template(_ name: String) -> CertificateTemplate {
            var template = authority(name)
            template.subjectKeyIdentifier = .omitted
            template.authorityKeyIdentifier = .omitted
            return template
        }
        let generations = try (0...5).map { _ in
            CertificateAuthority(try Identity.selfSigned(template("Renewed"), key: .generate(kind)))
        }
        let links = try zip(generations, generations.dropFirst()).map { try $0.certify($1, template("Renewed")) }
        let leaf = try generations[5].issue(
            TestChain.server { $0.authorityKeyIdentifier = .omitted }, key: .generate(kind))
        for others in [links, links.reversed()] {
            let proof = try #require(try judge([leaf.certificate] + others, below: generations[0]).success)
            #expect(proof.chain.count == 7)
            #expect(proof.work.offPathWeight <= Limits().signatureWeight)
        }
        // All of them by one root, and the newest is the issuer.
        let root = try root("Root", kind)
        let children = try generations.map { try root.certify($0, template("Renewed")) }
        for others in [children, children.reversed()] {
            #expect(try judge([leaf.certificate] + others, below: root).success?.chain.count == 3)
        }
    }

    /// RFC 5280 §4.2.1.2: "the keyIdentifier is composed of the 160-bit SHA-1 hash of the value of the BIT STRING
    /// subjectPublicKey"; where an issuer's certificate does not state it, it can be computed.
    @Test("an authority key identifier finds its key though no issuer states its own")
    func derivedIdentifier() throws {
        let root = try root("Root", .p384)
        let issuers = try (0..<20).map { _ in
            var template = authority("Many")
            template.subjectKeyIdentifier = .omitted
            return CertificateAuthority(try root.issue(template, key: .generate(.p384)))
        }
        let key = issuers[7].identity.key.subjectPublicKeyInfo
        let identifiers = [key.derivedKeyIdentifier, Array(Digest.sha256(key.subjectPublicKey.bytes).prefix(20))]
        for identifier in identifiers {
            let leaf = try issuers[7].issue(
                TestChain.server { $0.authorityKeyIdentifier = .value(identifier) }, key: .generate(.p384))
            let proof = try #require(
                try judge([leaf.certificate] + issuers.map(\.certificate), below: root).success)
            #expect(proof.work.signatureChecks + proof.work.rememberedSignatures == 2)
        }
    }

    @Test("four intermediates and five timestamps")
    func timestamps() throws {
        let root = try root("Root", .p384)
        var issuer = root
        for level in 1...4 {
            issuer = CertificateAuthority(try issuer.issue(authority("Level \(level)"), key: .generate(.p384)))
        }
        let logged = try LoggedChain(["One", "Two", "Three", "Four", "Five"])
        let leaf = try issuer.issue(
            logged.leaf, key: .generate(.p384), loggedBy: logged.logs.map(\.log), at: LoggedChain.given)
        let list = try logged.list()
        let proof = try #require(
            try judge(leaf.chain, below: root) {
                $0.transparency = .required(
                    TransparencyRequirement(policy: .chrome, logs: list, scope: .everyAnchor))
            }.success)
        #expect(proof.transparency.timestamps.map(\.isVerified) == Array(repeating: true, count: 5))
    }
}
