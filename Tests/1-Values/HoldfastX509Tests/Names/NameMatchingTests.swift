import HoldfastX509
import TestSupport
import Testing

/// Which names are the same (RFC 5280 §7.1 with RFC 4518).
///
/// "Conforming implementations MUST use the LDAP StringPrep profile (including insignificant space handling), as
/// specified in [RFC4518], as the basis for comparison of distinguished name attributes encoded in either
/// PrintableString or UTF8String. Conforming implementations MUST support name comparisons using caseIgnoreMatch."
@Suite struct NameMatchingTests {
    private static let same: [(name: String, left: String, right: String)] = [
        ("the same", "Example CA", "Example CA"), ("case", "EXAMPLE ca", "example CA"),
        ("spaces at the ends", "  Example CA ", "Example CA"), ("spaces inside", "Example   CA", "Example CA"),
        ("only spaces, of any number", "   ", " "), ("no character and a space", "", " "),
        ("TAB is mapped to SPACE", "Example\tCA", "Example CA"), ("line breaks are mapped to SPACE", "a\r\nb", "a b"),
        ("NO-BREAK SPACE is mapped to SPACE", "a\u{A0}b", "a b"), ("IDEOGRAPHIC SPACE too", "a\u{3000}b", "a b"),
        ("SOFT HYPHEN is mapped to nothing", "Exam\u{AD}ple", "Example"),
        ("ZERO WIDTH SPACE is mapped to nothing", "Exam\u{200B}ple", "Example"),
        ("VARIATION SELECTORS are mapped to nothing", "a\u{FE0F}b", "ab"),
        ("case outside ASCII", "MÜNCHEN", "münchen"), ("Greek final sigma", "ΟΔΟΣ", "οδος"),
        ("sharp s folds to ss", "Straße", "STRASSE"), ("Cyrillic", "МОСКВА", "москва"),
        ("composed and decomposed", "M\u{FC}nchen", "Mu\u{308}nchen"),
        ("KELVIN SIGN is a K", "\u{212A}", "k"), ("full-width letters", "ＡＢＣ", "abc"),
    ]

    private static let different: [(name: String, left: String, right: String)] = [
        ("other letters", "Example CA", "Example CB"), ("a prefix", "Example", "Example CA"),
        ("a space more where none was", "ExampleCA", "Example CA"), ("accent", "Munchen", "München"),
        ("letters of two scripts", "Example", "Ex\u{430}mple"), ("NUL inside", "Example\0", "Example"),
        ("NUL and more", "bank\0.evil", "bank"), ("dotless i is no i", "L\u{131}sa", "Lisa"),
        ("hyphen is no space", "Example-CA", "Example CA"), ("empty against text", "", "x"),
        ("underline", "a_b", "a b"), ("escape that spells a character", "a\\00", "a\0"),
    ]

    @Test func namesThatMatch() {
        for (name, left, right) in Self.same {
            guard let one = commonName(left), let other = commonName(right) else {
                Issue.record("\(name)")
                continue
            }
            #expect(one.matches(other) && other.matches(one), "\(name)")
            #expect(one.comparisonForm == other.comparisonForm, "\(name)")
            #expect(one.comparisonForm.hashValue == other.comparisonForm.hashValue, "\(name)")
        }
    }

    @Test func namesThatDoNot() {
        for (name, left, right) in Self.different {
            guard let one = commonName(left), let other = commonName(right) else {
                Issue.record("\(name)")
                continue
            }
            #expect(!one.matches(other) && !other.matches(one), "\(name)")
            #expect(one.comparisonForm != other.comparisonForm, "\(name)")
        }
    }

    /// "==" is that of bytes, so that a name is found again exactly as it was written.
    @Test func equalityIsThatOfBytes() {
        #expect(commonName("Example") != commonName("EXAMPLE"))
        #expect(commonName("Example") == commonName("Example"))
        #expect(commonName("Example", as: .printableString) != commonName("Example", as: .utf8String))
    }

    /// RFC 4518 §2.1: each value is transcoded to Unicode first, so its string type does not count.
    @Test func theStringTypeDoesNotCount() {
        let names = [
            commonName("Example CA", as: .printableString), commonName("example ca", as: .utf8String),
            commonName("EXAMPLE CA", as: .ia5String), commonName("Example  CA", as: .teletexString),
            commonName(ucs2("Example CA"), as: .bmpString), commonName(ucs4("Example CA"), as: .universalString),
            commonName("Example CA", as: .visibleString),
        ]
        for (index, left) in names.enumerated() {
            for (second, right) in names.enumerated() {
                guard let left, let right else {
                    Issue.record("\(index) \(second)")
                    continue
                }
                #expect(left.matches(right), "\(index) \(second)")
            }
        }
        let umlaut = commonName("München")
        #expect(umlaut.flatMap { commonName(ucs2("MÜNCHEN"), as: .bmpString)?.matches($0) } == true)
        #expect(umlaut.flatMap { commonName(hex("4D FC 6E 63 68 65 6E"), as: .teletexString)?.matches($0) } == true)
    }

    /// What is no string, or none of its type, matches its own bytes only.
    @Test func whatCannotBeDecoded() {
        let rows: [(name: String, bytes: [UInt8], tag: DERTag)] = [
            ("UTF8String with FF", [0x61, 0xFF], .utf8String), ("UTF-8, overlong", [0xC0, 0x80], .utf8String),
            ("UTF-8, a surrogate", [0xED, 0xA0, 0x80], .utf8String),
            ("PrintableString above ASCII", [0x61, 0xE9], .printableString),
            ("BMPString with a lone surrogate", [0xD8, 0x00], .bmpString),
            ("BMPString of an odd length", [0x00, 0x61, 0x00], .bmpString),
            ("UniversalString beyond Unicode", [0x00, 0x11, 0x00, 0x00], .universalString),
            ("UniversalString of the largest number", [0xFF, 0xFF, 0xFF, 0xFF], .universalString),
            ("an INTEGER", [0x61], .integer), ("an OCTET STRING", [0x61], .octetString),
        ]
        for (name, bytes, tag) in rows {
            let value = commonName(bytes, as: tag)
            #expect(value.map { $0.matches($0) } == true, "\(name)")
            #expect(
                value.flatMap { commonName(bytes, as: tag)?.comparisonForm == $0.comparisonForm } == true, "\(name)")
            #expect(value?.commonName == nil, "\(name)")
            let other = commonName(bytes, as: tag == .octetString ? .integer : .octetString)
            #expect(value.flatMap { other?.matches($0) } == false, "\(name)")
            #expect(value.flatMap { commonName("a")?.matches($0) } == false, "\(name)")
        }
    }
}
