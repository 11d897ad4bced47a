import HoldfastAuthority
import HoldfastTransport
import HoldfastTrust
import LoopbackSupport
import Synchronization

/// Trusts a world's servers, and says who the client is as a test likes.
final class ClientJudge: HandshakeJudge {
    private let servers: TestJudge
    private let scope: AnswerScope
    private let later: HandshakeIdentity?
    private let answer: @Sendable (IdentityRequest) async -> IdentityAnswer
    private let requests = Mutex<[IdentityRequest]>([])

    init(
        _ world: Loopback, scope: AnswerScope = .everyRequest, later: HandshakeIdentity? = nil,
        _ answer: @escaping @Sendable (IdentityRequest) async -> IdentityAnswer
    ) {
        servers = world.trusting()
        self.scope = scope
        self.later = later
        self.answer = answer
    }

    /// What it has been asked about the client so far.
    var questions: [IdentityRequest] { requests.withLock { $0 } }

    /// How many servers it has judged.
    var judgements: Int { servers.questions.count }

    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
        let verdict = await servers.judge(handshake)
        guard case .accept(let evaluation, _, _) = verdict else { return verdict }
        return .accept(evaluation, scope: scope, later: later)
    }

    func identity(for request: IdentityRequest) async -> IdentityAnswer {
        requests.withLock { $0.append(request) }
        return await answer(request)
    }
}

extension HandshakeIdentity {
    init(_ identity: Identity) throws { try self.init(certificates: identity.chain, key: identity.key) }
}
