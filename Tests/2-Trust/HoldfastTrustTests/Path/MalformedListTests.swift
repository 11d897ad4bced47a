import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 8446 §4.4.2: implementations "SHOULD be prepared to handle potentially extraneous certificates and arbitrary
/// orderings"; some of them are no certificates.
@Suite("Malformed certificates anywhere in the list", .ownThread)
struct MalformedListTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("behind the leaf each is named by its place, and the chain is trusted without it")
    func places() throws {
        let chain = try test.chain()
        for place in 1...chain.count {
            var list = chain
            list.insert(Array(chain[1].dropLast(3)), at: place)
            let proof = try #require(try test.judge(list).success, "\(place)")
            #expect(proof.chain.count == 3)
            #expect(proof.findings.map(\.code) == [.malformedCertificate])
            #expect(proof.findings.map(\.severity) == [.warning])
            #expect(proof.findings.map(\.position) == [.presented(index: place)])
        }
    }

    @Test("several: a finding each, in the order of the list")
    func several() throws {
        let chain = try test.chain()
        let list = [chain[0], [], [0x30], chain[1], [0x30, 0x80, 0, 0], Array(repeating: 0xFF, count: 200)]
        let proof = try #require(try test.judge(list).success)
        #expect(proof.findings.map(\.position) == [1, 2, 4, 5].map { .presented(index: $0) })
        #expect(Set(proof.findings.map(\.fingerprint)).count == 4)
    }

    @Test("the one intermediate: nobody is the issuer, and why is said first")
    func intermediate() throws {
        let chain = try test.chain()
        let failure = try #require(try test.judge([chain[0], Array(chain[1].dropLast())]).failure)
        #expect(failure.errors.map(\.code) == [.malformedCertificate, .issuerNotFound])
        #expect(failure.chain.count == 1)
    }

    @Test("the leaf cut anywhere is a refusal that says malformed")
    func cutLeaf() throws {
        let chain = try test.chain()
        for count in stride(from: 0, to: chain[0].count, by: 7) {
            let failure = try #require(try test.judge([Array(chain[0].prefix(count)), chain[1]]).failure)
            #expect(failure.errors.map(\.code) == [.malformedCertificate], "\(count)")
            #expect(failure.cause.position == .presented(index: 0))
        }
    }

    @Test("an extension that is known and breaks its syntax makes the certificate malformed, critical or not")
    func extensions() throws {
        for oid: ObjectIdentifier in [
            .keyUsage, .nameConstraints, .policyConstraints, .policyMappings, .certificatePolicies, .inhibitAnyPolicy,
            .authorityKeyIdentifier, .subjectAlternativeName, .issuerAlternativeName, .freshestCRL,
        ] {
            let chain = try test.chain {
                $0.keyUsage = nil
                $0.authorityKeyIdentifier = .omitted
                $0.names = []
                $0.additionalExtensions = [Extension(oid, value: [0x30, 0x05, 0])]
            }
            #expect(try test.errors(chain) == [.malformedCertificate], "\(oid)")
        }
    }
}
