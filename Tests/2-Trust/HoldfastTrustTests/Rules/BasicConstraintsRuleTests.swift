import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Basic constraints", .ownThread)
struct BasicConstraintsRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("basic constraints: a server's certificate signs no other (RFC 5280 §6.1.4(k))")
    func leafAsAuthority() throws {
        let server = try test.intermediate.issue(TestChain.server())
        let forged = try CertificateAuthority(server).issue(TestChain.server())
        #expect(
            try test.errors([forged.certificate] + server.chain) == [.basicConstraints, .keyUsage, .pathLength])
    }

    @Test("basic constraints: absent is not an authority")
    func constraintsAbsent() throws {
        var template = CertificateTemplate.intermediate(name: "No constraints", at: TestChain.moment)
        template.basicConstraints = nil
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.basicConstraints])
    }

    @Test("an anchor that is not marked as an authority (RFC 5280 §6.1.1(d) leaves it to the relying party)")
    func anchor() throws {
        let (chain, anchors) = try test.belowRoot { $0.basicConstraints = nil }
        #expect(try test.unmet(chain, anchors: anchors).contains("basicConstraints.anchor"))
        #expect(try test.refusals(chain, anchors: anchors).contains(.basicConstraints))
        #expect(try test.errors(chain, policy: test.policy(anchors: anchors)) == [])
    }

    /// "CAs MUST NOT include the pathLenConstraint field unless the cA boolean is asserted and the key usage extension
    /// asserts the keyCertSign bit" (RFC 5280 §4.2.1.9).
    @Test("a path length constraint of no authority, and of one that may not sign")
    func pathLength() throws {
        let leaf = try test.chain { $0.basicConstraints = BasicConstraints(isCA: false, pathLengthConstraint: 0) }
        #expect(try test.unmet(leaf) { $0.purpose = .basicX509 } == ["basicConstraints.pathLength"])
        #expect(try test.refusals(leaf) == [.basicConstraints])
        #expect(try test.errors(leaf) == [])
        let unable = try test.belowIntermediate { $0.keyUsage = [.cRLSign] }
        #expect(try test.unmet(unable) == ["basicConstraints.pathLength", "keyUsage.keyCertSign"])
        // Without a key usage nothing is restricted.
        #expect(try test.unmet(test.belowIntermediate { $0.keyUsage = nil }) == ["keyUsage.present"])
    }
}
