import HoldfastDiagnostics
import HoldfastResolving
import HoldfastStatements

extension ResolvedName {
    /// The table of the sources for people, and which addresses cannot prove the name.
    func text(_ style: TextStyle, language: PageLanguage) -> String {
        let heads = [
            LocalizedText("source", "来源"), LocalizedText("type", "类型"), LocalizedText("address", "地址"),
            LocalizedText("TTL", "TTL"), LocalizedText("time", "用时"), LocalizedText("verdict", "结论"),
        ]
        var rows = [heads.dropLast(verdicts == nil ? 1 : 0).map { $0.text(in: language) }]
        var lastSource: String?
        for answer in answers {
            let source = answer.source == lastSource ? "" : Wording.line(answer.source)
            lastSource = answer.source
            let head = [source, answer.kind.recordName]
            let tail = [Self.timeToLive(answer), Self.milliseconds(answer.took)]
            if answer.addresses.isEmpty {
                rows.append(head + ["-"] + tail + [Self.reason(answer).text(in: language)])
                continue
            }
            for (index, address) in answer.addresses.enumerated() {
                let verdict = verdicts?[address].map { Self.words($0).text(in: language) } ?? ""
                let isFirst = index == 0
                rows.append((isFirst ? head : ["", ""]) + ["\(address)"] + (isFirst ? tail : ["", ""]) + [verdict])
            }
        }
        return style.strong(Wording.line(operand.text)) + "\n" + TextTable.lines(rows)
            + summary.map { "  \($0.text(in: language))\n" }.joined()
    }

    /// The lines about addresses that cannot prove the name, with the sources that gave them.
    private var summary: [LocalizedText] {
        guard let verdicts, !addresses.isEmpty else { return [] }
        if addresses.allSatisfy({ verdicts[$0]?.outcome == .trusted }) {
            return [LocalizedText("every address proves the name", "每个地址都能证明该名称")]
        }
        return impostors.map { address in
            let (giving, others) = sources(of: address)
            let codes = verdicts[address].map { $0.findings.joined(separator: ", ") } ?? ""
            let (given, missing) = (Self.list(giving), Self.list(others))
            return LocalizedText(
                "\(address) cannot prove the name (\(codes)): given by \(given)"
                    + (others.isEmpty ? "" : ", not by \(missing)"),
                "\(address) 无法证明该名称（\(codes)）：由 \(given) 给出" + (others.isEmpty ? "" : "，\(missing) 未给出"))
        }
    }

    private static func list(_ sources: [String]) -> String {
        sources.map { Wording.line($0) }.joined(separator: ", ")
    }

    private static func words(_ verdict: AddressVerdict) -> LocalizedText {
        let time = verdict.took.map { " (\(milliseconds($0)))" } ?? ""
        switch verdict.outcome {
        case .trusted: return LocalizedText("trusted" + time, "可信" + time)
        case .notTrusted:
            let codes = verdict.findings.joined(separator: ", ")
            return LocalizedText("not trusted: \(codes)\(time)", "不可信：\(codes)\(time)")
        case .failed:
            let why = verdict.failure?.statement.words ?? .same("")
            return LocalizedText(
                "no verdict: " + clause(why.english) + time, "无结论：" + clause(why.chinese) + time)
        case .notJudged:
            let most = AddressJudge.maximumAddresses
            return LocalizedText("not judged: more than \(most) addresses", "未判定：超过 \(most) 个地址")
        }
    }

    private static func reason(_ answer: SourceAnswer) -> LocalizedText {
        switch answer.result {
        case .success: return LocalizedText("no address of this type", "没有此类型的地址")
        case .failure(let error):
            let words = error.clause
            return LocalizedText(clause(words.english), clause(words.chinese))
        }
    }

    private static func clause(_ text: String) -> String { Wording.line(Wording.clause(text)) }

    private static func timeToLive(_ answer: SourceAnswer) -> String {
        answer.timeToLive.map { "\($0.components.seconds) s" } ?? "-"
    }

    /// One digit after the point.
    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int64((duration / .microseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

/// Columns of text, each as wide as its widest entry.
enum TextTable {
    /// Indented by two spaces, with two spaces between columns, and none at a line's end.
    static func lines(_ rows: [[String]]) -> String {
        var widths: [Int] = []
        for row in rows {
            for (column, entry) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                // The last one ends its line.
                let width = column < row.count - 1 ? WrappedText.columnCount(of: entry) : 0
                widths[column] = max(widths[column], width)
            }
        }
        var text = ""
        for row in rows {
            var line = ""
            for (column, entry) in row.enumerated() {
                let room = max(0, widths[column] - WrappedText.columnCount(of: entry))
                line += "  " + entry + String(repeating: " ", count: room)
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }
}
