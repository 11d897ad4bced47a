import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Lines of `scan` about a history, for people.
enum ScanHistoryLine {
    /// Words as a line of a result.
    static func text(_ words: LocalizedText, _ language: PageLanguage) -> String {
        Wording.line(words.text(in: language)) + "\n"
    }

    /// A run with its numbers.
    static func words(of run: RecordedRun, _ counts: ScanRunCounts) -> LocalizedText {
        let (errors, warnings) = (counts.count(of: .error), counts.count(of: .warning))
        let list = run.source.part.isEmpty ? run.source.list : "\(run.source.list) \(run.source.part)"
        let numbers = LocalizedText(
            "run \(run.number) of \(run.began), \(Counted.english(counts.results, "result")): "
                + "\(Counted.english(errors, "error")), \(Counted.english(warnings, "warning")); \(list)",
            "运行 \(run.number)（\(run.began)），\(counts.results) 个结果：\(errors) 个错误，\(warnings) 个警告；\(list)")
        guard run.ended == nil else { return numbers }
        return .joined([numbers, LocalizedText("not done", "未完成")])
    }

    /// A result with its gravity.
    static func words(of record: ScanRecord, isMuted: Bool) -> LocalizedText {
        let codes = record.findings.filter { $0.value != .note }.keys.sorted().joined(separator: ", ")
        let end = record.leaf?.notAfter.map { String($0.description.prefix(10)) }
        let state =
            if record.level == .error {
                LocalizedText("failed: \(codes)", "故障：\(codes)")
            } else if let end {
                LocalizedText("trusted until \(end)", "可信，至 \(end)")
            } else {
                LocalizedText("trusted", "可信")
            }
        guard record.level == .warning else { return words(about: record, state, isMuted) }
        return words(
            about: record,
            .joined([state, LocalizedText("warning: \(codes)", "警告：\(codes)")], by: .semicolon), isMuted)
    }

    /// A target with its differences.
    static func words(of comparison: ScanComparison, isMuted: Bool) -> LocalizedText {
        words(about: comparison.record, ScanChange.words(of: comparison.changes), isMuted)
    }

    private static func words(about record: ScanRecord, _ answer: LocalizedText, _ isMuted: Bool) -> LocalizedText {
        let part = record.part.isEmpty ? "" : " \(record.part)"
        let owner = record.owner.map { " (\($0))" } ?? ""
        let silence = isMuted ? LocalizedText(" [muted]", "［静默］") : .same("")
        return LocalizedText(
            "\(record.text)\(part)\(owner): \(answer.english)\(silence.english)",
            "\(record.text)\(part)\(owner)：\(answer.chinese)\(silence.chinese)")
    }
}
