import HoldfastX509
import TestSupport
import Testing

/// Names that are made to cost: comparing them takes time in proportion to their length.
@Suite(.ownThread) struct NameLoadTests {
    /// So many marks in one order or the other; canonical ordering makes the same of both.
    private static func marks(_ count: Int, _ order: [Unicode.Scalar]) -> String {
        var scalars: [Unicode.Scalar] = ["a"]
        while scalars.count <= count { scalars += order }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Unicode Standard Annex #15 §13: text in Stream-Safe Format has no "sequences of non-starters longer than 30
    /// characters in length". What has more is no text and compares as it is encoded: putting marks in canonical order
    /// takes the square of their number, a minute for the name that a certificate of a megabyte has room for.
    @Test func endlessMarksAreNotPutInOrder() throws {
        for count in [32, 20_000] {
            let above = try #require(commonName(Self.marks(count, ["\u{301}", "\u{323}"])))
            let below = try #require(commonName(Self.marks(count, ["\u{323}", "\u{301}"])))
            #expect(!above.matches(below), "\(count)")
            #expect(Set([above.comparisonForm, below.comparisonForm]).count == 2, "\(count)")
            let again = try #require(commonName(Self.marks(count, ["\u{301}", "\u{323}"])))
            #expect(above.matches(again) && above.comparisonForm == again.comparisonForm, "\(count)")
        }
    }

    @Test func marksAsTheyAreWrittenAreStillPutInOrder() throws {
        for count in [2, 30] {
            let above = try #require(commonName(Self.marks(count, ["\u{301}", "\u{323}"]) + "b"))
            let below = try #require(commonName(Self.marks(count, ["\u{323}", "\u{301}"]) + "B"))
            #expect(above.matches(below), "\(count)")
        }
        let many = try #require(commonName(String(repeating: "a\u{301}\u{323}", count: 500)))
        let turned = try #require(commonName(String(repeating: "A\u{323}\u{301}", count: 500)))
        #expect(many.matches(turned))
    }

    @Test func longNames() throws {
        let rows: [(name: String, text: String)] = [
            ("letters", String(repeating: "Ex", count: 40_000)), ("spaces", String(repeating: " ", count: 80_000)),
            ("spaces between", String(repeating: "a ", count: 40_000)),
            ("letters that fold to several", String(repeating: "ß", count: 40_000)),
            ("syllables", String(repeating: "한", count: 30_000)),
        ]
        for (name, text) in rows {
            let one = try #require(commonName(text))
            let other = try #require(commonName(text + "x"))
            let time = ProcessorTime.measure {
                #expect(!one.matches(other), "\(name)")
                #expect(!one.description.isEmpty, "\(name)")
            }
            #expect(time < .seconds(10), "\(name): \(time)")
        }
    }
}
