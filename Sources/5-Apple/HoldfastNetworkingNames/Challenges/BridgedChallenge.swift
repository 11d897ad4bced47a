import Foundation
import FoundationNetworking
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastSecurityNames
import HoldfastTrust
import HoldfastX509

/// A delegate's answer to a challenge: the arguments of the completion handler, in Apple's types.
typealias DelegateAnswer = (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?)

/// A challenge of the session's, as delegates see it, and what their answer to it means to the session.
struct BridgedChallenge: Sendable {
    /// As delegates see it.
    let challenge: URLAuthenticationChallenge
    private let original: HoldfastHTTPS.AuthenticationChallenge
    private let clock: @Sendable () -> Instant

    /// Bridges a challenge of the session.
    ///
    /// - Parameters:
    ///   - original: the session's.
    ///   - failureResponse: what asks, or refused the last answer.
    ///   - error: what went wrong with the last answer, or why the session would refuse the server.
    ///   - sender: who takes the answer of those who do not give it to a completion handler.
    ///   - clock: the session's; tells from when on a delegate's word holds that nothing proves.
    init(
        _ original: HoldfastHTTPS.AuthenticationChallenge, failureResponse: URLResponse?, error: (any Error)?,
        sender: any URLAuthenticationChallengeSender, clock: @escaping @Sendable () -> Instant = SystemClock.now
    ) {
        self.original = original
        self.clock = clock
        let space = URLProtectionSpace(original.protectionSpace, judgedBy: original.policy)
        challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: original.proposedCredential?.bridged(for: space),
            previousFailureCount: original.previousFailureCount, failureResponse: failureResponse, error: error,
            sender: sender)
    }

    /// Tells the session what the delegate's own evaluation of the server's trust found, for the error that comes of a
    /// refusal: it changes no answer.
    func tellFindings() { original.ownFindings.note(challenge.protectionSpace.serverTrust?.verdictSaid) }

    /// Translates a delegate's answer for the session.
    func disposition(for answer: DelegateAnswer) -> HoldfastHTTPS.AuthenticationChallenge.Disposition {
        switch answer.disposition {
        case .performDefaultHandling: return .performDefaultHandling
        case .cancelAuthenticationChallenge: return .cancelAuthenticationChallenge
        case .rejectProtectionSpace: return .rejectProtectionSpace
        case .useCredential:
            guard let credential = answer.credential else { return .useCredential(nil) }
            if credential === challenge.proposedCredential, let proposed = original.proposedCredential {
                return .useCredential(proposed)
            }
            guard case .trust(let trust) = credential.contents else { return .useCredential(credential.bridged) }
            return DelegatedTrust.disposition(for: trust, in: original, at: clock())
        }
    }

    /// Says it where a delegate's own evaluation refused a server, and the delegate then left it to default handling,
    /// which trusts it: on ``DangerLog``, once a process and server, and to whoever else is to hear of it.
    ///
    /// That is what Apple documents, and how pins are lost: a check that failed has to be answered with
    /// `cancelAuthenticationChallenge`.
    func sayIfOverruling(_ answer: DelegateAnswer, _ say: (String) -> Void) {
        guard answer.disposition == .performDefaultHandling, case .serverTrust? = original.proposedCredential?.kind,
            challenge.protectionSpace.serverTrust?.wasFoundUntrusted == true
        else { return }
        let space = original.protectionSpace
        let warning =
            "a delegate evaluated this trust, found it not trusted, and left it to default handling, which trusts: "
            + "\(space.host), port \(space.port); cancelAuthenticationChallenge refuses"
        say(warning)
        DangerLog.say("holdfast: \(warning)", about: warning)
    }

    /// Keeps what a delegate answered with, once it was taken: a user and a password that are to be kept, as the
    /// default for their space, so that nobody is asked again.
    ///
    /// - Parameters:
    ///   - answer: what the delegate gave.
    ///   - storage: the session's; nil where it has none.
    func keepAccepted(_ answer: DelegateAnswer, in storage: URLCredentialStorage?) {
        guard answer.disposition == .useCredential, let credential = answer.credential,
            credential.passwordCredential != nil,
            ![.serverTrust, .clientCertificate].contains(original.protectionSpace.authenticationMethod)
        else { return }
        storage?.setDefaultCredential(credential, for: challenge.protectionSpace)
    }
}

extension SecTrust {
    /// The verdict that the last evaluation told a program; nil where there was none, and where nothing could be
    /// judged.
    fileprivate var verdictSaid: HandlersFindings.Verdict? {
        wasFoundTrusted ? .trusted : refusalSaid.map(HandlersFindings.Verdict.refused)
    }
}

extension URLProtectionSpace {
    /// As delegates see it: what a server presented can be judged there, and is not judged yet.
    ///
    /// - Parameter policy: the session's, whose anchors and transparency are those of the server's trust too.
    convenience init(_ space: HoldfastHTTPS.ProtectionSpace, judgedBy policy: TrustPolicy? = nil) {
        let first = Self.all(space.credentialSpace)[0].identity
        self.init(
            first, host: space.host, names: space.distinguishedNames?.map { Data($0.bytes) },
            trust: space.serverTrust.map { SecTrust($0, host: space.host, by: policy) })
    }
}

extension HoldfastHTTPS.AuthenticationChallenge {
    /// The policy by which the session judged the server; nil where the challenge is about something else.
    fileprivate var policy: TrustPolicy? {
        if case .serverTrust(let proof) = proposedCredential?.kind { return proof.policy }
        return (error?.trustFailure ?? error?.proxyTrustFailure)?.policy
    }
}

extension HoldfastHTTPS.Credential {
    /// As delegates see it; nil for what Apple has no form of.
    fileprivate func bridged(for space: URLProtectionSpace) -> URLCredential? {
        switch kind {
        case .password(let password):
            URLCredential(user: password.user, password: password.password, persistence: persistence.bridged)
        case .identity(let identity):
            SecIdentity(identity).map {
                URLCredential(
                    identity: $0, certificates: SecCertificate.all(identity.issuers), persistence: persistence.bridged)
            }
        case .serverTrust: space.serverTrust.map(URLCredential.init(trust:))
        case .kerberos, .unusable: nil
        }
    }
}

extension URLCredential {
    /// The session's form of the credential, for all kinds but trust in a server.
    fileprivate var bridged: HoldfastHTTPS.Credential {
        switch contents {
        case .password:
            guard let password = passwordCredential else {
                return HoldfastHTTPS.Credential(unusable: "a user without a password")
            }
            return HoldfastHTTPS.Credential(
                user: password.user, password: password.password, persistence: persistence.bridged)
        case .identity(let identity, let certificates):
            guard let identity = identity.sending(certificates) else {
                return HoldfastHTTPS.Credential(unusable: "an identity that cannot be used")
            }
            return HoldfastHTTPS.Credential(identity: identity, persistence: persistence.bridged)
        case .trust: return HoldfastHTTPS.Credential(unusable: "trust in a server")
        }
    }
}

extension URLCredential.Persistence {
    /// A session remembers what was accepted until it ends; what outlasts it is the storage's business.
    var bridged: CredentialPersistence { self == .none ? .none : .forSession }
}

extension CredentialPersistence {
    var bridged: URLCredential.Persistence {
        switch self {
        case .none: .none
        case .forSession: .forSession
        case .permanent: .permanent
        case .synchronizable: .synchronizable
        }
    }
}
