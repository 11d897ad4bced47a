import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastPins
import HoldfastPolicy
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// `holdfast policy diff`: two files in, differences out.
struct PolicyDiff {
    private let old: String
    private let new: String
    private let differences: [PolicyDifference]
    private let failing: Failing
    private let output: ResultOutput

    /// The differences that make the command fail.
    enum Failing: String, CaseIterable {
        case any, changed, weaker

        init(_ invocation: Invocation) throws(CommandError) {
            self =
                try invocation.word(of: .failOnDifference) { text, words in
                    .usage(UsageSentence.noneOf(option: CommandOption.failOnDifference.name, text: text, names: words))
                } ?? .any
        }

        /// Whether one of the differences is meant.
        func meets(_ differences: [PolicyDifference]) -> Bool {
            switch self {
            case .any: !differences.isEmpty
            case .changed: differences.contains { $0.strength != .stronger }
            case .weaker: differences.contains { $0.strength == .weaker }
            }
        }
    }

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        failing = try Failing(invocation)
        try StandardInput.check(invocation.operands)
        (old, new) = (invocation.operands[0], invocation.operands[1])
        let now = try TimeArgument.value(of: .ownTime, invocation) ?? SystemClock.now()
        differences = PolicyDifference.all(
            from: try ReadPolicyFile(textOf: old, at: now).document,
            to: try ReadPolicyFile(textOf: new, at: now).document)
    }

    func run() -> ExitCode {
        output.show(PolicyDiffLine(old, new, differences, failing), text)
        return failing.meets(differences) ? .findings : .success
    }

    private func text(in language: PageLanguage) -> String {
        func told(_ words: LocalizedText) -> String { Wording.line(words.text(in: language)) + "\n" }
        guard !differences.isEmpty else { return told(PolicyCommandSentence.equal.words) }
        return differences.map { difference in
            told(
                PolicyCommandSentence.difference(
                    PolicyStrengthWord(difference.strength).statement, difference.statement
                ).words) + difference.pins.map { Self.line(of: $0) + "\n" }.joined()
        }.joined()
    }

    /// `- leaf sha256/… (label)`, as lines of differences are written.
    private static func line(of change: PinChange) -> String {
        let mark = change.kind == .added ? "+" : "-"
        let label = change.label.map { " (\($0))" } ?? ""
        return "  " + Wording.line("\(mark) \(change.group.rawValue) \(change.pin)\(label)")
    }
}

/// Two documents' differences as JSON, in the schema `holdfast.policyDiff/1`.
private struct PolicyDiffLine: Encodable {
    struct PinLine: Encodable {
        let change: String
        let group: String
        let pin: String
        let label: String?
        let backup: Bool

        init(_ change: PinChange) {
            (self.change, group, pin) = (change.kind.rawValue, change.group.rawValue, "\(change.pin)")
            (label, backup) = (change.label?.text, change.label?.isBackup ?? false)
        }
    }

    struct Difference: Encodable {
        let member: String
        let kind: String
        let strength: String
        let patterns: [String]
        let pins: [PinLine]
        let message: String
        let statement: StatementReport

        init(_ difference: PolicyDifference) {
            (member, kind) = (difference.member, difference.kind.rawValue)
            strength = difference.strength.rawValue
            patterns = difference.patterns.map { "\($0)" }
            pins = difference.pins.map(PinLine.init)
            (message, statement) = (difference.statement.english, StatementReport(difference.statement))
        }
    }

    private let schema = "holdfast.policyDiff/1"
    private let old: String
    private let new: String
    private let equal: Bool
    private let failOn: String
    private let fails: Bool
    private let differences: [Difference]

    init(_ old: String, _ new: String, _ differences: [PolicyDifference], _ failing: PolicyDiff.Failing) {
        (failOn, fails) = (failing.rawValue, failing.meets(differences))
        (self.old, self.new, equal) = (old, new, differences.isEmpty)
        self.differences = differences.map(Difference.init)
    }
}
