import CWebKitGTK

/// A navigation that WebKit holds until it is decided about. One that is let go of undecided is ignored: WebKit itself
/// would go on with it.
@MainActor public final class HeldLoad {
    public let url: String
    /// Whether the whole page is loaded: at the user's wish, or in the place of one that has not come yet. Other
    /// navigations are those of frames, and those that scripts begin by themselves; WebKitGTK does not tell which.
    public let isPage: Bool
    private var decision: UnsafeMutablePointer<WebKitPolicyDecision>?

    init(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, url: String, isPage: Bool) {
        (self.url, self.isPage) = (url, isPage)
        self.decision = decision
        g_object_ref(decision)
    }

    isolated deinit { ignore() }

    public func use() { decide(webkit_policy_decision_use) }
    public func ignore() { decide(webkit_policy_decision_ignore) }

    /// Decides; the first decision counts.
    private func decide(_ call: (UnsafeMutablePointer<WebKitPolicyDecision>) -> Void) {
        guard let decision else { return }
        self.decision = nil
        call(decision)
        g_object_unref(decision)
    }
}
