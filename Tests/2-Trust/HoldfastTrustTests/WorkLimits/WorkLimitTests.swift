import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What happens where a limit is passed: a finding, and never a shorter answer.
@Suite("Work is bounded", .ownThread)
struct WorkLimitTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("a path longer than the limit: that the rest was not looked at says nothing about what is there")
    func longPath() throws {
        var authority = test.root
        for index in 0..<Limits().pathCertificates {
            authority = CertificateAuthority(
                try authority.issue(
                    .intermediate(name: "Level \(index)", at: TestChain.moment, pathLength: nil)))
        }
        let chain = try authority.issue(TestChain.server()).chain
        let failure = try #require(try test.judge(chain).failure)
        #expect(failure.errors.map(\.code) == [.workLimit])
        #expect(failure.chain.count == Limits().pathCertificates)
        #expect(try test.errors(chain, policy: test.policy(anchors: [])) == [.workLimit])
    }

    @Test("the budget of signature checks is a finding, not a shorter answer")
    func signatureBudget() throws {
        var policy = try test.policy()
        policy.limits.signatureWeight = 0
        let failure = try #require(try test.judge(test.chain(), policy: policy).failure)
        #expect(failure.errors.map(\.code).contains(.workLimit), "\(failure.errors)")
    }

    /// RFC 5280 §6.1.3(a)(1) is about a signature that was checked; beside a limit none is said not to verify that was
    /// not looked at, and the number that is told is that of the checks.
    @Test("beside the limit no signature is called bad that was not checked, and the checks are counted")
    func unchecked() throws {
        let root = try CertificateAuthority.root(name: "Heavy", at: TestChain.moment, key: .generate(.p384))
        var template = CertificateTemplate.intermediate(name: "Many", at: TestChain.moment)
        template.subjectKeyIdentifier = .omitted
        template.authorityKeyIdentifier = .omitted
        let issuers = try (0..<30).map { _ in try root.issue(template, key: .generate(.p384)) }
        let stranger = try CertificateAuthority.root(name: "Many", at: TestChain.moment, key: .generate(.p384))
        let leaf = try stranger.issue(TestChain.server { $0.authorityKeyIdentifier = .omitted }).certificate
        let policy = try test.policy(anchors: [root.certificate])
        let failure = try #require(
            try test.judge([leaf] + issuers.map(\.certificate), policy: policy).failure)
        #expect(failure.cause.code == .workLimit)
        #expect(!failure.findings.contains { $0.code == .badSignature }, "\(failure.findings)")
        // As many as weigh what is allowed, a check by P-384 weighing 12; some more were made to tell why.
        let checks = Limits().signatureWeight / 12
        #expect(failure.cause.message.hasSuffix(" \(checks) signature checks"), "\(failure.cause.message)")
        #expect(failure.work.signatureChecks + failure.work.rememberedSignatures >= checks)
    }

    /// A path that was judged to its end is refused for what it is, though others were not looked at.
    @Test("the finding of the best path that was judged comes before the limit", arguments: ["host", "constraint"])
    func ownFinding(_ kind: String) throws {
        var template = CertificateTemplate.intermediate(name: "Many", at: TestChain.moment)
        template.subjectKeyIdentifier = .omitted
        template.authorityKeyIdentifier = .omitted
        let forger = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment, key: .generate(.p384))
        var good = template
        if kind == "constraint" {
            let domain = try #require(IA5String("other.test"))
            good.nameConstraints = NameConstraints(permittedSubtrees: [GeneralSubtree(.dnsName(domain))])
        }
        // Dates decide which is tried first.
        good.notAfter = good.notAfter.advanced(byDays: 1)
        let issuer = CertificateAuthority(try test.root.issue(good, key: .generate(.p384)))
        let forged = try (0..<60).map { _ in try forger.issue(template, key: .generate(.p384)).certificate }
        let leaf = try issuer.issue(
            TestChain.server {
                $0.authorityKeyIdentifier = .omitted
                if kind == "host" { $0.names = ["elsewhere.test"] }
            })
        let failure = try #require(
            try test.judge([leaf.certificate, issuer.certificate] + forged).failure)
        let expected: FindingCode = kind == "host" ? .hostMismatch : .nameConstraints
        #expect(failure.cause.code == expected, "\(failure.findings)")
        #expect(failure.errors.map(\.code) == [expected])
    }

    /// RFC 5280 §6.1: what a certificate is refused for does not depend on who stands above it.
    @Test("nothing is built above a part of a path that a rule refuses")
    func refusedPrefix() throws {
        let clique = try Clique(8)
        let exit = try clique.certificate(of: 7, by: test.root)
        var template = CertificateTemplate.intermediate(name: "", at: TestChain.moment, pathLength: nil)
        template.extendedKeyUsage = [.clientAuth]
        let issuer = CertificateAuthority(try Identity.selfSigned(.root(name: "Issuing", at: TestChain.moment)))
        // Its certificates by all eight are for clients alone.
        let below = try clique.authorities.map { try $0.certify(issuer, template) }
        let leaf = try issuer.issue(TestChain.server()).certificate
        let failure = try #require(try test.judge([leaf] + below + clique.certificates + [exit]).failure)
        #expect(failure.errors.map(\.code) == [.extendedKeyUsage])
        // As many as are told of, and not as many as there are.
        #expect(failure.work.judgedPaths <= 9, "\(failure.work)")
    }

    @Test("too many names to compare is a refusal")
    func nameBudget() throws {
        var policy = try test.policy()
        policy.limits.nameComparisons = 3
        let chain = try test.chain { $0.names = [TestChain.host, "b.test", "c.test", "d.test"] }
        #expect(try test.errors(chain, policy: policy) == [.workLimit])
    }

    @Test("too many certificates are not even taken")
    func presented() throws {
        let chain = try test.chain()
        let many = Array(repeating: chain[0], count: Limits().presentedCertificates + 1)
        #expect(throws: ServerTrustError.self) { try ServerTrust(derChain: many) }
        #expect(throws: ServerTrustError.empty) { try ServerTrust(derChain: []) }
    }
}
