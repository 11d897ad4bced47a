package import HoldfastTrust

/// Decides about a server's certificates while its handshake waits.
package protocol HandshakeJudge: Sendable {
    /// Called once for each handshake, away from the connection's thread; nothing is sent until it returns.
    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict
}

/// What there is to decide about.
package struct PresentedHandshake: Sendable {
    /// The certificates of the raw Certificate message, in the order sent.
    package let trust: ServerTrust
    /// Whose handshake it is.
    package let role: HandshakeRole
    /// The host that the request is for; of a proxy, its own.
    package let host: String
    package let port: UInt16
    /// "1.2" or "1.3".
    package let tlsVersion: String?
    package let serverNameIndication: String?
}

/// Who is at the other end of a handshake.
package enum HandshakeRole: Hashable, Sendable {
    case server
    /// A proxy, before it is asked for anything.
    case proxy
}

/// A decision; accepting takes the proof.
package enum HandshakeVerdict: Sendable {
    case accept(TrustEvaluation)
    case refuse(TrustFailure)
}
