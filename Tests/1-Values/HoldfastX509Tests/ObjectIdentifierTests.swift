import HoldfastX509
import TestSupport
import Testing

/// X.690 §8.19.
@Suite struct ObjectIdentifierTests {
    static let rows: [(String, String)] = [
        ("55 1D 13", "2.5.29.19"), ("2A 86 48 86 F7 0D 01 01 0B", "1.2.840.113549.1.1.11"), ("00", "0.0"),
        ("27", "0.39"), ("28", "1.0"), ("4F", "1.39"), ("50", "2.0"), ("78", "2.40"), ("88 37 03", "2.999.3"),
        ("2B 06 01 04 01 D6 79 02 04 02", "1.3.6.1.4.1.11129.2.4.2"),
        ("2A 81 FF FF FF FF FF FF FF FF 7F", "1.2.18446744073709551615"),
    ]

    @Test(arguments: rows)
    func bothForms(_ row: (bytes: String, dotted: String)) throws {
        let read = try ObjectIdentifier(content: hex(row.bytes)[...])
        #expect(read.description == row.dotted)
        let parsed = try #require(ObjectIdentifier(row.dotted))
        #expect(parsed == read)
        #expect(parsed.der == tlv(0x06, hex(row.bytes)))
    }

    /// X.690 §8.19.2: "the leading octet of the subidentifier shall not have the value 80".
    @Test func refusesPaddedCutAndEmptyArcs() {
        for (bad, offset) in [("", 0), ("80", 0), ("80 01", 0), ("2A 80 01", 1), ("2A 86", 0), ("2A 86 80", 0)] {
            let error = derError { () throws(DERError) in _ = try ObjectIdentifier(content: hex(bad)[...]) }
            #expect(error?.reason == .invalidObjectIdentifier, "\(bad)")
            #expect(error?.offset == offset, "\(bad)")
        }
    }

    @Test func refusesTextThatIsNoIdentifier() {
        for bad in [
            "", "1", "3.1", "0.40", "1.40", "1..2", ".1.2", "1.2.", "1.02", "1.+2", "1.-2", "a.b", "1.2 ", "１.2",
            "1.2.18446744073709551616", "2.18446744073709551615",
        ] {
            #expect(ObjectIdentifier(bad) == nil, "\(bad)")
        }
    }

    /// ITU-T X.667 §6.3: an identifier under 2.25 has one arc of up to 128 bits.
    @Test func arcsOver64BitsAreWrittenInFull() throws {
        let ones = [0x69, 0x83] + [UInt8](repeating: 0xFF, count: 17) + [0x7F]
        let uuid = try ObjectIdentifier(content: ones[...])
        #expect(uuid.description == "2.25.340282366920938463463374607431768211455")
        let more = [0x69, 0x84] + [UInt8](repeating: 0x80, count: 17) + [0x00]
        let larger = try ObjectIdentifier(content: more[...])
        #expect(larger.description == "2.25.0x84" + String(repeating: "80", count: 17) + "00")
    }

    @Test func namesAreThoseOfTheRFCs() {
        #expect(ObjectIdentifier.basicConstraints.name == "basicConstraints")
        #expect(ObjectIdentifier.serverAuth.name == "serverAuth")
        #expect(ObjectIdentifier.secp256r1.name == "secp256r1")
        #expect(ObjectIdentifier(1, 2, 3).name == nil)
        #expect(ObjectIdentifier.commonName.attributeShortName == "CN")
        #expect(ObjectIdentifier.emailAddress.attributeShortName == nil)
    }

    /// Each static against the dotted form that its document prints.
    @Test func theTableIsRight() {
        let rows: [(ObjectIdentifier, String)] = [
            (.rsaPSS, "1.2.840.113549.1.1.10"), (.ecdsaWithSHA384, "1.2.840.10045.4.3.3"),
            (.ed25519, "1.3.101.112"), (.ed448, "1.3.101.113"), (.secp384r1, "1.3.132.0.34"),
            (.secp521r1, "1.3.132.0.35"), (.secp256r1, "1.2.840.10045.3.1.7"),
            (.sha256, "2.16.840.1.101.3.4.2.1"), (.sha384, "2.16.840.1.101.3.4.2.2"),
            (.sha512, "2.16.840.1.101.3.4.2.3"), (.sha224, "2.16.840.1.101.3.4.2.4"), (.sha1, "1.3.14.3.2.26"),
            (.md5, "1.2.840.113549.2.5"), (.keyUsage, "2.5.29.15"), (.subjectAlternativeName, "2.5.29.17"),
            (.nameConstraints, "2.5.29.30"), (.noRevAvail, "2.5.29.56"),
            (.extendedKeyUsage, "2.5.29.37"), (.inhibitAnyPolicy, "2.5.29.54"),
            (.authorityInformationAccess, "1.3.6.1.5.5.7.1.1"), (.tlsFeature, "1.3.6.1.5.5.7.1.24"),
            (.embeddedSCTList, "1.3.6.1.4.1.11129.2.4.2"), (.serverAuth, "1.3.6.1.5.5.7.3.1"),
            (.clientAuth, "1.3.6.1.5.5.7.3.2"), (.ocspSigning, "1.3.6.1.5.5.7.3.9"),
            (.anyExtendedKeyUsage, "2.5.29.37.0"), (.anyPolicy, "2.5.29.32.0"),
            (.ocspAccess, "1.3.6.1.5.5.7.48.1"), (.caIssuersAccess, "1.3.6.1.5.5.7.48.2"),
            (.domainComponent, "0.9.2342.19200300.100.1.25"), (.emailAddress, "1.2.840.113549.1.9.1"),
        ]
        for (identifier, dotted) in rows { #expect(identifier.description == dotted) }
    }
}
