import HoldfastDiagnostics
import HoldfastPins
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// The verdict of pins on one chain; as JSON in the schema `holdfast.pinVerification/1`.
struct PinVerification: Encodable {
    private struct Line: Encodable {
        let pin: String
        let depth: Int
        let subject: String
        /// The words that the file of pins has beside it; nil for none.
        @Nullable var label: String?
    }

    private let schema = "holdfast.pinVerification/1"
    private let target: String
    /// As ``PinOutcome/name``; `notJudged` where the chain is not trusted for another reason.
    private let result: String
    @Nullable private var pattern: String?
    private let found: [Line]
    private let missing: [String]
    private let chain: [Line]
    /// The codes of the errors.
    private let findings: [String]
    /// The code of the error that the chain is refused for; nil where it is not.
    let cause: String?
    let exitCode: ExitCode

    init(_ target: String, _ evaluation: TrustEvaluation, _ pins: ExchangedPins) {
        self.init(target, evaluation.pins, pins, evaluation.chain, [], nil, .success)
    }

    init(_ target: String, _ failure: TrustFailure, _ pins: ExchangedPins) {
        let code = ExitCode(status: VerdictReport(failure, target: target).exitCode)
        self.init(
            target, failure.pins, pins, failure.chain, failure.errors.map(\.code.rawValue),
            failure.cause.code.rawValue, code)
    }

    private init(
        _ target: String, _ outcome: PinOutcome, _ pins: ExchangedPins, _ chain: [Certificate], _ findings: [String],
        _ cause: String?, _ code: ExitCode
    ) {
        let labels = pins.labels(of: outcome.duty)
        func line(_ pin: Pin, _ depth: Int) -> Line {
            let subject = chain.indices.contains(depth) ? "\(chain[depth].subject)" : ""
            return Line(pin: "\(pin)", depth: depth, subject: subject, label: labels[pin].map { "\($0)" })
        }
        self.target = target
        result = outcome.name
        pattern = outcome.duty?.pattern.map { "\($0)" }
        let match: PinMatch? =
            switch outcome {
            case .matched(_, let match), .mismatched(_, let match): match
            case .notPinned, .expired: nil
            }
        found = match?.found.map { line($0.pin, $0.depth) } ?? []
        missing = match?.missing.map(\.rawValue) ?? []
        let example = outcome.duty?.set.all.sorted { $0.description < $1.description }.first
        self.chain = chain.enumerated().map { depth, certificate in
            line(Pin(certificate, example?.subject ?? .publicKey, example?.algorithm ?? .sha256), depth)
        }
        self.findings = Array(Set(findings)).sorted()
        self.cause = cause
        exitCode = code
    }

    /// One line for the target, then the errors, and the pins that were found, or those that the chain has instead.
    func text(in language: PageLanguage) -> String {
        func told(_ english: String, _ chinese: String) -> String {
            LocalizedText(english, chinese).text(in: language)
        }
        let whose = pattern.map { told(" (those of \($0))", "（属于 \($0)）") } ?? ""
        var text = Wording.line(target) + told(": ", "：") + words.text(in: language) + whose + "\n"
        if !findings.isEmpty {
            text += "  " + told("refused: ", "拒绝：") + findings.joined(separator: ", ") + "\n"
        }
        let (lines, indentation) = missing.isEmpty ? (found, "  ") : (chain, "    ")
        if !missing.isEmpty {
            text += "  " + told("the chain has, the server's own first:", "证书链中有（服务器自己的在前）：") + "\n"
        }
        for line in lines {
            text += indentation + "\(line.pin)  \(line.depth): \(Wording.line(line.subject))"
            text += Wording.beside(line.label) + "\n"
        }
        return text
    }

    private var words: LocalizedText {
        let groups = missing.compactMap(PinSet.Group.init(rawValue:))
        let english = groups.map(\.words).joined(separator: " and for ")
        let chinese = groups.map(\.inSentence.chinese).joined(separator: "、")
        return switch result {
        case "matched": LocalizedText("the pins match", "公钥固定匹配")
        case "mismatched": LocalizedText("no pin matches for \(english)", "没有与\(chinese)匹配的固定")
        case "reported":
            LocalizedText(
                "no pin matches for \(english), which is reported and refuses nothing",
                "没有与\(chinese)匹配的固定；只作报告，不因此拒绝")
        case "expired": LocalizedText("the pins have ended", "公钥固定已到期")
        default: LocalizedText("the pins were not judged", "公钥固定未经判定")
        }
    }

    private enum CodingKeys: String, CodingKey {
        case schema, target, result, pattern, found, missing, chain, findings
    }
}

extension ExchangedPins {
    /// The labels of the pins that a server has to have.
    func labels(of duty: ApplicablePins?) -> [Pin: PinLabel] {
        duty?.pattern.flatMap { notations[$0]?.labels } ?? [:]
    }
}

extension Wording {
    /// A pin's label in brackets behind it; empty for none.
    static func beside(_ label: (some CustomStringConvertible)?) -> String {
        label.map { " (\(line($0.description)))" } ?? ""
    }
}
