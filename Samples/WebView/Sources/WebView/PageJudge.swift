import Holdfast
import WebKitView

/// A way of judging the pages of a view.
@MainActor protocol PageJudge {
    /// The way by which the view reaches servers.
    var viewProxy: GTKWebView.Proxy { get }
    /// Called once, before the first page.
    func begin(in window: PageWindow)
    /// Decides about a navigation, now or later.
    func decide(_ load: HeldLoad, in window: PageWindow)
    /// Gives up what is being judged.
    func giveUp()
    /// Compares the certificate that the view's connection has shown with the one that was judged.
    func refusal(of certificate: [UInt8]?, at url: String) -> Refused?
    /// Takes the user's decision to go on.
    func goOn(_ exception: TrustException)
    func end()
}

/// A page that is not shown, as the window has to say it.
struct Refused: Sendable {
    let url: String
    let sentence: String
    private let failure: TrustFailure?

    init(_ refusal: PageRefusal) {
        (url, sentence) = (refusal.url, refusal.description)
        failure = if case .notTrusted(let failure) = refusal.reason { failure } else { nil }
    }

    init(_ url: String, _ sentence: String) { (self.url, self.sentence, failure) = (url, sentence, nil) }

    static func undecided(_ url: String) -> Refused { Refused(url, "Nobody has judged the page's server.") }

    var codes: [String] { failure?.errors.map { "\($0.code)" } ?? [] }

    /// The model of the warning; nil where no certificate was judged.
    func warning(atMost limit: Duration) -> Interstitial? { failure.map { Interstitial($0, atMost: limit) } }
}
