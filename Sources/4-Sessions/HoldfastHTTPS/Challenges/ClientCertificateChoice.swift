import HoldfastAuthority
import HoldfastCredentials
import HoldfastTransport
import HoldfastX509

/// The certificate that a handshake goes on with, and what of that holds for the next connection too.
struct ClientCertificateChoice {
    let answer: IdentityAnswer
    /// Whether a handler has decided about it.
    var isDecided = false
    /// With the requests that it holds for.
    var remembered: (identity: HandshakeIdentity, scope: AnswerScope)?

    private init(_ answer: IdentityAnswer, remembered: (identity: HandshakeIdentity, scope: AnswerScope)? = nil) {
        self.answer = answer
        self.remembered = remembered
    }

    /// The choice by a handler's answer to the challenge about the client.
    ///
    /// - Parameters:
    ///   - answer: nil where no handler answered in time.
    ///   - proposed: what is used where nobody has anything to say; nil for none.
    ///   - withheld: the one that there is, where none is proposed since the server does not want it.
    ///   - kept: the reason why the settings keep the one that there is from the server; nil where they do not.
    ///   - taskID: of the request that the connection is opened for.
    ///   - isAttended: whether that request brings a handler of its own.
    static func of(
        _ answer: ChallengeAsking.Answer?, proposed: DefaultIdentity?, withheld: DefaultIdentity? = nil,
        kept: KeptIdentity? = nil, taskID: UInt64, isAttended: Bool
    ) -> ClientCertificateChoice {
        guard let answer else { return Self(.refuse(.unansweredChallenge(.clientCertificate))) }
        let scope = scope(of: answer.speaker, taskID, isAttended)
        switch answer.disposition {
        case .performDefaultHandling, .notImplemented:
            if let kept { return Self(.keptBack(kept, scope: scope)) }
            guard proposed == nil, let issuer = withheld?.topIssuer else { return Self(byDefault(proposed, scope)) }
            return Self(.withheld(issuedBy: issuer, scope: scope))
        case .cancelAuthenticationChallenge: return Self(.refuse(.challengeCancelled))
        // No other method is offered in a handshake: both go on without a certificate, which the server may allow.
        case .rejectProtectionSpace, .useCredential(nil):
            var choice = Self(.without(scope: scope))
            choice.isDecided = true
            return choice
        case .useCredential(let credential?):
            guard let identity = credential.identity else {
                return Self(.refuse(.wrongCredential(.described("\(credential)"), .identityOrNone)))
            }
            do throws(TransportError) {
                let usable = try HandshakeIdentity(identity)
                return Self(
                    .use(usable, scope: scope),
                    remembered: credential.persistence != .none ? (usable, scope) : nil)
            } catch {
                return Self(.refuse(error))
            }
        }
    }

    private static func byDefault(_ proposed: DefaultIdentity?, _ scope: AnswerScope) -> IdentityAnswer {
        switch proposed?.usable {
        case nil: .without(scope: scope)
        case .success(let identity): .use(identity, scope: scope)
        case .failure(let error): .refuse(error)
        }
    }

    private static func scope(
        of speaker: ChallengeAsking.Speaker, _ taskID: UInt64, _ isAttended: Bool
    ) -> AnswerScope {
        switch speaker {
        case .session: .everyRequest
        case .sessionForTask: .unattendedRequests
        case .task: .request(taskID)
        case .nobody: isAttended ? .request(taskID) : .unattendedRequests
        }
    }
}

/// The identity of a session's configuration, read once.
struct DefaultIdentity: Sendable {
    let identity: Identity
    let usable: Result<HandshakeIdentity, TransportError>

    init(_ identity: Identity) {
        self.identity = identity
        do throws(TransportError) {
            usable = .success(try HandshakeIdentity(identity))
        } catch {
            usable = .failure(error)
        }
    }

    /// Whether a server that accepts these authorities may want it: one of them issued a certificate of its chain
    /// (RFC 5246 §7.4.6, RFC 8446 §4.2.4). Where a server names none, it may.
    func isWanted(by authorities: [DistinguishedName]) -> Bool {
        guard !authorities.isEmpty else { return true }
        return issuers.contains { issuer in authorities.contains(where: issuer.matches) }
    }

    private var issuers: [DistinguishedName] {
        identity.chain.compactMap { der in (try? Certificate(der: der))?.issuer }
    }

    /// The holder of the certificate; nil where it cannot be read.
    var subject: DistinguishedName? { identity.chain.first.flatMap { (try? Certificate(der: $0))?.subject } }

    /// The authority above the last certificate of its chain; nil where none can be read.
    var topIssuer: DistinguishedName? { issuers.last }
}

extension HandshakeIdentity {
    init(_ identity: Identity) throws(TransportError) {
        try self.init(certificates: identity.chain, key: identity.key)
    }
}
