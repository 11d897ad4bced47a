import HoldfastTrust
import HoldfastX509
import NIOCore
import NIOSSL
import Synchronization

/// The verdict of one connection, on its way from the callback of NIOSSL to the handler behind it.
final class ConnectionVerdict: Sendable {
    private struct State {
        var verdict: PeerQuestion.Verdict?
        var address: IPAddress?
    }

    private let state = Mutex(State())

    /// The verdict; nil while there is none.
    var verdict: PeerQuestion.Verdict? { state.withLock { $0.verdict } }

    /// The address that the socket is connected to.
    var address: IPAddress? {
        get { state.withLock { $0.address } }
        set { state.withLock { $0.address = newValue } }
    }

    /// Keeps the verdict.
    func keep(_ verdict: PeerQuestion.Verdict) { state.withLock { $0.verdict = verdict } }
}

extension PeerQuestion {
    /// NIOSSL's callback: asked on the event loop, it completes the promise now or from another thread.
    ///
    /// - Parameter connection: keeps the verdict for the channel; nil where nothing asks for it.
    func callback(
        for connection: ConnectionVerdict?
    ) -> @Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResult>) -> Void {
        { certificates, promise in
            judge(certificates, for: connection) { verdict in
                switch verdict {
                case .success: promise.succeed(.certificateVerified)
                case .failure: promise.succeed(.failed)
                }
            }
        }
    }

    /// NIOSSL's callback that gives the validated chain.
    func callbackWithMetadata(
        for connection: ConnectionVerdict?
    ) -> @Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResultWithMetadata>) -> Void {
        { certificates, promise in
            judge(certificates, for: connection) { verdict in
                switch verdict {
                case .success(let peer):
                    promise.succeed(.certificateVerified(VerificationMetadata(peer.validatedChain)))
                case .failure: promise.succeed(.failed)
                }
            }
        }
    }

    private func judge(
        _ certificates: [NIOSSLCertificate], for connection: ConnectionVerdict?,
        done: @escaping @Sendable (Verdict) -> Void
    ) {
        @Sendable func finish(_ verdict: Verdict) {
            // Before NIOSSL goes on with the handshake: the handler behind it looks.
            connection?.keep(verdict)
            done(verdict)
        }
        do {
            let presented = Presented(chain: try certificates.map { try $0.toDERBytes() }, address: connection?.address)
            judge(presented, done: finish)
        } catch {
            finish(.failure(refusal(.unreadable)))
        }
    }
}

extension JudgedPeer {
    /// The path from the peer's certificate to its anchor, for NIOSSL; nil where the user's explicit trust stands in
    /// place of an anchor, or BoringSSL cannot read a certificate of it.
    var validatedChain: ValidatedCertificateChain? {
        guard case .anchor = evaluation.basis else { return nil }
        let chain = chain.compactMap { try? NIOSSLCertificate($0) }
        guard !chain.isEmpty, chain.count == self.chain.count else { return nil }
        return ValidatedCertificateChain(chain)
    }
}
