import HoldfastTrust

/// The page's few signs, drawn: each says by its shape what its colour says too.
enum PageMark {
    static let good = use("good")
    static let bad = use("bad")
    static let warning = use("warning")
    static let note = use("note")
    static let anchor = use("anchor")

    static func of(_ report: VerdictReport) -> HTML {
        guard report.trusted else { return bad }
        return report.explicitTrust != nil || report.findings.contains { $0.severity == .warning } ? warning : good
    }

    /// Stands once in the page; the signs refer to it.
    static let definitions = HTML.element(
        "svg", ["class": "definitions", "width": "0", "height": "0", "aria-hidden": "true"],
        symbol("good", "M3.5 8.6 6.6 11.7 12.6 4.6"), symbol("bad", "M4.3 4.3 11.7 11.7M11.7 4.3 4.3 11.7"),
        symbol("warning", "M8 3.2V9.2M8 12.4V12.5"), symbol("note", "M8 3.6V3.7M8 7V12.6"),
        symbol(
            "anchor",
            "M8 5V13.6M5.4 7.4H10.6M2.8 9.6C3.2 12 5.2 13.6 8 13.6S12.8 12 13.2 9.6M8 5A1.7 1.7 0 1 0 8 1.6A1.7 1.7 0 1 0 8 5"
        ))

    private static func symbol(_ name: String, _ path: String) -> HTML {
        .element(
            "symbol", ["id": "mark-" + name, "viewBox": "0 0 16 16"],
            .shape("path", ["d": path]))
    }

    private static func use(_ name: String) -> HTML {
        .element(
            "svg", ["class": "mark " + name, "viewBox": "0 0 16 16", "aria-hidden": "true"],
            .shape("use", ["href": "#mark-" + name]))
    }
}
