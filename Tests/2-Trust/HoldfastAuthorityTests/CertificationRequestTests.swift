import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Requests that are made here, read by this project's parser and by OpenSSL's.
@Suite("Requests for certificates", .ownThread)
struct CertificationRequestTests {
    static func name(_ text: String) throws -> GeneralName { try GeneralName(alternativeName: text) }

    static let kinds: [KeyKind] = [.rsa(bits: 2048), .p256, .p384, .p521, .ed25519]

    @Test("say what the template says, signed by their key", arguments: kinds)
    func made(_ kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind)
        var template = CertificationRequestTemplate(
            subject: try DistinguishedName(text: "CN=example.test,O=Example,C=DE"))
        template.alternativeNames = [
            try Self.name("example.test"), try Self.name("192.0.2.1"), try Self.name("2001:db8::1"),
            try Self.name("who@example.test"),
        ]
        template.challengePassword = "open sesame"
        let der = try template.signed(by: key)
        let request = try CertificationRequest(der: der)
        #expect(request.isSignedByItsKey)
        #expect(request.subject == template.subject)
        #expect(request.subjectAlternativeName == template.alternativeNames)
        #expect(request.challengePassword == "open sesame")
        #expect(request.subjectPublicKeyInfo == key.subjectPublicKeyInfo)

        let openssl = try OpenSSLCommand()
        try openssl.write(request.pem.utf8, to: "request")
        let text = try openssl("req -in request -verify -text -noout").withPlainNames
        #expect(text.contains("verify OK"))
        for part in [
            "C=DE, O=Example, CN=example.test", "DNS:example.test, IP Address:192.0.2.1, IP Address:2001:DB8",
            "email:who@example.test", "challengePassword", "open sesame",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("renew a certificate: its names, its key")
    func renewing() throws {
        let authority = try TestHierarchy().intermediate
        let server = try authority.issue(TestHierarchy.server("example.test", "192.0.2.1"))
        let old = try Certificate(der: server.certificate)
        let request = try CertificationRequest(
            der: try CertificationRequestTemplate(renewing: old).signed(by: server.key))
        #expect(request.subject == old.subject)
        #expect(request.subjectAlternativeName == old.subjectAlternativeName)
        let issued = try authority.issue(.server(names: [], at: TestHierarchy.moment), for: request)
        let new = try Certificate(der: issued.certificate)
        #expect(new.subjectPublicKeyInfo == old.subjectPublicKeyInfo)
        #expect(new.subjectAlternativeName == old.subjectAlternativeName)
        #expect(new.serialNumber != old.serialNumber)
        #expect(issued.notTaken.isEmpty)
    }

    @Test("a signature of another key, over other bytes, or by a broken digest is none")
    func unsigned() throws {
        let key = try PrivateKey.generate(.rsa(bits: 2048))
        func request(_ change: (inout CertificationRequestTemplate) -> Void) throws -> CertificationRequest {
            var template = CertificationRequestTemplate(subject: try DistinguishedName(text: "example.test"))
            change(&template)
            return try CertificationRequest(der: try template.signed(by: key))
        }
        #expect(try request { _ in }.isSignedByItsKey)
        let wrong = [
            try request { $0.signatureEdit = .flippingBit(at: -1) },
            try request { $0.signatureAlgorithm = .rsaPKCS1(.sha1) },
            try request { $0.signatureAlgorithm = .rsaPKCS1(.md5) },
        ]
        let authority = try TestHierarchy().intermediate
        for request in wrong {
            #expect(!request.isSignedByItsKey)
            #expect(throws: AuthorityError.requestNotSigned) {
                try authority.issue(TestHierarchy.server(), for: request)
            }
        }
        // Somebody else's key in a request that was signed before.
        let good = try request { _ in }
        let info = try CertificationRequestInfo(
            subject: good.subject, subjectPublicKeyInfo: try PrivateKey.generate(.p256).subjectPublicKeyInfo,
            attributes: [])
        var writer = DERWriter()
        writer.sequence {
            $0.value(info)
            $0.value(good.signatureAlgorithmIdentifier)
            $0.bitString(good.signature)
        }
        #expect(try !CertificationRequest(der: writer.bytes).isSignedByItsKey)
    }
}
