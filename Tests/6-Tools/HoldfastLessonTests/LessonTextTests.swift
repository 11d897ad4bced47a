import HoldfastDiagnostics
import HoldfastLesson
import HoldfastStatements
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
        case .rows(let title, let rows):
            [title] + rows.map(\.meaning)
                + rows.compactMap { if case .words(let words) = $0.value { words } else { nil } }
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

    @Test("What was seen and what was expected stand in the reader's language")
    func findings() {
        let (english, chinese) = (lesson.text(.english), lesson.text(.chinese))
        #expect(english.contains("  a self-signed certificate of CN=www.example.test\n"))
        #expect(english.contains("  a signature that does not verify\n"))
        #expect(chinese.contains("  实际        CN=www.example.test 的自签名证书\n"))
        #expect(chinese.contains("  要求        由信任锚签发的证书，或本身就是信任锚的证书\n"))
        #expect(!chinese.contains("a self-signed certificate") && !chinese.contains("a signature that"))
        // The addresses that were dialled, the liar's first.
        #expect(english.contains("      poisoned\n") && english.contains("      connected\n"))
        #expect(chinese.contains("      已识破，停用\n") && chinese.contains("      已连接\n"))
        #expect(!chinese.contains(" poisoned\n") && !chinese.contains(" connected\n"))
    }

    @Test("The last line leads to the files: of the chapter that was asked for, or of all")
    func files() async throws {
        let one = try await Lesson.run(LessonTests.materials(), only: 2)
        let english = "Files: `holdfast lesson 2 --files NEW-FOLDER`, then `cd NEW-FOLDER/chapter-2`\n"
        #expect(one.closing(.english).hasSuffix("\n" + english))
        #expect(one.closing(.chinese).hasSuffix("\n命令用到的文件：`holdfast lesson 2 --files 新目录`，再 `cd 新目录/chapter-2`\n"))
        #expect(lesson.closing(.english).contains("\nFiles: `holdfast lesson --files NEW-FOLDER`, then `cd "))
        #expect(lesson.closing(.chinese).contains("\n命令用到的文件：`holdfast lesson --files 新目录`"))
        // A chapter without files promises none.
        let last = try await Lesson.run(LessonTests.materials(), only: Lesson.chapterCount)
        #expect(last.chapters.first?.files.isEmpty == true && !last.closing(.english).contains("--files"))
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
