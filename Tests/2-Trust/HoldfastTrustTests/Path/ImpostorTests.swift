import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A name proves nothing: whoever makes keys can give them any name.
@Suite("Impostors under a known name", .ownThread)
struct ImpostorTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// RFC 5280 §6.1.1(d): the trust anchor is "the trusted issuer name" together with "the trusted public key".
    @Test("a root with the anchor's name and another key is no anchor")
    func anchor() throws {
        let impostor = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        #expect(try Certificate(der: impostor.certificate).subject == Certificate(der: test.root.certificate).subject)
        let direct = try impostor.issue(TestChain.server())
        #expect(try test.errors([direct.certificate, impostor.certificate]) == [.noAnchor])
        let below = try impostor.intermediate(name: "Test Intermediate", at: TestChain.moment).issue(TestChain.server())
        #expect(try test.errors(below.chain + [impostor.certificate]) == [.noAnchor])
        // The anchor's own bytes beside it change nothing, in whatever order.
        #expect(
            try test.errors([direct.certificate, test.root.certificate, impostor.certificate]) == [.noAnchor])
    }

    @Test("a leaf with the name of an anchored leaf and another key is no anchor")
    func leaf() throws {
        let known = try Identity.selfSigned(TestChain.server())
        let impostor = try Identity.selfSigned(TestChain.server())
        let policy = try test.policy(anchors: [known.certificate])
        #expect(try test.errors(known.chain, policy: policy) == [])
        #expect(try test.errors(impostor.chain, policy: policy) == [.selfSignedNotAnchor])
    }

    @Test("a signature that was verified with one key is not remembered for another key of that name")
    func memory() throws {
        // Without key identifiers nothing but the signature tells the two authorities apart.
        let leaf = try test.intermediate.issue(TestChain.server { $0.authorityKeyIdentifier = .omitted })
        #expect(try test.errors(leaf.chain) == [])
        let impostor = try test.root.intermediate(name: "Test Intermediate", at: TestChain.moment)
        #expect(try test.errors([leaf.certificate, impostor.certificate]) == [.badSignature])
        #expect(try test.errors(leaf.chain) == [])
    }
}
