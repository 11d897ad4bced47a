package import HoldfastPolicy

/// A step: what is done and why, the bytes, the command that does the same, and what came of it.
package struct LessonStep: Sendable {
    package let title: Words
    /// Paragraphs.
    package let prose: [Words]
    package let exhibits: [LessonExhibit]
    package let commands: [LessonCommandLine]
    package let checks: [LessonCheck]

    init(
        _ title: Words, _ prose: [Words], exhibits: [LessonExhibit] = [], commands: [LessonCommandLine] = [],
        checks: [LessonCheck]
    ) {
        self.title = title
        self.prose = prose
        self.exhibits = exhibits
        self.commands = commands
        self.checks = checks
    }

    /// Whether everything came out as it is taught. A step without any check would teach nothing.
    package var isAsTaught: Bool { !checks.isEmpty && checks.allSatisfy(\.isAsTaught) }
}

/// A command that a reader can run in the folder of the chapter's files.
package struct LessonCommandLine: Hashable, Sendable {
    package let line: String
    /// What it ends with.
    package let exitCode: Int32

    init(_ line: String, exitCode: Int32 = 0) {
        self.line = line
        self.exitCode = exitCode
    }
}
