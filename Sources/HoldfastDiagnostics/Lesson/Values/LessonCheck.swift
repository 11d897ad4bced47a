package import HoldfastPolicy

/// A question with the answer that is taught and the one that was found.
package struct LessonCheck: Sendable {
    package let question: Words
    package let taught: LessonOutcome
    package let seen: LessonOutcome

    init(_ question: Words, taught: LessonOutcome, seen: LessonOutcome) {
        self.question = question
        self.taught = taught
        self.seen = seen
    }

    package var isAsTaught: Bool { taught == seen }
}

/// What came of something, comparable by its code.
package struct LessonOutcome: Hashable, Sendable {
    /// A word for programs.
    package let code: String
    package let words: Words

    package static func == (one: Self, other: Self) -> Bool { one.code == other.code }
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }

    static let verifies = LessonOutcome(code: "verifies", words: Words("it verifies", "验证通过"))
    static let doesNotVerify = LessonOutcome(
        code: "doesNotVerify", words: Words("it does not verify", "验证不通过"))
    static let same = LessonOutcome(code: "same", words: Words("the same", "相同"))
    static let different = LessonOutcome(code: "different", words: Words("not the same", "不同"))
    static let opened = LessonOutcome(code: "opened", words: Words("opened", "解开了"))
    static let notOpened = LessonOutcome(code: "notOpened", words: Words("not opened", "解不开"))
    static let right = LessonOutcome(code: "right", words: Words("right", "正确"))
    static let wrong = LessonOutcome(code: "wrong", words: Words("wrong", "错误"))
    static let trusted = LessonOutcome(code: "trusted", words: Words("trusted", "可信"))

    /// Refused for these findings and no others.
    static func refused(_ codes: Set<String>) -> LessonOutcome {
        let sorted = codes.sorted()
        let headlines = sorted.map { FindingWords.of(code: $0)?.headline ?? Words($0, $0) }
        return LessonOutcome(
            code: sorted.joined(separator: " "),
            words: Words(
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
