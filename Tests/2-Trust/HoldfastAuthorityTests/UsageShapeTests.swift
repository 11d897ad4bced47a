import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("Shapes by usage", .ownThread)
struct UsageShapeTests {
    private let moment = TestHierarchy.moment

    private func issue(_ usage: LeafUsage, _ name: String, _ names: [String] = []) throws -> Certificate {
        let alternatives = try names.map { try GeneralName(alternativeName: $0) }
        let template = try CertificateTemplate.leaf(usage, name: name, alternativeNames: alternatives, at: moment)
        return try Certificate(der: try TestHierarchy().root.issue(template).certificate)
    }

    @Test("server: named in the alternative names; a common name only if it is one of them")
    func server() throws {
        let plain = try issue(.server, "example.test")
        #expect(plain.subject.description == "CN=example.test")
        #expect(plain.subjectAlternativeName == [try GeneralName(alternativeName: "example.test")])
        #expect(plain.firstExtension(.subjectAlternativeName)?.isCritical == false)
        let other = try issue(.server, "My Server", ["a.test", "192.0.2.1"])
        #expect(other.subject.isEmpty)
        // RFC 5280 §4.2.1.6: "If the subject field contains an empty sequence, then the issuing CA MUST include a
        // subjectAltName extension that is marked as critical."
        #expect(other.firstExtension(.subjectAlternativeName)?.isCritical == true)
        #expect(throws: AuthorityError.self) { try issue(.server, "My Server") }
        #expect(throws: AuthorityError.self) { try issue(.server, "") }
    }

    /// RFC 5280 §4.2.1.10: "Restrictions apply only when the specified name form is present." OpenSSL takes a common
    /// name for a host name where there is no other.
    @Test("a server with addresses alone has no common name, and stands below an authority for some hosts")
    func addresses() throws {
        #expect(try issue(.server, "192.0.2.1").subject.isEmpty && issue(.server, "2001:db8::1").subject.isEmpty)
        let key = try PrivateKey.generate(.p256)
        let names = try NameConstraints.only(domains: ["a.test"], addresses: ["192.0.2.0/24", "2001:db8::/32"])
        let root = CertificateAuthority(
            try Identity.selfSigned(.root(name: "Root", at: moment, permitting: names), key: key))
        for (name, subject, isGood) in [
            (["192.0.2.1"], "", true), (["2001:db8::1"], "", true),
            (["192.0.2.1", "www.a.test"], "CN=www.a.test", true),
            (["198.51.100.1"], "", false),
        ] {
            let server = try root.issue(.server(names: name, at: moment))
            #expect(try Certificate(der: server.certificate).subject.description == subject)
            let verdict = try OpenSSLCommand().verdict(
                chain: server.chain, roots: [root.certificate],
                options: "-x509_strict -purpose sslserver -verify_ip \(name[0])")
            #expect(verdict == (isGood ? "OK" : "permitted subtree violation"), "\(name)")
        }
    }

    /// RFC 5280 §4.2.1.3: "The keyEncipherment bit is asserted when the subject public key is used for enciphering
    /// private or secret keys, i.e., for key transport." TLS 1.2 has that of RSA (RFC 5246 §7.4.2).
    @Test("a server's RSA key may sign and take keys; a usage that is set is written as it is, whatever the key")
    func keyEncipherment() throws {
        let hierarchy = try TestHierarchy()
        let (rsa, ec) = (try PrivateKey.generate(.rsa(bits: 2048)), try PrivateKey.generate(.p256))
        func usage(
            _ key: PrivateKey, _ change: (inout CertificateTemplate) -> Void = { _ in }
        ) throws -> (issued: KeyUsage?, selfSigned: KeyUsage?) {
            var template = TestHierarchy.server()
            change(&template)
            return (
                try Certificate(der: hierarchy.intermediate.issue(template, key: key).certificate).keyUsage,
                try Certificate(der: Identity.selfSigned(template, key: key).certificate).keyUsage
            )
        }
        let both: KeyUsage = [.digitalSignature, .keyEncipherment]
        #expect(try usage(rsa) == (both, both))
        #expect(try usage(ec) == (.digitalSignature, .digitalSignature))
        let set: (inout CertificateTemplate) -> Void = { $0.keyUsage = .digitalSignature }
        #expect(try usage(rsa, set) == (.digitalSignature, .digitalSignature))
        #expect(try usage(rsa) { $0.keyUsage = nil } == (nil, nil))
        let client = try hierarchy.intermediate.issue(.client(name: "Somebody", at: moment), key: rsa)
        #expect(try Certificate(der: client.certificate).keyUsage == .digitalSignature)
        let request = try CertificationRequest(
            der: CertificationRequestTemplate(subject: try DistinguishedName(text: "CN=a.test")).signed(by: rsa))
        let issued = try hierarchy.intermediate.issue(TestHierarchy.server(), for: request)
        #expect(try Certificate(der: issued.certificate).keyUsage == both)
    }

    @Test("client, OCSP signer and log: one purpose each, no CA")
    func others() throws {
        let client = try issue(.client, "Somebody", ["who@example.test"])
        #expect(client.extendedKeyUsage == [.clientAuth])
        #expect(client.subjectAlternativeName == [try GeneralName(alternativeName: "who@example.test")])
        let signer = try issue(.ocspSigner, "Responder")
        #expect(signer.extendedKeyUsage == [.ocspSigning])
        // RFC 6960 §4.2.2.2.1: "This extension SHOULD be a non-critical extension. The value of the extension SHALL be
        // NULL."
        #expect(signer.firstExtension(.ocspNoCheck).map { Array($0.value) } == [5, 0])
        #expect(signer.firstExtension(.ocspNoCheck)?.isCritical == false)
        let log = try issue(.transparencyLog, "Log")
        #expect(log.extendedKeyUsage == [.certificateTransparency])
        for certificate in [client, signer, log] {
            #expect(certificate.basicConstraints?.isCA == false)
            #expect(certificate.keyUsage == .digitalSignature)
            #expect(certificate.serialNumber.bytes.count == 16)
            #expect(certificate.authorityKeyIdentifier?.keyIdentifier != nil)
            #expect(certificate.subjectKeyIdentifier != nil)
        }
        #expect(LeafUsage(rawValue: "ct-log") == .transparencyLog)
        #expect(LeafUsage(rawValue: "ocsp") == .ocspSigner)
    }

    @Test("openssl finds each good for its purpose and no other")
    func purposes() throws {
        let hierarchy = try TestHierarchy()
        let openssl = try OpenSSLCommand()
        for (usage, purpose) in [(LeafUsage.server, "sslserver"), (.client, "sslclient"), (.ocspSigner, "ocsphelper")] {
            let template = try CertificateTemplate.leaf(usage, name: "example.test", at: moment)
            let chain = try hierarchy.intermediate.issue(template).chain
            for other in ["sslserver", "sslclient"] {
                let verdict = try openssl.verdict(
                    chain: chain, roots: [hierarchy.root.certificate], options: "-purpose \(other)")
                #expect((verdict == "OK") == (other == purpose), "\(usage), \(other): \(verdict)")
            }
        }
        let log = try hierarchy.intermediate.issue(.transparencyLog(name: "Log", at: moment)).chain
        for purpose in ["sslserver", "sslclient"] {
            #expect(
                try openssl.verdict(chain: log, roots: [hierarchy.root.certificate], options: "-purpose \(purpose)")
                    != "OK")
        }
    }

    @Test("a lifetime of so many days has so many days, the last second among them")
    func lifetime() throws {
        var template = CertificateTemplate.server(names: ["example.test"], at: moment)
        template.lasts(days: 90, from: moment)
        #expect(template.notBefore == moment.advanced(byDays: -1))
        // RFC 5280 §4.1.2.5: "from notBefore through notAfter, inclusive".
        #expect(
            template.notAfter.secondsSince1970 - template.notBefore.secondsSince1970 + 1 == 90 * 86400)
    }

    @Test("services: where the issuer's certificate, its responder and its lists are")
    func services() throws {
        var template = CertificateTemplate.server(names: ["example.test"], at: moment)
        try template.addInformationAccess(
            ocspResponders: ["http://ocsp.test/"], issuerCertificates: ["http://ca.test/ca.cer"])
        try template.addRevocationLists(["http://ca.test/ca.crl"])
        let certificate = try Certificate(der: try TestHierarchy().root.issue(template).certificate)
        #expect(
            certificate.authorityInformationAccess == [
                AccessDescription(.ocspAccess, try GeneralName(alternativeName: "URI:http://ocsp.test/")),
                AccessDescription(.caIssuersAccess, try GeneralName(alternativeName: "URI:http://ca.test/ca.cer")),
            ])
        #expect(certificate.cRLDistributionPoints?.count == 1)
        #expect(throws: AuthorityError.self) { try template.addRevocationLists(["no url"]) }
    }
}

@Suite("A CA for developers", .ownThread)
struct DevelopmentAuthorityTests {
    private let moment = TestHierarchy.moment

    @Test("openssl takes its names, and no others", arguments: [true, false])
    func names(atTheRoot: Bool) throws {
        let constraints = try NameConstraints.only(domains: ["dev.test"], addresses: ["10.0.0.0/8", "::1"])
        let root = CertificateAuthority(
            try Identity.selfSigned(.root(name: "Root", at: moment, permitting: atTheRoot ? constraints : nil)))
        let middle = CertificateAuthority(
            try root.issue(.intermediate(name: "Middle", at: moment, permitting: atTheRoot ? nil : constraints)))
        let openssl = try OpenSSLCommand()
        func verdict(_ name: String) throws -> String {
            var template = CertificateTemplate.server(names: ["x"], at: moment)
            template.subject = DistinguishedName([RelativeDistinguishedName]())
            template.names = []
            template.alternativeNames = [try GeneralName(alternativeName: name)]
            let chain = try middle.issue(template).chain
            return try openssl.verdict(chain: chain, roots: [root.certificate], options: "-purpose sslserver")
        }
        for name in ["dev.test", "a.b.dev.test", "10.1.2.3", "::1", "who@dev.test", "who@a.dev.test"] {
            #expect(try verdict(name) == "OK", "\(name)")
        }
        for name in [
            "example.com", "notdev.test", "11.0.0.1", "192.0.2.1", "::2", "who@example.com", "URI:https://example.com/",
        ] {
            #expect(try verdict(name) != "OK", "\(name)")
        }
    }

    @Test("without addresses there are none")
    func noAddresses() throws {
        let constraints = try NameConstraints.only(domains: ["test"])
        #expect(
            constraints.excludedSubtrees?.map(\.base)
                == [.ipAddress(ArraySlice(repeating: 0, count: 8)), .ipAddress(ArraySlice(repeating: 0, count: 32))])
        for wrong in [[], [""], ["*.test"], ["a b"], [".test"]] {
            #expect(throws: AuthorityError.self, "\(wrong)") { try NameConstraints.only(domains: wrong) }
        }
        for wrong in ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "example.test", "10.0.0.0/", "::/129"] {
            #expect(throws: AuthorityError.self, "\(wrong)") {
                try NameConstraints.only(domains: ["test"], addresses: [wrong])
            }
        }
        let network = try NameConstraints.only(domains: ["test"], addresses: ["172.16.5.9/12"])
        #expect(network.permittedSubtrees?.last?.base == .ipAddress([172, 16, 0, 0, 255, 240, 0, 0]))
    }
}
