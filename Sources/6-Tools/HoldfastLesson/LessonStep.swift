package import HoldfastStatements

/// A step: what is done and why, a question, the bytes, the command that does the same, and what came of it.
package struct LessonStep: Sendable {
    package let title: LocalizedText
    /// Paragraphs: the first stands before the question, the others after it.
    package let prose: [LocalizedText]
    /// The question that a reader may answer before the outcome is shown.
    package let question: LessonQuestion
    package let exhibits: [LessonExhibit]
    package let commands: [LessonCommandLine]
    package let checks: [LessonCheck]

    init(
        _ title: LocalizedText, _ prose: [LocalizedText], asking question: LessonQuestion,
        exhibits: [LessonExhibit] = [], commands: [LessonCommandLine] = [], checks: [LessonCheck]
    ) {
        self.title = title
        self.prose = prose
        self.question = question
        self.exhibits = exhibits
        self.commands = commands
        self.checks = checks
    }

    /// Whether everything came out as it is taught. A step without any check would teach nothing.
    package var isAsTaught: Bool { !checks.isEmpty && checks.allSatisfy(\.isAsTaught) }

    /// The answers to choose from, in an order that does not tell which one is right; empty where the question is about
    /// no check of the step.
    package var choices: [LessonOutcome] {
        guard let check = asked else { return [] }
        let others = question.others.isEmpty ? [check.taught.opposite] : question.others
        return ([check.taught] + others).sorted { one, other in
            if let left = Int(one.code), let right = Int(other.code) { return left < right }
            return one.code < other.code
        }
    }

    /// The answer that was found; nil where the question is about no check of the step.
    package var answer: LessonOutcome? { asked?.seen }

    private var asked: LessonCheck? { checks.indices.contains(question.check) ? checks[question.check] : nil }
}

/// A question before an outcome: one check of the step answers it, by what came out.
package struct LessonQuestion: Sendable {
    package let words: LocalizedText
    /// The index of the check that answers it.
    package let check: Int
    /// The wrong answers to choose from; none for the opposite of what is taught.
    let others: [LessonOutcome]

    init(_ english: String, _ chinese: String, about check: Int = 0, against others: [LessonOutcome] = []) {
        words = LocalizedText(english, chinese)
        self.check = check
        self.others = others
    }
}

/// A command that a reader can run in the folder of the chapter's files.
package struct LessonCommandLine: Hashable, Sendable {
    package let line: String
    /// The exit code that the command ends with.
    package let exitCode: Int32

    init(_ line: String, exitCode: Int32 = 0) {
        self.line = line
        self.exitCode = exitCode
    }
}

/// A question with the answer that is taught and the one that was found.
package struct LessonCheck: Sendable {
    package let question: LocalizedText
    package let taught: LessonOutcome
    package let seen: LessonOutcome

    init(_ english: String, _ chinese: String, taught: LessonOutcome, seen: LessonOutcome) {
        (question, self.taught, self.seen) = (LocalizedText(english, chinese), taught, seen)
    }

    package var isAsTaught: Bool { taught == seen }
}
