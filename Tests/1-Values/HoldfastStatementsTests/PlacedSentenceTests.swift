import Testing

@testable import HoldfastStatements

/// Places in files, as compilers write them: `FILE:LINE:COLUMN: MESSAGE` (GNU Coding Standards, "Formatting Error
/// Messages").
@Suite("Sentences about places in files")
struct PlacedSentenceTests {
    private enum Fault: PlacedSentence {
        case at(String)
        case whole

        static let topic = "fault"

        var words: LocalizedText { LocalizedText("it is wrong", "有错误") }

        var placed: (place: String, fault: Statement)? {
            if case .at(let place) = self { (place, Statement(Fault.whole)) } else { nil }
        }
    }

    @Test("the file stands before the place, in each language")
    func words() {
        #expect(Statement(Fault.at("12:5")).words(in: "p.json")?.english == "p.json:12:5: it is wrong")
        #expect(Statement(Fault.at("12")).words(in: "ca.pem")?.chinese == "ca.pem:12：有错误")
        #expect(Statement(Fault.whole).words(in: "p.json") == nil)
        #expect(Statement(verbatim: "12:5: it is wrong").words(in: "p.json") == nil)
    }

    @Test(
        "a line, and a column, and what stands there; no address, no name, no path of keys",
        arguments: [
            ("12", true), ("12:5", true), ("12:5: a.test", true), ("12: domain", true), ("192.0.2.1", false),
            ("2001:db8::7", false), ("2001:1::7", false), ("1:2:3:4:5:6:7:8", false), ("a.test", false),
            ("NSPinnedDomains > 1", false), ("", false), ("0", false),
        ])
    func line(_ place: String, _ isLine: Bool) { #expect(place.beginsWithLine == isLine) }
}
