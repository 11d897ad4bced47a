import Holdfast
import HoldfastGate
import WebKitView

/// Everything by a gate in this program: pages, and every part of them. The gate refuses what is not trusted, and its
/// warning comes in the place of the page; nothing has to be held or compared here.
@MainActor final class GateJudge: PageJudge {
    let viewProxy: GTKWebView.Proxy
    private let gate: Gate
    private var serving: Task<Void, Never>?

    init(_ options: Options) throws {
        var configuration = Gate.Configuration()
        configuration.session = try options.session(TrustExceptionList())
        configuration.goOnLimit = options.goOnLimit
        configuration.language = options.language
        gate = try Gate(configuration)
        viewProxy = .url("http://\(gate.endpoint)")
        ViewTrust.put(gate.authorityPEM)
    }

    func begin(in window: PageWindow) {
        // Apart from the main actor, whose thread GTK's loop has.
        serving = Task.detached { [gate] in await gate.run() }
    }
    func decide(_ load: HeldLoad, in window: PageWindow) { load.use() }
    func giveUp() {}
    func refusal(of certificate: [UInt8]?, at url: String) -> Refused? { nil }
    /// The gate's own page asks.
    func goOn(_ exception: TrustException) {}
    func end() { gate.stop() }
}
