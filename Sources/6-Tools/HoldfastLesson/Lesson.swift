package import HoldfastStatements
package import HoldfastX509

/// A lesson on how HTTPS proves who a server is: with real keys, real bytes, and every outcome checked.
///
/// ```swift
/// let lesson = try await Lesson.run(LessonMaterials(at: SystemClock.now()))
/// print(lesson.text(.english))
/// ```
package struct Lesson: Sendable {
    /// The chapters that were run, in their order.
    package let chapters: [LessonChapter]
    /// The moment that certificates were made and judged for.
    package let at: Instant

    /// Whether every step came out as it teaches. Where it did not, something is broken, and nothing should be learnt
    /// from it.
    package var isAsTaught: Bool { chapters.allSatisfy(\.isAsTaught) }

    /// Runs the lesson: makes fresh keys and does every step with them, those with connections against servers on
    /// loopback that end with their chapter.
    ///
    /// - Parameters:
    ///   - materials: the time, the randomness and the engine.
    ///   - number: one chapter, 1 for the first; nil for all.
    /// - Throws: ``LessonError`` where a step could not be carried out, or there is no such chapter. A step that could
    ///   be, and came out otherwise than it teaches, is no error: see ``isAsTaught``.
    package static func run(
        _ materials: LessonMaterials, only number: Int? = nil
    ) async throws(LessonError) -> Lesson {
        if let number, !outline.indices.contains(number - 1) { throw .noSuchChapter(number) }
        var chapters: [LessonChapter] = []
        for (index, entry) in outline.enumerated() where number == nil || number == index + 1 {
            do {
                let content = try await entry.content(materials)
                chapters.append(
                    LessonChapter(number: index + 1, title: entry.title, lead: entry.lead, content: content))
            } catch {
                throw .notCarriedOut(chapter: index + 1, Statement(of: error))
            }
        }
        return Lesson(chapters: chapters, at: materials.at)
    }

    /// The number of chapters.
    package static var chapterCount: Int { outline.count }

    /// The chapters' titles in a language, without running anything.
    package static func titles(in language: PageLanguage) -> [String] {
        outline.map { $0.title.text(in: language) }
    }

    static var outline: [any LessonPart.Type] {
        [
            KeyChapter.self, TrustChapter.self, EnvelopeChapter.self, HandshakeChapter.self, FailureChapter.self,
            PlainChapter.self, RecordChapter.self, RequestChapter.self, ChallengeChapter.self, RepetitionChapter.self,
            PinChapter.self, AddressChapter.self, PageChapter.self, CostChapter.self,
        ]
    }
}

/// A chapter's title and lead, and the code that carries it out.
protocol LessonPart {
    static var title: LocalizedText { get }
    static var lead: LocalizedText { get }
    /// Does everything that the chapter shows.
    static func content(_ materials: LessonMaterials) async throws -> LessonContent
}

/// A chapter: some steps, and the files that its commands name.
package struct LessonChapter: Sendable {
    /// 1 for the first.
    package let number: Int
    package let title: LocalizedText
    package let lead: LocalizedText
    package let steps: [LessonStep]
    /// Files with which the chapter's commands can be run.
    package let files: [LessonFile]

    init(number: Int, title: LocalizedText, lead: LocalizedText, content: LessonContent) {
        self.number = number
        self.title = title
        self.lead = lead
        steps = content.steps
        files = content.files
    }

    /// Whether every step came out as it teaches.
    package var isAsTaught: Bool { steps.allSatisfy(\.isAsTaught) }

    /// Steps whose outcome is not what they teach, as `3.2`.
    package var wrongSteps: [String] {
        steps.enumerated().filter { !$0.element.isAsTaught }.map { "\(number).\($0.offset + 1)" }
    }

    /// The folder of ``files``, beside those of the other chapters.
    package var folder: String { "chapter-\(number)" }
}

/// A file of a chapter: a key, a certificate, something encrypted.
package struct LessonFile: Hashable, Sendable {
    package let name: String
    package let contents: [UInt8]
    /// Whether others must not read it: the lesson's keys are worth nothing, and are kept as if they were.
    package let isPrivate: Bool

    init(_ name: String, _ contents: [UInt8], isPrivate: Bool = false) {
        self.name = name
        self.contents = contents
        self.isPrivate = isPrivate
    }

    init(_ name: String, _ text: String, isPrivate: Bool = false) {
        self.init(name, Array(text.utf8), isPrivate: isPrivate)
    }
}

/// The steps and files that a chapter's code has made.
struct LessonContent {
    var steps: [LessonStep] = []
    var files: [LessonFile] = []
}
