import HoldfastHTTPS
public import HoldfastTransport
public import HoldfastWeb

/// A navigation that a web view holds until it is decided about: the three calls by which ``PageCheck`` works with any
/// view that can hold one.
///
/// WebKitGTK holds one in `decide-policy`, WKWebView in `webView(_:decidePolicyFor:decisionHandler:)`. One of
/// ``resume(_:)`` and ``refuse(_:)`` is called, once, on no thread in particular: a view that belongs to one thread
/// goes there itself. A view that lets go of a navigation before that has to refuse it.
public protocol HeldNavigation: Sendable {
    /// The page that is to be loaded, as the view writes it.
    var url: String { get }

    /// Lets the load go on.
    ///
    /// - Parameter page: the server as it was judged. The view's own connection may show this certificate and no other:
    ///   ``PageCheck/refusal(of:at:)``.
    func resume(_ page: JudgedPage)

    /// Ends the load; the view shows the warning in the place of the page.
    func refuse(_ refusal: PageRefusal)
}

/// A page whose server was judged and accepted.
public struct JudgedPage: Sendable {
    /// The page that was asked for.
    public let url: HTTPSURL
    /// The connection that the server was judged by; the view does not use it.
    public let connection: ConnectionRecord
    /// The certificate that the server has shown there, DER.
    public let certificate: [UInt8]
}
