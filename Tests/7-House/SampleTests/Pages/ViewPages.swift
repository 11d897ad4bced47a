import Holdfast
import HoldfastGate

/// The code that Docs/webviews.md and the pages Gate and Web-views of Holdfast.docc show, so that it compiles:
/// ``PageCodeTests`` compares the two. `Samples/WebView` has a real view, and needs WebKitGTK.
enum ViewPages {
    static func held(
        _ navigation: some HeldNavigation, _ configuration: HTTPSSession.Configuration, _ certificate: [UInt8],
        at url: String, show: (Interstitial?) -> Void
    ) {
        let check = PageCheck(HTTPSSession(configuration: configuration))

        // Where the view asks, in a type of your own that conforms to HeldNavigation (url, resume, refuse):
        check.decide(about: navigation)

        // When the first byte of the page has come, before it is seen:
        if let refusal = check.refusal(of: certificate, at: url) { show(refusal.warning()) }
    }

    static func page() {
        final class Navigation: HeldNavigation {
            let url: String
            init(_ url: String) { self.url = url }
            func resume(_ page: JudgedPage) {}  // let the view load it
            func refuse(_ refusal: PageRefusal) {}  // show refusal.warning() in its place
        }

        let check = PageCheck(HTTPSSession(configuration: HTTPSSession.Configuration()))
        check.decide(about: Navigation("https://www.example.com/"))
    }

    static func gate() async throws {
        var configuration = Gate.Configuration()
        let rules = try PolicyInForce(path: "policy.json")
        rules.apply(to: &configuration.session)
        configuration.report = { event in print(event.kind, event.server ?? "") }
        let gate = try Gate(configuration)
        print(gate.proxyURL)
        await gate.run()
    }
}
