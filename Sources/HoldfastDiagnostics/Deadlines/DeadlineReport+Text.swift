import HoldfastTrust
public import HoldfastWords
import HoldfastX509

extension DeadlineReport {
    /// The days in words, one a line: the day, the time until then, whose certificate, what happens.
    ///
    /// Ends with a line end; empty for a target whose chain was not had: see ``failure``.
    ///
    /// - Parameter width: the terminal's columns; nil where lines may be of any length.
    public func text(
        _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english
    ) -> String {
        guard failure == nil else { return "" }
        let lines = TextLines(style: style, width: width, language: language)
        let title = target ?? lines.told(LocalizedText("The programmes' days", "各根证书计划的日期"))
        let all =
            lines.headline(title, lines.told(answer)) { line, _ in
                rows.contains(where: \.isWithin) ? style.warning(line) : line
            } + rows.flatMap { Self.lines(of: $0, at: at, lines) }
        return all.joined(separator: "\n") + "\n"
    }

    /// The lines of a table of several targets: as ``text(_:width:language:)``, with the target before each.
    ///
    /// - Parameter reports: those of all targets; their rows are put in the order of their days.
    public static func table(
        of reports: [DeadlineReport], _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english
    ) -> String {
        let lines = TextLines(style: style, width: width, language: language)
        let all = reports.flatMap { report in report.rows.map { (report: report, row: $0) } }
        let first = Instant(secondsSince1970: .min)
        let sorted = all.enumerated().sorted {
            ($0.element.row.at ?? first, $0.offset) < ($1.element.row.at ?? first, $1.offset)
        }
        return sorted.flatMap { _, entry in
            Self.lines(of: entry.row, at: entry.report.at, lines, before: entry.report.target)
        }.map { $0 + "\n" }.joined()
    }

    /// The number of days to come, and the next one.
    private var answer: LocalizedText {
        let ended = rows.filter { $0.isPast && $0.event == .expires }.count
        let coming = rows.filter { !$0.isPast }
        var parts: [LocalizedText] = []
        if ended > 0 {
            parts.append(
                LocalizedText(
                    "\(ended) \(ended == 1 ? "certificate has" : "certificates have") ended", "已有 \(ended) 个证书到期"))
        }
        if let next = coming.first?.at {
            let length = PageTime.length(next.seconds(since: at))
            parts.append(
                LocalizedText(
                    coming.count == 1
                        ? "one date is to come, in \(length.english)"
                        : "the next of \(coming.count) dates is in \(length.english)",
                    "共 \(coming.count) 个日期，最近的在 \(length.chinese)后"))
        }
        return parts.isEmpty ? LocalizedText("nothing is to come", "没有将至的日期") : .joined(parts)
    }

    /// A row as lines, folded below the text.
    static func lines(
        of row: Row, at now: Instant, _ lines: TextLines, before target: String? = nil, indent: Int = 2
    ) -> [String] {
        let day = row.at?.dayText ?? "----------"
        let time = lines.told(row.time(from: now))
        let padding = String(repeating: " ", count: max(0, timeColumns - WrappedText.columnCount(of: time)))
        let colon = TextLines.colon(lines.language)
        let whose = row.certificate.map { SafeText.line(CertificateCard.title($0)) + colon } ?? ""
        let start = target.map { SafeText.line($0) + "  " } ?? ""
        let columns = indent + 14 + timeColumns
        let space = String(repeating: " ", count: indent)
        let text = "\(start)\(whose)\(lines.told(row.words))"
        let folded = lines.folded(text, indent: columns).enumerated().map { index, line in
            index == 0 ? "\(space)\(day)  \(time)\(padding)  \(line.dropFirst(columns))" : line
        }
        return row.isWithin ? folded.map(lines.style.warning) : folded
    }

    private static let timeColumns = 12
}

extension DeadlineReport.Row {
    /// The time until the day, or what has become of it.
    fileprivate func time(from now: Instant) -> LocalizedText {
        guard let at, !isPast else {
            return event == .expires ? LocalizedText("ended", "已到期") : LocalizedText("in force", "已生效")
        }
        let span = PageTime.length(at.seconds(since: now))
        return LocalizedText("in \(span.english)", "\(span.chinese)后")
    }
}
