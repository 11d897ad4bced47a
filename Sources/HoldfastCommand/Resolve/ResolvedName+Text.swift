import HoldfastDiagnostics
import HoldfastResolving
import HoldfastTrust

extension ResolvedName {
    /// The table of the sources for people, and which addresses cannot prove the name.
    func text(_ style: TextStyle) -> String {
        var rows = [["source", "type", "address", "TTL", "time", verdicts == nil ? "" : "verdict"]]
        var lastSource: String?
        for answer in answers {
            let source = answer.source == lastSource ? "" : Wording.line(answer.source)
            lastSource = answer.source
            let head = [source, answer.kind.recordName]
            let tail = [Self.timeToLive(answer), Self.milliseconds(answer.took)]
            if answer.addresses.isEmpty {
                rows.append(head + ["-"] + tail + [Self.reason(answer)])
                continue
            }
            for (index, address) in answer.addresses.enumerated() {
                let verdict = verdicts?[address].map(Self.words) ?? ""
                let isFirst = index == 0
                rows.append((isFirst ? head : ["", ""]) + ["\(address)"] + (isFirst ? tail : ["", ""]) + [verdict])
            }
        }
        return style.strong(Wording.line(operand.text)) + "\n" + TextTable.lines(rows) + summary
    }

    /// The lines about addresses that cannot prove the name, with the sources that gave them.
    private var summary: String {
        guard let verdicts, !addresses.isEmpty else { return "" }
        if addresses.allSatisfy({ verdicts[$0]?.outcome == .trusted }) { return "  every address proves the name\n" }
        var text = ""
        for address in impostors {
            let (giving, others) = sources(of: address)
            let codes = verdicts[address].map { $0.findings.joined(separator: ", ") } ?? ""
            text += "  \(address) cannot prove the name (\(codes)): given by \(Self.list(giving))"
            text += others.isEmpty ? "\n" : ", not by \(Self.list(others))\n"
        }
        return text
    }

    private static func list(_ sources: [String]) -> String {
        sources.map { Wording.line($0) }.joined(separator: ", ")
    }

    private static func words(_ verdict: AddressVerdict) -> String {
        let time = verdict.took.map { " (\(milliseconds($0)))" } ?? ""
        return switch verdict.outcome {
        case .trusted: "trusted" + time
        case .notTrusted: "not trusted: " + verdict.findings.joined(separator: ", ") + time
        case .failed: "no verdict: " + Wording.line(Wording.clause(verdict.failure?.message ?? "")) + time
        case .notJudged: "not judged: more than \(AddressJudge.maximumAddresses) addresses"
        }
    }

    private static func reason(_ answer: SourceAnswer) -> String {
        switch answer.result {
        case .success: "no address of this type"
        case .failure(let error): Wording.line(Wording.clause(error.clause))
        }
    }

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
                if column < row.count - 1 { widths[column] = max(widths[column], entry.count) }
            }
        }
        var text = ""
        for row in rows {
            var line = ""
            for (column, entry) in row.enumerated() {
                line += "  " + entry + String(repeating: " ", count: max(0, widths[column] - entry.count))
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }
}
