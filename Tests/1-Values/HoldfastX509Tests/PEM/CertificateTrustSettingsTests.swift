import HoldfastX509
import TestSupport
import Testing

/// The trust settings behind a `TRUSTED CERTIFICATE`, by the words of openssl-x509(1) and
/// openssl-verification-options(1).
@Suite(.ownThread) struct CertificateTrustSettingsTests {
    static let unknown = ObjectIdentifier(1, 2, 3, 4, 5)

    /// Settings as OpenSSL writes them.
    static func encoded(
        trusted: [ObjectIdentifier]? = nil, rejected: [ObjectIdentifier]? = nil, alias: String? = nil,
        keyIdentifier: [UInt8]? = nil, other: ObjectIdentifier? = nil
    ) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { writer in
            if let trusted { writer.sequence { for use in trusted { $0.oid(use) } } }
            if let rejected {
                writer.sequence(as: .context(0, constructed: true)) { for use in rejected { $0.oid(use) } }
            }
            if let alias { writer.utf8String(alias) }
            if let keyIdentifier { writer.octetString(keyIdentifier) }
            if let other {
                writer.sequence(as: .context(1, constructed: true)) { $0.sequence { $0.oid(other) } }
            }
        }
        return writer.bytes
    }

    private static func settings(
        trusted: [ObjectIdentifier]? = nil, rejected: [ObjectIdentifier]? = nil
    ) throws -> CertificateTrustSettings {
        try CertificateTrustSettings(der: encoded(trusted: trusted, rejected: rejected)[...])
    }

    @Test("every part is read, and an empty SEQUENCE says nothing")
    func parts() throws {
        let all = try CertificateTrustSettings(
            der: Self.encoded(
                trusted: [.serverAuth], rejected: [.emailProtection], alias: "Steve's Class 1 CA",
                keyIdentifier: [1, 2], other: Self.unknown)[...])
        #expect(all.trustedUses == [.serverAuth] && all.rejectedUses == [.emailProtection])
        #expect(all.alias == "Steve's Class 1 CA" && all.keyIdentifier == [1, 2] && all.others == [Self.unknown])
        #expect(all.trustedText == "serverAuth" && all.rejectedText == "emailProtection" && !all.isUnlimited)
        let none = try CertificateTrustSettings(der: hex("30 00")[...])
        #expect(none.isUnlimited && none.alias == nil && none.permits(.serverAuth) && none.permits(nil))
    }

    /// openssl-verification-options(1), Trust Anchors: a trust anchor "does not have a negative trust attribute
    /// rejecting the given use" and "has a positive trust attribute accepting the given use"; anyExtendedKeyUsage
    /// "blocks all uses when rejected or enables all uses when trusted". The rows are those of `openssl verify -CAfile`
    /// of OpenSSL 3.0.19 with -purpose sslserver and -purpose sslclient, which said OK or error 28.
    @Test("uses are permitted as OpenSSL permits them")
    func uses() throws {
        let rows: [(trusted: [ObjectIdentifier]?, rejected: [ObjectIdentifier]?, server: Bool, client: Bool)] = [
            (nil, nil, true, true), ([.serverAuth], nil, true, false), ([.emailProtection], nil, false, false),
            ([.anyExtendedKeyUsage], nil, true, true), ([.clientAuth], nil, false, true), ([], nil, false, false),
            ([Self.unknown], nil, false, false), ([.serverAuth, Self.unknown], nil, true, false),
            (nil, [.serverAuth], false, true), (nil, [.anyExtendedKeyUsage], false, false),
            (nil, [.emailProtection], true, true), (nil, [], true, true),
            ([.serverAuth], [.serverAuth], false, false), ([.anyExtendedKeyUsage], [.serverAuth], false, true),
            ([.serverAuth], [.anyExtendedKeyUsage], false, false),
        ]
        for row in rows {
            let settings = try Self.settings(trusted: row.trusted, rejected: row.rejected)
            #expect(settings.permits(.serverAuth) == row.server, "\(row)")
            #expect(settings.permits(.clientAuth) == row.client, "\(row)")
        }
    }

    @Test("a rejected use that is not known may be any; of no use at all, servers and clients stand for it")
    func stricter() throws {
        let unknown = try Self.settings(rejected: [Self.unknown])
        #expect(!unknown.permits(.serverAuth) && !unknown.permits(.clientAuth) && !unknown.permits(nil))
        #expect(try !Self.settings(rejected: [.serverAuth]).permits(nil))
        #expect(try !Self.settings(rejected: [.clientAuth]).permits(nil))
        #expect(try Self.settings(rejected: [.emailProtection]).permits(nil))
        #expect(try !Self.settings(trusted: [.serverAuth]).permits(nil))
        #expect(try Self.settings(trusted: [.anyExtendedKeyUsage]).permits(nil))
        // What p11-kit rejects of an authority that it distrusts altogether.
        let distrusted: [ObjectIdentifier] = [
            .serverAuth, .clientAuth, .codeSigning, .emailProtection, .ipsecEndSystem, .ipsecTunnel, .ipsecUser,
            .timeStamping,
        ]
        #expect(try !Self.settings(rejected: distrusted).permits(nil))
        #expect(try Self.settings(rejected: Array(distrusted[2...])).permits(.serverAuth))
    }

    @Test("what is none, or goes on behind its end, is an error")
    func malformed() throws {
        let server = Self.encoded(trusted: [.serverAuth])
        for bytes in [
            hex("30 03 02 01 00"), hex("04 01 00"), server + [0, 0], server + Self.encoded(rejected: [.serverAuth]),
            Array(server.dropLast()), hex("30 03 16 01 61"), hex("30 03 0C 01 FF"),
            // The rejection behind the alias, where none may stand.
            hex("30 0F 0C 01 6E A0 0A 06 08 2B 06 01 05 05 07 03 01"),
        ] {
            #expect(throws: DERError.self, "\(bytes)") { try CertificateTrustSettings(der: bytes[...]) }
        }
    }

    @Test("the certificates of a file come with their settings and lines, in PEM and in DER")
    func files() throws {
        let (first, second) = (CertificateFileTests.first, CertificateFileTests.second)
        let rejecting = Self.encoded(rejected: [.serverAuth])
        let pem =
            CertificateFileTests.pem("CERTIFICATE", first)
            + CertificateFileTests.pem("TRUSTED CERTIFICATE", second + rejecting)
            + CertificateFileTests.pem("TRUSTED CERTIFICATE", first)
        let found = try EncodedObject.encodedCertificates(in: pem)
        #expect(found.map { Array($0.bytes) } == [first, second, first])
        #expect(try found.map { try $0.trustSettings?.rejectedUses } == [nil, [.serverAuth], nil])
        #expect(found[0].line == 1 && found[1].line ?? 0 > 1)
        // As `openssl x509 -trustout -outform DER` writes them.
        let der = try EncodedObject.encodedCertificates(in: first + rejecting + second)
        #expect(der.map { Array($0.bytes) } == [first, second])
        #expect(try der[0].trustSettings?.rejectedUses == [.serverAuth] && der[1].trustSettings == nil)
        let objects = try EncodedObject.all(in: first + rejecting + second)
        #expect(objects.map(\.kind) == [.certificate, .certificate])
        #expect(try objects[0].trustSettings?.rejectedUses == [.serverAuth] && objects[1].trustSettings == nil)
        #expect(try EncodedObject.certificates(in: first + rejecting).map { Array($0) } == [first])
    }

    @Test("what stands behind a certificate and cannot be read is told, in PEM and in DER")
    func unreadable() throws {
        let first = CertificateFileTests.first
        let junk = hex("30 03 02 01 02")
        for file in [CertificateFileTests.pem("TRUSTED CERTIFICATE", first + junk), first + junk] {
            let found = try #require(try EncodedObject.encodedCertificates(in: file).first)
            #expect(Array(found.bytes) == first)
            #expect(throws: DERError.self) { try found.trustSettings }
            let object = try #require(try EncodedObject.all(in: file).first)
            #expect(throws: DERError.self) { try object.trustSettings }
        }
        // A key behind a certificate says nothing about it: of Ed25519 (RFC 8410 §7).
        let key = hex("30 2E 02 01 00 30 05 06 03 2B 65 70 04 22 04 20") + [UInt8](repeating: 7, count: 32)
        #expect(try EncodedObject.all(in: first + key).first?.trustSettings == nil)
    }
}
