import HoldfastTracing
public import HoldfastStatements

extension TraceSeries {
    /// Each connection in a line, then the distributions with a plot; ends with a line end.
    ///
    /// - Parameter width: the terminal's columns; nil where lines may be of any length.
    public func text(
        _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english
    ) -> String {
        TraceSeriesText(series: self, style: style, width: width, language: language).text
    }

    static let resumed = LocalizedText("resumed", "会话恢复")
}

/// A series as lines for a terminal.
private struct TraceSeriesText {
    let series: TraceSeries
    let style: TextStyle
    let width: Int?
    let language: PageLanguage

    private typealias Group = TraceSeries.Group

    var text: String {
        let connections = LocalizedText(
            Counted.english(series.count, "connection"), "\(series.count) 次连接")
        var lines = [style.strong(SafeText.line(series.target)) + TextLines.colon(language) + told(connections), ""]
        let trust = told(TraceWord.trust.words).rightAligned(in: 9)
        lines.append(
            style.strong("  \(told(TraceWord.number.words).rightAligned(in: 3))      TCP      TLS\(trust)  TLS:TCP  "))
        lines += series.attempts.enumerated().map { line($0.offset + 1, $0.element) }
        for group in series.groups {
            let counts = TextLines.colon(language) + told(counts(of: group))
            lines += ["", style.strong(told(group.title.words)) + style.faint(counts)]
            lines += table(of: group) + [""] + TracePlot(group: group).lines(width: width, style, language)
        }
        if let words = series.notResumed { lines += ["", style.warning(told(words))] }
        if series.isLoopback {
            let room = width ?? .max
            lines += [""] + WrappedText.lines(told(TraceWord.loopback.words), width: room).map { style.warning($0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func told(_ words: LocalizedText) -> String { words.text(in: language) }

    private func line(_ number: Int, _ attempt: TraceSeries.Attempt) -> String {
        let timing = attempt.timing
        let times = [timing.tcp, timing.tls, timing.trust].map { value in
            (value.map { TraceTime.text($0) } ?? "–").rightAligned(in: 9)
        }
        let ratio = (timing.ratio.map { TraceTime.text($0, decimals: 2) } ?? "–").rightAligned(in: 9)
        var words = [attempt.version?.name, attempt.keyExchange?.description].compactMap { $0 }
        if attempt.isResumed {
            words.append(told(TraceSeries.resumed))
        } else if attempt.resumption.isWanted {
            words.append(told(LocalizedText("not resumed", "未恢复")))
        }
        if attempt.exitCode != 0 { words.append(style.bad("\(told(PageWord.exit.words)) \(attempt.exitCode)")) }
        return "\(number)".rightAligned(in: 5) + times.joined() + ratio + "  "
            + style.faint(words.joined(separator: comma))
    }

    private var comma: String { told(.comma) }

    private func counts(of group: Group) -> LocalizedText {
        let statistics = group.statistics
        let trips = statistics.roundTrips.sorted().map(String.init).joined(separator: comma)
        let done =
            statistics.completed == statistics.attempts
            ? LocalizedText.same("\(statistics.attempts)")
            : LocalizedText(
                "\(statistics.completed) of \(statistics.attempts) done",
                "\(statistics.attempts) 次中完成 \(statistics.completed) 次")
        return trips.isEmpty
            ? done
            : LocalizedText(
                "\(done.english); round trips of TLS: \(trips)",
                "\(done.chinese)；\(TraceWord.roundTrips.words.chinese)：\(trips)")
    }

    private func table(of group: Group) -> [String] {
        let words = [TraceWord.minimum, .median, .p90, .maximum].map { told($0.words) }
        var lines = [Self.name("") + words.map { $0.rightAligned(in: 10) }.joined()]
        for (name, values) in group.times { lines.append(row(told(name), values, decimals: 3, unit: " ms")) }
        if let ratio = group.statistics.ratio {
            lines.append(row("TLS : TCP", ratio, decimals: 2, unit: " : 1"))
        }
        if let ratio = group.statistics.ratioOfMedians {
            lines.append(
                Self.name(told(LocalizedText("of medians", "中位之比")))
                    + TraceTime.text(ratio, decimals: 2).rightAligned(in: 20)
                    + " : 1")
        }
        return lines
    }

    private func row(
        _ name: String, _ values: TraceStatistics.Distribution, decimals: Int, unit: String
    ) -> String {
        Self.name(name)
            + [values.minimum, values.median, values.p90, values.maximum].map {
                TraceTime.text($0, decimals: decimals).rightAligned(in: 10)
            }.joined() + unit
    }

    private static func name(_ text: String) -> String {
        "  " + text.padded(to: 12)
    }
}

/// A histogram in one line for each time that was measured, on a common scale.
struct TracePlot {
    let group: TraceSeries.Group

    private static let levels = Array("▁▂▃▄▅▆▇█")

    /// The numbers of values that fall into each of `count` equal parts of the range from 0 to `end`.
    static func bins(_ values: [Double], end: Double, count: Int) -> [Int] {
        var bins = Array(repeating: 0, count: count)
        for value in values where end > 0 && value.isFinite {
            bins[min(count - 1, max(0, Int(value / end * Double(count))))] += 1
        }
        return bins
    }

    func lines(width: Int?, _ style: TextStyle, _ language: PageLanguage) -> [String] {
        let times = group.times
        guard let end = times.map(\.distribution.maximum).max(), end > 0 else { return [] }
        let cells = max(10, min(60, (width ?? 100) - 16))
        let rows = times.map { name, distribution in
            let bins = Self.bins(distribution.values, end: end, count: cells)
            let most = bins.max() ?? 0
            let marks = bins.map { bin -> String in
                guard bin > 0 else { return "·" }
                let level = Int((Double(bin) / Double(max(most, 1)) * 8).rounded(.up))
                return String(Self.levels[min(7, max(0, level - 1))])
            }
            let title = name.text(in: language)
            return "  " + title.padded(to: 12) + marks.joined()
        }
        let label = TraceTime.text(end, decimals: 1) + " ms"
        let space = String(repeating: " ", count: max(1, cells - 1 - label.count))
        return rows + [style.faint(String(repeating: " ", count: 14) + "0" + space + label)]
    }
}
