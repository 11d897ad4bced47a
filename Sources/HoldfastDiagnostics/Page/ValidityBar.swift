import HoldfastPolicy
import HoldfastX509

/// From when to when a certificate holds, drawn to scale beside the moment of judgement, and said in words.
struct ValidityBar {
    private let begin: Instant
    private let end: Instant
    private let at: Instant

    init(_ validity: Validity, at: Instant) {
        begin = validity.notBefore.instant
        end = validity.notAfter.instant
        self.at = at
    }

    private enum State: String {
        case good, early, over, never
    }

    private var state: State {
        if end < begin { return .never }
        // The last second is valid to its end.
        if at.secondsSince1970 > end.secondsSince1970 { return .over }
        return at < begin ? .early : .good
    }

    var html: HTML {
        .element(
            "div", ["class": "validity " + state.rawValue], drawing,
            .element(
                "p", [:], .element("span", ["class": "dates"], .text(PageTime.day(begin) + " – " + PageTime.day(end))),
                .text(" "), .element("b", [:], .words(words))))
    }

    private var words: Words {
        switch state {
        case .never: return PageWord.neverValid.words
        case .early:
            let length = PageTime.length(begin.seconds(since: at))
            return Words("begins \(length.english) later", "\(length.chinese)后生效")
        case .over:
            let length = PageTime.length(at.seconds(since: end))
            return Words("ended \(length.english) earlier", "已过期 \(length.chinese)")
        case .good:
            let length = PageTime.length(end.seconds(since: at))
            return Words("\(length.english) left", "剩余 \(length.chinese)")
        }
    }

    /// The scale reaches from the earliest of the three moments to the latest, with a margin.
    private var drawing: HTML {
        let low = Double(min(begin, at, end).secondsSince1970)
        let width = max(Double(max(begin, at, end).secondsSince1970) - low, 1)
        func place(_ instant: Instant) -> Double { 0.02 + 0.96 * (Double(instant.secondsSince1970) - low) / width }
        let (left, right, now) = (place(begin), place(max(end, begin)), place(at))
        let span = TimingBars.percent(max(right - left, 0.004))
        return .element(
            "svg", ["width": "100%", "height": "18", "aria-hidden": "true"],
            .shape("rect", ["class": "track", "y": "7", "width": "100%", "height": "4", "rx": "2"]),
            .shape(
                "rect",
                ["class": "span", "x": TimingBars.percent(left), "y": "6", "width": span, "height": "6", "rx": "3"]),
            .shape(
                "line",
                ["class": "now", "x1": TimingBars.percent(now), "x2": TimingBars.percent(now), "y1": "1", "y2": "17"]))
    }
}
