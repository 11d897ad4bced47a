import HoldfastX509
import Testing

/// Names as text (RFC 4514), fit for a terminal.
@Suite struct NameTextTests {
    /// §2.1: starting "with the last element of the sequence and moving backwards toward the first"; §4's examples.
    @Test func examplesOfTheStandard() throws {
        let rows: [(name: DistinguishedName, text: String)] = [
            (
                DistinguishedName([(.domainComponent, "net"), (.domainComponent, "example"), (.userID, "jsmith")]),
                "UID=jsmith,DC=example,DC=net"
            ),
            (
                DistinguishedName([(.domainComponent, "net"), (.commonName, "James \"Jim\" Smith, III")]),
                "CN=James \\\"Jim\\\" Smith\\, III,DC=net"
            ),
            (
                DistinguishedName([(.domainComponent, "net"), (.commonName, "Before\rAfter")]),
                "CN=Before\\0dAfter,DC=net"
            ),
            (DistinguishedName([RelativeDistinguishedName]()), ""),
        ]
        for (name, text) in rows { #expect(name.description == text, "\(text)") }
        let unit = AttributeValue(.organizationalUnitName, "Sales")
        let person = AttributeValue(.commonName, "J.  Smith")
        let level = DistinguishedName([RelativeDistinguishedName([unit, person])]).description
        #expect(["OU=Sales+CN=J.  Smith", "CN=J.  Smith+OU=Sales"].contains(level), "\(level)")
    }

    /// §2.4: "If the AttributeType is of the dotted-decimal form, the AttributeValue is represented by an number sign
    /// ('#' U+0023) character followed by the hexadecimal encoding of each of the octets of the BER encoding".
    @Test func hexadecimalForm() throws {
        let type = try #require(ObjectIdentifier("1.3.6.1.4.1.1466.0"))
        let value = AttributeValue(type, valueTag: .octetString, value: [0x48, 0x69])
        let text = DistinguishedName([RelativeDistinguishedName([value])]).description
        #expect(text == "1.3.6.1.4.1.1466.0=#04024869")
        let string = AttributeValue(type, "Hi")
        #expect(DistinguishedName([RelativeDistinguishedName([string])]).description == "1.3.6.1.4.1.1466.0=#0c024869")
        #expect(commonName([0x61, 0xFF], as: .utf8String)?.description == "CN=#0c0261ff")
        #expect(commonName([0xD8, 0x00], as: .bmpString)?.description == "CN=#1e02d800")
    }

    /// §2.4: escaped are "a space (' ' U+0020) or number sign ('#' U+0023) occurring at the beginning of the string",
    /// "a space (' ' U+0020) character occurring at the end of the string" and "one of the characters '"', '+', ',',
    /// ';', '<', '>', or '\'", and "the null (U+0000) character" as `\00`.
    @Test func escaping() {
        let rows: [(value: String, text: String)] = [
            ("a", "a"), (" a", "\\ a"), ("a ", "a\\ "), (" ", "\\ "), ("  ", "\\ \\ "), ("   ", "\\  \\ "),
            ("a b", "a b"),
            ("#a", "\\#a"), ("a#", "a#"), ("# ", "\\#\\ "), ("a,b", "a\\,b"), ("a+b", "a\\+b"), ("a\"b", "a\\\"b"),
            ("a\\b", "a\\\\b"), ("a<b>", "a\\<b\\>"), ("a;b", "a\\;b"), ("a=b", "a=b"), ("", ""),
            ("a\0b", "a\\00b"), ("a\\00b", "a\\\\00b"), ("ü", "ü"), ("Lučić", "Lučić"),
        ]
        for (value, text) in rows { #expect(commonName(value)?.description == "CN=" + text, "\(text)") }
    }

    /// What moves the cursor, ends the line or turns the direction must not reach a terminal.
    @Test func nothingSteersATerminal() {
        let attacks: [(name: String, value: String)] = [
            ("escape sequence", "\u{1B}[2J"), ("8-bit control sequence", "\u{9B}2J"), ("line break", "a\nb"),
            ("carriage return", "good\rbad"), ("backspace", "a\u{8}b"), ("delete", "a\u{7F}"),
            ("line separator", "a\u{2028}b"), ("paragraph separator", "a\u{2029}b"), ("next line", "a\u{85}b"),
            ("right-to-left override", "a\u{202E}b"), ("isolate", "a\u{2067}b"), ("zero width joiner", "a\u{200D}b"),
            ("byte order mark", "a\u{FEFF}b"), ("tag character", "a\u{E0041}b"), ("soft hyphen", "a\u{AD}b"),
        ]
        for (name, value) in attacks {
            let distinguished = commonName(value)
            for text in [distinguished?.description, distinguished?.shortDescription] {
                let isClean = text?.unicodeScalars.allSatisfy { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: false
                    default: true
                    }
                }
                #expect(isClean == true && text?.contains("\\") == true, "\(name): \(text.debugDescription)")
            }
        }
    }

    @Test func shortDescription() {
        let rows: [(name: DistinguishedName, text: String)] = [
            (DistinguishedName([(.organizationName, "Example"), (.commonName, "Anna")]), "Anna"),
            (DistinguishedName([(.countryName, "DE"), (.organizationName, "Example")]), "Example"),
            (DistinguishedName([(.countryName, "DE"), (.organizationalUnitName, "Unit")]), "Unit"),
            (DistinguishedName([(.countryName, "DE")]), "C=DE"),
            (DistinguishedName([RelativeDistinguishedName]()), "(no subject)"),
            (DistinguishedName([(.countryName, "DE"), (.commonName, "")]), "CN=,C=DE"),
        ]
        for (name, text) in rows { #expect(name.shortDescription == text, "\(text)") }
    }
}
