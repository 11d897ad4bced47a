import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Certificates that are large, or large in one respect.
@Suite("Work: big certificates", .ownThread)
struct BigCertificateTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    private static let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 9)

    @Test("nearly a megabyte is judged, and counts by its bytes; more is not taken")
    func megabyte() throws {
        func chain(_ bytes: Int) throws -> [[UInt8]] {
            try test.chain {
                $0.additionalExtensions = [Extension(Self.unknown, value: Array(repeating: 5, count: bytes))]
            }
        }
        let (result, work) = try test.judge(pool: chain(1_000_000))
        #expect(result.success != nil)
        // 30 times the 32 KiB that are hashed in the time of one check, and the two checks.
        #expect((30...35).contains(work.signatureWeight), "\(work)")
        #expect(throws: ServerTrustError.self) { try ServerTrust(derChain: try chain(1 << 20)) }
        // By itself it is one over the limit of the reader, too.
        #expect(try test.judge(pool: chain(1 << 20)).result.codes(.error) == [.malformedCertificate])
    }

    /// Without the weight of bytes, 250 keys would hash 250 megabytes.
    @Test("nearly a megabyte and 250 keys that might have signed it end at the budget")
    func megabyteTimesKeys() throws {
        let forger = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let others = try (0..<250).map { _ in
            var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: TestChain.moment)
            template.subjectKeyIdentifier = .omitted
            template.authorityKeyIdentifier = .omitted
            return try forger.issue(template).certificate
        }
        let leaf = try test.chain {
            $0.authorityKeyIdentifier = .omitted
            $0.additionalExtensions = [Extension(Self.unknown, value: Array(repeating: 5, count: 900_000))]
        }
        let (result, work) = try test.judge(pool: [leaf[0]] + others)
        #expect(result.failure?.cause.code == .workLimit)
        // Each weighs 28; a quarter of the limit is left to say why, and the intermediate's own lies on the path.
        #expect(work.signatureChecks <= Limits().signatureWeight * 5 / 4 / 28 + 1)
    }

    @Test("ten thousand extensions are judged, sixty thousand are past the reader's limit")
    func extensions() throws {
        func chain(_ count: UInt64) throws -> [[UInt8]] {
            try test.chain {
                $0.additionalExtensions = (0..<count).map {
                    Extension(ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 10, $0), value: [5, 0])
                }
            }
        }
        #expect(try test.judge(pool: chain(10_000)).result.success != nil)
        #expect(try test.judge(pool: chain(30_000)).result.codes(.error) == [.malformedCertificate])
    }

    @Test("elements inside elements, a hundred thousand deep")
    func nesting() throws {
        var deep: [UInt8] = []
        for _ in 0..<100_000 { deep += [0x30, 0x83, 0x07, 0xFF, 0xFF] }
        let extensions: [ObjectIdentifier] = [.certificatePolicies, .subjectAlternativeName, .nameConstraints]
        #expect(try test.judge(pool: [deep]).result.codes(.error) == [.malformedCertificate])
        for oid in extensions {
            let chain = try test.chain {
                $0.names = []
                $0.additionalExtensions = [Extension(oid, value: deep)]
            }
            #expect(try test.judge(pool: chain).result.codes(.error) == [.malformedCertificate], "\(oid)")
        }
    }

    @Test("names of a thousand attributes: linked and compared once each")
    func longNames() throws {
        let name = DistinguishedName((0..<1_000).map { (type: .organizationalUnitName, text: "Unit \($0)") })
        var template = CertificateTemplate.intermediate(name: "", at: TestChain.moment)
        template.subject = name
        let forger = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let good = try test.root.issue(template)
        let others = try (0..<30).map { _ in try forger.issue(template).certificate }
        let leaf = try CertificateAuthority(good).issue(TestChain.server()).certificate
        let (result, work) = try test.judge(pool: [leaf] + others + [good.certificate])
        #expect(result.success?.chain.count == 3)
        #expect(work.signatureChecks == 3 || work.signatureChecks == 2)
        #expect(work.pathSteps <= 40)
    }

    @Test("a chain of a thousand is not taken, and where it may be sent is refused without a check of all")
    func longChain() throws {
        var authority = test.root
        for level in 0..<1_000 {
            authority = CertificateAuthority(
                try authority.issue(.intermediate(name: "Level \(level)", at: TestChain.moment, pathLength: nil)))
        }
        let chain = try authority.issue(TestChain.server()).chain
        #expect(throws: ServerTrustError.self) { try ServerTrust(derChain: chain) }
        let (result, work) = try test.judge(pool: chain)
        #expect(result.codes(.error) == [.workLimit])
        #expect(work.signatureChecks <= Limits().pathCertificates)
        #expect(work.pathSteps <= 100)
    }

    /// The shape for which RFC 9618 was written: every certificate maps all policies to all others.
    @Test("thirty policies mapped to each other over twenty certificates")
    func policies() throws {
        let policies = (0..<30).map { ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 8, UInt64($0)) }
        let mappings = policies.flatMap { from in
            policies.map { PolicyMappings.Mapping(issuerDomainPolicy: from, subjectDomainPolicy: $0) }
        }
        var authority = test.root
        for level in 0..<20 {
            var template = CertificateTemplate.intermediate(
                name: "Level \(level)", at: TestChain.moment, pathLength: nil)
            template.add(.certificatePolicies, CertificatePolicies(policies.map { PolicyInformation($0) }))
            template.add(.policyMappings, PolicyMappings(mappings))
            authority = CertificateAuthority(try authority.issue(template))
        }
        let chain = try authority.issue(
            TestChain.server { $0.add(.certificatePolicies, CertificatePolicies([PolicyInformation(policies[0])])) }
        ).chain
        let (result, work) = try test.judge(pool: chain)
        #expect(result.success?.validPolicies.authorityConstrained.count == 30)
        // At most a node a policy, an edge and a mapping a pair, three times over: not 30 to the 20th.
        #expect(work.policySteps <= 3 * 20 * 31 * 31)
    }
}
