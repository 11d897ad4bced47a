import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// What of a request gets into a certificate, and what never does.
@Suite("Certificates for requests", .ownThread)
struct RequestIssuingTests {
    private let moment = TestHierarchy.moment

    private func request(
        _ text: String = "CN=example.test,O=Example", key: PrivateKey? = nil,
        _ change: (inout CertificationRequestTemplate) throws -> Void = { _ in }
    ) throws -> CertificationRequest {
        var template = CertificationRequestTemplate(subject: try DistinguishedName(text: text))
        try change(&template)
        return try CertificationRequest(der: try template.signed(by: try key ?? PrivateKey.generate(.p256)))
    }

    private var server: CertificateTemplate { .server(names: [], at: moment) }

    @Test("the key and the names are taken; openssl accepts the result")
    func names() throws {
        let hierarchy = try TestHierarchy()
        let request = try request { $0.alternativeNames = [try GeneralName(alternativeName: "example.test")] }
        let issued = try hierarchy.intermediate.issue(server, for: request)
        let certificate = try Certificate(der: issued.certificate)
        #expect(certificate.subjectPublicKeyInfo == request.subjectPublicKeyInfo)
        #expect(certificate.subject == request.subject)
        #expect(certificate.subjectAlternativeName == request.subjectAlternativeName)
        #expect(issued.notTaken.isEmpty)
        #expect(!issued.tookNameFromCommonName)
        let openssl = try OpenSSLCommand()
        #expect(
            try openssl.verdict(
                chain: [issued.certificate, hierarchy.intermediate.certificate], roots: [hierarchy.root.certificate])
                == "OK")
    }

    @Test("a CA flag, usages, constraints and policies are never taken, and are reported")
    func never() throws {
        let authority = try TestHierarchy().intermediate
        let asked = try request {
            $0.alternativeNames = [try GeneralName(alternativeName: "example.test")]
            $0.keyUsage = [.keyCertSign, .cRLSign]
            $0.extendedKeyUsage = [.codeSigning, .anyExtendedKeyUsage]
            $0.additionalExtensions = [
                Extension(.basicConstraints, isCritical: true, value: BasicConstraints(isCA: true).der),
                Extension(
                    .nameConstraints, isCritical: true,
                    value: try NameConstraints.only(domains: ["example.test"]).der),
                Extension(
                    .certificatePolicies,
                    value: CertificatePolicies([PolicyInformation(.extendedValidation)]).der),
                Extension(.ocspNoCheck, value: [5, 0]),
                Extension(.embeddedSCTList, value: [4, 0]),
                Extension(.subjectKeyIdentifier, value: [4, 1, 7]),
            ]
            $0.additionalAttributes = [
                CertificationRequestAttribute(.unstructuredName, values: [[0x0C, 0x01, 0x41]])
            ]
            $0.challengePassword = "x"
        }
        let issued = try authority.issue(server, for: asked)
        let certificate = try Certificate(der: issued.certificate)
        #expect(certificate.basicConstraints == BasicConstraints(isCA: false))
        #expect(certificate.keyUsage == .digitalSignature)
        #expect(certificate.extendedKeyUsage == [.serverAuth])
        #expect(certificate.nameConstraints == nil)
        #expect(certificate.certificatePolicies == nil)
        #expect(certificate.firstExtension(.ocspNoCheck) == nil)
        #expect(certificate.embeddedSCTList == nil)
        #expect(Array(certificate.subjectKeyIdentifier ?? []) == asked.subjectPublicKeyInfo.derivedKeyIdentifier)
        let words = issued.notTaken.map(\.description)
        #expect(
            Set(words) == [
                "the extension keyUsage (keyCertSign, cRLSign)",
                "the extension extKeyUsage (codeSigning, anyExtendedKeyUsage)",
                "the extension basicConstraints (to be a CA)", "the extension nameConstraints",
                "the extension certificatePolicies", "the extension id-pkix-ocsp-nocheck",
                "the extension signedCertificateTimestampList", "the extension subjectKeyIdentifier",
                "the attribute 1.2.840.113549.1.9.2", "the challenge password",
            ])
        #expect(words.count == 10)
    }

    @Test("what was asked for and is given anyway is not reported")
    func granted() throws {
        let asked = try request {
            $0.alternativeNames = [try GeneralName(alternativeName: "example.test")]
            $0.keyUsage = .digitalSignature
            $0.extendedKeyUsage = [.serverAuth]
            $0.additionalExtensions = [
                Extension(
                    .basicConstraints, value: BasicConstraints(isCA: false, hasExplicitDefault: true).der)
            ]
        }
        #expect(try TestHierarchy().root.issue(server, for: asked).notTaken.isEmpty)
    }

    @Test("the issuer may take fewer names, and adds its own")
    func fields() throws {
        let authority = try TestHierarchy().root
        let asked = try request {
            $0.alternativeNames = [
                try GeneralName(alternativeName: "example.test"), try GeneralName(alternativeName: "who@example.test"),
                try GeneralName(alternativeName: "URI:spiffe://example.test/a"),
                .directoryName(try DistinguishedName(text: "other")),
            ]
        }
        let all = try Certificate(der: authority.issue(server, for: asked).certificate)
        #expect(all.subjectAlternativeName == Array(asked.subjectAlternativeName.prefix(2)))
        #expect(
            try authority.issue(server, for: asked).notTaken
                == asked.subjectAlternativeName.suffix(2).map {
                    .alternativeName($0)
                })

        let own = CertificateTemplate.server(names: ["mine.test"], at: moment)
        let none = try authority.issue(own, for: asked, taking: [])
        let certificate = try Certificate(der: none.certificate)
        #expect(certificate.subject.commonName == "mine.test")
        #expect(certificate.subjectAlternativeName == [try GeneralName(alternativeName: "mine.test")])
        #expect(none.notTaken.count == 5)
        #expect(none.notTaken.first == .subject(asked.subject))

        let both = try Certificate(der: authority.issue(own, for: asked, taking: .alternativeNames).certificate)
        #expect(both.subjectAlternativeName?.count == 3)
    }

    @Test("an old request's common name becomes the name, which is said; without any there is no certificate")
    func commonName() throws {
        let authority = try TestHierarchy().root
        let issued = try authority.issue(server, for: try request("CN=old.example.test"))
        #expect(issued.tookNameFromCommonName)
        #expect(
            try Certificate(der: issued.certificate).subjectAlternativeName
                == [try GeneralName(alternativeName: "old.example.test")])
        for text in ["CN=Example Inc", "O=Example", "CN=who@example.test"] {
            #expect(throws: AuthorityError.noNames, "\(text)") { try authority.issue(server, for: try request(text)) }
        }
        #expect(throws: AuthorityError.noNames) {
            try authority.issue(server, for: try request("CN=example.test"), taking: .subject)
        }
        // A client needs none.
        let client = try authority.issue(.client(name: "x", at: moment), for: try request("CN=Example Inc"))
        #expect(try Certificate(der: client.certificate).subjectAlternativeName == nil)
    }

    @Test("names that are none, and weak keys, are refused")
    func refused() throws {
        let authority = try TestHierarchy().root
        let wrong: [GeneralName] = [
            .dnsName(try #require(IA5String("bank.example\0.evil.test"))),
            .dnsName(try #require(IA5String("two words"))), .dnsName(.empty),
            .dnsName(try #require(IA5String("a.*.test"))), .dnsName(try #require(IA5String("-a.test"))),
            .ipAddress([1, 2, 3]), .rfc822Name(try #require(IA5String("nobody"))),
        ]
        for name in wrong {
            let asked = try request { $0.alternativeNames = [name] }
            #expect(throws: AuthorityError.self, "\(name)") { try authority.issue(server, for: asked) }
        }
        let weak = try request(key: try PrivateKey.generate(.rsa(bits: 1024)))
        #expect(throws: AuthorityError.self) { try authority.issue(server, for: weak) }
        do throws(AuthorityError) {
            _ = try authority.issue(server, for: weak)
        } catch {
            #expect(
                error.description == "no certificate is issued for the requested key: RSA of 1024 bits, less than 2048")
        }
    }

    @Test("requests of openssl are signed, whatever kind of key", arguments: CertificationRequestTests.kinds.indices)
    func openssl(_ index: Int) throws {
        let commands = [
            "genrsa -out key 2048", "ecparam -name prime256v1 -genkey -noout -out key",
            "ecparam -name secp384r1 -genkey -noout -out key", "ecparam -name secp521r1 -genkey -noout -out key",
            "genpkey -algorithm ED25519 -out key",
        ]
        let openssl = try OpenSSLCommand()
        try openssl(commands[index])
        try openssl.write("[req]\ndistinguished_name=dn\n[dn]\n".utf8, to: "config")
        try openssl(
            "req -new -key key -config config -subj /CN=example.test -addext subjectAltName=DNS:example.test "
                + "-addext basicConstraints=CA:TRUE -outform DER -out request")
        let hierarchy = try TestHierarchy()
        let request = try CertificationRequest(der: try openssl.read("request"))
        let issued = try hierarchy.root.issue(server, for: request)
        #expect(issued.notTaken.map(\.description) == ["the extension basicConstraints (to be a CA)"])
        #expect(try openssl.verdict(chain: [issued.certificate], roots: [hierarchy.root.certificate]) == "OK")
    }
}
