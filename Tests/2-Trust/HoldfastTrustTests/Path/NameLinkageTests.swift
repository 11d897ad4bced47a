import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// "The certificate issuer name is the working_issuer_name" (RFC 5280 §6.1.3(a)(4)): the pool of candidates finds
/// issuers by name, compared as §7.1 says, so that no path is built whose names do not link.
@Suite("Names link the path", .ownThread)
struct NameLinkageTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("the right key under another name is no issuer")
    func otherName() throws {
        let chain = try test.chain { $0.issuer = DistinguishedName([(.commonName, "Somebody Else")]) }
        #expect(try test.errors(chain) == [.issuerNotFound])
        // Nor is an anchor of the right key.
        let direct = try test.root.issue(
            TestChain.server { $0.issuer = DistinguishedName([(.commonName, "Somebody Else")]) })
        #expect(try test.errors(direct.chain) == [.issuerNotFound])
        // A level more or less is another name.
        let longer = try test.chain {
            $0.issuer = DistinguishedName([(.commonName, "Test Intermediate"), (.organizationalUnitName, "Unit")])
        }
        #expect(try test.errors(longer) == [.issuerNotFound])
    }

    /// RFC 5280 §7.1: case, white space and the type of the string do not count.
    @Test("the same name, written in another way")
    func sameName() throws {
        let chain = try test.chain {
            let value = AttributeValue(
                .commonName, valueTag: .printableString, value: Array(" TEST   intermediate ".utf8)[...])
            $0.issuer = DistinguishedName([RelativeDistinguishedName([value])])
        }
        #expect(try test.errors(chain) == [])
    }

    @Test("an empty issuer links to nobody but one without a name, and that is a finding")
    func emptyIssuer() throws {
        let nobody = DistinguishedName([RelativeDistinguishedName]())
        #expect(try test.unmet(test.chain { $0.issuer = nobody }) == ["anchor.issuerFound", "subject.issuer"])
        // A nameless authority and the key that fits: the names link, and both are refused for it.
        let nameless = try test.belowIntermediate { $0.subject = nobody }
        #expect(try test.refusals(nameless) == [.emptyName])
        // A nameless anchor is not the issuer of each nameless certificate: the signature decides.
        var template = CertificateTemplate.root(name: "", at: TestChain.moment)
        template.subject = nobody
        let anchor = try Identity.selfSigned(template)
        let chain = try test.chain {
            $0.issuer = nobody
            $0.authorityKeyIdentifier = .omitted
        }
        #expect(try test.errors(chain, policy: test.policy(anchors: [anchor.certificate])).contains(.badSignature))
    }
}
