package import HoldfastPolicy

/// A chapter: some steps, and the files that its commands name.
public struct LessonChapter: Sendable {
    /// 1 for the first.
    public let number: Int
    package let title: Words
    package let lead: Words
    package let steps: [LessonStep]
    /// Files with which the chapter's commands can be run.
    public let files: [LessonFile]

    init(number: Int, title: Words, lead: Words, content: LessonContent) {
        self.number = number
        self.title = title
        self.lead = lead
        steps = content.steps
        files = content.files
    }

    /// Whether every step came out as it teaches.
    public var isAsTaught: Bool { steps.allSatisfy(\.isAsTaught) }

    /// Steps whose outcome is not what they teach, as `3.2`.
    public var wrongSteps: [String] {
        steps.enumerated().filter { !$0.element.isAsTaught }.map { "\(number).\($0.offset + 1)" }
    }

    /// The folder of ``files``, beside those of the other chapters.
    public var folder: String { "chapter-\(number)" }
}

/// A file of a chapter: a key, a certificate, something encrypted.
public struct LessonFile: Hashable, Sendable {
    public let name: String
    public let contents: [UInt8]
    /// Whether others must not read it: the lesson's keys are worth nothing, and are kept as if they were.
    public let isPrivate: Bool

    init(_ name: String, _ contents: [UInt8], isPrivate: Bool = false) {
        self.name = name
        self.contents = contents
        self.isPrivate = isPrivate
    }

    init(_ name: String, _ text: String, isPrivate: Bool = false) {
        self.init(name, Array(text.utf8), isPrivate: isPrivate)
    }
}

/// What doing a chapter gives.
struct LessonContent {
    var steps: [LessonStep] = []
    var files: [LessonFile] = []
}
