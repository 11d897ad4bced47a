import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §5.2: the extensions of a list that only tell where more is to be had.
@Suite("Revocation lists: names and places")
struct ListExtensionTests {
    /// §5.2.2: "The issuer alternative name extension allows additional identities to be associated with the issuer of
    /// the CRL."
    @Test("alternative names of the issuer")
    func issuerAltName() throws {
        let names = tlv(0x30, tlv(0x82, Array("ca.test".utf8)))
        let bytes = HandMadeList(extensions: [HandMadeList.ce(18, names)]).der
        let list = try CertificateList(der: bytes)
        let name = try #require(IA5String("ca.test"))
        #expect(list.issuerAlternativeName == [.dnsName(name)])
        #expect(list.unknownCriticalExtension == nil)
        #expect(list.reencoded() == bytes)
        #expect(try CertificateList(der: HandMadeList().der).issuerAlternativeName == nil)
    }

    /// §5.2.7: "this extension MUST include at least one AccessDescription specifying id-ad-caIssuers".
    @Test("where the certificate of the signer is")
    func authorityInformationAccess() throws {
        let place = tlv(0x30, hex("06 08 2B 06 01 05 05 07 30 02"), tlv(0x86, Array("http://ca.test/".utf8)))
        let access = tlv(0x30, hex("06 08 2B 06 01 05 05 07 01 01"), tlv(0x04, tlv(0x30, place)))
        let bytes = HandMadeList(extensions: [access]).der
        let list = try CertificateList(der: bytes)
        let uri = try #require(IA5String("http://ca.test/"))
        #expect(list.authorityInformationAccess?.map(\.accessLocation) == [.uniformResourceIdentifier(uri)])
        #expect(list.reencoded() == bytes)
    }

    @Test("what does not follow the syntax of such an extension is an error, in it")
    func malformed() {
        for (number, name) in [(18, "issuerAltName"), (46, "freshestCRL"), (28, "issuingDistributionPoint")] {
            let bytes = HandMadeList(extensions: [HandMadeList.ce(UInt8(number), [0x05, 0x00])]).der
            let error = derError { () throws(DERError) in _ = try CertificateList(der: bytes) }
            #expect(error?.path.suffix(1) == [name], "\(String(describing: error))")
        }
    }

    /// Equal lists have equal bytes; whoever makes two that differ cannot make them look alike to a set.
    @Test("lists of the same signature are told apart; the same list read twice is one")
    func equality() throws {
        let lists = try (0..<50).map { index in
            try CertificateList(der: HandMadeList(entries: [HandMadeList.entry([UInt8(index + 1)])]).der)
        }
        #expect(Set(lists.map(\.signature)).count == 1)
        #expect(Set(lists).count == 50)
        #expect(Set(lists.map(\.hashValue)).count > 45)
        let again = try CertificateList(der: HandMadeList(entries: [HandMadeList.entry([1])]).der)
        #expect(again == lists[0])
        #expect(again.hashValue == lists[0].hashValue)
        #expect(again != lists[1])
    }

    /// RFC 5280 §5.3.3: "includes one or more names".
    @Test("entries of an issuer without a name are noticed")
    func issuerWithoutName() throws {
        let nameless = HandMadeList.entry([2], extensions: HandMadeList.ce(29, critical: true, [0x30, 0x00]))
        let named = HandMadeList.entry(
            [3], extensions: HandMadeList.ce(29, critical: true, tlv(0x30, HandMadeList.directoryName("b"))))
        let list = try CertificateList(der: HandMadeList(entries: [named, nameless]).der)
        #expect(list.revokedCertificates.haveUnnamedIssuers)
        #expect(try !CertificateList(der: HandMadeList(entries: [named]).der).revokedCertificates.haveUnnamedIssuers)
    }
}
