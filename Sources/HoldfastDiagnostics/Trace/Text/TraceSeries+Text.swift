import HoldfastTracing
import HoldfastWords

extension TraceSeries {
    /// Each connection in a line, then the distributions with a plot; ends with a line end.
    public func text(_ style: TextStyle = .plain, width: Int? = nil) -> String {
        var lines = [
            style.strong(SafeText.line(target)) + ": \(count) \(count == 1 ? "connection" : "connections")", "",
        ]
        lines.append(style.strong("  No.      TCP      TLS    trust  TLS:TCP  "))
        lines += attempts.enumerated().map { line($0.offset + 1, $0.element, style) }
        for group in groups {
            lines += ["", style.strong(group.title.words.english) + style.faint(": \(counts(of: group))")]
            lines += table(of: group, style) + [""] + TracePlot(group: group).lines(width: width, style)
        }
        if let notResumed { lines += ["", style.warning(notResumed.english)] }
        if isLoopback {
            let room = width ?? .max
            lines += [""] + WrappedText.lines(TraceWord.loopback.words.english, width: room).map { style.warning($0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ number: Int, _ attempt: Attempt, _ style: TextStyle) -> String {
        let timing = attempt.timing
        let times = [timing.tcp, timing.tls, timing.trust].map { value in
            Self.cell(value.map { TraceTime.text($0) } ?? "–", 9)
        }
        let ratio = Self.cell(timing.ratio.map { TraceTime.text($0, decimals: 2) } ?? "–", 9)
        var words = [attempt.version?.name, attempt.keyExchange?.description].compactMap { $0 }
        if attempt.isResumed {
            words.append("resumed")
        } else if attempt.resumption.isWanted {
            words.append("not resumed")
        }
        if attempt.exitCode != 0 { words.append(style.bad("exit \(attempt.exitCode)")) }
        return Self.cell("\(number)", 5) + times.joined() + ratio + "  " + style.faint(words.joined(separator: ", "))
    }

    private func counts(of group: Group) -> String {
        let statistics = group.statistics
        let trips = statistics.roundTrips.sorted().map(String.init).joined(separator: ", ")
        let done =
            statistics.completed == statistics.attempts
            ? "\(statistics.attempts)" : "\(statistics.completed) of \(statistics.attempts) done"
        return trips.isEmpty ? done : "\(done); round trips of TLS: \(trips)"
    }

    private func table(of group: Group, _ style: TextStyle) -> [String] {
        let words = [TraceWord.minimum, .median, .p90, .maximum].map(\.words.english)
        var lines = [Self.name("") + words.map { Self.cell($0, 10) }.joined()]
        for (name, values) in group.times { lines.append(row(name.english, values, decimals: 3, unit: " ms")) }
        if let ratio = group.statistics.ratio {
            lines.append(row("TLS : TCP", ratio, decimals: 2, unit: " : 1"))
        }
        if let ratio = group.statistics.ratioOfMedians {
            lines.append(Self.name("of medians") + Self.cell(TraceTime.text(ratio, decimals: 2), 20) + " : 1")
        }
        return lines
    }

    private func row(
        _ name: String, _ values: TraceStatistics.Distribution, decimals: Int, unit: String
    ) -> String {
        Self.name(name)
            + [values.minimum, values.median, values.p90, values.maximum].map {
                Self.cell(TraceTime.text($0, decimals: decimals), 10)
            }.joined() + unit
    }

    private static func name(_ text: String) -> String {
        "  " + text + String(repeating: " ", count: max(0, 12 - text.count))
    }

    private static func cell(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
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

    func lines(width: Int?, _ style: TextStyle) -> [String] {
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
            let title = name.english + String(repeating: " ", count: max(0, 12 - name.english.count))
            return "  " + title + marks.joined()
        }
        let label = TraceTime.text(end, decimals: 1) + " ms"
        let space = String(repeating: " ", count: max(1, cells - 1 - label.count))
        return rows + [style.faint(String(repeating: " ", count: 14) + "0" + space + label)]
    }
}
