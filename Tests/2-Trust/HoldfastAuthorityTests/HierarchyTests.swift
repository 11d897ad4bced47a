import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing
import PeerPrograms

/// Faults that lie in how certificates stand to each other.
@Suite("Chains with one deviation", .ownThread)
struct HierarchyTests {
    private static let moment = TestHierarchy.moment

    private static func verdict(
        _ identity: Identity, _ root: CertificateAuthority,
        options: String = "-purpose sslserver -verify_hostname example.test"
    ) throws -> String {
        try OpenSSLCommand().verdict(chain: identity.chain, roots: [root.certificate], options: options)
    }

    @Test("self-signed: the server's own key signs, and the same certificate can be the anchor")
    func selfSigned() throws {
        let root = try CertificateAuthority.root(name: "Other", at: Self.moment)
        let server = try Identity.selfSigned(TestHierarchy.server())
        #expect(server.chain == [server.certificate])
        #expect(try Self.verdict(server, root) == "self-signed certificate")
        #expect(try Self.verdict(server, CertificateAuthority(server)) == "OK")
        let parsed = try Certificate(der: server.certificate)
        #expect(parsed.isSelfIssued)
        #expect(parsed.authorityKeyIdentifier?.keyIdentifier == parsed.subjectKeyIdentifier)
    }

    @Test("a root that is not the trusted one, though it has the same name")
    func untrustedRoot() throws {
        let hierarchy = try TestHierarchy()
        let impostor = try CertificateAuthority.root(name: "Test Root", at: Self.moment)
        let server = try hierarchy.intermediate.issue(TestHierarchy.server())
        #expect(try Self.verdict(server, impostor) == "unable to get local issuer certificate")
        let whole = server.presenting(server.issuers + [hierarchy.root.certificate])
        #expect(try Self.verdict(whole, impostor) == "self-signed certificate in certificate chain")
    }

    @Test("what is sent can be less, more or in another order")
    func presented() throws {
        let hierarchy = try TestHierarchy()
        let server = try hierarchy.intermediate.issue(TestHierarchy.server())
        #expect(try Self.verdict(server.presenting([]), hierarchy.root) == "unable to get local issuer certificate")
        let other = try TestHierarchy().intermediate.certificate
        #expect(try Self.verdict(server.presenting([other] + server.issuers), hierarchy.root) == "OK")
    }

    @Test("a server's certificate used as a CA")
    func leafAsAuthority() throws {
        let hierarchy = try TestHierarchy()
        let leaf = try hierarchy.intermediate.issue(TestHierarchy.server("innocent.test"))
        let forged = try CertificateAuthority(leaf).issue(TestHierarchy.server())
        #expect(forged.chain == [forged.certificate, leaf.certificate, hierarchy.intermediate.certificate])
        #expect(try Self.verdict(forged, hierarchy.root) == "invalid CA certificate")
    }

    @Test("RSA keys of 1024 bits")
    func shortKeys() throws {
        let hierarchy = try TestHierarchy()
        let server = try hierarchy.intermediate.issue(TestHierarchy.server(), key: .generate(.rsa(bits: 1024)))
        let options = "-auth_level 2 -purpose sslserver"
        #expect(try Self.verdict(server, hierarchy.root, options: options) == "EE certificate key too weak")
        let weak = try TestHierarchy(key: .generate(.rsa(bits: 1024)))
        let below = try weak.intermediate.issue(TestHierarchy.server())
        #expect(try Self.verdict(below, weak.root, options: options) == "CA certificate key too weak")
    }

    @Test("a client's certificate is for clients")
    func client() throws {
        let hierarchy = try TestHierarchy()
        let client = try hierarchy.intermediate.issue(.client(name: "somebody", at: Self.moment))
        #expect(try Self.verdict(client, hierarchy.root, options: "-x509_strict -purpose sslclient") == "OK")
        #expect(
            try Self.verdict(client, hierarchy.root, options: "-purpose sslserver")
                == "unsuitable certificate purpose")
    }

    @Test("an authority read from a file issues as before")
    func readBack() throws {
        let hierarchy = try TestHierarchy()
        let saved = hierarchy.intermediate.identity
        let read = CertificateAuthority(
            Identity(
                key: try PrivateKey(pem: saved.key.pem), certificate: try Certificate(der: saved.certificate),
                issuers: saved.issuers))
        let server = try read.issue(TestHierarchy.server())
        #expect(try Self.verdict(server, hierarchy.root, options: "-x509_strict -purpose sslserver") == "OK")
        #expect(server.chainPEM.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        let blocks = try PEM.blocks(in: Array(server.chainPEM.utf8)[...])
        #expect(blocks.map(\.contents) == server.chain)
        let root = try Certificate(der: hierarchy.root.certificate)
        let reread = Identity(key: hierarchy.root.identity.key, certificate: root)
        #expect(try CertificateAuthority(reread).issue(TestHierarchy.server()).chain.count == 1)
    }

    @Test("one key under two issuers, for cross-signing")
    func crossSigned() throws {
        let (old, new) = (try TestHierarchy(), try TestHierarchy())
        let server = try old.intermediate.issue(TestHierarchy.server())
        var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: Self.moment)
        template.serialNumber = SerialNumber(1)
        let key = old.intermediate.identity.key.subjectPublicKeyInfo
        let cross = try new.root.issue(template, for: key)
        #expect(try Self.verdict(server.presenting([cross]), new.root) == "OK")
    }

    /// RFC 5280 §3.2: "Cross-certificates are CA certificates in which the issuer and subject are different entities";
    /// RFC 4210 §4.4: a new key vouched for by the old one, under one name.
    @Test("an authority vouched for by another one, and by its older self")
    func certified() throws {
        let (old, new) = (try TestHierarchy(), try TestHierarchy())
        let server = try new.intermediate.issue(TestHierarchy.server())
        let other = try CertificateAuthority.root(name: "Elsewhere", at: Self.moment)
        for issuer in [other, old.root] {
            let cross = try issuer.certify(
                new.root, .intermediate(name: "not said", at: Self.moment, pathLength: nil))
            let parsed = try Certificate(der: cross)
            #expect(parsed.subject == new.root.identity.subject)
            #expect(parsed.subjectPublicKeyInfo == new.root.identity.key.subjectPublicKeyInfo)
            #expect(parsed.isSelfIssued == (issuer.certificate == old.root.certificate))
            #expect(try Self.verdict(server, issuer) != "OK")
            #expect(try Self.verdict(server.presenting(server.issuers + [cross]), issuer) == "OK")
        }
    }
}
