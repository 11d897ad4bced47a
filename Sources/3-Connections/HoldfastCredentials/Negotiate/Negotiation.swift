package import HoldfastStatements

/// The client's side of one negotiation: by Kerberos, as SPNEGO (RFC 4178) wraps it for Negotiate (RFC 4559), or by
/// NTLM (MS-NTHT).
package protocol Negotiation: Sendable {
    /// Takes the server's token, nil for the first, and gives the one to send.
    ///
    /// Returns when `end` has come, or when the task is cancelled, whatever the library does meanwhile.
    func step(
        _ token: [UInt8]?, until end: ContinuousClock.Instant
    ) async -> Result<NegotiationTurn, NegotiationError>
}

/// The result of a token: what to send next.
package struct NegotiationTurn: Hashable, Sendable {
    /// The token to send; nil for nothing.
    package let token: [UInt8]?
    /// Whether both sides agree, and the server has proved who it is.
    package let isComplete: Bool

    package init(token: [UInt8]?, isComplete: Bool) {
        self.token = token
        self.isComplete = isComplete
    }
}

/// A reason why a negotiation cannot go on; it holds no secret.
package struct NegotiationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Cause: String, Hashable, Sendable {
        /// The library is not there.
        case unavailable
        /// The library, or a server that it asked, says no.
        case refused
        /// The call did not come back in time, or nobody waits for it any longer.
        case late
        /// NTLM would be spoken in its first version, from which the password can be computed.
        case weak
    }

    package let cause: Cause
    /// The reason as a statement: a clause, in the library's words where it has any.
    package let statement: Statement

    package init(_ cause: Cause, _ fault: NegotiationFault) { self.init(cause, fault.statement) }

    init(_ cause: Cause, _ statement: Statement) { (self.cause, self.statement) = (cause, statement) }

    /// Makes an error in the library's words.
    package init(_ cause: Cause, _ said: String) {
        (self.cause, statement) = (cause, Statement(verbatim: said))
    }

    /// A clause in English.
    package var reason: String { statement.english }
    package var description: String { reason }
}
