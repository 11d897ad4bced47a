package import HoldfastTransport
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The search for the address of a connection, as verdicts report it.
package struct DialReport: Hashable, Sendable {
    /// One address that was tried.
    package struct Attempt: Hashable, Sendable {
        package let address: String
        /// The resolver that named the address.
        package let source: String
        /// In JSON its code: `connected`, `refused`, `stalled`, `overtaken`, `handshakeFailed` or `poisoned`; and the
        /// reason.
        package let outcome: DialAttempt.Outcome
        package let milliseconds: Double

        init(_ attempt: DialAttempt) {
            address = attempt.endpoint.description
            source = attempt.source
            outcome = attempt.outcome
            milliseconds = attempt.duration / .milliseconds(1)
        }
    }

    /// The resolver that named the connected address; nil where none was connected.
    package let source: String?
    /// The age of the resolver's answer, in seconds.
    package let age: Double?
    /// Whether that was kept longer than it may be.
    package let isStale: Bool?
    /// The address's place among those to choose from, from 1.
    package let rank: Int?
    /// The attempts, in the order in which they ended.
    package let attempts: [Attempt]
    /// The errors of resolvers.
    package let problems: [String]
    /// The author of the rules of connections, of which JSON says `rule`.
    package var rules = Rules.options

    /// The place where rules of connections were written.
    package enum Rules: Hashable, Sendable {
        /// The options of a command.
        case options
        /// `connectTo` in this policy file.
        case policyFile(String)
        case lab

        fileprivate var sentence: DialReportSentence {
            switch self {
            case .options: .connectionRules
            case .policyFile(let file): .policyFile(file)
            case .lab: .lab
            }
        }
    }

    package init(_ record: DialRecord) {
        source = record.source
        age = record.age / .seconds(1)
        isStale = record.isStale
        rank = record.rank
        attempts = record.attempts.map(Attempt.init)
        problems = record.problems
    }

    /// The report of an exchange without a connection; nil where nothing was tried.
    package init?(_ tried: [DialAttempt]) {
        guard !tried.isEmpty else { return nil }
        (source, age, isStale, rank) = (nil, nil, nil, nil)
        attempts = tried.map(Attempt.init)
        problems = []
    }
}

extension DialReport {
    /// The way to the address in one clause for people; nil where it says nothing that the connection does not say: the
    /// first address that the system's resolver named.
    ///
    /// - Parameter cause: the finding that the verdict begins with, which is not told again.
    func words(besides cause: FindingReport?) -> LocalizedText? {
        let others = attempts.filter { $0.outcome != .connected }
        if let source, others.isEmpty { return source == Self.system ? nil : origin(source) }
        guard !others.isEmpty else { return nil }
        if source == nil, others.count == 1, others[0].isRefused(for: cause) {
            guard others[0].source != Self.system else { return nil }
            let origin = self.origin(others[0].source)
            return LocalizedText("\(others[0].address), \(origin.english)", "\(others[0].address)，\(origin.chinese)")
        }
        let tried = LocalizedText.joined(
            others.map { $0.words(besides: cause, origin: self.origin($0.source)) }, by: .semicolon)
        guard let source else { return LocalizedText("tried \(tried.english)", "已尝试 \(tried.chinese)") }
        let origin = self.origin(source)
        return LocalizedText(
            "\(origin.english); before it \(tried.english)", "\(origin.chinese)；此前尝试了 \(tried.chinese)")
    }

    private static let system = "system"
    private static let rule = "rule"

    /// The one who named an address, as a finding tells of it.
    func namer(_ source: String) -> Statement {
        switch source {
        case Self.rule: rules.sentence.statement
        case Self.system: DialReportSentence.systemResolver.statement
        default: Statement(verbatim: source)
        }
    }

    /// The origin of an address.
    private func origin(_ source: String) -> LocalizedText {
        let namer = namer(source)
        return switch source {
        case Self.rule: LocalizedText("as \(namer.english) says", "由 \(namer.chinese) 指定")
        case Self.system: LocalizedText("named by \(namer.english)", "由\(namer.chinese)给出")
        default: LocalizedText("named by the resolver \(source)", "由解析器 \(source) 给出")
        }
    }
}

extension DialReport.Attempt {
    /// Whether it was refused for what the verdict begins with.
    fileprivate func isRefused(for cause: FindingReport?) -> Bool {
        guard case .poisoned(let code, let message) = outcome, let cause else { return false }
        return cause.code == code.rawValue && cause.statements.message == message
    }

    /// The address, who named it, and what came of it.
    fileprivate func words(besides cause: FindingReport?, origin: LocalizedText) -> LocalizedText {
        let result: LocalizedText =
            switch outcome {
            case .connected: LocalizedText("connected", "已连接")
            case .refused: LocalizedText("could not be reached", "无法到达")
            case .stalled: LocalizedText("did not answer in time", "未及时应答")
            case .overtaken: LocalizedText("was slower", "较慢")
            case .handshakeFailed: LocalizedText("the TLS handshake failed", "TLS 握手失败")
            case .poisoned: LocalizedText("its certificate was refused", "证书不可信")
            }
        let why = isRefused(for: cause) ? nil : outcome.words
        return LocalizedText(
            "\(address) (\(origin.english)): \(result.english)" + (why.map { ": \($0.english)" } ?? ""),
            "\(address)（\(origin.chinese)）：\(result.chinese)" + (why.map { "：\($0.chinese)" } ?? ""))
    }
}

extension DialReport: JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "source": source, "age": age.map(JSONNumber.rounded), "stale": isStale, "rank": rank,
                "attempts": attempts,
            ], unlessNone: ["problems": problems.isEmpty ? nil : problems])
    }
}

extension DialReport.Attempt: JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "address": address, "source": source, "outcome": outcome.code,
                "milliseconds": JSONNumber.rounded(milliseconds),
            ], unlessNone: ["reason": outcome.reason])
    }
}
