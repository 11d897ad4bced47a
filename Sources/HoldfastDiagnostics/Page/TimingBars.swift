import HoldfastPolicy

/// Where the time went: each step after the one before it, to scale.
struct TimingBars {
    let report: VerdictReport

    var html: HTML {
        guard let timing = report.connection?.timing else { return .nothing }
        let steps: [(PageWord, Double)] = [
            (.dns, timing.dns), (.tcp, timing.tcp), (.tls, timing.tls), (.trust, timing.trust),
        ].compactMap { word, value in value.map { (word, max($0, 0)) } }
        let total = steps.reduce(0) { $0 + $1.1 }
        guard total > 0, total.isFinite else { return .nothing }
        var start = 0.0
        var rows: [HTML] = []
        for (word, value) in steps {
            rows.append(Self.row(word, value, from: start / total, to: (start + value) / total))
            start += value
        }
        rows.append(
            .element(
                "div", ["class": "total"], .element("dt", [:], .word(.total)),
                .element("dd", [:], .text(Self.milliseconds(total)))))
        return .element(
            "section", ["class": "block"], .element("h3", [:], .word(.timing)),
            .element("dl", ["class": "timing"], rows))
    }

    private static func row(_ word: PageWord, _ value: Double, from start: Double, to end: Double) -> HTML {
        .element(
            "div", [:], .element("dt", [:], .word(word)),
            .element(
                "dd", [:], .text(milliseconds(value)),
                .element(
                    "svg", ["class": "bar", "width": "100%", "height": "6", "aria-hidden": "true"],
                    .shape("rect", ["class": "track", "width": "100%", "height": "6", "rx": "3"]),
                    .shape(
                        "rect",
                        [
                            "class": "step " + word.rawValue, "x": percent(start),
                            "width": percent(max(end - start, 0.006)), "height": "6", "rx": "3",
                        ]))))
    }

    static func milliseconds(_ value: Double) -> String {
        let tenths = Int((min(value, 1e9) * 10).rounded())
        return value < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\(tenths / 10) ms"
    }

    static func percent(_ share: Double) -> String {
        let hundredths = Int((min(max(share, 0), 1) * 10_000).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
    }
}
