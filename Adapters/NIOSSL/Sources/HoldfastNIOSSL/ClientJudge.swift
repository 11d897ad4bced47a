public import HoldfastTrust
public import NIOCore
public import NIOSSL

/// Judges the clients that connect to servers of NIOSSL with a certificate: first the chain, for the purpose
/// `ssl-client`, then whether one of its names is admitted.
///
/// One is shared by any number of channels and event loops. No verdict, no connection.
///
/// A client that resumes an earlier session does not show its certificate again, and NIOSSL asks no callback. The
/// handlers of ``handlers(context:)`` judge what it showed then by the policy in force, and let nothing through before;
/// a callback alone cannot.
public final class ClientJudge: Sendable {
    private let question: PeerQuestion
    private let issuers = PresentedIssuers()

    /// A judge by a policy, and by the names that are admitted.
    ///
    /// - Parameters:
    ///   - settings: the engine, and what verdicts may fetch evidence with.
    ///   - admission: the clients that are admitted; asked for at each verdict, on the thread that makes it.
    ///   - policy: asked for at each handshake, on the event loop; one for another purpose than
    ///     ``TrustPurpose/sslClient`` refuses. Give it the anchors that clients' certificates end at: the system's have
    ///     nothing to do with them.
    public init(
        settings: JudgeSettings = JudgeSettings(), admission: @escaping @Sendable () -> ClientAdmission,
        policy: @escaping @Sendable () -> TrustPolicy
    ) {
        question = PeerQuestion(
            role: .client, serverName: nil, policy: policy, admission: admission, settings: settings,
            count: JudgeCount())
    }

    /// A judge by one policy and one admission.
    public convenience init(
        settings: JudgeSettings = JudgeSettings(), admission: ClientAdmission, policy: TrustPolicy
    ) {
        self.init(settings: settings, admission: { admission }, policy: { policy })
    }

    /// A judge by a policy that can be replaced.
    public convenience init(
        settings: JudgeSettings = JudgeSettings(), admission: ClientAdmission, policy: ReplaceablePolicy
    ) {
        self.init(settings: settings, admission: { admission }, policy: { policy.current })
    }

    /// The verdicts until now.
    public var counters: JudgeCounters { question.count.current }

    /// Adds the handlers of ``handlers(context:)`` to a channel that a server has accepted, on its event loop, as in
    /// the initializer of its bootstrap.
    ///
    /// - Returns: the proof when the handshake has ended, nil for a client without a certificate where that is let in,
    ///   or the ``PeerRefusedError``; NIOSSL's error where it failed without a verdict.
    /// - Throws: ``JudgeContextError``, and NIO's errors.
    public func addHandlers(context: NIOSSLContext, to channel: any Channel) throws -> EventLoopFuture<JudgedPeer?> {
        try handlers(context: context).added(to: channel)
    }

    /// Handlers for a channel that a server has accepted: NIOSSL's, and behind it the one that has the verdict
    /// (``NIOCore/Channel/judgedPeer()``).
    ///
    /// - Parameter context: as of
    ///   ``NIOSSL/TLSConfiguration/serverWithJudge(certificateChain:privateKey:isOptional:)``; with
    ///   `.optionalVerification` a client without a certificate is let in.
    /// - Throws: ``JudgeContextError`` where the judge would not be asked.
    public func handlers(context: NIOSSLContext) throws(JudgeContextError) -> [any ChannelHandler] {
        let isOptional: Bool
        switch context.configuration.certificateVerification {
        case .none(let options):
            guard options.validatePresentedCertificates else { throw .verifiesNobody }
            isOptional = true
        case .noHostnameVerification: isOptional = false
        case .fullVerification: throw .comparesClientsWithAddresses
        }
        let verdict = ConnectionVerdict()
        let tls = NIOSSLServerHandler(
            context: context, customVerificationCallbackWithMetadata: question.callbackWithMetadata(for: verdict))
        return [tls, PeerVerdictHandler(question, verdict, isOptional: isOptional, tls: tls, issuers: issuers)]
    }

    /// NIOSSL's callback for programs that make its handler themselves. The verdict is told to
    /// ``JudgeSettings/report`` alone.
    ///
    /// It is not asked where the context's `certificateVerification` is `.none`, nor where a client resumes a session.
    public func callback() -> @Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResult>) -> Void {
        question.callback(for: nil)
    }

    /// NIOSSL's callback with the validated chain, for programs that make its handler themselves.
    ///
    /// The chain is left out where the user's explicit trust stands in place of an anchor. It is asked as
    /// ``callback()`` is.
    public func callbackWithMetadata()
        -> @Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResultWithMetadata>) -> Void
    {
        question.callbackWithMetadata(for: nil)
    }
}
