import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastHTTPS

/// What each disposition comes to for the two methods of TLS, without network (Apple,
/// `URLSession.AuthChallengeDisposition`).
@Suite("Dispositions of TLS challenges")
struct TLSChallengeTests {
    /// What a row answers with, made of what the test has at hand.
    enum Said: String, CaseIterable, Sendable {
        case nothing, byDefault, cancel, reject, without
        case proof, otherNameProof, namelessProof, otherServersProof
        case identity, password
    }

    enum Outcome: Hashable {
        case accepted(AnswerScope), refused, stopped(String)
        case without(AnswerScope), used(AnswerScope)
    }

    private let presented: ServerTrust
    private let alice: Identity
    private let proofs: [Said: TrustEvaluation]
    private let failure: TrustFailure

    init() throws {
        let now = SystemClock.now()
        let root = try CertificateAuthority.root(name: "Root", at: now)
        let server = try root.issue(.server(names: ["a.test", "b.test"], at: now))
        let other = try root.issue(.server(names: ["a.test"], at: now))
        alice = try root.issue(.client(name: "Alice", at: now))
        let presented = try ServerTrust(derChain: server.chain)
        self.presented = presented
        var policy = TrustPolicy.ssl(try ServerName("a.test"))
        policy.anchors = .only([try Certificate(der: root.certificate)])
        let trusted = policy
        let engine = TrustEngine()
        func prove(_ trust: ServerTrust, _ purpose: TrustPolicy.Purpose) throws -> TrustEvaluation {
            var policy = trusted
            policy.purpose = purpose
            return try engine.evaluate(trust, with: policy, at: now)
        }
        proofs = [
            .proof: try prove(presented, policy.purpose),
            .otherNameProof: try prove(presented, .ssl(try ServerName("b.test"))),
            .namelessProof: try prove(presented, .basicX509),
            .otherServersProof: try prove(try ServerTrust(derChain: other.chain), policy.purpose),
        ]
        var distrusting = policy
        distrusting.anchors = .only([])
        var found: TrustFailure?
        do throws(TrustFailure) { _ = try engine.evaluate(presented, with: distrusting, at: now) } catch {
            found = error
        }
        failure = try #require(found)
    }

    private func disposition(_ said: Said) throws -> AuthenticationChallenge.Disposition {
        switch said {
        case .nothing: .notImplemented
        case .byDefault: .performDefaultHandling
        case .cancel: .cancelAuthenticationChallenge
        case .reject: .rejectProtectionSpace
        case .without: .useCredential(nil)
        case .identity: .useCredential(Credential(identity: alice, persistence: .none))
        case .password: .useCredential(Credential(user: "alice", password: "secret", persistence: .none))
        case .proof, .otherNameProof, .namelessProof, .otherServersProof:
            .useCredential(Credential(trust: try #require(proofs[said])))
        }
    }

    private static let speakers: [ChallengeAsking.Speaker] = [.session, .sessionForTask, .task, .nobody]

    private static func scope(_ speaker: ChallengeAsking.Speaker) -> AnswerScope {
        switch speaker {
        case .session, .nobody: .everyRequest
        case .sessionForTask: .unattendedRequests
        case .task: .request(7)
        }
    }

    /// - Parameter isTrusted: what the session's policy says.
    private static func expectedOfServerTrust(
        _ said: Said, _ speaker: ChallengeAsking.Speaker, isTrusted: Bool
    ) -> Outcome {
        switch said {
        case .nothing, .byDefault: isTrusted ? .accepted(.everyRequest) : .refused
        case .cancel: .stopped("cancelled")
        case .reject, .without: isTrusted ? .stopped("serverTrustRejected") : .refused
        case .proof, .otherNameProof: .accepted(scope(speaker))
        case .namelessProof, .otherServersProof, .identity, .password: .stopped("wrongCredential")
        }
    }

    @Test("server trust", arguments: Said.allCases, [true, false])
    func serverTrust(_ said: Said, isTrusted: Bool) throws {
        let judgement: HandshakeVerdict.Judgement =
            isTrusted ? .success(try #require(proofs[.proof])) : .failure(failure)
        for speaker in Self.speakers {
            let answer = ChallengeAsking.Answer(disposition: try disposition(said), speaker: speaker)
            let outcome: Outcome =
                switch HandshakeVerdict.of(answer, judgement, presented: presented, mayAccept: true, taskID: 7) {
                case .accept(_, let scope, _): .accepted(scope)
                case .refuse: .refused
                case .stop(let error): .stopped(error.code.rawValue)
                }
            #expect(outcome == Self.expectedOfServerTrust(said, speaker, isTrusted: isTrusted), "\(speaker)")
        }
        guard
            case .stop(let error) = HandshakeVerdict.of(
                nil, judgement, presented: presented, mayAccept: true, taskID: 7)
        else {
            Issue.record("a handler that does not answer lets nothing through")
            return
        }
        #expect(error.code == .challengeTimedOut)
    }

    private static func expectedOfIdentity(
        _ said: Said, _ speaker: ChallengeAsking.Speaker, isProposed: Bool
    ) -> Outcome {
        let scope = speaker == .nobody ? AnswerScope.unattendedRequests : scope(speaker)
        return switch said {
        case .nothing, .byDefault: isProposed ? .used(scope) : .without(scope)
        case .cancel: .stopped("cancelled")
        case .reject, .without: .without(scope)
        case .identity: .used(scope)
        case .proof, .otherNameProof, .namelessProof, .otherServersProof, .password: .stopped("wrongCredential")
        }
    }

    private static func outcome(_ answer: IdentityAnswer) -> Outcome {
        switch answer {
        case .without(let scope), .withheld(_, let scope), .keptBack(_, let scope): .without(scope)
        case .use(_, let scope): .used(scope)
        case .refuse(let error): .stopped(error.code.rawValue)
        }
    }

    @Test("client certificate", arguments: Said.allCases, [true, false])
    func clientCertificate(_ said: Said, isProposed: Bool) throws {
        let proposed = isProposed ? DefaultIdentity(alice) : nil
        for speaker in Self.speakers {
            let answer = ChallengeAsking.Answer(disposition: try disposition(said), speaker: speaker)
            let found = ClientCertificateChoice.of(answer, proposed: proposed, taskID: 7, isAttended: false)
            #expect(
                Self.outcome(found.answer) == Self.expectedOfIdentity(said, speaker, isProposed: isProposed),
                "\(speaker)")
            #expect(found.remembered == nil, "nothing was said of remembering")
        }
        let silent = ClientCertificateChoice.of(nil, proposed: proposed, taskID: 7, isAttended: false)
        #expect(Self.outcome(silent.answer) == .stopped("challengeTimedOut"))
        let left = ChallengeAsking.Answer(disposition: .notImplemented, speaker: .nobody)
        let attended = ClientCertificateChoice.of(left, proposed: nil, taskID: 7, isAttended: true)
        #expect(Self.outcome(attended.answer) == .without(.request(7)))
    }

    private static func key(
        _ host: String = "a.test", _ port: UInt16 = 443, role: HandshakeRole = .server, policy: UInt8 = 1
    ) -> HandshakeMemory.IdentityKey {
        HandshakeMemory.IdentityKey(role: role, host: host, port: port, policyDigest: [policy])
    }

    /// What a handler said for the session, in a memory of its own.
    private func memory(_ speaker: ChallengeAsking.Speaker) throws -> HandshakeMemory {
        let answer = ChallengeAsking.Answer(
            disposition: .useCredential(Credential(identity: alice, persistence: .forSession)), speaker: speaker)
        let outcome = ClientCertificateChoice.of(answer, proposed: nil, taskID: 7, isAttended: speaker == .task)
        let (memory, chosen) = (HandshakeMemory(), try #require(outcome.remembered))
        memory.remember(chosen.identity, for: Self.key(), scope: chosen.scope)
        return memory
    }

    @Test("an identity for the session is remembered, until a server refuses it")
    func remembered() throws {
        let memory = try memory(.session)
        #expect(memory.identity(for: Self.key(), isAttended: true)?.identity.certificates == alice.chain)
        let others = [
            Self.key("a.test", 444), Self.key("b.test"), Self.key(role: .proxy), Self.key(policy: 2),
        ]
        for key in others { #expect(memory.identity(for: key, isAttended: false) == nil, "\(key)") }
        let url = try HTTPSURL("https://a.test/")
        memory.note(
            TransportError(.transfer, .connectionClosed, Verbatim("it ended"), advice: Verbatim("none")), from: url)
        #expect(memory.identity(for: Self.key(), isAttended: false) != nil)
        memory.note(
            TransportError(.tls, .clientCertificateRefused, Verbatim("it is not taken"), advice: Verbatim("none")),
            from: url)
        #expect(memory.identity(for: Self.key(), isAttended: false) == nil)
    }

    /// Identities are no business of a store: one that is to outlast the session is remembered as long as that.
    @Test("an identity that is to be kept at all is remembered", arguments: CredentialPersistence.allCases)
    func persistence(_ persistence: CredentialPersistence) throws {
        let answer = ChallengeAsking.Answer(
            disposition: .useCredential(Credential(identity: alice, persistence: persistence)), speaker: .session)
        let choice = ClientCertificateChoice.of(answer, proposed: nil, taskID: 7, isAttended: false)
        #expect(Self.outcome(choice.answer) == .used(.everyRequest))
        #expect((choice.remembered != nil) == (persistence != .none))
    }

    @Test("it serves the requests that its speaker speaks for, and no other", arguments: speakers.dropLast())
    func spokenFor(_ speaker: ChallengeAsking.Speaker) throws {
        let memory = try memory(speaker)
        let (others, attended) = (
            memory.identity(for: Self.key(), isAttended: false), memory.identity(for: Self.key(), isAttended: true)
        )
        #expect((others != nil) == (speaker != .task) && (attended != nil) == (speaker == .session))
        #expect(others == nil || others?.scope == Self.scope(speaker))
    }

    /// RFC 8446 §4.2.4: "certificate_authorities" says whose certificates the server takes.
    @Test("a session's own identity goes to whom it may concern")
    func wanted() throws {
        let identity = DefaultIdentity(alice)
        let issuer = try Certificate(der: alice.certificate).issuer
        let other = DistinguishedName([(.commonName, "Other")])
        #expect(identity.isWanted(by: []))
        #expect(identity.isWanted(by: [other, issuer]))
        #expect(!identity.isWanted(by: [other]))
    }
}
