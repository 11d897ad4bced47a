import HoldfastDiagnostics
import TestSupport
import Testing

@Suite(.ownThread)
struct SafeTextTests {
    /// The name is what test logs show: the text itself would act on them.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let input: String
        let output: String
    }

    @Test(
        "Controls and format characters are escaped, all else stays",
        arguments: [
            Row(testDescription: "letters", input: "plain", output: "plain"),
            Row(testDescription: "letters of the world", input: "Zürich 日本 🙂", output: "Zürich 日本 🙂"),
            Row(testDescription: "tab", input: "a\tb", output: "a\\u{9}b"),
            Row(testDescription: "title", input: "\u{1b}]0;t\u{7}", output: "\\u{1b}]0;t\\u{7}"),
            Row(testDescription: "direction", input: "\u{202e}gpj.exe", output: "\\u{202e}gpj.exe"),
            Row(testDescription: "zero", input: "a\u{0}b", output: "a\\u{0}b"),
            Row(testDescription: "line end of two characters", input: "\r\n", output: "\\u{d}\\u{a}"),
            Row(testDescription: "byte order mark", input: "\u{feff}", output: "\\u{feff}"),
            // UTS #39 §5.4: "Forbid sequences of more than 4 nonspacing marks (gc=Mn or gc=Me)."
            Row(
                testDescription: "tower of marks", input: "a" + String(repeating: "\u{30d}", count: 6),
                output: "a\u{30d}\u{30d}\u{30d}\u{30d}\\u{30d}\\u{30d}"),
            Row(testDescription: "marks on several letters", input: "e\u{301}e\u{301}", output: "e\u{301}e\u{301}"),
            Row(testDescription: "nothing", input: "", output: ""),
        ])
    func line(_ row: Row) {
        #expect(SafeText.line(row.input) == row.output)
    }
}
