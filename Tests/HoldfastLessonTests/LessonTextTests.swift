import HoldfastDiagnostics
import HoldfastLesson
import HoldfastWords
import TestSupport
import Testing

/// The lesson in the terminal: two languages, lines that fit, nothing that moves a cursor.
@Suite("The lesson as text", .ownThread)
struct LessonTextTests {
    private let lesson: Lesson

    init() async throws { lesson = try await LessonTests.whole }

    private static func isChinese(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
    }

    /// Chinese punctuation as English has it.
    private static func ascii(_ text: String) -> String {
        text.replacing("：", with: ": ").replacing("“", with: "\"").replacing("”", with: "\"")
    }

    private static func words(of exhibit: LessonExhibit) -> [LocalizedText] {
        switch exhibit {
        case .rows(let title, let rows): [title] + rows.map(\.meaning)
        case .drawing(let drawing):
            [drawing.title] + drawing.stations.flatMap { [$0.words] + $0.ways.flatMap { [$0.label, $0.goal] } }
        case .verdict: []
        }
    }

    private var words: [LocalizedText] {
        var all: [LocalizedText] = []
        for chapter in lesson.chapters {
            all += [chapter.title, chapter.lead]
            for step in chapter.steps {
                all += [step.title, step.question.words] + step.prose + step.choices.map(\.words)
                all += step.checks.flatMap { [$0.question, $0.taught.words, $0.seen.words] }
                for exhibit in step.exhibits { all += Self.words(of: exhibit) }
            }
        }
        return all + LessonWord.allCases.map(\.words)
    }

    @Test("Every text is there in both languages, and short enough to be shown whole")
    func languages() {
        #expect(words.count > 300)
        for words in words {
            #expect(!words.english.isEmpty && !words.chinese.isEmpty)
            #expect(!Self.isChinese(words.english), "\(words.english)")
            // What has no Chinese in it is a name of the standards, and the same in both.
            #expect(Self.isChinese(words.chinese) || Self.ascii(words.chinese) == words.english, "\(words.chinese)")
            // Full stops and commas between Chinese words are Chinese ones.
            #expect(words.chinese.firstMatch(of: /\p{Han}[,;:!?.](\p{Han}|$)/) == nil, "\(words.chinese)")
            // The page cuts longer ones.
            #expect(words.english.unicodeScalars.count <= 600 && words.chinese.unicodeScalars.count <= 600)
        }
        for prose in lesson.chapters.flatMap(\.steps).flatMap(\.prose) {
            #expect(prose.english.hasSuffix(".") && prose.chinese.hasSuffix("。"), "\(prose.english)")
        }
    }

    @Test("Lines fit 80 columns, but for commands, which are there to be copied", arguments: PageLanguage.allCases)
    func width(_ language: PageLanguage) {
        for line in lesson.text(language).split(separator: "\n") where !line.hasPrefix("    $ ") {
            #expect(WrappedText.columnCount(of: String(line)) <= 80, "\(line)")
        }
    }

    @Test(
        "All checks, findings and commands stand in it, each chapter under its title", arguments: PageLanguage.allCases)
    func content(_ language: PageLanguage) {
        let text = lesson.text(language)
        #expect(
            text.split(separator: "\n").count { $0.hasPrefix("  ✓ ") }
                == lesson.chapters.flatMap(\.steps).flatMap(\.checks).count)
        for code in ["issuerNotFound", "expired", "notYetValid", "selfSignedNotAnchor", "noAnchor", "hostMismatch"] {
            #expect(text.contains(code))
        }
        for title in Lesson.titles(in: language) { #expect(text.contains(title)) }
        #expect(text.contains("    $ holdfast evaluate expired.pem --host www.example.test"))
        let allowed = text.unicodeScalars.allSatisfy {
            $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
        }
        #expect(allowed)
        #expect(lesson.text(language, .coloured).contains("\u{1b}[1;32m✓ "))
    }

    @Test("Chinese is broken between characters, and no line begins with a comma or ends with an opening quote")
    func wrapping() {
        #expect(WrappedText.lines("证书说的是一句话", width: 8) == ["证书说的", "是一句话"])
        // Eight columns would end before the comma, so the character before it goes along.
        #expect(WrappedText.lines("证书说的，是", width: 8) == ["证书说", "的，是"])
        #expect(WrappedText.lines("证书“说的”", width: 5) == ["证书", "“说", "的”"])
        #expect(WrappedText.lines("one two three", width: 7) == ["one two", "three"])
        #expect(WrappedText.lines("在 P-256 曲线上", width: 9) == ["在 P-256", "曲线上"])
        #expect(WrappedText.lines("unbreakable-word", width: 4) == ["unbreakable-word"])
        #expect(WrappedText.lines("", width: 4).isEmpty)
    }
}
