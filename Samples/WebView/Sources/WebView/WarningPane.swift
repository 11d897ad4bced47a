import CWebKitGTK
import Holdfast
import WebKitView

/// The warning in the place of a page: widgets of the window's own, which no page can draw or press.
@MainActor final class WarningPane {
    let widget: UnsafeMutablePointer<GtkWidget>
    var onGoOn: () -> Void = {}
    var language: PageLanguage { didSet { fill() } }
    private(set) var refusal: Refused?
    private var limit: Duration = .seconds(3_600)
    private let texts: UnsafeMutablePointer<GtkWidget>
    private let button: UnsafeMutablePointer<GtkWidget>

    init(language: PageLanguage) {
        self.language = language
        widget = gtk_scrolled_window_new(nil, nil)
        let box: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
        texts = gtk_label_new(nil)
        button = gtk_button_new()
        gtk_container_set_border_width(cast(box), 32)
        gtk_label_set_line_wrap(cast(texts), 1)
        gtk_label_set_line_wrap_mode(cast(texts), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(cast(texts), 0)
        gtk_label_set_selectable(cast(texts), 1)
        gtk_widget_set_halign(button, GTK_ALIGN_START)
        gtk_box_pack_start(cast(box), texts, 0, 1, 0)
        gtk_box_pack_start(cast(box), button, 0, 0, 0)
        gtk_container_add(cast(widget), box)
        connect(button, "clicked") { [weak self] in self?.onGoOn() }
    }

    func show(_ refusal: Refused, atMost limit: Duration) {
        (self.refusal, self.limit) = (refusal, limit)
        fill()
    }

    private func fill() {
        guard let refusal else { return }
        let model = refusal.warning(atMost: limit)
        let title = model?.title(in: language) ?? (language == .english ? "This page is not shown" : "此页面未显示")
        var rest = [refusal.url]
        if let model {
            rest += [model.reason(in: language), ""]
            for evidence in model.evidence {
                let (seen, expected) = language == .english ? ("seen", "expected") : ("实际", "应为")
                rest.append("\(evidence.code)")
                rest += ["    \(seen): \(evidence.seen)", "    \(expected): \(evidence.expected)"]
            }
            rest += ["", model.advice(in: language), "", model.consequence(in: language)]
        } else {
            rest.append(refusal.sentence)
        }
        // Markup of Pango's: what comes from a certificate or a URL is escaped.
        let markup = "<span size='x-large' weight='bold'>\(Self.escaped(title))</span>\n\n"
        gtk_label_set_markup(cast(texts), markup + rest.map(Self.escaped).joined(separator: "\n"))
        gtk_button_set_label(cast(button), language == .english ? "Go on all the same" : "仍然继续")
        gtk_widget_show_all(widget)
        if model?.mayProceed != true { gtk_widget_hide(button) }
    }

    private static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
