import CWebKitGTK

/// A web view of WebKitGTK's with nothing kept from other runs, and its questions as closures.
@MainActor public final class GTKWebView {
    /// How the view reaches servers.
    public enum Proxy {
        /// Not by a proxy, whatever the desktop's settings say.
        case none
        /// By this one, loopback too.
        case url(String)
    }

    /// Asked before each navigation; one that nobody holds on to is ignored.
    public var onNavigation: (HeldLoad) -> Void = { $0.ignore() }
    /// Told when the first byte of a page has come, with the certificate of its connection, DER; nil without TLS.
    public var onCommit: (_ url: String, _ certificate: [UInt8]?) -> Void = { _, _ in }
    public var onFinish: (_ url: String) -> Void = { _ in }
    /// Told when the view itself does not trust a page's certificate: DER.
    public var onUntrusted: (_ url: String, _ certificate: [UInt8]) -> Void = { _, _ in }
    public var onFailure: (_ url: String, _ message: String) -> Void = { _, _ in }

    /// The view as a widget of GTK's.
    public let widget: UnsafeMutablePointer<GtkWidget>
    private let context: UnsafeMutablePointer<WebKitWebContext>
    private let view: UnsafeMutablePointer<WebKitWebView>
    /// Whether a page is there; false from the beginning of a load until its first byte.
    private var hasPage = false

    public init(proxy: Proxy) {
        context = webkit_web_context_new_ephemeral()
        let manager = webkit_web_context_get_website_data_manager(context)
        switch proxy {
        case .none:
            webkit_website_data_manager_set_network_proxy_settings(manager, WEBKIT_NETWORK_PROXY_MODE_NO_PROXY, nil)
        case .url(let url):
            let settings = webkit_network_proxy_settings_new(url, nil)
            webkit_website_data_manager_set_network_proxy_settings(manager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
            webkit_network_proxy_settings_free(settings)
        }
        widget = webkit_web_view_new_with_context(context)
        view = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: WebKitWebView.self)
        listen()
    }

    // MARK: Calls

    public func load(_ url: String) {
        hasPage = false
        webkit_web_view_load_uri(view, url)
    }

    /// Ends whatever the page does, at once, with its process; the view is empty then.
    public func end() {
        hasPage = false
        webkit_web_view_stop_loading(view)
        webkit_web_view_terminate_web_process(view)
    }

    /// Lets the view trust one certificate for one host, beside those that it trusts by itself.
    public func allow(certificate: [UInt8], for host: String) {
        let base64 = certificate.base64
        let pem = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        guard let value = g_tls_certificate_new_from_pem(pem, -1, nil) else { return }
        webkit_web_context_allow_tls_certificate_for_host(context, value, host)
        g_object_unref(value)
    }

    /// Runs a script in the page, and gives what it returns, as text.
    public func run(_ script: String, _ done: @escaping @MainActor (String) -> Void) {
        let box = Unmanaged.passRetained(Box(done)).toOpaque()
        webkit_web_view_evaluate_javascript(
            view, script, -1, nil, nil, nil,
            { object, result, box in
                guard let object, let result, let box else { return }
                let done = Unmanaged<Box<@MainActor (String) -> Void>>.fromOpaque(box).takeRetainedValue().content
                let view = UnsafeMutableRawPointer(object).assumingMemoryBound(to: WebKitWebView.self)
                var error: UnsafeMutablePointer<GError>?
                let value = webkit_web_view_evaluate_javascript_finish(view, result, &error)
                let text = value.flatMap { jsc_value_to_string($0) }
                let answer = String(borrowing: text) ?? String(borrowing: error?.pointee.message) ?? ""
                g_free(text)
                if let value { g_object_unref(value) }
                g_clear_error(&error)
                MainActor.assumeIsolated { done(answer) }
            }, box)
    }

    // MARK: Signals

    private func listen() {
        let own = Unmanaged.passUnretained(self).toOpaque()
        typealias View = UnsafeMutablePointer<WebKitWebView>
        typealias Decision = UnsafeMutablePointer<WebKitPolicyDecision>
        let decide: @convention(c) (View, Decision, WebKitPolicyDecisionType, UnsafeMutableRawPointer) -> gboolean = {
            _, decision, type, own in
            MainActor.assumeIsolated { GTKWebView.at(own).decide(decision, type) }
        }
        connect(view, "decide-policy", decide, own)
        let changed: @convention(c) (View, WebKitLoadEvent, UnsafeMutableRawPointer) -> Void = { _, event, own in
            MainActor.assumeIsolated { GTKWebView.at(own).changed(event) }
        }
        connect(view, "load-changed", changed, own)
        let untrusted:
            @convention(c) (
                View, UnsafePointer<CChar>, UnsafeMutablePointer<GTlsCertificate>, GTlsCertificateFlags,
                UnsafeMutableRawPointer
            ) -> gboolean = { _, url, certificate, _, own in
                MainActor.assumeIsolated {
                    GTKWebView.at(own).onUntrusted(String(cString: url), GTKWebView.bytes(of: certificate))
                }
                return 1
            }
        connect(view, "load-failed-with-tls-errors", untrusted, own)
        let failed:
            @convention(c) (
                View, WebKitLoadEvent, UnsafePointer<CChar>, UnsafeMutablePointer<GError>, UnsafeMutableRawPointer
            ) -> gboolean = { _, _, url, error, own in
                let isOurs = error.pointee.domain == webkit_policy_error_quark()
                MainActor.assumeIsolated {
                    let view = GTKWebView.at(own)
                    if !isOurs { view.onFailure(String(cString: url), String(borrowing: error.pointee.message) ?? "") }
                }
                return 1
            }
        connect(view, "load-failed", failed, own)
    }

    private static func at(_ own: UnsafeMutableRawPointer) -> GTKWebView {
        Unmanaged<GTKWebView>.fromOpaque(own).takeUnretainedValue()
    }

    private func decide(
        _ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ type: WebKitPolicyDecisionType
    ) -> gboolean {
        switch type {
        case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
            let navigation = UnsafeMutableRawPointer(decision).assumingMemoryBound(
                to: WebKitNavigationPolicyDecision.self)
            let action = webkit_navigation_policy_decision_get_navigation_action(navigation)
            let url = String(borrowing: webkit_uri_request_get_uri(webkit_navigation_action_get_request(action))) ?? ""
            let isWished = webkit_navigation_action_get_navigation_type(action) != WEBKIT_NAVIGATION_TYPE_OTHER
            let isPage = !hasPage || isWished
            onNavigation(HeldLoad(decision, url: url, isPage: isPage))
        case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION: webkit_policy_decision_ignore(decision)
        default: return 0
        }
        return 1
    }

    private func changed(_ event: WebKitLoadEvent) {
        let url = String(borrowing: webkit_web_view_get_uri(view)) ?? ""
        switch event {
        case WEBKIT_LOAD_STARTED: hasPage = false
        case WEBKIT_LOAD_COMMITTED:
            hasPage = true
            var certificate: UnsafeMutablePointer<GTlsCertificate>?
            var errors = GTlsCertificateFlags(rawValue: 0)
            let isThere = webkit_web_view_get_tls_info(view, &certificate, &errors) != 0
            onCommit(url, isThere ? certificate.map(Self.bytes) : nil)
        case WEBKIT_LOAD_FINISHED: onFinish(url)
        default: break
        }
    }

    /// A certificate, DER.
    private static func bytes(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> [UInt8] {
        var value = GValue()
        g_value_init(&value, g_byte_array_get_type())
        defer { g_value_unset(&value) }
        let object = UnsafeMutableRawPointer(certificate).assumingMemoryBound(to: GObject.self)
        g_object_get_property(object, "certificate", &value)
        guard let array = g_value_get_boxed(&value)?.assumingMemoryBound(to: GByteArray.self) else { return [] }
        return Array(UnsafeBufferPointer(start: array.pointee.data, count: Int(array.pointee.len)))
    }
}

extension [UInt8] {
    /// Base64, which GLib writes.
    fileprivate var base64: String {
        guard let text = g_base64_encode(self, gsize(count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
