import HoldfastX509
import TestSupport
import Testing

/// Revocation lists that OpenSSL made, against what OpenSSL says of them.
@Suite("Revocation lists by OpenSSL", .ownThread)
struct RecordedListTests {
    private let second = SerialNumber(magnitude: [0x80, 0, 0, 0, 0, 0, 0, 0])
    private let third = SerialNumber(
        magnitude: Array(Array(repeating: [0xC0, 0xFF, 0xEE, 0x00], count: 5).joined().prefix(19)))

    @Test(
        "each is written anew as it was read",
        arguments: ["empty", "full", "scoped", "version1", "bare"])
    func roundTrip(name: String) throws {
        let bytes = try Recorded.list(name)
        let list = try CertificateList(der: bytes)
        #expect(list.reencoded() == bytes)
        #expect(list.bytes.elementsEqual(bytes))
        #expect(list.signatureAlgorithm == .ecdsa(.sha256))
        #expect(list.tbsSignatureAlgorithm == list.signatureAlgorithmIdentifier)
        #expect(list.issuer.matches(try Recorded.certificate("authority").subject))
        #expect(
            try Recorded.text(name).contains("Last Update: " + Recorded.text(list.thisUpdate.instant)))
        #expect(try Recorded.text(name).contains("Version \(list.version) "))
        let next = try #require(list.nextUpdate)
        #expect(try Recorded.text(name).contains("Next Update: " + Recorded.text(next.instant)))
        #expect(list.unknownCriticalExtension == nil)
        #expect(list.repeatedExtension == nil)
        #expect(!list.isDelta)
    }

    @Test("a list without entries")
    func empty() throws {
        let list = try CertificateList(der: Recorded.list("empty"))
        #expect(list.revokedCertificates.isEmpty)
        #expect(Array(list.revokedCertificates).isEmpty)
        #expect(list.revokedCertificates.last(SerialNumber(17)) == nil)
        #expect(list.cRLNumber == CRLNumber(7))
        let keyIdentifier = try #require(list.authorityKeyIdentifier?.keyIdentifier)
        #expect(keyIdentifier == (try Recorded.certificate("authority").subjectKeyIdentifier))
    }

    @Test("entries, in order and by serial number, with their reasons and dates")
    func entries() throws {
        let list = try CertificateList(der: Recorded.list("full"))
        let entries = Array(list.revokedCertificates)
        #expect(list.revokedCertificates.count == 3)
        #expect(entries.map(\.userCertificate) == [SerialNumber(17), second, third])
        #expect(entries.map(\.reasonCode) == [nil, .keyCompromise, .keyCompromise])
        #expect(entries.map { $0.invalidityDate?.description } == [nil, nil, "2026-04-01T00:00:00Z"])
        #expect(entries[0].crlEntryExtensions == nil)
        let text = try Recorded.text("full")
        for entry in entries {
            #expect(text.contains("Revocation Date: " + Recorded.text(entry.revocationDate.instant)))
            let match = try #require(list.revokedCertificates.last(entry.userCertificate))
            #expect(match.entry == entry)
            #expect(match.certificateIssuer == nil)
        }
        #expect(list.revokedCertificates.last(SerialNumber(18)) == nil)
        #expect(list.revokedCertificates.haveExtensions)
        #expect(!list.revokedCertificates.haveCertificateIssuers)
        for name in ["one", "two", "three"] {
            #expect(list.revokedCertificates.last(try Recorded.certificate(name).serialNumber) != nil)
        }
    }

    @Test("an issuing distribution point, and where changes are")
    func scoped() throws {
        let list = try CertificateList(der: Recorded.list("scoped"))
        let uri = try #require(IA5String("http://crl.holdfast.test/some.crl"))
        #expect(
            list.issuingDistributionPoint
                == IssuingDistributionPoint(
                    distributionPoint: .fullName([.uniformResourceIdentifier(uri)]),
                    onlyContainsUserCerts: true,
                    onlySomeReasons: [.keyCompromise, .cACompromise], indirectCRL: true))
        #expect(list.firstExtension(.issuingDistributionPoint)?.isCritical == true)
        #expect(list.freshestCRL?.count == 1)
        #expect(list.nextUpdate?.encoding == .generalizedTime)
    }

    @Test("version 1, and version 2 without extensions of the list")
    func old() throws {
        let list = try CertificateList(der: Recorded.list("version1"))
        #expect(list.version == .v1)
        #expect(list.extensions.isEmpty)
        #expect(list.cRLNumber == nil)
        let bare = try CertificateList(der: Recorded.list("bare"))
        #expect(bare.version == .v2)
        #expect(bare.extensions.isEmpty)
        #expect(bare.revokedCertificates.count == 3)
    }

    @Test("no byte can be changed, left out or added without an error or another list")
    func mutations() throws {
        for name in ["full", "scoped"] {
            let bytes = try Recorded.list(name)
            let original = try CertificateList(der: bytes)
            for index in bytes.indices {
                for bit in [UInt8(0x01), 0x80] {
                    var changed = bytes
                    changed[index] ^= bit
                    guard let list = try? CertificateList(der: changed) else { continue }
                    #expect(list != original, "byte \(index)")
                    #expect(list.reencoded() == changed, "byte \(index)")
                    for entry in list.revokedCertificates {
                        #expect(list.revokedCertificates.last(entry.userCertificate) != nil)
                    }
                }
                #expect(throws: DERError.self) { try CertificateList(der: Array(bytes[..<index])) }
            }
            #expect(throws: DERError.self) { try CertificateList(der: bytes + [0]) }
        }
    }
}
