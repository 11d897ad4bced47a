import HoldfastDiagnostics
import HoldfastTrust
package import HoldfastWords

/// A step: what is done and why, the bytes, the command that does the same, and what came of it.
package struct LessonStep: Sendable {
    package let title: LocalizedText
    /// Paragraphs.
    package let prose: [LocalizedText]
    package let exhibits: [LessonExhibit]
    package let commands: [LessonCommandLine]
    package let checks: [LessonCheck]

    init(
        _ title: LocalizedText, _ prose: [LocalizedText], exhibits: [LessonExhibit] = [],
        commands: [LessonCommandLine] = [],
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

    init(_ question: LocalizedText, taught: LessonOutcome, seen: LessonOutcome) {
        self.question = question
        self.taught = taught
        self.seen = seen
    }

    package var isAsTaught: Bool { taught == seen }
}

/// The outcome of a check, comparable by its code.
package struct LessonOutcome: Hashable, Sendable {
    /// A word for programs.
    package let code: String
    package let words: LocalizedText

    package static func == (one: Self, other: Self) -> Bool { one.code == other.code }
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }

    static let verifies = LessonOutcome(code: "verifies", words: LocalizedText("it verifies", "验证通过"))
    static let doesNotVerify = LessonOutcome(
        code: "doesNotVerify", words: LocalizedText("it does not verify", "验证不通过"))
    static let same = LessonOutcome(code: "same", words: LocalizedText("the same", "相同"))
    static let different = LessonOutcome(code: "different", words: LocalizedText("not the same", "不同"))
    static let opened = LessonOutcome(code: "opened", words: LocalizedText("opened", "解开了"))
    static let notOpened = LessonOutcome(code: "notOpened", words: LocalizedText("not opened", "解不开"))
    static let right = LessonOutcome(code: "right", words: LocalizedText("right", "正确"))
    static let wrong = LessonOutcome(code: "wrong", words: LocalizedText("wrong", "错误"))
    static let trusted = LessonOutcome(code: "trusted", words: LocalizedText("trusted", "可信"))

    /// Refused for these findings and no others.
    static func refused(_ codes: Set<String>) -> LessonOutcome {
        let sorted = codes.sorted()
        let headlines = sorted.map { code in
            FindingCode.named(code).flatMap(FindingWords.of(_:))?.headline ?? LocalizedText(code, code)
        }
        return LessonOutcome(
            code: sorted.joined(separator: " "),
            words: LocalizedText(
                "refused: " + headlines.map(\.english).joined(separator: "; "),
                "拒绝：" + headlines.map(\.chinese).joined(separator: "；")))
    }

    static func signature(_ isValid: Bool) -> LessonOutcome { isValid ? .verifies : .doesNotVerify }
    static func comparison(_ isSame: Bool) -> LessonOutcome { isSame ? .same : .different }
    /// Whether what came out is the text that went in.
    static func opening(_ text: [UInt8]?, of original: [UInt8]) -> LessonOutcome {
        text == original ? .opened : .notOpened
    }
    static func padding(_ isRight: Bool) -> LessonOutcome { isRight ? .right : .wrong }

    static func verdict(_ report: VerdictReport) -> LessonOutcome {
        report.trusted ? .trusted : .refused(Set(report.findings.filter(\.isError).map(\.code)))
    }
}
