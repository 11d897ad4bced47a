public import HoldfastTrust
public import NIOCore
public import NIOSSL

/// Judges the servers that clients of NIOSSL connect to.
///
/// One is shared by any number of channels and event loops. Acceptances that are remembered are given on the event
/// loop; everything else is judged on Swift's threads, what has to be fetched included, while the handshake waits. No
/// verdict, no connection: whatever goes wrong refuses.
///
/// NIOSSL hands over certificates alone. What a server staples, timestamps in the handshake, and how its key was used
/// are not known: a certificate that must come with a staple is refused.
public final class ServerJudge: Sendable {
    private let policy: @Sendable (ServerName) -> TrustPolicy
    private let settings: JudgeSettings
    private let count = JudgeCount()

    /// A judge by a policy for each server.
    ///
    /// - Parameters:
    ///   - settings: the engine, and what verdicts may fetch evidence with.
    ///   - policy: given the name that is to be proven, at each handshake, on the event loop. One that is for another
    ///     name or purpose refuses.
    public init(
        settings: JudgeSettings = JudgeSettings(),
        policy: @escaping @Sendable (ServerName) -> TrustPolicy = { .ssl($0) }
    ) {
        (self.settings, self.policy) = (settings, policy)
    }

    /// A judge by a policy that can be replaced.
    public convenience init(settings: JudgeSettings = JudgeSettings(), policy: ReplaceablePolicy) {
        self.init(settings: settings) { policy.current(for: $0) }
    }

    /// The verdicts until now.
    public var counters: JudgeCounters { count.current }

    /// Adds the handlers of ``handlers(for:context:)`` to a client's channel, on its event loop, as in the initializer
    /// of its bootstrap.
    ///
    /// - Returns: the proof when the handshake has ended, or the ``PeerRefusedError``; NIOSSL's error where it failed
    ///   without a verdict.
    /// - Throws: as ``handlers(for:context:)`` does, and ``JudgeContextError/notOnEventLoop``.
    public func addHandlers(
        for name: ServerName, context: NIOSSLContext, to channel: any Channel
    ) throws -> EventLoopFuture<JudgedPeer> {
        let handlers = try handlers(for: name, context: context)
        let missing = question(for: name).refusal(.notJudged)
        return try handlers.added(to: channel).flatMapThrowing { peer in
            guard let peer else { throw missing }
            return peer
        }
    }

    /// Handlers for a client's channel: NIOSSL's, and behind it the one that has the verdict
    /// (``NIOCore/Channel/judgedPeer()``).
    ///
    /// - Parameters:
    ///   - name: the server that has to be proven; a DNS name is sent to it too (SNI).
    ///   - context: as of ``NIOSSL/TLSConfiguration/clientWithJudge()``. With `.fullVerification` NIOSSL compares the
    ///     name once more, by its own rules.
    /// - Throws: ``JudgeContextError`` where the judge would not be asked, and NIOSSL's errors.
    public func handlers(for name: ServerName, context: NIOSSLContext) throws -> [any ChannelHandler] {
        switch context.configuration.certificateVerification {
        case .none(let options):
            throw options.validatePresentedCertificates
                ? JudgeContextError.serverMayShowNothing : JudgeContextError.verifiesNobody
        case .noHostnameVerification, .fullVerification: break
        }
        let question = question(for: name)
        let verdict = ConnectionVerdict()
        let tls = try NIOSSLClientHandler(
            context: context, serverHostname: name.indication,
            customVerificationCallbackWithMetadata: question.callbackWithMetadata(for: verdict))
        return [tls, PeerVerdictHandler(question, verdict, isOptional: false, tls: tls, issuers: nil)]
    }

    /// NIOSSL's callback for programs that make its handler themselves. The verdict is told to
    /// ``JudgeSettings/report`` alone.
    ///
    /// It is not asked where the context's `certificateVerification` is `.none`.
    public func callback(
        for name: ServerName
    ) -> @Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResult>) -> Void {
        question(for: name).callback(for: nil)
    }

    /// NIOSSL's callback with the validated chain, for programs that make its handler themselves.
    ///
    /// The chain is left out where the user's explicit trust stands in place of an anchor.
    public func callbackWithMetadata(
        for name: ServerName
    ) -> @Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResultWithMetadata>) -> Void {
        question(for: name).callbackWithMetadata(for: nil)
    }

    private func question(for name: ServerName) -> PeerQuestion {
        let policy = policy
        return PeerQuestion(
            role: .server, serverName: name, policy: { policy(name) }, admission: { .anyone }, settings: settings,
            count: count)
    }
}

extension ServerName {
    /// The name as a client tells it to the server (RFC 6066 §3): an address is none.
    fileprivate var indication: String? { if case .dns(let name) = self { name.text } else { nil } }
}
