import Holdfast
import HoldfastNetworking
import WebKitView

/// The articles' older way: the load is stopped, the server asked by `NSURLConnection` with
/// `canAuthenticateAgainstProtectionSpace` and `didReceive challenge`, and the load begun again once it was accepted.
///
/// Nobody looks at the connection that the view then opens: it is shown over whatever certificate the view takes.
@MainActor final class OlderJudge: PageJudge {
    let viewProxy = GTKWebView.Proxy.none
    private let anchors: [SecCertificate]
    private var check: PageCheckConnection?
    private var screen: Screen?

    init(_ options: Options) {
        anchors = options.certificates.compactMap { SecCertificateCreateWithData(nil, Data($0.bytes) as CFData) }
    }

    func begin(in window: PageWindow) {
        let screen = Screen(window)
        self.screen = screen
        check = PageCheckConnection(screen, anchors: anchors, queue: OperationQueue())
    }

    func decide(_ load: HeldLoad, in window: PageWindow) {
        // What cannot be held is stopped; the connection has it loaded again.
        guard let url = URL(string: load.url), check?.shouldStartLoad(with: URLRequest(url: url)) == true else {
            return load.ignore()
        }
        load.use()
    }

    func giveUp() {}
    func refusal(of certificate: [UInt8]?, at url: String) -> Refused? { nil }
    func goOn(_ exception: TrustException) {}
    func end() {}

    /// The window as `PageCheckConnection` knows a view.
    private final class Screen: PageView {
        private let window: PageWindow
        init(_ window: PageWindow) { self.window = window }

        func load(_ request: URLRequest) {
            let url = request.url?.absoluteString ?? ""
            onMain { [window] in
                window.report.write(["event": "resumed", "url": url])
                window.load(url)
            }
        }

        func show(_ error: any Error) {
            let code = (error as? URLError)?.code.rawValue ?? 0
            onMain { [window] in window.refuse(Refused("", "The server was not accepted: \(code).")) }
        }
    }
}
