/// Why a negotiation cannot go on; it holds no secret.
package struct NegotiationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is.
    package enum Cause: String, Hashable, Sendable {
        /// The library is not there.
        case unavailable
        /// The library, or somebody whom it asked, says no.
        case refused
        /// It did not come back in time, or nobody waits for it any longer.
        case late
    }

    package let cause: Cause
    /// A clause, in the library's words where it has any.
    package let reason: String

    package init(_ cause: Cause, _ reason: String) {
        self.cause = cause
        self.reason = reason
    }

    package var description: String { reason }
}
