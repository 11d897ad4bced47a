import HoldfastTrust
import HoldfastStatements
package import HoldfastX509

/// The page's few signs, drawn: each says by its shape what its colour says too.
package enum PageMark {
    package static let good = use("good")
    package static let bad = use("bad")
    static let warning = use("warning")
    static let note = use("note")
    package static let anchor = use("anchor")

    package static func of(_ report: VerdictReport) -> HTML {
        guard report.trusted else { return bad }
        return report.explicitTrust != nil || report.findings.contains { $0.severity == .warning } ? warning : good
    }

    /// Stands once in the page; the signs refer to it.
    static let definitions = HTML.element(
        "svg", class: "definitions", attributes: ["width": "0", "height": "0", "aria-hidden": "true"],
        symbol("good", "M3.5 8.6 6.6 11.7 12.6 4.6"), symbol("bad", "M4.3 4.3 11.7 11.7M11.7 4.3 4.3 11.7"),
        symbol("warning", "M8 3.2V9.2M8 12.4V12.5"), symbol("note", "M8 3.6V3.7M8 7V12.6"),
        symbol(
            "anchor",
            "M8 5V13.6M5.4 7.4H10.6M2.8 9.6C3.2 12 5.2 13.6 8 13.6S12.8 12 13.2 9.6M8 5A1.7 1.7 0 1 0 8 1.6A1.7 1.7 0 "
                + "1 0 8 5"))

    private static func symbol(_ name: String, _ path: String) -> HTML {
        .element("symbol", attributes: ["id": "mark-" + name, "viewBox": "0 0 16 16"], .shape("path", ["d": path]))
    }

    private static func use(_ name: String) -> HTML {
        .element(
            "svg", class: "mark " + name, attributes: ["viewBox": "0 0 16 16", "aria-hidden": "true"],
            .shape("use", ["href": "#mark-" + name]))
    }
}

/// Names and values in two columns.
package struct FactList {
    let rows: [(PageWord, HTML)]

    package init(rows: [(PageWord, HTML)]) { self.rows = rows }

    package var html: HTML {
        guard !rows.isEmpty else { return .nothing }
        return .element(
            "dl", class: "facts", rows.map { .element("div", .element("dt", .word($0.0)), .element("dd", $0.1)) })
    }
}

/// Moments as people read them.
package enum PageTime {
    /// `2026-01-15 12:00:00 UTC`, with the exact form for programs.
    package static func html(_ instant: Instant) -> HTML {
        let second = Instant(secondsSince1970: instant.secondsSince1970)
        return .element("time", attributes: ["datetime": second.description], .text(text(second)))
    }

    /// `2026-01-15`.
    static func day(_ instant: Instant) -> String { String(instant.description.prefix(10)) }

    /// `12:00`, in UTC.
    static func minute(_ instant: Instant) -> String { String(instant.description.dropFirst(11).prefix(5)) }

    private static func text(_ second: Instant) -> String {
        let text = second.description
        return text.prefix(10) + " " + text.dropFirst(11).dropLast() + " UTC"
    }

    /// A length of time in its largest sensible unit.
    static func length(_ seconds: Int64) -> LocalizedText {
        func unit(_ count: Int64, _ english: String, _ chinese: String) -> LocalizedText {
            LocalizedText(Counted.english(count, english), "\(count) \(chinese)")
        }
        switch seconds {
        case ..<120: return unit(max(seconds, 1), "second", "秒")
        case ..<7_200: return unit(seconds / 60, "minute", "分钟")
        case ..<172_800: return unit(seconds / 3_600, "hour", "小时")
        case ..<63_115_200: return unit(seconds / 86_400, "day", "天")
        default: return unit(seconds / 31_556_952, "year", "年")
        }
    }
}
