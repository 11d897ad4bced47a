import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Empty names", .ownThread)
struct SubjectRuleTests {
    private static let nobody = DistinguishedName([RelativeDistinguishedName]())
    let test: TestChain

    init() throws { test = try TestChain() }

    /// "If the subject is a CA …, then the subject field MUST be populated with a non-empty distinguished name" (RFC
    /// 5280 §4.1.2.6), and "The issuer field MUST contain a non-empty distinguished name" (§4.1.2.4).
    @Test("an authority without a name, and what it issues")
    func authority() throws {
        let chain = try test.belowIntermediate({ $0.subject = Self.nobody })
        #expect(try test.unmet(chain) == ["subject.authority", "subject.issuer"])
        #expect(try test.refusals(chain) == [.emptyName])
        // Under one's own anchors Chrome takes it, and Apple does not.
        #expect(try test.errors(chain) == [])
        // One in the place of the leaf is an authority too.
        var template = CertificateTemplate.intermediate(name: "", at: TestChain.moment)
        template.subject = Self.nobody
        let alone = try test.root.issue(template).chain
        #expect(try test.unmet(alone) { $0.purpose = .basicX509 } == ["subject.authority"])
    }

    @Test("a root without a name")
    func anchor() throws {
        let (chain, anchors) = try test.belowRoot({ $0.subject = Self.nobody })
        #expect(try test.unmet(chain, anchors: anchors) == ["subject.anchor", "subject.issuer"])
        #expect(try test.refusals(chain, anchors: anchors) == [.emptyName])
    }

    /// "If subject naming information is present only in the subjectAltName extension …, then the subject name MUST be
    /// an empty sequence and the subjectAltName extension MUST be critical" (RFC 5280 §4.1.2.6).
    @Test("a server without a subject: its alternative name is there, and critical")
    func leaf() throws {
        #expect(try test.unmet(test.chain { $0.subject = Self.nobody }) == [])
        let passedOver = try test.chain {
            $0.subject = Self.nobody
            $0.criticality[.subjectAlternativeName] = false
        }
        #expect(try test.unmet(passedOver) == ["subject.alternativeNameCritical"])
        #expect(try test.refusals(passedOver) == [.extensionCriticality])
        // RFC 5280 §4.2.1.6: "the issuing CA MUST include a subjectAltName extension that is marked as critical".
        // Under added roots Chromium 156 refuses it too (ERR_CERT_INVALID): what both refuse is refused there.
        #expect(try test.errors(passedOver) == [.extensionCriticality])
        let nameless = try test.chain {
            $0.subject = Self.nobody
            $0.names = []
        }
        #expect(try test.refusals(nameless) == [.missingSubjectAltName, .hostMismatch])
        #expect(try test.unmet(nameless) { $0.purpose = .basicX509 } == ["subject.alternativeName"])
        // Given as an anchor it is trusted as it is.
        let alone = try Identity.selfSigned(
            TestChain.server {
                $0.subject = Self.nobody
                $0.criticality[.subjectAlternativeName] = false
            })
        #expect(try test.unmet(alone.chain, anchors: [alone.certificate]) == [])
    }
}
