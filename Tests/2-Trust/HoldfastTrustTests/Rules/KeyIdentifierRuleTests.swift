import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Key identifiers", .ownThread)
struct KeyIdentifierRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// "The keyIdentifier field of the authorityKeyIdentifier extension MUST be included in all certificates generated
    /// by conforming CAs to facilitate certification path construction" (RFC 5280 §4.2.1.1).
    @Test("a certificate that does not identify the key of its issuer")
    func authority() throws {
        let leaf = try test.chain { $0.authorityKeyIdentifier = .omitted }
        #expect(try test.unmet(leaf) == ["keyIdentifier.authority"])
        #expect(try test.refusals(leaf) == [.keyIdentifier])
        #expect(
            try test.unmet(test.belowIntermediate({ $0.authorityKeyIdentifier = .omitted })) == [
                "keyIdentifier.authority"
            ])
        // The extension without the field is not enough.
        let empty = try test.chain {
            $0.authorityKeyIdentifier = .omitted
            $0.add(.authorityKeyIdentifier, AuthorityKeyIdentifier())
        }
        #expect(try test.unmet(empty) == ["keyIdentifier.authority"])
    }

    /// "There is one exception; where a CA distributes its public key in the form of a "self-signed" certificate, the
    /// authority key identifier MAY be omitted."
    @Test("self-signed: the anchor, and a leaf that is none")
    func selfSigned() throws {
        let (chain, anchors) = try test.belowRoot({ $0.authorityKeyIdentifier = .omitted })
        #expect(try test.unmet(chain, anchors: anchors) == [])
        let alone = try Identity.selfSigned(TestChain.server { $0.authorityKeyIdentifier = .omitted })
        #expect(try test.unmet(alone.chain) == ["anchor.selfSignedLeaf"])
        // Self-issued with another key, as for a roll-over, is not self-signed.
        var template = CertificateTemplate.intermediate(name: "Test Root", at: TestChain.moment, pathLength: nil)
        template.authorityKeyIdentifier = .omitted
        let rollover = CertificateAuthority(try test.root.issue(template))
        #expect(try test.unmet(rollover.issue(TestChain.server()).chain) == ["keyIdentifier.authority"])
    }

    @Test("an anchor that another authority issued identifies that one's key")
    func crossSignedAnchor() throws {
        func unmet(_ field: KeyIdentifierField) throws -> Set<String> {
            var template = CertificateTemplate.intermediate(name: "Crossed", at: TestChain.moment)
            template.authorityKeyIdentifier = field
            let crossed = CertificateAuthority(try test.root.issue(template))
            let leaf = try crossed.issue(TestChain.server())
            return try test.unmet([leaf.certificate], anchors: [crossed.certificate])
        }
        #expect(try unmet(.derived) == [])
        #expect(try unmet(.omitted) == ["keyIdentifier.anchorAuthority"])
        // "generated with the private key associated with the certificate's subject public key": self-signed, although
        // it names another issuer.
        let (chain, anchors) = try test.belowRoot {
            $0.issuer = DistinguishedName([(.commonName, "Somebody Else")])
            $0.authorityKeyIdentifier = .omitted
        }
        #expect(try test.unmet(chain, anchors: anchors) == [])
    }

    /// "this extension MUST appear in all conforming CA certificates" (RFC 5280 §4.2.1.2).
    @Test("an authority that does not identify its own key")
    func subject() throws {
        let chain = try test.belowIntermediate({ $0.subjectKeyIdentifier = .omitted })
        #expect(try test.unmet(chain) == ["keyIdentifier.subject"])
        #expect(try test.refusals(chain) == [.keyIdentifier])
        // A leaf SHOULD have it.
        #expect(try test.unmet(test.chain { $0.subjectKeyIdentifier = .omitted }) == [])
        let (below, anchors) = try test.belowRoot {
            $0.subjectKeyIdentifier = .omitted
            $0.authorityKeyIdentifier = .omitted
        }
        #expect(try test.unmet(below, anchors: anchors) == ["keyIdentifier.anchorSubject"])
        // To `default` an anchor is a name and a key.
        #expect(try test.unmet(below, anchors: anchors) { $0.profile = .default } == [])
    }

    /// "the value of the subject key identifier MUST be the value placed in the key identifier field of the authority
    /// key identifier extension … of certificates issued by the subject of this certificate" (RFC 5280 §4.2.1.2); and
    /// "Applications are not required to verify that key identifiers match".
    @Test("a certificate that names another key than the one that signed it")
    func mismatch() throws {
        let chain = try test.chain { $0.authorityKeyIdentifier = .value([1, 2, 3]) }
        #expect(try test.unmet(chain) == ["keyIdentifier.matches"])
        #expect(try test.refusals(chain) == [])
        // Without an identifier on one side there is nothing to compare.
        let unstated = try test.belowIntermediate({ $0.subjectKeyIdentifier = .omitted })
        #expect(try !test.unmet(unstated).contains("keyIdentifier.matches"))
    }

    /// Appendix A.2: "authorityCertIssuer and authorityCertSerialNumber MUST both be present or both be absent".
    @Test("the issuer's certificate: named by half, rightly, wrongly")
    func issuerAndSerial() throws {
        let intermediate = try Certificate(der: test.intermediate.certificate)
        func unmet(
            issuer: DistinguishedName?, serial: SerialNumber?, _ profile: Profile = .rfc5280
        ) throws -> Set<String> {
            let identifier = AuthorityKeyIdentifier(
                keyIdentifier: intermediate.subjectKeyIdentifier,
                authorityCertIssuer: issuer.map { [.directoryName($0)] }, authorityCertSerialNumber: serial)
            let chain = try test.chain {
                $0.authorityKeyIdentifier = .omitted
                $0.add(.authorityKeyIdentifier, identifier)
            }
            return try test.unmet(chain) { $0.profile = profile }
        }
        let (issuer, serial) = (intermediate.issuer, intermediate.serialNumber)
        #expect(try unmet(issuer: issuer, serial: serial) == [])
        #expect(try unmet(issuer: issuer, serial: nil) == ["keyIdentifier.authorityPair"])
        #expect(try unmet(issuer: nil, serial: serial) == ["keyIdentifier.authorityPair"])
        #expect(try unmet(issuer: issuer, serial: SerialNumber(7)) == ["keyIdentifier.authorityCertificate"])
        let other = DistinguishedName([(.commonName, "Other")])
        #expect(try unmet(issuer: other, serial: serial) == ["keyIdentifier.authorityCertificate"])
        // CA/B BR 7.1.2.11.1: "authorityCertIssuer MUST NOT be present".
        #expect(try unmet(issuer: issuer, serial: serial, .webpki).contains("keyIdentifier.authorityKeyOnly"))
    }

    @Test("a root's own: the key identifier alone (CA/B BR 7.1.2.1.3)")
    func root() throws {
        func unmet(_ identifier: AuthorityKeyIdentifier) throws -> Bool {
            let (chain, anchors) = try test.belowRoot({
                $0.subjectKeyIdentifier = .value([1, 2, 3])
                $0.authorityKeyIdentifier = .omitted
                $0.add(.authorityKeyIdentifier, identifier)
            })
            return try test.unmet(chain, anchors: anchors) { $0.profile = .webpki }
                .contains("keyIdentifier.anchorAuthorityForm")
        }
        #expect(try !unmet(.init(keyIdentifier: [1, 2, 3])))
        #expect(try unmet(.init(keyIdentifier: [1, 2, 4])))
        #expect(try unmet(.init()))
        #expect(try unmet(.init(keyIdentifier: [1, 2, 3], authorityCertSerialNumber: SerialNumber(1))))
        let names: [GeneralName] = [.directoryName(DistinguishedName([(.commonName, "Changed Root")]))]
        #expect(try unmet(.init(keyIdentifier: [1, 2, 3], authorityCertIssuer: names)))
    }
}
