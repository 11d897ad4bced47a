import HoldfastNetworking

/// A screen with a web view that cannot be asked about servers, as `UIWebView` could not: each page's server is judged
/// by `PageRequestCheck`, on a connection of the program's own, before the view loads the page.
///
/// It judges this connection. The view opens one of its own for the page, which is judged by whatever the view judges
/// by.
final class PageScreen {
    private let check: PageRequestCheck

    /// - Parameter queue: where the view is called; the main one in an app.
    init(
        _ view: PageView, anchors: [SecCertificate], configuration: URLSessionConfiguration = .default,
        queue: OperationQueue = .main
    ) {
        check = PageRequestCheck(view, anchors: anchors, configuration: configuration, queue: queue)
    }

    /// What the view's delegate answers in `webView(_:shouldStartLoadWith:navigationType:)`.
    func shouldStartLoad(with request: URLRequest) -> Bool { check.shouldStartLoad(with: request) }

    /// When the screen is left.
    func end() { check.end() }
}
