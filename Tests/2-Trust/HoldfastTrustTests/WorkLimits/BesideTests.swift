import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 4158 §2.4: "build paths … efficiently", though somebody sent what leads astray: a chain that holds is found with
/// as many others beside it as signatures may be checked.
@Suite("Work: 60 certificates beside the one that holds", .ownThread)
struct BesideTests {
    let test: TestChain
    let key: PrivateKey
    let good: Identity
    let leaf: [UInt8]

    init() throws {
        test = try TestChain()
        key = try PrivateKey.generate(.p256)
        good = try test.root.issue(.intermediate(name: "Crossed", at: TestChain.moment), key: key)
        leaf = try CertificateAuthority(good).issue(TestChain.server()).certificate
    }

    private func expectTrusted(_ others: [[UInt8]], checks: Int, judged: Int = 1, steps: Int = 50) throws {
        #expect(others.count == 60)
        for pool in [[leaf, good.certificate] + others, [leaf] + others + [good.certificate]] {
            let proof = try #require(try test.judge(pool).success)
            #expect(proof.work.signatureChecks <= checks, "\(proof.work)")
            #expect(proof.work.judgedPaths <= judged)
            #expect(proof.work.pathSteps <= steps, "\(proof.work)")
        }
    }

    private func template(
        _ name: String = "Crossed", _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) -> CertificateTemplate {
        var template = CertificateTemplate.intermediate(name: name, at: TestChain.moment, pathLength: nil)
        change(&template)
        return template
    }

    @Test("its issuer crossed by 60 strangers")
    func strangers() throws {
        let others = try (0..<60).map { index in
            let stranger = try CertificateAuthority.root(name: "Stranger \(index)", at: TestChain.moment)
            return try stranger.issue(template(), key: key).certificate
        }
        try expectTrusted(others, checks: 2)
    }

    @Test("its issuer crossed by 60 who claim to be the root")
    func forgers() throws {
        let forger = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let others = try (0..<60).map { _ in
            // The identifier of the root's key, so that nothing but the signature tells them apart.
            try forger.issue(
                template {
                    $0.authorityKeyIdentifier = .value(test.root.identity.key.subjectPublicKeyInfo.derivedKeyIdentifier)
                },
                key: key
            ).certificate
        }
        // After each that fails the distances are measured anew.
        try expectTrusted(others, checks: 62, steps: 1_000)
    }

    @Test("60 that its issuer had before, expired")
    func expired() throws {
        let others = try (0..<60).map { index in
            try test.root.issue(
                template { $0.notAfter = TestChain.moment.advanced(byDays: -1 - Int64(index) / 10) }, key: key
            ).certificate
        }
        try expectTrusted(others, checks: 2)
    }

    @Test("60 of its issuer's name and identifier, by other keys")
    func impostors() throws {
        let forger = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let identifier = key.subjectPublicKeyInfo.derivedKeyIdentifier
        let others = try (0..<60).map { _ in
            try forger.issue(template { $0.subjectKeyIdentifier = .value(identifier) }).certificate
        }
        try expectTrusted(others, checks: 62, steps: 150)
    }

    @Test("60 of its issuer by the root that a rule refuses")
    func ruled() throws {
        let others = try (0..<60).map { index in
            try test.root.issue(
                template {
                    $0.extendedKeyUsage = [.clientAuth]
                    $0.notAfter = $0.notAfter.advanced(byDays: 1)
                }, key: key
            ).certificate
        }
        try expectTrusted(others, checks: 62, judged: 61, steps: 1_000)
    }

    @Test("60 of a clique that also signed its issuer")
    func clique() throws {
        let clique = try Clique(8)
        var others = clique.certificates
        for authority in clique.authorities.dropLast() {
            others.append(try authority.issue(template(), key: key).certificate)
        }
        // Of 63 as many as the others are.
        try expectTrusted(Array(others.prefix(60)), checks: 2)
    }
}
