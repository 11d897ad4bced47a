import HoldfastDiagnostics
import HoldfastLesson
import HoldfastStatements
import TestSupport
import Testing

/// The questions of the lesson: each before its outcome, with one right answer among those to choose from.
@Suite("The lesson step by step", .ownThread)
struct LessonStepTests {
    private let lesson: Lesson

    init() async throws { lesson = try await LessonTests.whole }

    @Test("Every step asks something, and what came out is one of the answers, in no fixed place")
    func questions() {
        var places: Set<Int> = []
        for chapter in lesson.chapters {
            for (index, step) in chapter.steps.enumerated() {
                let name = "\(chapter.number).\(index + 1)"
                #expect(step.choices.count >= 2, "\(name)")
                #expect(Set(step.choices.map(\.code)).count == step.choices.count, "\(name)")
                #expect(Set(step.choices.map(\.words.english)).count == step.choices.count, "\(name)")
                #expect(step.question.words.english.hasSuffix("?") && step.question.words.chinese.hasSuffix("？"))
                let place = step.answer.flatMap { step.choices.firstIndex(of: $0) }
                #expect(place != nil, "\(name): \(String(describing: step.answer?.code))")
                if let place { places.insert(place) }
            }
        }
        #expect(places.isSuperset(of: [0, 1]))
    }

    @Test("No outcome stands before its question", arguments: PageLanguage.allCases)
    func order(_ language: PageLanguage) {
        for chapter in lesson.chapters {
            for (index, step) in chapter.steps.enumerated() {
                let setting = chapter.setting(of: index, language)
                let outcome = chapter.outcome(of: index, language)
                #expect(!setting.contains("✓") && !setting.contains("    $ "), "\(setting)")
                #expect(outcome.split(separator: "\n").count { $0.hasPrefix("  ✓ ") } == step.checks.count)
                #expect(setting.contains("  ? ") && !outcome.contains("  ? "))
                // Together they are the chapter, but for the answers to choose from.
                let text = chapter.text(language)
                #expect(text.contains(outcome))
            }
        }
    }

    @Test("On the page the outcome is folded behind its question, and nothing but the first paragraph stands before it")
    func page() throws {
        let page = try PageReader(lesson.html())
        let asked = page.withClass("asked")
        #expect(asked.count == lesson.chapters.flatMap(\.steps).count)
        #expect(asked.allSatisfy { $0.name == "details" && $0.attributes["open"] == nil })
        let inside = asked.map(\.text).joined()
        for step in lesson.chapters.flatMap(\.steps) {
            #expect(inside.contains(step.question.words.english))
        }
        let sheet = try #require(page.all("style").first?.text)
        // On paper everything is open.
        #expect(sheet.contains("details::details-content { content-visibility: visible;"))
    }

    @Test("JSON has the question, the answers to choose from, and the number of the check that answers")
    func json() throws {
        let line = try #require(try lesson.chapters[5].jsonLines().dropFirst().first)
        let step = try JSONDocument(String(decoding: line, as: UTF8.self))
        #expect(step["question"]?["words"]?.keys == ["en", "zh-Hans"])
        #expect(step["question"]?["check"] == .number(1))
        #expect(step["question"]?["choices"]?[0]?["code"] == .text("no"))
        #expect(step["checks"]?[0]?["seen"] == .text("no"))
    }

    @Test("The drawings stand in the chapters whose ways they show, in text, page and JSON")
    func drawings() throws {
        let places = lesson.chapters.filter { chapter in
            chapter.steps.contains { $0.exhibits.contains { if case .drawing = $0 { true } else { false } } }
        }.map(\.number)
        #expect(places == [9, 13])
        let page = try PageReader(lesson.html())
        #expect(page.withClass("drawn").count == 2 && page.withClass("station").count == 9)
        #expect(page.all("svg").count { ($0.attributes["class"] ?? "").contains("arrow") } > 25)
        let text = lesson.chapters[8].text(.english)
        for word in ["useCredential", "performDefaultHandling", "cancelAuthenticationChallenge"] {
            #expect(text.contains("├─ \(word)") || text.contains("└─ \(word)"), "\(word)")
        }
    }
}
