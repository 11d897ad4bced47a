/// The client's side of one negotiation by Kerberos, as SPNEGO (RFC 4178) wraps it for Negotiate (RFC 4559).
package protocol Negotiation: Sendable {
    /// Takes the server's token, nil for the first, and gives the one to send.
    ///
    /// Returns when `end` has come, or when the task is cancelled, whatever the library does meanwhile.
    func step(
        _ token: [UInt8]?, until end: ContinuousClock.Instant
    ) async -> Result<NegotiationTurn, NegotiationError>
}

/// What comes of a token.
package struct NegotiationTurn: Hashable, Sendable {
    /// What to send; nil for nothing.
    package let token: [UInt8]?
    /// Whether both sides agree, and the server has proved who it is.
    package let isComplete: Bool

    package init(token: [UInt8]?, isComplete: Bool) {
        self.token = token
        self.isComplete = isComplete
    }
}
