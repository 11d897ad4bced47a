import HoldfastX509
import TestSupport
import Testing

/// Names made to cost time, to trap, or to be taken for others.
@Suite(.ownThread) struct HostileNameTests {
    private func matches(_ left: String, _ right: String) -> Bool? {
        guard let left = commonName(left), let right = commonName(right) else { return nil }
        #expect(left.matches(left) && right.matches(right))
        #expect((left.comparisonForm == right.comparisonForm) == left.matches(right))
        return left.matches(right)
    }

    /// Unicode's Stream-Safe Text Format (UAX #15 §13) has at most 30 non-starters in a row. Longer rows are compared
    /// as they are: normalizing them takes time that grows with the square of their length.
    @Test func rowsOfCombiningCharacters() {
        let marks = String(repeating: "\u{308}", count: 30)
        #expect(matches("a" + marks, "A" + marks) == true)
        #expect(matches("a" + marks + "\u{308}", "A" + marks + "\u{308}") == false)
        #expect(matches("a\u{323}\u{308}", "A\u{308}\u{323}") == true)
        let long = "a" + String(repeating: "\u{308}\u{323}", count: 100_000)
        #expect(matches(long, long) == true)
        #expect(matches(long, long + "b") == false)
        #expect(matches(String(repeating: "ä ", count: 100_000), String(repeating: "Ä  ", count: 100_000)) == true)
    }

    /// RFC 4518 §2.4: "Private Use code points are prohibited", "All non-character code points are prohibited", "The
    /// REPLACEMENT CHARACTER (U+FFFD) code point is prohibited", and §2: "The character repertoire of this process is
    /// Unicode 3.2". What is prohibited matches its own bytes only.
    @Test func prohibitedCharacters() {
        for character in ["\u{E000}", "\u{FFFF}", "\u{FFFD}", "\u{1E9E}", "\u{1F600}", "\u{0378}", "\0"] {
            #expect(matches("a" + character, "a" + character) == true, "\(character.debugDescription)")
            #expect(matches("a" + character, "A" + character) == false, "\(character.debugDescription)")
        }
    }

    /// RFC 4518 §2.2: "All other control code (e.g., Cc) points or code points with a control function (e.g., Cf) are
    /// mapped to nothing."
    @Test func charactersThatAreMappedToNothing() {
        for character in [
            "\u{1}", "\u{1B}", "\u{7F}", "\u{80}", "\u{200D}", "\u{202E}", "\u{2060}", "\u{FEFF}", "\u{E0041}",
        ] {
            #expect(matches("a\(character)b", "ab") == true, "\(character.debugDescription)")
        }
    }

    /// Characters beyond ASCII whose canonical equivalents are ASCII: one name, however it is held.
    @Test func equivalentsOfASCII() {
        #expect(matches("a\u{37E}b", "a;b") == true)
        #expect(matches("a\u{1FEF}b", "a`b") == true)
        #expect(matches("\u{212A}elvin", "kelvin") == true)
        #expect(matches("\u{FF21}\u{FF5E}", "a~") == true)
        #expect(matches("\u{FF03}", "#") == true)
    }

    /// A space that bears a combining mark is significant: "a space is defined to be the SPACE (U+0020) code point
    /// followed by no combining marks" (RFC 4518 §2.6.1).
    @Test func spacesUnderCombiningMarks() {
        #expect(matches("ab", "ab ") == true)
        #expect(matches("ab \u{301}", "ab\u{301}") == false)
        #expect(matches("a \u{301}b", "a  \u{301}b") == false)
        #expect(matches("a  \u{301}b", "a   \u{301}b") == true)
    }

    /// RFC 5280 §7.3: domain components are compared by "a case-insensitive exact match": spaces count.
    @Test func domainComponents() {
        func component(_ text: String, as tag: DERTag = .ia5String) -> DistinguishedName {
            let attribute = AttributeValue(.domainComponent, valueTag: tag, value: Array(text.utf8)[...])
            return DistinguishedName([RelativeDistinguishedName([attribute])])
        }
        #expect(component("Example").matches(component("eXAMPLE")))
        #expect(component("example").matches(component("example", as: .utf8String)))
        #expect(!component("example").matches(component(" example")))
        #expect(!component("example").matches(component("example\0")))
    }

    /// Subtrees where a level beyond ASCII makes the whole name be held in another way.
    @Test func subtreesBeyondASCII() {
        let top = DistinguishedName([(.countryName, "DE")])
        let below = DistinguishedName([(.countryName, "de"), (.organizationName, "Süd")])
        let belowThat = DistinguishedName([(.countryName, "DE"), (.organizationName, "SÜD"), (.commonName, "x")])
        #expect(below.isWithin(top) && belowThat.isWithin(top) && belowThat.isWithin(below))
        #expect(!top.isWithin(below) && !below.isWithin(belowThat))
        #expect(!below.isWithin(DistinguishedName([(.countryName, "D")])))
        #expect(!belowThat.isWithin(DistinguishedName([(.organizationName, "Süd")])))
        #expect(!belowThat.isWithin(DistinguishedName([(.countryName, "DE"), (.organizationName, "Su")])))
    }

    /// Whatever octet is changed or cut: a name or an error, and a name can be written, shown and compared.
    @Test func damagedNames() throws {
        let name = DistinguishedName([
            RelativeDistinguishedName([AttributeValue(.countryName, "DE")]),
            RelativeDistinguishedName([
                AttributeValue(.commonName, valueTag: .bmpString, value: ucs2("Süd")[...]),
                AttributeValue(.organizationName, "Straße \u{202E}"),
            ]),
        ])
        let good = name.der
        var read = 0
        for index in good.indices {
            for value in UInt8.min...UInt8.max {
                var bytes = good
                bytes[index] = value
                guard let damaged = try? DistinguishedName(der: bytes) else { continue }
                read += 1
                #expect(damaged.bytes.elementsEqual(bytes) && damaged.der == bytes)
                #expect(damaged.matches(damaged) && damaged.isWithin(damaged))
                _ = (damaged.description, damaged.shortDescription, damaged.matches(name))
            }
            #expect((try? DistinguishedName(der: Array(good[..<index]))) == nil)
        }
        #expect(read > 1_000)
    }
}
