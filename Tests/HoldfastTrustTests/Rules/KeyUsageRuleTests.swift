import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Key usage", .ownThread)
struct KeyUsageRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("key usage: keyCertSign above, something for TLS below")
    func keyUsage() throws {
        var template = CertificateTemplate.intermediate(name: "No signing", at: TestChain.moment)
        template.keyUsage = [.cRLSign]
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.keyUsage])
        #expect(try test.errors(test.chain { $0.keyUsage = [.dataEncipherment] }) == [.keyUsage])
        // RFC 5280 §4.2.1.3 restricts only where the extension is there.
        #expect(try test.errors(test.chain { $0.keyUsage = nil }) == [])
    }

    /// "If there is no purpose consistent with both extensions, then the certificate MUST NOT be used for any purpose"
    /// (RFC 5280 §4.2.1.12), where serverAuth is consistent with "digitalSignature, keyEncipherment or keyAgreement".
    @Test("a key usage that contradicts the extended one refuses under every profile")
    func contradiction() throws {
        func unmet(_ usage: KeyUsage, _ purposes: [ObjectIdentifier]?, client: Bool = false) throws -> Set<String> {
            let chain = try test.chain {
                $0.keyUsage = usage
                $0.extendedKeyUsage = purposes
            }
            let unmet = try test.unmet(chain) { if client { $0.purpose = .sslClient } }
            return Set(unmet.filter { $0.hasPrefix("keyUsage.") })
        }
        for usage in [KeyUsage.nonRepudiation, .dataEncipherment, .cRLSign] {
            #expect(try unmet(usage, [.serverAuth]) == ["keyUsage.purpose"])
            #expect(try unmet(usage, nil) == ["keyUsage.handshake"])
        }
        #expect(try unmet(.keyAgreement, [.serverAuth]) == ["keyUsage.handshake"])
        #expect(try unmet(.keyEncipherment, [.clientAuth], client: true) == ["keyUsage.purpose"])
        for profile in Profile.all { #expect(profile.severity(of: KeyUsageRule.purpose, under: .own) == .error) }
    }

    /// "the digitalSignature bit MUST be set if the Key Usage extension is present" (RFC 8446 §4.4.2.2); for an RSA key
    /// of TLS 1.2 without (EC)DHE, "the keyEncipherment bit MUST be set" (RFC 5246 §7.4.2).
    @Test("what a handshake needs, by the kind of key and who holds it")
    func handshake() throws {
        func errors(_ key: KeyKind, _ usage: KeyUsage, client: Bool = false) throws -> Set<FindingCode> {
            var template = TestChain.server()
            if client { template.extendedKeyUsage = [.clientAuth] }
            template.keyUsage = usage
            let chain = try test.intermediate.issue(template, key: .generate(key)).chain
            var policy = try test.policy()
            if client { policy.purpose = .sslClient }
            return Set(try test.errors(chain, policy: policy))
        }
        for usage in [KeyUsage.keyEncipherment, .keyAgreement] {
            #expect(try errors(.p256, usage) == [.keyUsage])
            #expect(try errors(.rsa(bits: 2048), usage, client: true) == [.keyUsage])
        }
        #expect(try errors(.rsa(bits: 2048), .keyEncipherment) == [])
        #expect(try errors(.rsa(bits: 2048), .keyAgreement) == [.keyUsage])
        #expect(try errors(.p256, [.digitalSignature, .keyAgreement]) == [])
    }

    /// "Conforming CAs MUST include this extension in certificates that contain public keys that are used to validate
    /// digital signatures on other public key certificates" (RFC 5280 §4.2.1.3).
    @Test("an authority without a key usage")
    func absent() throws {
        let chain = try test.belowIntermediate { $0.keyUsage = nil }
        #expect(try test.unmet(chain) == ["keyUsage.present"])
        #expect(try test.refusals(chain) == [.keyUsage])
        #expect(try test.errors(chain) == [])
        let (below, anchors) = try test.belowRoot { $0.keyUsage = nil }
        #expect(try test.unmet(below, anchors: anchors) == ["keyUsage.anchorPresent"])
        #expect(try test.refusals(below, anchors: anchors) == [])
    }

    @Test("an anchor whose key usage contradicts what its key did")
    func anchor() throws {
        let (chain, anchors) = try test.belowRoot { $0.keyUsage = [.cRLSign] }
        #expect(try test.unmet(chain, anchors: anchors) == ["keyUsage.anchor"])
        #expect(try test.refusals(chain, anchors: anchors) == [.keyUsage])
        #expect(try test.errors(chain, policy: test.policy(anchors: anchors)) == [])
    }

    /// "If the keyCertSign bit is asserted, then the cA bit in the basic constraints extension (Section 4.2.1.9) MUST
    /// also be asserted"; "at least one of the bits MUST be set to 1" (RFC 5280 §4.2.1.3).
    @Test("keyCertSign without an authority, and no usage at all")
    func inconsistent() throws {
        let signing = try test.chain { $0.keyUsage = [.digitalSignature, .keyCertSign] }
        #expect(try test.unmet(signing) { $0.purpose = .basicX509 } == ["keyUsage.withoutAuthority"])
        #expect(try test.unmet(signing) == ["keyUsage.withoutAuthority", "subscriber.consistentAuthority"])
        #expect(try test.refusals(signing) == [.keyUsage, .basicConstraints])
        let empty = try test.chain { $0.keyUsage = [] }
        #expect(try test.unmet(empty) { $0.purpose = .basicX509 } == ["keyUsage.empty"])
        #expect(try test.refusals(empty) == [.keyUsage])
    }
}
