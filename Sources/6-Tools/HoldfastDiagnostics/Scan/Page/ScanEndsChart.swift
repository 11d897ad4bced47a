import HoldfastStatements
import HoldfastX509

/// Servers' certificates by the week in which they end: a column each week, from this one on.
struct ScanEndsChart {
    let summary: ScanSummary
    let at: Instant

    private struct Column {
        let start: Instant
        let count: Int
        /// Whether it is one of the next weeks.
        let isSoon: Bool
    }

    /// Weeks with a column: a year and some, as long as a certificate of the public web may last.
    private static let mostWeeks = 60
    private static let leastWeeks = 13
    private static let soonWeeks = 4
    private static let height = 120
    private static let secondsOfWeek: Int64 = 7 * 86_400

    var html: HTML {
        let ends = summary.ends
        guard let last = ends.last?.week.start else { return .nothing }
        let first = ScanSummary.Week(of: at).start
        let weeks = Int(clamping: (last.seconds(since: first) / Self.secondsOfWeek) + 1)
        let shown = min(max(weeks, Self.leastWeeks), Self.mostWeeks)
        let byWeek = Dictionary(ends.map { ($0.week, $0.count) }, uniquingKeysWith: +)
        let columns = (0..<shown).map { index in
            let start = Instant(secondsSince1970: first.secondsSince1970 + Int64(index) * Self.secondsOfWeek)
            return Column(
                start: start, count: byWeek[ScanSummary.Week(of: start)] ?? 0, isSoon: index < Self.soonWeeks)
        }
        let end = Instant(secondsSince1970: first.secondsSince1970 + Int64(shown) * Self.secondsOfWeek)
        let before = ends.filter { $0.week.start < first }.reduce(0) { $0 + $1.count }
        let after = summary.endsBeyondWeeks + ends.filter { $0.week.start >= end }.reduce(0) { $0 + $1.count }
        return .element(
            "section", class: "block ends-chart",
            .element("h3", .words(ScanWord.ends.words)),
            .element("p", class: "caption", .words(ScanWord.endsLead.words)),
            Self.drawing(columns),
            .element(
                "p", class: "rest",
                .joined(
                    [(ScanWord.ended, before), (.later, after)].filter { $0.1 > 0 }.map { word, count in
                        .element("span", .words(word.words), .text(" "), .element("b", .text("\(count)")))
                    }, by: " ")),
            Self.table(columns))
    }

    /// The columns; the table below it says the same to whoever cannot see them.
    private static func drawing(_ columns: [Column]) -> HTML {
        let greatest = max(columns.map(\.count).max() ?? 0, 1)
        let width = 1 / Double(columns.count)
        let step = max(1, (columns.count + 3) / 4)
        var shapes: [HTML] = [
            .shape("rect", ["class": "axis-line", "y": "\(height)", "width": "100%", "height": "1"])
        ]
        for (index, column) in columns.enumerated() {
            let place = Double(index) * width
            if column.count > 0 {
                let size = max(2, column.count * (height - 16) / greatest)
                shapes.append(
                    .shape(
                        "rect",
                        [
                            "class": column.isSoon ? "warning" : "plain", "x": TimingBars.percent(place + width * 0.1),
                            "y": "\(height - size)", "width": TimingBars.percent(width * 0.8), "height": "\(size)",
                        ]))
                if column.count == greatest {
                    shapes.append(
                        text("\(column.count)", at: place + width / 2, height - size - 4, "middle"))
                }
            }
            if index.isMultiple(of: step) {
                shapes.append(text(PageTime.day(column.start), at: place, height + 16, "start"))
            }
        }
        return .element(
            "svg", class: "columns-chart",
            attributes: ["width": "100%", "height": "\(height + 22)", "aria-hidden": "true"], shapes)
    }

    private static func text(_ text: String, at place: Double, _ y: Int, _ anchor: String) -> HTML {
        .element(
            "text",
            attributes: ["x": TimingBars.percent(place), "y": "\(y)", "text-anchor": anchor], .text(text))
    }

    private static func table(_ columns: [Column]) -> HTML {
        .element(
            "details", class: "more", .element("summary", .words(ScanWord.numbers.words)),
            .element(
                "table", class: "numbers",
                .element(
                    "thead",
                    .element(
                        "tr",
                        [ScanWord.week, .certificates].map {
                            .element("th", attributes: ["scope": "col"], .words($0.words))
                        })),
                .element(
                    "tbody",
                    columns.filter { $0.count > 0 }.map { column in
                        .element(
                            "tr", .element("th", attributes: ["scope": "row"], .text(PageTime.day(column.start))),
                            .element("td", .text("\(column.count)")))
                    })))
    }
}
