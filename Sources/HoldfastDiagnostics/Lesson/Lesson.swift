public import HoldfastPolicy
public import HoldfastX509

/// How HTTPS proves who a server is, taught by doing it: with real keys, real bytes, and every outcome checked.
///
/// ```swift
/// let lesson = try Lesson.run(LessonMaterials(at: SystemClock.now()))
/// print(lesson.text(.english))
/// ```
public struct Lesson: Sendable {
    /// The chapters that were run, in their order.
    public let chapters: [LessonChapter]
    /// The moment that certificates were made and judged for.
    public let at: Instant

    /// Whether every step came out as it teaches. Where it did not, something is broken, and nothing should be learnt
    /// from it.
    public var isAsTaught: Bool { chapters.allSatisfy(\.isAsTaught) }

    /// Runs the lesson: makes fresh keys and does every step with them.
    ///
    /// - Parameters:
    ///   - materials: the time, the randomness and the engine.
    ///   - number: one chapter, 1 for the first; nil for all.
    /// - Throws: ``LessonError`` where a step could not be carried out, or there is no such chapter. A step that could
    ///   be, and came out otherwise than it teaches, is no error: see ``isAsTaught``.
    public static func run(_ materials: LessonMaterials, only number: Int? = nil) throws(LessonError) -> Lesson {
        if let number, !outline.indices.contains(number - 1) { throw .noSuchChapter(number) }
        var chapters: [LessonChapter] = []
        for (index, entry) in outline.enumerated() where number == nil || number == index + 1 {
            do {
                let content = try entry.content(materials)
                chapters.append(
                    LessonChapter(number: index + 1, title: entry.title, lead: entry.lead, content: content))
            } catch {
                throw .notCarriedOut(chapter: index + 1, "\(error)")
            }
        }
        return Lesson(chapters: chapters, at: materials.at)
    }

    /// How many chapters there are.
    public static var chapterCount: Int { outline.count }

    /// The chapters' titles in a language, without running anything.
    public static func titles(in language: PageLanguage) -> [String] {
        outline.map { $0.title.text(in: language) }
    }

    static var outline: [any LessonPart.Type] {
        [KeyChapter.self, TrustChapter.self, EnvelopeChapter.self, HandshakeChapter.self, FailureChapter.self]
    }
}

/// Why a lesson could not be run.
public enum LessonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no chapter of this number.
    case noSuchChapter(Int)
    /// A step failed before it had an outcome.
    case notCarriedOut(chapter: Int, String)

    public var description: String {
        switch self {
        case .noSuchChapter(let number): "there is no chapter \(number): there are 1 to \(Lesson.chapterCount)"
        case .notCarriedOut(let chapter, let reason): "chapter \(chapter) could not be carried out: \(reason)"
        }
    }
}

/// What stands behind a chapter: its words, and the doing.
protocol LessonPart {
    static var title: Words { get }
    static var lead: Words { get }
    /// Does everything that the chapter shows.
    static func content(_ materials: LessonMaterials) throws -> LessonContent
}
