import HoldfastPolicy
import HoldfastTracing

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
        return .element(
            "section", ["class": "block"], .element("h3", [:], .word(PageWord.timing)),
            .element("dl", ["class": "timing"], rows),
            report.isLoopback && timing.ratio != nil
                ? .element("p", ["class": "faint aside"], .word(.loopback)) : .nothing)
    }

    private static func fact(_ word: TraceWord, _ value: String) -> HTML {
        .element(
            "div", ["class": "total"], .element("dt", [:], .word(word)), .element("dd", [:], .text(value)))
    }

    private static func row(_ name: Words, _ value: Double, of longest: Double) -> HTML {
        .element(
            "div", [:], .element("dt", [:], .words(name)),
            .element(
                "dd", [:], .text(TraceTime.text(value, decimals: 3) + " ms"),
                .element(
                    "svg", ["class": "bar", "width": "100%", "height": "6", "aria-hidden": "true"],
                    .shape("rect", ["class": "track", "width": "100%", "height": "6", "rx": "3"]),
                    .shape(
                        "rect",
                        [
                            "class": "step", "width": TimingBars.percent(max(value / longest, 0.006)), "height": "6",
                            "rx": "3",
                        ]))))
    }
}
