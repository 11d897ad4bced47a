import HoldfastTrust
public import HoldfastStatements
import HoldfastX509

extension DeadlineReport {
    /// The days in words, one a line: the day, the time until then, whose certificate, what happens. Of the calendar
    /// what is to come stands first, and what is in force behind it, the newest first.
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
        let headline = lines.headline(title, lines.told(answer)) { line, _ in
            rows.contains(where: \.isWithin) ? style.warning(line) : line
        }
        return (headline + sections(lines)).joined(separator: "\n") + "\n"
    }

    /// The rows in the order in which people want them: of a chain by their days; of the calendar what is to come, and
    /// then what is in force, the newest first.
    private func sections(_ lines: TextLines) -> [String] {
        guard target == nil else { return Self.lines(of: rows, at: at, lines) }
        let (past, coming) = (rows.filter(\.isPast), rows.filter { !$0.isPast })
        let all = Self.lines(of: coming, at: at, lines)
        if past.isEmpty { return all }
        return all + lines.heading(LocalizedText("in force already", "已生效"))
            + Self.lines(of: past.reversed(), at: at, lines)
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
        return Self.lines(of: sorted.map { ($0.element.row, $0.element.report.at, $0.element.report.target) }, lines)
            .map { $0 + "\n" }.joined()
    }

    /// The number of days to come, and the next one.
    private var answer: LocalizedText {
        let ended = rows.filter { $0.isPast && $0.event == .expires }.count
        let coming = rows.filter { !$0.isPast }
        var parts: [LocalizedText] = []
        if ended > 0 {
            parts.append(
                LocalizedText(
                    Counted.english(ended, "certificate has", "certificates have") + " ended", "已有 \(ended) 个证书到期"))
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

    /// Rows as lines, in columns: the day, which what held before any day has not; the time until then; the text,
    /// folded beside them, or below where the terminal has no room for it there.
    static func lines(
        of rows: some Sequence<Row>, at now: Instant, _ lines: TextLines, indent: Int = 2
    ) -> [String] {
        self.lines(of: rows.map { ($0, now, nil) }, lines, indent: indent)
    }

    private static func lines(
        of rows: [(row: Row, now: Instant, target: String?)], _ lines: TextLines, indent: Int = 2
    ) -> [String] {
        let times = rows.map { lines.told($0.row.time(from: $0.now)) }
        let timeColumns = times.map(WrappedText.columnCount(of:)).reduce(leastTimeColumns, max)
        let columns = indent + dayColumns + timeColumns + 4
        let hasRoom = lines.width.map { $0 - columns >= leastTextColumns } ?? true
        let space = String(repeating: " ", count: indent)
        let colon = TextLines.colon(lines.language)
        return zip(rows, times).flatMap { entry, time in
            let row = entry.row
            let day = row.at?.dayText ?? String(repeating: " ", count: dayColumns)
            let whose = row.certificate.map { SafeText.line(CertificateCard.title($0)) + colon } ?? ""
            let start = entry.target.map { SafeText.line($0) + "  " } ?? ""
            let text = "\(start)\(whose)\(lines.told(row.words))"
            var all = lines.folded(text, indent: hasRoom ? columns : indent + 2)
            if hasRoom {
                all[0] = "\(space)\(day)  \(time.padded(to: timeColumns))  \(all[0].dropFirst(columns))"
            } else {
                all.insert(space + (row.at.map { "\($0.dayText)  " } ?? "") + time, at: 0)
            }
            return row.isWithin ? all.map(lines.style.warning) : all
        }
    }

    private static let dayColumns = 10
    private static let leastTimeColumns = 12
    /// Columns of a text beside the others; with fewer it is easier read below them.
    private static let leastTextColumns = 24
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
