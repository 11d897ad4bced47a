import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §4.1, field by field.
@Suite struct CertificateTests {
    /// Expected values as `openssl x509 -text` prints them.
    @Test func readsEveryFieldOfARealCertificate() throws {
        let certificate = try Certificate(der: RealLeaf.der)
        #expect(certificate.version == .v3)
        #expect(certificate.serialNumber.description == "68:3d:d8:00:c7:d6:0d:4b:1a:0b:e7:0d:99:6e:a9:a0")
        #expect(certificate.signatureAlgorithm == .ecdsa(.sha256))
        #expect(certificate.tbsSignatureAlgorithm == certificate.signatureAlgorithmIdentifier)
        #expect(certificate.issuer.commonName == "Apple Public EV Server ECC CA 1 - G1")
        #expect(certificate.subject.commonName == "apple.com")
        #expect(certificate.subject.relativeNames.count == 9)
        #expect(certificate.validity.notBefore.instant.description == "2026-02-26T18:07:16Z")
        #expect(certificate.validity.notAfter.instant.description == "2026-05-27T19:09:49Z")
        #expect(certificate.subjectPublicKeyInfo.typeName == "EC")
        #expect(certificate.subjectPublicKeyInfo.curveName == "P-256")
        #expect(certificate.subjectPublicKeyInfo.bits == 256)
        #expect(certificate.signature.bytes.starts(with: hex("30 46 02 21 00 B6 CB CE F8")))
        #expect(certificate.issuerUniqueID == nil && certificate.subjectUniqueID == nil)
        #expect(!certificate.isSelfIssued)
        #expect(certificate.bytes.elementsEqual(RealLeaf.der))
        #expect(certificate.tbsBytes.startIndex == 4, "a slice of the input, at its place")
    }

    @Test func readsEveryExtensionOfARealCertificate() throws {
        let certificate = try Certificate(der: RealLeaf.der)
        #expect(certificate.extensions.count == 11)
        #expect(certificate.extensions.filter(\.isCritical).map(\.oid) == [.basicConstraints, .keyUsage])
        #expect(certificate.basicConstraints == BasicConstraints(isCA: false))
        #expect(certificate.keyUsage == .digitalSignature)
        #expect(certificate.extendedKeyUsage == [.serverAuth])
        #expect(certificate.subjectAlternativeName?.map(\.description).joined().contains("apple.com") == true)
        let authority = try #require(certificate.authorityKeyIdentifier?.keyIdentifier)
        #expect(hexText(authority, separator: " ") == "e0 85 48 7d 13 a6 d3 10 19 9f 5c cb 6b 78 24 92 f8 ae 1b ae")
        let own = try #require(certificate.subjectKeyIdentifier)
        #expect(hexText(own, separator: " ") == "23 a9 d7 0e fa 27 e8 90 4a db 66 74 e3 3a b3 51 d5 28 0d 89")
        let policies = try #require(certificate.certificatePolicies)
        #expect(policies.map(\.policyIdentifier.description) == ["2.23.140.1.1", "2.16.840.1.114412.2.1"])
        let statement = try #require(policies.first?.policyQualifiers?.first?.practiceStatementURI)
        #expect(statement.bytes.elementsEqual("https://www.apple.com/certificateauthority/public".utf8))
        #expect(certificate.authorityInformationAccess?.map(\.accessMethod) == [.caIssuersAccess, .ocspAccess])
        #expect(certificate.cRLDistributionPoints?.count == 1)
        // Four timestamps behind the list's own length.
        let timestamps = try #require(certificate.embeddedSCTList)
        #expect(
            timestamps.count == Int(timestamps[timestamps.startIndex]) << 8
                + Int(timestamps[timestamps.startIndex + 1]) + 2)
        let unknown = certificate.firstExtension(ObjectIdentifier(1, 2, 840, 113_635, 100, 6, 86))
        #expect(unknown?.value.isEmpty == false)
        #expect(certificate.firstExtension(.nameConstraints) == nil)
        #expect(certificate.nameConstraints == nil && certificate.tlsFeature == nil)
    }

    @Test func copiesShareTheirStorageAndCompareByBytes() throws {
        let certificate = try Certificate(der: RealLeaf.der)
        let again = try Certificate(der: RealLeaf.der)
        #expect(MemoryLayout<Certificate>.size == MemoryLayout<Int>.size)
        #expect(certificate == again)
        #expect(Set([certificate, again]).count == 1)
        #expect(try certificate != Certificate(der: SampleCertificate().der))
    }

    @Test func findsAPlaceInsideALargerInput() throws {
        let der = SampleCertificate().der
        let file = [0xAA, 0xAA] + der + [0xBB]
        let certificate = try Certificate(der: file[2..<2 + der.count])
        #expect(certificate.bytes.startIndex == 2)
        #expect(certificate.reencoded() == der)
        let error = derError { () throws(DERError) in _ = try Certificate(der: file[2...]) }
        #expect(error?.reason == .trailingData(count: 1))
        #expect(error?.offset == 2 + der.count)
    }

    /// What RFC 5280 forbids, but its ASN.1 does not: rules must see it.
    @Test func carriesWhatRulesJudge() throws {
        var sample = SampleCertificate()
        sample.version = nil
        #expect(try Certificate(der: sample.der).version == .v1, "version 1 with extensions")
        #expect(try Certificate(der: sample.der).extensions.count == 2)
        sample.version = hex("A0 03 02 01 01")
        #expect(try Certificate(der: sample.der).version == .v2)

        sample = SampleCertificate()
        sample.serialNumber = hex("02 01 80")
        #expect(try Certificate(der: sample.der).serialNumber.isNegative)
        sample.serialNumber = hex("02 01 00")
        #expect(try Certificate(der: sample.der).serialNumber.isZero)
        sample.serialNumber = tlv(0x02, [UInt8](repeating: 0x11, count: 40))
        #expect(try Certificate(der: sample.der).serialNumber.bytes.count == 40)

        sample = SampleCertificate()
        sample.innerAlgorithm = hex("30 05 06 03 2A 03 04")
        let mismatched = try Certificate(der: sample.der)
        #expect(mismatched.tbsSignatureAlgorithm != mismatched.signatureAlgorithmIdentifier)
        sample.outerAlgorithm = hex("30 05 06 03 2A 03 04")
        let unknown = try Certificate(der: sample.der)
        #expect(unknown.signatureAlgorithm == .unknown(unknown.signatureAlgorithmIdentifier))

        sample = SampleCertificate()
        sample.notAfter = tlv(0x17, Array("200101000000Z".utf8))
        #expect(throws: Never.self) { try Certificate(der: sample.der) }

        sample = SampleCertificate()
        sample.subject = hex("30 00")
        sample.issuer = hex("30 00")
        #expect(try Certificate(der: sample.der).subject.isEmpty)

        sample = SampleCertificate()
        sample.extensions = []
        #expect(try Certificate(der: sample.der).extensions.isEmpty)
        #expect(try Certificate(der: sample.der).reencoded() == sample.der, "an empty list is not an absent one")
        sample.extensions = nil
        #expect(try Certificate(der: sample.der).reencoded() == sample.der)
    }

    @Test func keepsDuplicatesAndDecodesTheFirst() throws {
        var sample = SampleCertificate()
        sample.extensions = [
            SampleCertificate.extensionField("55 1D 13", hex("30 03 01 01 FF")),
            SampleCertificate.extensionField("55 1D 13", critical: true, hex("30 00")),
        ]
        let certificate = try Certificate(der: sample.der)
        #expect(certificate.extensions.map(\.oid) == [.basicConstraints, .basicConstraints])
        #expect(certificate.basicConstraints?.isCA == true)
        #expect(certificate.firstExtension(.basicConstraints)?.isCritical == false)
        // The second one is read too.
        sample.extensions?[1] = SampleCertificate.extensionField("55 1D 13", hex("05 00"))
        let error = derError { () throws(DERError) in _ = try Certificate(der: sample.der) }
        #expect(error?.path.suffix(2) == ["[1]", "basicConstraints"])
    }

    /// X.690 §11.5 forbids default values; issuers write them, so they are read and remembered.
    @Test func remembersDefaultsThatAreWrittenOut() throws {
        var sample = SampleCertificate()
        sample.version = hex("A0 03 02 01 00")
        sample.extensions = [SampleCertificate.extensionField("55 1D 13", critical: false, hex("30 03 01 01 00"))]
        let certificate = try Certificate(der: sample.der)
        #expect(certificate.version == .v1)
        #expect(certificate.extensions.first?.hasExplicitDefault == true)
        #expect(certificate.extensions.first?.isCritical == false)
        #expect(certificate.basicConstraints?.hasExplicitDefault == true)
        #expect(certificate.basicConstraints?.der == hex("30 03 01 01 00"))
        #expect(certificate.reencoded() == sample.der)
    }

    @Test func uniqueIdentifiers() throws {
        var sample = SampleCertificate()
        sample.uniqueIDs = hex("81 02 00 AA 82 02 04 B0")
        let certificate = try Certificate(der: sample.der)
        #expect(certificate.issuerUniqueID == BitString([0xAA]))
        #expect(certificate.subjectUniqueID == BitString([0xB0], unusedBits: 4))
        #expect(certificate.reencoded() == sample.der)
    }
}
