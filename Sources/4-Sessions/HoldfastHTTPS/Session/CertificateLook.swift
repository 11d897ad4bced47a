import HoldfastCrypto
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// A look at what a server presents under one server name: a handshake that is refused whatever comes, and so never
/// carries a request.
final class CertificateLook: Sendable {
    /// The server name that the handshake says (RFC 6066 §3); nil for none.
    let name: ServerName?
    private let seen = Mutex<ServerTrust?>(nil)

    init(as name: ServerName?) { self.name = name }

    /// The certificates that the server presented; nil where the handshake did not come so far.
    var presented: ServerTrust? { seen.withLock { $0 } }

    /// The judge of the look's handshakes.
    ///
    /// - Parameter session: decides about a proxy on the way, as it does for every request.
    func judge(beside session: any HandshakeJudge) -> any HandshakeJudge { Judge(look: self, session: session) }

    private struct Judge: HandshakeJudge {
        let look: CertificateLook
        let session: any HandshakeJudge

        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
            guard handshake.role == .server else { return await session.judge(handshake) }
            look.seen.withLock { $0 = handshake.trust }
            return .stop(.lookedOnly)
        }

        func identity(for request: IdentityRequest) async -> IdentityAnswer {
            guard request.role == .server else { return await session.identity(for: request) }
            return .refuse(.lookedOnly)
        }
    }
}

extension TransportError {
    fileprivate static let lookedOnly = TransportError(
        .tls, .connectionNotAccepted, SessionSentence.onlyLookedAt, advice: AuthenticationAdvice.nothingWrong)
}
