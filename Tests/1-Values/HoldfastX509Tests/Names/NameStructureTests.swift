import HoldfastX509
import TestSupport
import Testing

/// Levels, sets of attributes, subtrees (RFC 5280 §7.1).
@Suite struct NameStructureTests {
    private let germany = AttributeValue(.countryName, "DE")
    private let example = AttributeValue(.organizationName, "Example")
    private let research = AttributeValue(.organizationalUnitName, "Research")
    private let anna = AttributeValue(.commonName, "Anna")

    private func name(_ levels: [AttributeValue]...) -> DistinguishedName {
        DistinguishedName(levels.map { RelativeDistinguishedName($0) })
    }

    /// "the matching RDNs appear in the same order in both DNs"; "they have the same number of naming attributes and
    /// for each naming attribute in RDN1 there is a matching naming attribute in RDN2"
    @Test func theOrderOfLevelsCountsThatOfAttributesDoesNot() {
        #expect(!name([germany], [example]).matches(name([example], [germany])))
        #expect(name([example, research]).matches(name([research, example])))
        #expect(!name([example, research]).matches(name([example], [research])))
        #expect(!name([example, research]).matches(name([example])))
        #expect(!name([example]).matches(name([example, example])))
        #expect(!name([germany], [germany]).matches(name([germany])))
        #expect(name().matches(name()) && !name().matches(name([germany])))
    }

    /// "Two naming attributes match if the attribute types are the same".
    @Test func theTypeCounts() {
        let unit = AttributeValue(.organizationalUnitName, "Example")
        #expect(!name([example]).matches(name([unit])))
    }

    /// A set that is not sorted as DER wants is read as it stands, written back so, and the same name.
    @Test func aSetOutOfOrder() throws {
        let first = tlv(0x30, hex("06 03 55 04 03"), hex("0C 01 62"))
        let second = tlv(0x30, hex("06 03 55 04 03"), hex("0C 01 61"))
        let wrong = tlv(0x30, tlv(0x31, first, second))
        let right = tlv(0x30, tlv(0x31, second, first))
        let name = try DistinguishedName(der: wrong)
        #expect(hexText(name.der) == hexText(wrong))
        #expect(hexText(name.bytes) == hexText(wrong))
        #expect(try DistinguishedName(der: right).matches(name))
        #expect(try DistinguishedName(der: right) != name)
    }

    /// No two levels may come out the same because one's value looks like another's separator.
    @Test func valuesCannotImitateLevels() {
        let attacks: [(String, DistinguishedName, DistinguishedName)] = [
            (
                "separator of attributes", name([example, research]),
                name([AttributeValue(.organizationName, "Example\u{1}550b=Research")])
            ),
            ("comma", name([example], [anna]), name([AttributeValue(.organizationName, "Example,CN=Anna")])),
            ("plus", name([example, anna]), name([AttributeValue(.organizationName, "Example+CN=Anna")])),
            (
                "the hexadecimal form of a value",
                name([AttributeValue(.commonName, valueTag: .octetString, value: [0x61])]),
                name([AttributeValue(.commonName, "#OCTET STRING#61")])
            ),
        ]
        for (what, left, right) in attacks { #expect(!left.matches(right), "\(what)") }
    }

    /// "A distinguished name DN1 is within the subtree defined by the distinguished name DN2 if DN1 contains at least
    /// as many RDNs as DN2, and DN1 and DN2 are a match when trailing RDNs in DN1 are ignored."
    @Test func subtrees() {
        let base = name([germany], [example])
        #expect(name([germany], [example]).isWithin(base))
        #expect(name([germany], [example], [anna]).isWithin(base))
        #expect(
            name(
                [germany],
                [AttributeValue(.organizationName, valueTag: .printableString, value: Array("EXAMPLE".utf8)[...])],
                [anna]
            ).isWithin(base))
        #expect(!name([germany]).isWithin(base))
        #expect(!name([example], [germany]).isWithin(base))
        #expect(!name([anna], [germany], [example]).isWithin(base))
        #expect(!name([germany], [AttributeValue(.organizationName, "Example2")]).isWithin(base))
        #expect(!name([germany], [example, research]).isWithin(base))
        #expect(name([germany]).isWithin(name()) && name().isWithin(name()))
        #expect(!name().isWithin(base))
    }

    @Test func theMostSpecificCommonName() {
        #expect(name([AttributeValue(.commonName, "first")], [anna]).commonName == "Anna")
        #expect(name([anna], [example]).commonName == "Anna")
        #expect(name([example]).commonName == nil && name().commonName == nil)
        #expect(name().isEmpty && !name([example]).isEmpty)
    }

    @Test func malformed() {
        let rows: [(name: String, bytes: [UInt8])] = [
            ("level without an attribute", hex("30 02 31 00")),
            ("attribute without a value", hex("30 09 31 07 30 05 06 03 55 04 03")),
            ("attribute with two values", hex("30 0F 31 0D 30 0B 06 03 55 04 03 0C 01 61 0C 01 62")),
            ("attribute without a type", hex("30 07 31 05 30 03 0C 01 61")),
            ("level that is a SEQUENCE", hex("30 0C 30 0A 30 08 06 03 55 04 03 0C 01 61")),
            ("name that is a SET", hex("31 00")), ("bytes behind", hex("30 00 00")), ("cut", hex("30 0C 31 0A 30 08")),
            ("empty identifier", hex("30 09 31 07 30 05 06 00 0C 01 61")), ("nothing", []),
        ]
        for (name, bytes) in rows { #expect((try? DistinguishedName(der: bytes)) == nil, "\(name)") }
        let error = derError { () throws(DERError) in
            _ = try DistinguishedName(der: hex("30 0F 31 0D 30 0B 06 03 55 04 03 0C 01 61 0C 01 62"))
        }
        #expect(error?.path == ["[0]", "[0]"] && error?.offset == 14, "\(String(describing: error))")
    }
}
