import CWebKitGTK
import Foundation
import Holdfast
import WebKitView

/// A window with one view: its page, the warning in the place of a page, or neither while a server is judged.
@MainActor final class PageWindow {
    let view: GTKWebView
    let report = EventLines()
    private let options: Options
    private let judge: any PageJudge
    private let window: UnsafeMutablePointer<GtkWidget>
    private let stack: UnsafeMutablePointer<GtkWidget>
    private let part: UnsafeMutablePointer<GtkWidget>
    private let warning: WarningPane
    private var isPageShown = false

    init(_ options: Options) throws {
        self.options = options
        let judge: any PageJudge =
            switch options.mode {
            case .direct: try DirectJudge(options)
            case .gate: try GateJudge(options)
            case .older: OlderJudge(options)
            }
        self.judge = judge
        view = GTKWebView(proxy: judge.viewProxy)
        window = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        stack = gtk_stack_new()
        part = gtk_label_new(nil)
        warning = WarningPane(language: options.language)
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        gtk_window_set_default_size(cast(window), 900, 700)
        gtk_container_add(cast(window), box)
        gtk_label_set_line_wrap(cast(part), 1)
        gtk_box_pack_start(cast(box), part, 0, 1, 4)
        gtk_box_pack_start(cast(box), stack, 1, 1, 0)
        gtk_stack_add_named(cast(stack), gtk_label_new("…"), Pane.judging.rawValue)
        gtk_stack_add_named(cast(stack), view.widget, Pane.page.rawValue)
        gtk_stack_add_named(cast(stack), warning.widget, Pane.warning.rawValue)
        connect(window, "destroy") { if gtk_main_level() > 0 { gtk_main_quit() } }
        warning.onGoOn = { [weak self] in self?.goOn() }
        view.onNavigation = { [weak self] in self?.decide($0) }
        view.onCommit = { [weak self] in self?.committed($0, $1) }
        view.onFinish = { [weak self] url in self?.finished(url) }
        view.onUntrusted = { [weak self] in self?.untrusted($0, $1) }
        view.onFailure = { [weak self] url, message in
            self?.report.write(["event": "failed", "url": url, "message": message])
        }
        judge.begin(in: self)
    }

    private enum Pane: String { case judging, page, warning }

    private func turn(to pane: Pane) {
        isPageShown = pane == .page
        gtk_stack_set_visible_child_name(cast(stack), pane.rawValue)
    }

    func show() {
        gtk_widget_show_all(window)
        gtk_widget_hide(part)
        turn(to: .judging)
    }

    /// Loads a page; one that is being judged is given up, and its navigation ignored.
    func load(_ url: String) {
        gtk_widget_hide(part)
        turn(to: .judging)
        judge.giveUp()
        view.load(url)
    }

    func end() {
        judge.end()
        gtk_widget_destroy(window)
    }

    // MARK: The view's questions

    private func decide(_ load: HeldLoad) {
        // The content of these comes from the page that has them, and from no server.
        if !load.isPage, ["about:", "data:", "blob:"].contains(where: { load.url.hasPrefix($0) }) { return load.use() }
        if load.isPage { turn(to: .judging) }
        judge.decide(load, in: self)
    }

    private func committed(_ url: String, _ certificate: [UInt8]?) {
        if let refusal = judge.refusal(of: certificate, at: url) { return refuse(refusal) }
        turn(to: .page)
        report.write(["event": "shown", "url": url])
    }

    private func finished(_ url: String) { if isPageShown { report.write(["event": "finished", "url": url]) } }

    private func untrusted(_ url: String, _ certificate: [UInt8]) {
        refuse(judge.refusal(of: certificate, at: url) ?? .undecided(url))
    }

    // MARK: Decisions

    /// Shows the warning in the place of the page; whatever the page was doing ends with its process.
    func refuse(_ refusal: Refused) {
        view.end()
        warning.show(refusal, atMost: options.goOnLimit)
        turn(to: .warning)
        report.write(["event": "refused", "url": refusal.url, "reason": refusal.sentence, "codes": refusal.codes])
    }

    /// Says above the page that a part of it was not loaded.
    func refusePart(_ refusal: Refused) {
        gtk_label_set_text(cast(part), "\(refusal.url): \(refusal.sentence)")
        gtk_widget_show(part)
        report.write(["event": "partRefused", "url": refusal.url, "reason": refusal.sentence, "codes": refusal.codes])
    }

    /// The user goes on, for exactly what the warning has shown.
    func goOn() {
        let now = Instant.now
        guard let refusal = warning.refusal, let model = refusal.warning(atMost: options.goOnLimit),
            let exception = model.exception(until: now.advanced(byDays: TrustException.maximumDays), at: now)
        else { return report.write(["event": "noWayOn"]) }
        judge.goOn(exception)
        load(refusal.url)
    }

    func changeLanguage(_ language: PageLanguage) { warning.language = language }

    /// Writes the window as it looks now, PNG.
    func picture(_ path: String) {
        let (width, height) = (gtk_widget_get_allocated_width(window), gtk_widget_get_allocated_height(window))
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)
        let context = cairo_create(surface)
        gtk_widget_draw(window, context)
        let status = cairo_surface_write_to_png(surface, path)
        cairo_destroy(context)
        cairo_surface_destroy(surface)
        report.write(["event": status == CAIRO_STATUS_SUCCESS ? "picture" : "noPicture", "path": path])
    }
}
