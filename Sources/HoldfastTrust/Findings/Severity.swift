/// How much a finding weighs in the verdict.
///
/// One ``error`` refuses the chain. Warnings and notes travel with a success as well as with a refusal.
public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Worth knowing; nothing has to change.
    case note
    /// Accepted today, and refused by a stricter profile or at a later date.
    case warning
    /// The chain is refused.
    case error

    public static func < (left: Severity, right: Severity) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
