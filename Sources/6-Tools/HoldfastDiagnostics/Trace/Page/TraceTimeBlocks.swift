import HoldfastTracing
import HoldfastStatements

/// Many connections: a table of each kind of handshake, and every single value as a dot.
struct TraceStatisticsBlock {
    let series: TraceSeries

    var html: HTML {
        .element(
            "section", class: "statistics",
            [.element("h2", .word(.statistics), .text(" "), .element("span", class: "faint", .text("\(series.count)")))]
                + series.groups.map(group)
                + (series.notResumed.map { [.element("p", class: "aside", .words($0))] } ?? [])
                + (series.isLoopback ? [.element("p", class: "faint aside", .word(.loopback))] : []))
    }

    private func group(_ group: TraceSeries.Group) -> HTML {
        .block(
            .joined([
                .word(group.title), .text(" "),
                .element("span", class: "faint", .text("\(group.statistics.completed) / \(group.statistics.attempts)")),
            ]),
            table(group), plot(group))
    }

    private func table(_ group: TraceSeries.Group) -> HTML {
        var rows = group.times.map { Self.row($0.name, $0.distribution, decimals: 3) }
        if let ratio = group.statistics.ratio { rows.append(Self.row(TraceWord.ratio.words, ratio, decimals: 2)) }
        let heads = [TraceWord.minimum, .median, .p90, .maximum]
        return .element(
            "table", class: "numbers",
            .element(
                "thead",
                .element(
                    "tr",
                    [.element("th", attributes: ["scope": "col"], .text("ms"))]
                        + heads.map { .element("th", attributes: ["scope": "col"], .word($0)) })),
            .element("tbody", rows))
    }

    private static func row(_ name: LocalizedText, _ values: TraceStatistics.Distribution, decimals: Int) -> HTML {
        .element(
            "tr",
            [.element("th", attributes: ["scope": "row"], .words(name))]
                + [values.minimum, values.median, values.p90, values.maximum].map {
                    .element("td", .text(TraceTime.text($0, decimals: decimals)))
                })
    }

    /// One row for each thing measured on a common scale; a dot for each value, a stroke for the median.
    private func plot(_ group: TraceSeries.Group) -> HTML {
        let times = group.times
        guard let end = times.map(\.distribution.maximum).max(), end > 0 else { return .nothing }
        return .element(
            "dl", class: "dots",
            times.map { name, distribution in
                .element("div", .element("dt", .words(name)), .element("dd", Self.strip(distribution, end: end)))
            } + [
                .element(
                    "div", class: "scale", .element("dt"),
                    .element(
                        "dd", .element("span", .text("0")),
                        .element("span", .text(TraceTime.text(end, decimals: 1) + " ms"))))
            ])
    }

    private static func strip(_ distribution: TraceStatistics.Distribution, end: Double) -> HTML {
        let dots = distribution.values.enumerated().map { index, value in
            // Three heights, so that equal values do not hide each other.
            HTML.shape(
                "circle",
                [
                    "class": "dot", "cx": TimingBars.percent(value / end), "cy": "\(8 + index % 3 * 6)", "r": "3",
                ])
        }
        let middle = TimingBars.percent(distribution.median / end)
        return .element(
            "svg", class: "strip", attributes: ["width": "100%", "height": "28", "aria-hidden": "true"],
            [.shape("line", ["class": "axis", "x1": "0%", "x2": "100%", "y1": "27", "y2": "27"])] + dots + [
                .shape("line", ["class": "median", "x1": middle, "x2": middle, "y1": "2", "y2": "26"])
            ])
    }
}

/// TCP, TLS and trust as bars on one scale, and TLS : TCP.
struct TraceTimingBlock {
    let report: TraceReport

    private var timing: TraceTiming { report.trace.timing }

    var html: HTML {
        let steps = TraceBars.steps(timing)
        guard let longest = steps.map(\.milliseconds).max(), longest > 0 else { return .nothing }
        var rows = steps.map { Self.row($0.name, $0.milliseconds, of: longest) }
        if let ratio = timing.ratio { rows.append(Self.fact(.ratio, TraceTime.text(ratio, decimals: 2) + " : 1")) }
        if timing.tls != nil { rows.append(Self.fact(.roundTrips, "\(timing.roundTrips)")) }
        if let time = timing.kernelRoundTrip { rows.append(Self.fact(.kernelRoundTrip, TraceTime.text(time) + " ms")) }
        return .block(
            .word(PageWord.timing),
            .element("dl", class: "timing", rows),
            report.isLoopback && timing.ratio != nil
                ? .element("p", class: "faint aside", .word(.loopback)) : .nothing)
    }

    private static func fact(_ word: TraceWord, _ value: String) -> HTML {
        .element("div", class: "total", .element("dt", .word(word)), .element("dd", .text(value)))
    }

    private static func row(_ name: LocalizedText, _ value: Double, of longest: Double) -> HTML {
        .element(
            "div", .element("dt", .words(name)),
            .element(
                "dd", .text(TraceTime.text(value, decimals: 3) + " ms"),
                .element(
                    "svg", class: "bar", attributes: ["width": "100%", "height": "6", "aria-hidden": "true"],
                    .shape("rect", ["class": "track", "width": "100%", "height": "6", "rx": "3"]),
                    .shape(
                        "rect",
                        [
                            "class": "step", "width": TimingBars.percent(max(value / longest, 0.006)), "height": "6",
                            "rx": "3",
                        ]))))
    }
}
