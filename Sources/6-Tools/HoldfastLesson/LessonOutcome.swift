import HoldfastDiagnostics
import HoldfastTrust
package import HoldfastStatements
import HoldfastWords

/// The outcome of a check, comparable by its code.
package struct LessonOutcome: Hashable, Sendable {
    /// A word for programs.
    package let code: String
    package let words: LocalizedText

    package static func == (one: Self, other: Self) -> Bool { one.code == other.code }
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }

    private init(_ code: String, _ english: String, _ chinese: String) {
        self.code = code
        words = LocalizedText(english, chinese)
    }

    static let verifies = LessonOutcome("verifies", "it verifies", "验证通过")
    static let doesNotVerify = LessonOutcome("doesNotVerify", "it does not verify", "验证不通过")
    static let same = LessonOutcome("same", "the same", "相同")
    static let different = LessonOutcome("different", "not the same", "不同")
    static let opened = LessonOutcome("opened", "opened", "解开了")
    static let notOpened = LessonOutcome("notOpened", "not opened", "解不开")
    static let right = LessonOutcome("right", "right", "正确")
    static let wrong = LessonOutcome("wrong", "wrong", "错误")
    static let trusted = LessonOutcome("trusted", "trusted", "可信")
    static let yes = LessonOutcome("yes", "yes", "是")
    static let no = LessonOutcome("no", "no", "否")
    private static let refused = LessonOutcome("refused", "refused", "拒绝")

    private static let opposites: [(LessonOutcome, LessonOutcome)] = [
        (verifies, doesNotVerify), (same, different), (opened, notOpened), (right, wrong), (yes, no),
        (trusted, refused),
    ]

    /// The outcome that says the contrary; of a refusal, that the server is trusted.
    var opposite: LessonOutcome {
        for (one, other) in Self.opposites {
            if one == self { return other }
            if other == self { return one }
        }
        return .trusted
    }

    /// Refused for these findings and no others.
    static func refused(_ codes: Set<String>) -> LessonOutcome {
        let sorted = codes.sorted()
        let headlines = sorted.map { code in
            FindingCode.named(code).flatMap(FindingWords.of(_:))?.headline ?? LocalizedText(code, code)
        }
        return LessonOutcome(
            sorted.joined(separator: " "), "refused: " + headlines.map(\.english).joined(separator: "; "),
            "拒绝：" + headlines.map(\.chinese).joined(separator: "；"))
    }

    static func signature(_ isValid: Bool) -> LessonOutcome { isValid ? .verifies : .doesNotVerify }
    static func comparison(_ isSame: Bool) -> LessonOutcome { isSame ? .same : .different }
    static func answer(_ isSo: Bool) -> LessonOutcome { isSo ? .yes : .no }
    /// Whether what came out is the text that went in.
    static func opening(_ text: [UInt8]?, of original: [UInt8]) -> LessonOutcome {
        text == original ? .opened : .notOpened
    }
    static func padding(_ isRight: Bool) -> LessonOutcome { isRight ? .right : .wrong }

    static func verdict(_ report: VerdictReport) -> LessonOutcome {
        report.trusted ? .trusted : .refused(Set(report.findings.filter(\.isError).map(\.code)))
    }

    /// A number.
    static func count(_ number: Int) -> LessonOutcome { LessonOutcome("\(number)", "\(number)", "\(number)") }

    /// A name of a standard, which is the same in every language.
    static func named(_ name: String) -> LessonOutcome { LessonOutcome(name, name, name) }
}
