import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.2.1.1: the key identifier is there to tell the keys of one issuer apart; not every certificate has it.
@Suite("Work: a thousand authorities of one name", .ownThread)
struct SameNameTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// Authorities of the intermediate's name; names lead from them to the anchor, where `isReaching`.
    private func impostors(_ count: Int, isReaching: Bool, identifiers: Bool) throws -> [[UInt8]] {
        let forger = try CertificateAuthority.root(name: isReaching ? "Test Root" : "Forger", at: TestChain.moment)
        return try (0..<count).map { _ in
            var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: TestChain.moment)
            // What is valid for longer is tried before the right one.
            template.notAfter = template.notAfter.advanced(byDays: 1)
            let identifier = test.root.identity.key.subjectPublicKeyInfo.derivedKeyIdentifier
            template.authorityKeyIdentifier = .value(identifier)
            if !identifiers {
                template.subjectKeyIdentifier = .omitted
                template.authorityKeyIdentifier = .omitted
            }
            return try forger.issue(template).certificate
        }
    }

    /// Path steps for measuring the distances once: each certificate is reached as a child, goes on as an issuer, and
    /// is named as a candidate; fifty of these are a step.
    private static func measuring(_ certificates: Int) -> Int { 3 * certificates / 50 }

    private func judge(_ impostors: [[UInt8]], right: Bool, identifiers: Bool) throws -> (
        result: Result<TrustEvaluation, TrustFailure>, work: WorkDone
    ) {
        let chain = try test.chain { if !identifiers { $0.authorityKeyIdentifier = .omitted } }
        let (first, last) = (impostors.prefix(impostors.count / 2), impostors.suffix(impostors.count / 2))
        return try test.judge(pool: [chain[0]] + first + (right ? [chain[1]] : []) + last)
    }

    @Test("with key identifiers: the right one alone is checked")
    func identified() throws {
        let impostors = try impostors(1_000, isReaching: true, identifiers: true)
        let (result, work) = try judge(impostors, right: true, identifiers: true)
        #expect(result.success != nil)
        #expect(work.signatureChecks == 2)
        #expect(work.pathSteps <= 2 * Self.measuring(1_100))
    }

    @Test("without: each at most once, and the right one is found")
    func unidentified() throws {
        let impostors = try impostors(60, isReaching: true, identifiers: false)
        let (result, work) = try judge(impostors, right: true, identifiers: false)
        #expect(result.success != nil)
        #expect(work.signatureChecks <= 62)
        #expect(work.pathSteps <= 60 + 2 * Self.measuring(160))
    }

    @Test("without, and none is right: each once, and a bad signature", arguments: [30, 60])
    func none(_ count: Int) throws {
        let impostors = try impostors(count, isReaching: true, identifiers: false)
        let (result, work) = try judge(impostors, right: false, identifiers: false)
        // Nothing but the signatures tells the forger from the anchor of its name.
        #expect(result.codes(.error) == [.badSignature])
        #expect((count...count + 2).contains(work.signatureChecks), "\(work)")
        #expect(work.pathSteps <= count + 2 * Self.measuring(count + 100))
    }

    @Test("from whom no name leads to an anchor: not one is checked")
    func unreaching() throws {
        let impostors = try impostors(1_000, isReaching: false, identifiers: false)
        let (result, work) = try judge(impostors, right: true, identifiers: false)
        #expect(result.success != nil)
        #expect(work.signatureChecks == 2)
    }

    @Test("more than the budget are a refusal that says so, the right one among them or not", arguments: [true, false])
    func tooMany(_ hasRight: Bool) throws {
        let impostors = try impostors(1_300, isReaching: true, identifiers: false)
        let (result, work) = try judge(impostors, right: hasRight, identifiers: false)
        #expect(result.failure?.cause.code == .workLimit)
        // A quarter more tells why.
        #expect(work.signatureWeight <= Limits().signatureWeight * 5 / 4)
        // Beside those that fail, two hold at most.
        #expect(work.signatureChecks <= Limits().failedSignatureChecks * 5 / 4 + 2, "\(work)")
    }

    @Test("keys of a type that never made such a signature cost nothing")
    func otherTypes() throws {
        let forger = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: TestChain.moment)
        template.subjectKeyIdentifier = .omitted
        template.authorityKeyIdentifier = .omitted
        let key = try PrivateKey.generate(.ed448)
        let others = try (0..<50).map { index in
            template.notAfter = template.notAfter.advanced(byDays: 1)
            return try forger.issue(template, key: key).certificate
        }
        let (result, work) = try judge(others, right: true, identifiers: false)
        #expect(result.success != nil)
        #expect(work.signatureChecks == 2)
    }

    @Test("one key under many certificates is checked once against each certificate below")
    func oneKey() throws {
        let forger = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let key = try PrivateKey.generate(.p256)
        let others = try (0..<200).map { index in
            try forger.issue(.intermediate(name: "Test Intermediate", at: TestChain.moment), key: key).certificate
        }
        let (result, work) = try judge(others, right: false, identifiers: false)
        // The forger's own certificate is not here: the anchor of its name has another key.
        #expect(result.codes(.error) == [.badSignature, .issuerNotFound])
        #expect(work.signatureChecks <= 2)
    }
}
