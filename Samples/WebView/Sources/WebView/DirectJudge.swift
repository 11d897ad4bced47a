import Holdfast
import WebKitView

/// The articles' flow as it should be: the navigation is held, its server judged, the navigation resumed or replaced by
/// the warning, and the certificate that the view's own connection shows compared before the page is seen.
///
/// The parts of a page that are no navigations come over connections of the view's own, which it judges by its own
/// rules.
@MainActor final class DirectJudge: PageJudge {
    let viewProxy: GTKWebView.Proxy
    private let check: PageCheck
    private let decisions = TrustExceptionList()
    private var underWay: Task<Void, Never>?

    init(_ options: Options) throws {
        viewProxy = options.proxy.map { .url($0) } ?? .none
        check = PageCheck(HTTPSSession(configuration: try options.session(decisions)))
    }

    func begin(in window: PageWindow) {}

    func decide(_ load: HeldLoad, in window: PageWindow) {
        let task = check.decide(about: HeldPage(load, in: window))
        if load.isPage { underWay = task }
    }

    func giveUp() { underWay?.cancel() }

    func refusal(of certificate: [UInt8]?, at url: String) -> Refused? {
        check.refusal(of: certificate ?? [], at: url).map(Refused.init)
    }

    func goOn(_ exception: TrustException) { decisions.add(exception) }
    func end() { giveUp() }
}

/// A navigation of WebKit's for ``PageCheck``, which decides on another thread.
private final class HeldPage: HeldNavigation {
    let url: String
    private let load: HeldLoad
    private let window: PageWindow

    @MainActor init(_ load: HeldLoad, in window: PageWindow) {
        (url, self.load, self.window) = (load.url, load, window)
    }

    func resume(_ page: JudgedPage) {
        onMain { [load, window] in
            window.view.allow(certificate: page.certificate, for: page.url.host)
            window.report.write(["event": "resumed", "url": load.url])
            load.use()
        }
    }

    func refuse(_ refusal: PageRefusal) {
        onMain { [load, window] in
            load.ignore()
            if case .failed(let error) = refusal.reason, error.isCancelled { return }
            if load.isPage { window.refuse(Refused(refusal)) } else { window.refusePart(Refused(refusal)) }
        }
    }
}
