extension Finding {
    /// What took a finding its weight.
    public enum Override: String, Hashable, Sendable {
        /// A ``TrustException`` of the user's.
        case exception
        /// ``TrustPolicy/dangerousAcceptAny``.
        case dangerousAcceptAny
    }

    /// The same finding as a warning, with a mark that says why it does not refuse.
    func overridden(by override: Override) -> Finding {
        var finding = with(severity: .warning)
        finding.overriddenBy = override
        return finding
    }

    /// What changed the verdict comes before all other findings of its severity: that any certificate was accepted, then
    /// what was overridden.
    var precedence: Int { code == .dangerousAcceptAny ? 0 : overriddenBy != nil ? 1 : 2 }
}
