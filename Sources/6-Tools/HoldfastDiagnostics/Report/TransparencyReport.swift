package import HoldfastTrust
import HoldfastStatements
package import HoldfastX509

/// The certificate transparency of a chain's leaf, as a verdict's JSON has it.
package struct TransparencyReport: Sendable, JSONReport {
    /// One timestamp that was presented.
    package struct Timestamp: Sendable, JSONReport {
        /// The log's name; its identifier in hexadecimal digits where the list does not have it, and nil where the
        /// timestamp cannot be read that far.
        package let log: String?
        /// The log's operator at the time of the timestamp; nil as far as it is not known.
        package let `operator`: String?
        /// The way by which it came.
        package let source: TransparencyOutcome.Source
        /// The moment that it states.
        package let at: Instant?
        /// Whether its signature is the log's over this certificate; nil where that was not looked at.
        package let verified: Bool?
        /// The reason why it does not count, a clause; nil where it does.
        package var problem: String? { statement?.english }
        let statement: Statement?

        package var json: JSONObject {
            JSONObject(
                [
                    "log": log, "operator": self.operator, "source": source.rawValue, "at": at?.toTheMillisecond,
                    "verified": verified, "problem": problem,
                ], unlessNone: ["statement": statement.map(StatementReport.init)])
        }
    }

    /// A list of timestamps that cannot be read.
    package struct Problem: Sendable, JSONReport {
        package let source: TransparencyOutcome.Source
        /// A clause.
        package var reason: String { statement.english }
        let statement: Statement

        package var json: JSONObject {
            JSONObject(["source": source.rawValue, "reason": reason, "statement": StatementReport(statement)])
        }
    }

    /// Characters of a name that are told: whoever made the list wrote it.
    static let shownName = 200

    /// The policy, `apple` or `chrome`.
    package let policy: String
    /// The day of the policy's rules that were judged by; nil where they could not be read.
    package let policyDay: Instant?
    package let result: TransparencyOutcome.Result
    /// In the order of the outcome: those in the certificate first.
    package let timestamps: [Timestamp]
    package let problems: [Problem]

    /// The report of an outcome; nil where nobody asked, which is something else than asked and passed.
    init?(_ outcome: TransparencyOutcome) {
        guard let policy = outcome.policy else { return nil }
        self.policy = policy
        policyDay = outcome.policyDay
        result = outcome.result
        timestamps = outcome.timestamps.map { timestamp in
            let id = timestamp.logID.isEmpty ? nil : HexString.encode(timestamp.logID)
            return Timestamp(
                log: timestamp.logName.map(Self.bounded) ?? id, operator: timestamp.operatorName.map(Self.bounded),
                source: timestamp.source, at: timestamp.at, verified: timestamp.isVerified,
                statement: timestamp.problemStatement)
        }
        problems = outcome.problems.map { Problem(source: $0.source, statement: $0.reasonStatement) }
    }

    private static func bounded(_ name: String) -> String { HTML.cut(name, shownName) }

    package var json: JSONObject {
        JSONObject(
            [
                "policy": policy, "result": result.rawValue, "timestamps": timestamps,
            ], unlessNone: ["policyDay": day, "problems": problems.isEmpty ? nil : problems])
    }
}

extension TransparencyReport {
    /// Timestamps that the text tells of, one a line; the JSON has all.
    private static let shownTimestamps = 8

    /// The day of the rules as RFC 3339 writes one.
    private var day: String? { policyDay?.dayText }

    /// The answer in one clause, for people.
    var words: LocalizedText {
        let rules = day.map { "\(policy) (rules of \($0))" } ?? policy
        let english =
            switch result {
            case .passed: "passed, as \(rules) counts"
            case .failed: "failed, as \(rules) counts"
            case .notRequired: "not required by \(policy) of this certificate"
            case .notChecked: "not checked: there is no list of logs"
            }
        return LocalizedText(
            english, TransparencyBlock.word(for: result).words.chinese + policy + (day.map { "（\($0) 的规则）" } ?? ""))
    }

    /// The timestamps and what cannot be read, a line each.
    var lines: [LocalizedText] {
        let shown = timestamps.prefix(Self.shownTimestamps).map(\.words)
        let rest = timestamps.count - shown.count
        return shown + (rest > 0 ? [LocalizedText("and \(rest) more", "另有 \(rest) 个")] : [])
            + problems.map { problem in
                let reason = problem.statement
                let source = TransparencyBlock.word(for: problem.source).words.chinese
                return LocalizedText(
                    "the list of timestamps (\(problem.source.rawValue)) cannot be read: \(reason.english)",
                    "\(PageWord.unreadableTimestamps.words.chinese)（\(source)）：\(reason.chinese)")
            }
    }
}

extension TransparencyReport.Timestamp {
    fileprivate var words: LocalizedText {
        // A log without an operator is one that the list does not have: its identifier stands for it.
        let name =
            log.map { name in
                self.operator == nil
                    ? LocalizedText("log \(name)", "\(PageWord.unknownLog.words.chinese) \(name)") : .same(name)
            } ?? LocalizedText("a version that is not known", PageWord.unknownVersion.words.chinese)
        let came = LocalizedText(source.rawValue, TransparencyBlock.word(for: source).words.chinese)
        let parts = [self.operator.map(LocalizedText.same), came, (at?.toTheMillisecond).map(LocalizedText.same)]
            .compactMap(\.self)
        let outcome =
            statement?.words ?? LocalizedText("counts", PageWord.timestampCounts.words.chinese)
        return LocalizedText(
            "\(name.english) (\(parts.map(\.english).joined(separator: ", "))): \(outcome.english)",
            "\(name.chinese)（\(parts.map(\.chinese).joined(separator: "，"))）：\(outcome.chinese)")
    }
}
