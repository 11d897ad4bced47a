import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing
import PeerPrograms

/// What is made without any deviation is what RFC 5280 asks for.
@Suite("Certificates without deviation", .ownThread)
struct GoodCertificateTests {
    @Test(
        "are accepted by openssl's strict check, whatever the keys",
        arguments: [
            KeyKind.p256, .p384, .p521, .rsa(bits: 2048), .rsaPSS(bits: 2048, RSAPSSParameters(.sha256)), .ed25519,
            .ed448,
        ])
    func strict(_ kind: KeyKind) throws {
        let hierarchy = try TestHierarchy(key: PrivateKey.generate(kind))
        let server = try hierarchy.intermediate.issue(
            TestHierarchy.server(), key: PrivateKey.generate(kind))
        #expect(server.chain.count == 2)
        let openssl = try OpenSSLCommand()
        let verdict = try openssl.verdict(
            chain: server.chain, roots: [hierarchy.root.certificate],
            options: "-x509_strict -purpose sslserver -verify_hostname example.test")
        #expect(verdict == "OK")
        for der in server.chain + [hierarchy.root.certificate] {
            #expect(try Certificate(der: der).reencoded() == der)
        }
    }

    @Test("verify here with their issuer's key")
    func verifyHere() throws {
        let hierarchy = try TestHierarchy()
        let server = try hierarchy.intermediate.issue(TestHierarchy.server())
        let path = try (server.chain + [hierarchy.root.certificate]).map { try Certificate(der: $0) }
        for (certificate, issuer) in zip(path, path.dropFirst() + path.suffix(1)) {
            let key = try PublicKey(issuer.subjectPublicKeyInfo)
            #expect(
                key.isValidSignature(
                    certificate.signature, for: certificate.tbsBytes, algorithm: certificate.signatureAlgorithm))
            #expect(certificate.issuer == issuer.subject)
            // RFC 5280 §4.2.1.1: "The value of the keyIdentifier field SHOULD be derived from the public key used to
            // verify the certificate's signature".
            #expect(certificate.authorityKeyIdentifier?.keyIdentifier == issuer.subjectKeyIdentifier)
        }
        #expect(path[0].subjectPublicKeyInfo == server.key.subjectPublicKeyInfo)
    }

    @Test("have serial numbers of sixteen random bytes, positive")
    func serialNumbers() throws {
        // RFC 5280 §4.1.2.2: "The serial number MUST be a positive integer assigned by the CA to each certificate."
        let hierarchy = try TestHierarchy()
        let key = try PrivateKey.generate(.p256).subjectPublicKeyInfo
        let numbers = try (0..<50).map { _ in
            try Certificate(der: hierarchy.root.issue(TestHierarchy.server(), for: key)).serialNumber
        }
        for number in numbers {
            #expect(number.bytes.count == 16 && !number.isNegative && !number.isZero, "\(number)")
        }
        #expect(Set(numbers).count == numbers.count)
    }

    @Test("have the critical bits that RFC 5280 asks for")
    func criticality() throws {
        let hierarchy = try TestHierarchy()
        var constrained = CertificateTemplate.intermediate(name: "Constrained", at: TestHierarchy.moment)
        constrained.nameConstraints = NameConstraints(permittedSubtrees: [])
        let authority = try Certificate(der: hierarchy.root.issue(constrained).certificate)
        let server = try Certificate(der: hierarchy.intermediate.issue(TestHierarchy.server()).certificate)
        let critical: [ObjectIdentifier] = [.basicConstraints, .keyUsage, .nameConstraints]
        for certificate in [authority, server] {
            for next in certificate.extensions {
                #expect(next.isCritical == critical.contains(next.oid), "\(next.oid)")
            }
        }
        #expect(authority.extensions.count == 5)
        #expect(server.extensions.count == 6)

        // §4.2.1.6: "If the subject field contains an empty sequence, then the issuing CA MUST include a subjectAltName
        // extension that is marked as critical."
        let long = String(repeating: "a.", count: 40) + "example.test"
        let nameless = try Certificate(der: hierarchy.intermediate.issue(TestHierarchy.server(long)).certificate)
        #expect(nameless.subject.isEmpty)
        #expect(nameless.firstExtension(.subjectAlternativeName)?.isCritical == true)
    }

    @Test("read in openssl as they were described")
    func text() throws {
        let hierarchy = try TestHierarchy()
        let names = ["example.test", "*.example.test", "127.0.0.1", "::1", "2001:db8::8:800:200c:417a"]
        let server = try hierarchy.intermediate.issue(.server(names: names, at: TestHierarchy.moment))
        let openssl = try OpenSSLCommand()
        try openssl.write([server.certificate], to: "server.pem")
        let text = try openssl("x509 -in server.pem -noout -text").withPlainNames
        let identifier = server.key.subjectPublicKeyInfo.derivedKeyIdentifier
        let hexadecimal = identifier.map { String(UInt16($0) + 0x100, radix: 16, uppercase: true).suffix(2) }
        for expected in [
            "Version: 3 (0x2)",
            "Issuer: CN=Test Intermediate",
            "Not Before: May 31 08:00:00 2026 GMT",
            "Not After : Jul 11 08:00:00 2026 GMT",
            "Subject: CN=example.test",
            "X509v3 Subject Key Identifier: \n                \(hexadecimal.joined(separator: ":"))",
            "X509v3 Key Usage: critical\n                Digital Signature",
            "X509v3 Basic Constraints: critical\n                CA:FALSE",
            "X509v3 Extended Key Usage: \n                TLS Web Server Authentication",
            """
            DNS:example.test, DNS:*.example.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, \
            IP Address:2001:DB8:0:0:8:800:200C:417A
            """,
        ] {
            #expect(text.contains(expected), "\(expected) in\n\(text)")
        }
    }

    @Test("are the same bytes when everything random is given")
    func deterministic() throws {
        // Ed25519 signatures have no randomness (RFC 8032 §5.1.6).
        let root = try CertificateAuthority.root(
            name: "Fixed", at: TestHierarchy.moment, key: PrivateKey.generate(.ed25519))
        let key = try PrivateKey.generate(.ed25519).subjectPublicKeyInfo
        var template = TestHierarchy.server()
        template.serialNumber = SerialNumber(4711)
        #expect(try root.issue(template, for: key) == root.issue(template, for: key))
    }

    @Test("have dates in the form for their century")
    func dates() throws {
        // RFC 5280 §4.1.2.5: "certificate validity dates through the year 2049 as UTCTime; certificate validity dates
        // in 2050 or later MUST be encoded as GeneralizedTime."
        let hierarchy = try TestHierarchy()
        var template = TestHierarchy.server()
        template.notBefore = try #require(Instant(year: 2049, month: 12, day: 31, hour: 23, minute: 59, second: 59))
        template.notAfter = try #require(Instant(year: 2050, month: 1, day: 1))
        let validity = try Certificate(der: hierarchy.root.issue(template).certificate).validity
        #expect(validity.notBefore.encoding == .utcTime)
        #expect(validity.notAfter.encoding == .generalizedTime)
        #expect(validity.notBefore.instant == template.notBefore)
        #expect(validity.notAfter.instant == template.notAfter)
    }

    @Test("cannot be made for names that no certificate can hold")
    func names() throws {
        let hierarchy = try TestHierarchy()
        let rows: [(name: String, error: AuthorityError)] = [
            ("bücher.test", .nameNotASCII("bücher.test")), ("1:2", .malformedAddress("1:2")),
            ("1::2::3", .malformedAddress("1::2::3")), ("12345::", .malformedAddress("12345::")),
            ("1:2:3:4:5:6:7:8:9", .malformedAddress("1:2:3:4:5:6:7:8:9")),
            ("1:2:3:4::5:6:7:8", .malformedAddress("1:2:3:4::5:6:7:8")),
            ("example.test:443", .malformedAddress("example.test:443")),
        ]
        for row in rows {
            #expect(throws: row.error, "\(row.name)") { try hierarchy.root.issue(TestHierarchy.server(row.name)) }
        }
        // What is nearly an IPv4 address is a name, as it would be in a URL that somebody typed.
        for text in ["1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4.5", ""] {
            let issued = try Certificate(der: hierarchy.root.issue(TestHierarchy.server(text)).certificate)
            #expect(issued.subjectAlternativeName == [.dnsName(try #require(IA5String(text)))])
        }
    }
}
