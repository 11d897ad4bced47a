import HoldfastX509
import TestSupport
import Testing

/// The nine kinds of GeneralName (RFC 5280 §4.2.1.6).
@Suite struct GeneralNameTests {
    private static func ia5(_ text: String) -> IA5String { IA5String(text) ?? .empty }

    private static let rows: [(name: String, row: ExtensionRow<GeneralName>, text: String)] = [
        (
            "otherName",
            ExtensionRow(
                "otherName", "A0 0B 06 03 2A 03 04 A0 04 0C 02 68 69",
                .otherName(type: ObjectIdentifier(1, 2, 3, 4), value: hex("0C 02 68 69")[...])), "otherName:1.2.3.4"
        ),
        ("rfc822Name", ExtensionRow("rfc822Name", "81 03 61 40 62", .rfc822Name(ia5("a@b"))), "email:a@b"),
        ("dNSName", ExtensionRow("dNSName", "82 04 61 2E 62 63", .dnsName(ia5("a.bc"))), "DNS:a.bc"),
        ("dNSName, empty", ExtensionRow("dNSName, empty", "82 00", .dnsName(.empty)), "DNS:"),
        (
            "x400Address", ExtensionRow("x400Address", "A3 04 30 02 05 00", .x400Address(hex("30 02 05 00")[...])),
            "X400Name"
        ),
        (
            "directoryName",
            ExtensionRow(
                "directoryName", "A4 0E 30 0C 31 0A 30 08 06 03 55 04 03 0C 01 61",
                .directoryName(DistinguishedName([(.commonName, "a")]))), "DirName:CN=a"
        ),
        (
            "ediPartyName",
            ExtensionRow("ediPartyName", "A5 05 A1 03 0C 01 61", .ediPartyName(hex("A1 03 0C 01 61")[...])),
            "EdiPartyName"
        ),
        ("URI", ExtensionRow("URI", "86 03 61 3A 62", .uniformResourceIdentifier(ia5("a:b"))), "URI:a:b"),
        ("IPv4", ExtensionRow("IPv4", "87 04 C0 00 02 01", .ipAddress(hex("C0 00 02 01")[...])), "IP:192.0.2.1"),
        (
            "IPv4 with mask",
            ExtensionRow(
                "IPv4 with mask", "87 08 0A 00 00 00 FF 00 00 00",
                .ipAddress(hex("0A 00 00 00 FF 00 00 00")[...])), "IP:10.0.0.0/255.0.0.0"
        ),
        (
            "IPv6",
            ExtensionRow(
                "IPv6", "87 10 20 01 0D B8 00 00 00 00 00 00 00 00 00 00 00 01",
                .ipAddress(hex("20 01 0D B8 00 00 00 00 00 00 00 00 00 00 00 01")[...])), "IP:2001:db8::1"
        ),
        (
            "an address of three octets",
            ExtensionRow("three octets", "87 03 01 02 03", .ipAddress(hex("01 02 03")[...])),
            "IP:#010203"
        ),
        ("an address of none", ExtensionRow("no octet", "87 00", .ipAddress([])), "IP:#"),
        (
            "registeredID", ExtensionRow("registeredID", "88 03 2A 03 04", .registeredID(ObjectIdentifier(1, 2, 3, 4))),
            "RID:1.2.3.4"
        ),
    ]

    @Test func everyKindThereAndBack() {
        for (name, row, text) in Self.rows {
            row.check()
            #expect((try? GeneralName(der: row.bytes))?.description == text, "\(name)")
        }
    }

    /// RFC 5952 §4: "The use of the symbol "::" MUST be used to its maximum capability", not "to shorten just one
    /// 16-bit 0 field", the longest series, of equal ones the first; in lower case.
    @Test func addressesOfVersion6() {
        for (octets, text) in [
            ("00000000000000000000000000000000", "::"), ("00000000000000000000000000000001", "::1"),
            ("20010DB8000000000000000000000000", "2001:db8::"),
            ("20010DB8000000010001000100010001", "2001:db8:0:1:1:1:1:1"),
            ("20010DB8000000000001000000000001", "2001:db8::1:0:0:1"),
            ("20010000000000010000000000000001", "2001:0:0:1::1"),
            ("ABCDABCDABCDABCDABCDABCDABCDABCD", "abcd:abcd:abcd:abcd:abcd:abcd:abcd:abcd"),
            ("00010002000300040005000600070000", "1:2:3:4:5:6:7:0"),
            ("00010002000300040005000600000000", "1:2:3:4:5:6::"),
        ] {
            #expect(GeneralName.ipAddress(hex(octets)[...]).description == "IP:" + text)
        }
    }

    /// "rfc822Name [1] IA5String, dNSName [2] IA5String, uniformResourceIdentifier [6] IA5String".
    @Test func malformed() {
        let rows: [(name: String, bytes: String)] = [
            ("dNSName outside ASCII", "82 02 61 FC"), ("rfc822Name outside ASCII", "81 02 61 FC"),
            ("URI outside ASCII", "86 01 80"),
            ("constructed dNSName", "A2 03 16 01 61"), ("dNSName with a universal tag", "16 01 61"),
            ("primitive otherName", "80 01 61"), ("otherName without a value", "A0 05 06 03 2A 03 04"),
            ("otherName, value without its tag", "A0 09 06 03 2A 03 04 0C 02 68 69"),
            ("otherName with two values", "A0 0D 06 03 2A 03 04 A0 06 0C 01 61 0C 01 62"),
            ("otherName with more behind", "A0 0D 06 03 2A 03 04 A0 04 0C 02 68 69 05 00"),
            ("primitive directoryName", "84 00"),
            ("directoryName without its own tag", "A4 0C 31 0A 30 08 06 03 55 04 03 0C 01 61"),
            ("directoryName, empty", "A4 00"), ("two directoryNames", "A4 04 30 00 30 00"),
            ("primitive x400Address", "83 00"), ("primitive ediPartyName", "85 00"),
            ("constructed address", "A7 06 04 04 01 02 03 04"),
            ("registeredID, empty", "88 00"), ("registeredID, cut arc", "88 01 86"), ("kind 9", "89 00"),
            ("application tag", "42 01 61"), ("nothing", ""), ("bytes behind", "82 01 61 00"),
        ]
        for (name, bytes) in rows { #expect((try? GeneralName(der: hex(bytes))) == nil, "\(name)") }
        let error = derError { () throws(DERError) in _ = try GeneralName(der: hex("82 02 61 FC")) }
        #expect(error?.path == ["dNSName"], "\(String(describing: error))")
    }

    /// A NUL is carried, and seen: rules judge it.
    @Test func nulIsCarried() throws {
        let name = try GeneralName(der: hex("82 03 61 00 62"))
        #expect(name.description == "DNS:a\\00b")
        #expect(hexText(name.der, separator: " ") == "82 03 61 00 62")
    }
}
