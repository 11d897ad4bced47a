import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastSecurity
import HoldfastX509
import Testing

@Suite("SecCertificate")
struct CertificateTests {
    private static func signed(
        _ attributes: [(ObjectIdentifier, String)], names: [String] = [], mailboxes: [String] = []
    ) throws -> SecCertificate {
        var template = TrustFixture.server()
        template.subject = DistinguishedName(attributes.map { (type: $0.0, text: $0.1) })
        template.names = names
        template.alternativeNames = try mailboxes.map { .rfc822Name(try #require(IA5String($0))) }
        return try TrustFixture.certificate(Identity.selfSigned(template).certificate)
    }

    /// Apple: "The DER representation of an X.509 certificate"; nil if "the data … is not a valid DER-encoded X.509
    /// certificate".
    @Test("DER makes one; PEM, a key, noise, less and more do not")
    func creation() throws {
        let identity = try Identity.selfSigned(TrustFixture.server())
        let der = identity.certificate
        let certificate = try #require(SecCertificateCreateWithData(kCFAllocatorDefault, Data(der) as CFData))
        #expect(SecCertificateCopyData(certificate) as Data == Data(der))
        let others: [[UInt8]] = [
            [], [0x30], Array(der.dropLast()), der + [0], Array(identity.chainPEM.utf8), try identity.key.pkcs8DER,
            Array(identity.key.subjectPublicKeyInfo.bytes), Array(repeating: 0x41, count: 500),
        ]
        for other in others {
            #expect(SecCertificateCreateWithData(nil, Data(other) as CFData) == nil, "\(other.count) bytes")
        }
    }

    @Test("equal by bytes, and usable as a member of sets")
    func equality() throws {
        let fixture = try TrustFixture()
        let (one, other) = (try fixture.chain(), try fixture.chain())
        let again = try #require(SecCertificateCreateWithData(nil, SecCertificateCopyData(one[0])))
        #expect(again == one[0])
        #expect(again !== one[0])
        #expect(one[0] != other[0])
        #expect(Set([one[0], again, other[0]]).count == 2)
        #expect(CFEqual(again, one[0]))
        #expect(CFGetTypeID(again) == SecCertificateGetTypeID())
    }

    @Test("the summary: common name, description, unit, organisation, mailbox, DNS name, address")
    func summary() throws {
        let description = ObjectIdentifier(2, 5, 4, 13)
        let rows: [(SecCertificate, String?)] = [
            (try Self.signed([(.organizationName, "O"), (.commonName, "A"), (.commonName, "B")]), "B"),
            (try Self.signed([(.commonName, "A"), (description, "D")]), "A (D)"),
            (try Self.signed([(description, "D"), (.organizationName, "O")]), "D"),
            (try Self.signed([(.organizationName, "O"), (.organizationalUnitName, "U")]), "U"),
            (try Self.signed([(.countryName, "CH"), (.organizationName, "O")]), "O"),
            (try Self.signed([(.countryName, "CH")], names: ["a.test"], mailboxes: ["m@a.test"]), "m@a.test"),
            (try Self.signed([(.countryName, "CH")], names: ["192.0.2.1", "a.test"]), "a.test"),
            (try Self.signed([(.countryName, "CH")], names: ["192.0.2.1"]), "192.0.2.1"),
            (try Self.signed([(.countryName, "CH")]), nil),
        ]
        for (certificate, expected) in rows {
            #expect(SecCertificateCopySubjectSummary(certificate) as String? == expected)
        }
    }

    @Test("the last common name, and what is said where there is none")
    func commonName() throws {
        var name: CFString?
        let named = try Self.signed([(.commonName, "A"), (.commonName, "B")])
        #expect(SecCertificateCopyCommonName(named, &name) == errSecSuccess)
        #expect(name as String? == "B")
        let nameless = try Self.signed([(.countryName, "CH")])
        #expect(SecCertificateCopyCommonName(nameless, &name) != errSecSuccess)
    }

    @Test("e-mail addresses of both places, and an empty array for none")
    func mailboxes() throws {
        var addresses: CFArray?
        let certificate = try Self.signed([(.emailAddress, "s@a.test")], mailboxes: ["m@a.test", "n@a.test"])
        #expect(SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
        #expect(addresses as? [String] == ["m@a.test", "n@a.test", "s@a.test"])
        #expect(SecCertificateCopyEmailAddresses(try Self.signed([(.commonName, "A")]), &addresses) == errSecSuccess)
        #expect(addresses as? [String] == [])
    }

    /// RFC 3280 §4.1.2.4: "attribute values in PrintableString are not case sensitive" and "are compared after removing
    /// leading and trailing white space and converting internal substrings of one or more consecutive white space
    /// characters to a single space".
    @Test("normalised names: printable strings alone are changed")
    func normalized() throws {
        func name(_ printable: String, _ other: String) -> DistinguishedName {
            DistinguishedName([
                RelativeDistinguishedName([
                    AttributeValue(.countryName, valueTag: .printableString, value: Array(printable.utf8)[...])
                ]),
                RelativeDistinguishedName([
                    AttributeValue(.commonName, valueTag: .utf8String, value: Array(other.utf8)[...])
                ]),
            ])
        }
        var template = TrustFixture.server()
        template.subject = name("  one \t two  ", "  Left  As is ")
        let certificate = try TrustFixture.certificate(Identity.selfSigned(template).certificate)
        let expected = Data(name("ONE TWO", "  Left  As is ").bytes)
        #expect(SecCertificateCopyNormalizedSubjectSequence(certificate) as Data? == expected)
        #expect(SecCertificateCopyNormalizedIssuerSequence(certificate) as Data? == expected)
        let fixture = try TrustFixture()
        let chain = try fixture.chain()
        #expect(
            SecCertificateCopyNormalizedIssuerSequence(chain[0]) as Data?
                == SecCertificateCopyNormalizedSubjectSequence(chain[1]) as Data?)
    }

    @Test("serial number, validity")
    func fields() throws {
        var template = TrustFixture.server()
        template.serialNumber = SerialNumber(magnitude: [0x80, 0x01])
        template.notBefore = Instant(secondsSince1970: 1_700_000_000)
        template.notAfter = Instant(secondsSince1970: 1_800_000_000)
        let certificate = try TrustFixture.certificate(Identity.selfSigned(template).certificate)
        // X.690 §8.3.3: a leading zero keeps the number positive.
        #expect(SecCertificateCopySerialNumberData(certificate, nil) as Data? == Data([0x00, 0x80, 0x01]))
        #expect(SecCertificateCopySerialNumber(certificate) as Data? == Data([0x00, 0x80, 0x01]))
        #expect(
            SecCertificateCopyNotValidBeforeDate(certificate) as Date? == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(SecCertificateCopyNotValidAfterDate(certificate) as Date? == Date(timeIntervalSince1970: 1_800_000_000))
    }

    @Test("the key of each kind", arguments: [KeyKind.rsa(bits: 2048), .p256, .p384, .p521, .ed25519, .ed448])
    func key(_ kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind)
        let certificate = try TrustFixture.certificate(
            Identity.selfSigned(TrustFixture.server(), key: key).certificate)
        let found = try #require(SecCertificateCopyKey(certificate))
        #expect(found == SecCertificateCopyPublicKey(certificate))
        let bits = Array(key.subjectPublicKeyInfo.subjectPublicKey.bytes)
        #expect(SecKeyCopyExternalRepresentation(found, nil) as Data? == Data(bits))
    }

    @Test("bytes that change in one place never crash, and are the same again where they are read")
    func mutations() throws {
        let der = try TrustFixture().chain()[0]
        let bytes = Array(SecCertificateCopyData(der) as Data)
        for index in stride(from: 0, to: bytes.count, by: 3) {
            var changed = bytes
            changed[index] ^= 0x55
            guard let made = SecCertificateCreateWithData(nil, Data(changed) as CFData) else { continue }
            #expect(SecCertificateCopyData(made) as Data == Data(changed))
            _ = SecCertificateCopySubjectSummary(made)
            _ = SecCertificateCopyKey(made)
            _ = CFCopyDescription(made)
        }
    }
}
