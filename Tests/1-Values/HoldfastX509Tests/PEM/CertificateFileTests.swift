import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

/// The certificates of a file, and one clear word about a file without any.
@Suite(.ownThread) struct CertificateFileTests {
    static let first = SampleCertificate().der
    static let second: [UInt8] = {
        var sample = SampleCertificate()
        sample.subject = SampleCertificate.name("another")
        return sample.der
    }()

    static func pem(_ label: String, _ contents: [UInt8]) -> [UInt8] {
        Array(PEMBlock(label: label, contents: contents).encoded.utf8)
    }

    static let both = [first, second]

    @Test func finds() throws {
        let key = Self.pem("PRIVATE KEY", hex("30 03 02 01 00"))
        let rows: [(String, [UInt8], [[UInt8]])] = [
            ("one PEM block", Self.pem("CERTIFICATE", Self.first), [Self.first]),
            ("two", Self.pem("CERTIFICATE", Self.first) + Self.pem("CERTIFICATE", Self.second), Self.both),
            ("old label", Self.pem("X509 CERTIFICATE", Self.first), [Self.first]),
            (
                "with OpenSSL's trust settings", Self.pem("TRUSTED CERTIFICATE", Self.first + hex("30 02 0C 00")),
                [Self.first]
            ),
            ("a key in front", key + Self.pem("CERTIFICATE", Self.first), [Self.first]),
            (
                "parameters and key between",
                Self.pem("CERTIFICATE", Self.first) + key + Self.pem("CERTIFICATE", Self.second), Self.both
            ),
            ("DER", Self.first, [Self.first]),
            ("two in DER", Self.first + Self.second, Self.both),
            ("the same one twice", Self.first + Self.first, [Self.first, Self.first]),
        ]
        for (name, bytes, expected) in rows {
            let found = try EncodedObject.certificates(in: bytes).map { Array($0) }
            #expect(found == expected, "\(name)")
        }
    }

    /// What is broken comes out for the parser to say where.
    @Test func handsOutBrokenOnes() throws {
        let cut = Array(Self.first.dropLast())
        for bytes in [cut, Self.first + Self.second.dropLast(), [0x30, 0x80, 0x00, 0x00]] {
            #expect(try EncodedObject.certificates(in: bytes).map { Array($0) } == [bytes])
            #expect(throws: DERError.self) { try Certificate(der: bytes) }
        }
        let noise = hex("DE AD BE EF")
        for label in ["CERTIFICATE", "TRUSTED CERTIFICATE"] {
            let found = try EncodedObject.certificates(in: Self.pem(label, noise))
            #expect(found.map { Array($0) } == [noise], "\(label)")
        }
    }

    /// A certificate whose text has PEM boundaries is still the certificate that it is in DER.
    @Test func derWithBoundariesInside() throws {
        var sample = SampleCertificate()
        sample.subject = SampleCertificate.name("\n-----BEGIN CERTIFICATE-----\nZm9v\n-----END CERTIFICATE-----\n")
        #expect(try EncodedObject.certificates(in: sample.der).map { Array($0) } == [sample.der])
    }

    @Test func withoutCertificate() throws {
        let rsaKey = hex("30 06 02 01 00 02 01 01")
        let pkcs12 = hex("30 0B 02 01 03 30 06 06 01 2A A0 01 00")
        let pkcs7 = hex("30 05 06 01 2A A0 00")
        let numbers = EncodedObjectTests.der { for number in 0..<9 { $0.integer(number) } }
        let rows: [(String, [UInt8], CertificateFileError)] = [
            ("empty", [], .empty), ("white space", Array(" \r\n\t".utf8), .empty),
            ("a key", Self.pem("PRIVATE KEY", rsaKey), .noCertificate(found: [Statement(verbatim: "PRIVATE KEY")])),
            (
                "a request and a key", Self.pem("CERTIFICATE REQUEST", rsaKey) + Self.pem("EC PRIVATE KEY", rsaKey),
                .noCertificate(found: [
                    Statement(verbatim: "CERTIFICATE REQUEST"), Statement(verbatim: "EC PRIVATE KEY"),
                ])
            ),
            ("a key in DER", numbers, .noCertificate(found: [EncodedObject.Kind.privateKey(.rsa).statement])),
            ("two numbers in DER", rsaKey, .noCertificate(found: [EncodedObject.Kind.unknown.statement])),
            (
                "an algorithm in DER", hex("30 05 06 01 2A 05 00"),
                .noCertificate(found: [EncodedObject.Kind.unknown.statement])
            ),
            ("PKCS #12", pkcs12, .foreign(.pkcs12)),
            ("PKCS #7", pkcs7, .foreign(.pkcs7(isPEM: false))),
            ("text", Array("Hello\n".utf8), .noCertificate(found: [])),
            ("text that begins with a zero", Array("0 s:CN = example\n".utf8), .noCertificate(found: [])),
            ("noise", hex("DE AD BE EF"), .noCertificate(found: [])),
            (
                "broken PEM", Array("\n-----BEGIN CERTIFICATE-----\n".utf8),
                .pem(try #require(PEMErrorTests.error("\n-----BEGIN CERTIFICATE-----\n")))
            ),
        ]
        for (name, bytes, expected) in rows {
            #expect(throws: expected, "\(name)") { try EncodedObject.certificates(in: bytes) }
        }
    }

    @Test func oneLineForPeople() {
        let rows: [(CertificateFileError, String)] = [
            (.empty, "the file is empty"), (.noCertificate(found: []), "the file is neither PEM nor DER"),
            (
                .noCertificate(found: [
                    Statement(verbatim: "PRIVATE KEY"), Statement(verbatim: "EC PARAMETERS"),
                    Statement(verbatim: "PRIVATE KEY"),
                ]),
                "the file holds no certificate, but EC PARAMETERS, PRIVATE KEY"
            ),
        ]
        for (error, text) in rows { #expect(error.description == text) }
    }

    @Test(.enabled(if: SystemBundle.bytes != nil, "no system bundle on this machine"))
    func systemBundle() throws {
        let bytes = try #require(SystemBundle.bytes)
        let found = try EncodedObject.certificates(in: bytes)
        let begins = String(decoding: bytes, as: UTF8.self).split(separator: "-----BEGIN CERTIFICATE-----").count
        #expect(found.count == begins)
        for bytes in found { _ = try Certificate(der: bytes) }
    }
}
