import HoldfastCredentials
import HoldfastStatements
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// Answers what a server or a proxy asks of one request, reply by reply: a state machine without input or output.
///
/// ``begin()`` first; then each reply to ``received(_:)``, and the answer to whatever that asks for, until a step
/// delivers the reply or fails; ``finish()`` at the end.
struct AuthenticationFlow {
    /// The next step of the flow; by reference, since what most steps hold is large, and most requests have none of it.
    indirect enum Step {
        /// Look up the credential that is proposed first, and hand it to ``found(_:)``.
        case lookUp(CredentialSpace)
        /// Ask the handlers, and hand their word to ``answered(_:)``.
        case ask(AuthenticationChallenge)
        /// Let Kerberos negotiate, and hand what comes of it to ``negotiated(_:)``.
        case negotiate(Negotiating)
        /// Send the request, with this where there is something.
        case send(Authorization?)
        /// The reply is the answer to the request.
        case deliver
        /// The request ends here.
        case fail(HTTPSError)
    }

    /// The next act of a negotiation by Kerberos.
    enum Negotiating: Hashable {
        /// Begin anew, as somebody, with the service of a host.
        case begin(KerberosCredential, host: String, binding: [UInt8]?)
        /// Take a token that came back.
        case take([UInt8])
    }

    /// Answers that may be refused within one request; 16, more than anybody types.
    static let attemptLimit = 16
    /// Tokens of one negotiation; Kerberos needs one of each side, and SPNEGO one or two more.
    static let tokenLimit = 8

    /// A scheme that is offered, in the order in which they are tried.
    struct Offer {
        let space: ProtectionSpace
        /// The reason why the offer cannot be answered here.
        var obstacle: String?

        var method: AuthenticationMethod { space.authenticationMethod }
    }

    /// An answer that a request carried.
    struct Attempt {
        enum Proof {
            case basic
            case digest(DigestAuthorization)
            case ntlm(ConnectionOwner)
            case negotiate(Negotiated)
        }

        struct Negotiated {
            let owner: ConnectionOwner
            let binding: [UInt8]?
            var isComplete = false
            var tokens = 0
        }

        let secret: AuthenticationSecret
        let persistence: CredentialPersistence
        let space: ProtectionSpace
        /// Whether it was sent before anybody asked.
        let isUnasked: Bool
        var proof: Proof
    }

    /// A password that was taken, and is to outlast the session.
    struct Kept {
        let password: PasswordCredential
        let space: ProtectionSpace
        let persistence: CredentialPersistence
    }

    let subject: AuthenticationSubject
    let memory: AuthenticationMemory
    private let obstacle: AuthenticationSchemes.Obstacle
    /// The methods that are answered; nil for all.
    private let methods: Set<AuthenticationMethod>?
    /// The answer that the last request carried; nil where it carried none of this flow's.
    var attempt: Attempt?
    /// The session whose counts and strengths go on, whatever is offered next.
    var digest: DigestSession
    private var failures: [CredentialSpace: Int] = [:]
    var attempts = 0
    private var offers: [Offer] = []
    private var lookups: [CredentialSpace] = []
    private var proposed: Credential?
    private var isNamedUserRefused = false
    /// The newest reply; nil before the first.
    private(set) var reply: AuthenticationReply?
    /// The reason why the last answer did not even leave.
    private var unsent: HTTPSError?
    /// The reason why an answer did not leave, where none has left since: the request's end, unless another scheme
    /// answers.
    private var unanswered: HTTPSError?
    private var kept: [Kept] = []
    /// The newest password of each space that was handed out to be kept.
    private var handedOut: [CredentialSpace: PasswordCredential] = [:]
    /// The owners of the connections that this request has made, and which of them are of no use any longer.
    var owners: Set<ConnectionOwner> = []
    private var useless: Set<ConnectionOwner> = []

    /// Makes a flow for one party that may ask for credentials.
    ///
    /// - Parameters:
    ///   - methods: which are answered at all; nil for every one.
    ///   - obstacle: which methods cannot be used here.
    ///   - random: for the client's nonces of Digest; nil for the system's randomness.
    init(
        _ subject: AuthenticationSubject, memory: AuthenticationMemory, by methods: Set<AuthenticationMethod>? = nil,
        obstacle: @escaping AuthenticationSchemes.Obstacle = AuthenticationSchemes.here,
        random: DigestSession.Random? = nil
    ) {
        self.subject = subject
        self.memory = memory
        self.obstacle = obstacle
        self.methods = methods
        let target = subject.asker.digestTarget
        digest = random.map { DigestSession(target, random: $0) } ?? DigestSession(target)
    }

    // MARK: What is sent unasked

    /// Answers before anybody asks: with the credential that this origin or proxy took before, in the same space and of
    /// the user that the URL names, where it names one; with nothing where there is none, and where the caller has a
    /// field of its own.
    mutating func begin() -> Step {
        guard !subject.isCallersOwn, let known = memory.unasked(for: subject.asker, as: subject.named) else {
            return .send(nil)
        }
        if case .digest(let session) = known.scheme { digest = session }
        let step = send(known.secret, known.persistence, space(known.method, realm: known.realm), known: known)
        guard case .fail = step else { return step }
        attempt = nil
        return .send(nil)
    }

    // MARK: What comes back

    /// Takes a reply to what was sent last.
    mutating func received(_ reply: AuthenticationReply) -> Step {
        self.reply = reply
        (unsent, unanswered) = (nil, nil)
        guard reply.status == subject.asker.status else {
            // RFC 9110 §15.5.2: credentials lack or do not suffice, though a proxy ought to say 407.
            if subject.asker.status == 407, reply.status == 401 { refuseAttempt() }
            return accepted(reply)
        }
        let offered = ChallengeHeader(reply.values(of: subject.asker.challengeField)).challenges
        var isOnlyStale = false
        do throws(DigestAuthenticationError) {
            offers = try offers(among: offered, isOnlyStale: &isOnlyStale)
        } catch {
            return failure(.digestRefused, .digest(error.statement))
        }
        if isOnlyStale, let refused = attempt { return send(refused.secret, refused.persistence, refused.space) }
        if let token = token(in: offered) { return .negotiate(.take(token)) }
        if let refused = attempt, refused.isUnasked, case .negotiate = refused.proof, offers.first?.method == .negotiate
        {
            // A ticket that has run out, or another certificate: no word about who somebody is.
            forget(refused)
            return send(refused.secret, refused.persistence, refused.space)
        }
        refuseAttempt()
        return next()
    }

    /// The strongest first. What the server asks of Digest that is weaker than before, or calls stale without end, is
    /// not gone round by Basic: that would hand it the password.
    private mutating func offers(
        among offered: [OfferedChallenge], isOnlyStale: inout Bool
    ) throws(DigestAuthenticationError) -> [Offer] {
        var offers: [Offer] = []
        for scheme in [AuthenticationScheme.negotiate, .ntlm] where offered.contains(where: { $0.scheme == scheme }) {
            guard let method = AuthenticationSchemes.method(scheme) else { continue }
            offers.append(Offer(space: space(method, realm: nil), obstacle: obstacle(method)))
        }
        if offered.contains(where: { $0.scheme == .digest }) {
            let refused: DigestAuthorization? = if case .digest(let sent) = attempt?.proof { sent } else { nil }
            do throws(DigestAuthenticationError) {
                let step = try digest.challenge(offered, refusing: refused)
                if case .sameCredential = step { isOnlyStale = true }
                offers.append(Offer(space: space(.httpDigest, realm: digest.realm)))
            } catch {
                if error.isHostile { throw error }
            }
        }
        for basic in offered where basic.scheme == .basic {
            offers.append(Offer(space: space(.httpBasic, realm: basic.realm)))
        }
        if let methods { offers.removeAll { !methods.contains($0.method) } }
        let usable = offers.filter { $0.obstacle == nil }
        return usable.isEmpty ? offers : usable
    }

    /// The token that a negotiation under way waits for.
    private func token(in offered: [OfferedChallenge]) -> [UInt8]? {
        guard case .negotiate(let negotiated) = attempt?.proof, !negotiated.isComplete else { return nil }
        for challenge in offered where challenge.scheme == .negotiate {
            if case .token68(let text) = challenge.content { return Base64.decode(text) }
        }
        return nil
    }

    /// A reply that asks for nothing: the credential was taken, where there was one.
    private mutating func accepted(_ reply: AuthenticationReply) -> Step {
        guard let attempt else { return .deliver }
        switch attempt.proof {
        case .basic, .ntlm: break
        case .digest(let authorization):
            do throws(DigestAuthenticationError) {
                _ = try digest.received(
                    authenticationInfo: reply.values(of: subject.asker.informationField), for: authorization)
            } catch {
                return failure(.digestProofWrong, .digest(error.statement))
            }
        case .negotiate(let negotiated):
            // RFC 4559 §5: the last token comes with the response, where the server sends one.
            let offered = ChallengeHeader(reply.values(of: subject.asker.challengeField)).challenges
            if !negotiated.isComplete, let token = token(in: offered) { return .negotiate(.take(token)) }
        }
        return taken(attempt)
    }

    private mutating func taken(_ attempt: Attempt) -> Step {
        guard attempt.persistence != .none else { return .deliver }
        let isSure = reply?.isSuccess ?? false
        // What nothing has shown to be right yet outlasts the session with the first answer that does.
        useless.formUnion(memory.remember(known(attempt, toBeKept: isSure ? .forSession : attempt.persistence)))
        if let owner = attempt.proof.owner { owners.remove(owner) }
        if isSure, attempt.persistence != .forSession, let password = attempt.secret.password,
            handedOut.updateValue(password, forKey: attempt.space.credentialSpace) != password
        {
            kept.append(Kept(password: password, space: attempt.space, persistence: attempt.persistence))
        }
        return .deliver
    }

    /// Hands out the passwords that were taken and are to outlast the session, each once.
    mutating func takeKept() -> [Kept] {
        defer { kept = [] }
        return kept
    }

    // MARK: Who answers

    /// The reply stands, unless an answer to it did not even leave.
    private func stand() -> Step { unanswered.map { .fail($0) } ?? .deliver }

    /// The next scheme that is offered; without one the reply stands.
    private mutating func next() -> Step {
        guard let offer = offers.first else { return stand() }
        proposed = nil
        lookups = []
        let space = offer.space.credentialSpace
        // Whoever has written an answer of their own wants nobody else's, unless they say so.
        guard failures[space, default: 0] == 0, !subject.isCallersOwn else { return ask(offer) }
        if let named = subject.named, isNamedUserRefused || named.password != nil {
            if mayPropose(named, for: offer) { proposed = Credential(named.credential, persistence: .forSession) }
            return ask(offer)
        }
        if let secret = memory.secret(for: space, as: subject.named) {
            proposed = Credential(secret, persistence: .forSession)
            return ask(offer)
        }
        lookups = [space]
        if offer.method == .httpBasic {
            // Apple, NSURLProtectionSpace.h: Basic is "equivalent to NSURLAuthenticationMethodDefault for http", so
            // that what is kept under that name serves for it.
            lookups.append(self.space(.default, realm: space.realm).credentialSpace)
        }
        return .lookUp(lookups.removeFirst())
    }

    /// Whether the user that the URL names is proposed with its password: not one that was refused, and not for Basic
    /// where Digest took it, since that would hand over what Digest has kept from the server (RFC 7616 §5.10).
    private func mayPropose(_ named: NamedUser, for offer: Offer) -> Bool {
        !isNamedUserRefused
            && !(offer.method == .httpBasic && memory.hasTakenByDigest(named.credential, subject.asker))
    }

    /// Takes the answer to ``Step/lookUp(_:)``.
    mutating func found(_ credential: PasswordCredential?) -> Step {
        guard let offer = offers.first else { return .deliver }
        let found = credential.flatMap { subject.named?.matches(.password($0)) ?? true ? $0 : nil }
        if found == nil, !lookups.isEmpty { return .lookUp(lookups.removeFirst()) }
        proposed = (found ?? subject.named?.credential).map { Credential($0, persistence: .forSession) }
        if found == nil, offer.method == .negotiate, let tickets = subject.named.map(\.tickets) ?? subject.tickets {
            proposed = Credential(kerberos: tickets, persistence: .forSession)
        }
        return ask(offer)
    }

    private func ask(_ offer: Offer) -> Step {
        .ask(
            AuthenticationChallenge(
                offer.space, proposed: proposed,
                previousFailureCount: failures[offer.space.credentialSpace, default: 0],
                failureResponse: reply?.response, proxyAnswer: reply?.proxyAnswer,
                error: offer.obstacle.map { unavailable(offer.method, $0) } ?? unsent))
    }

    /// Takes the answer to ``Step/ask(_:)``.
    mutating func answered(_ disposition: AuthenticationChallenge.Disposition) -> Step {
        guard let offer = offers.first else { return .deliver }
        switch disposition {
        case .useCredential(nil): return .deliver
        case .useCredential(let credential?): return use(credential, for: offer)
        case .performDefaultHandling, .notImplemented:
            if let proposed { return use(proposed, for: offer) }
            // What did not leave was refused by nobody: the next scheme may be answered.
            let mayGoOn = offer.method.scope == .session && failures[offer.space.credentialSpace, default: 0] == 0
            guard unsent != nil || mayGoOn else { return stand() }
        case .cancelAuthenticationChallenge: return failure(.cancelled, .challengeCancelled)
        case .rejectProtectionSpace: break
        }
        offers.removeFirst()
        unsent = nil
        return next()
    }

    private mutating func use(_ credential: Credential, for offer: Offer) -> Step {
        if let obstacle = offer.obstacle { return .fail(unavailable(offer.method, obstacle)) }
        guard let secret = credential.secret(for: offer.method) else {
            return wrongAnswer(credential, to: offer.method)
        }
        return send(secret, credential.persistence, offer.space)
    }

    // MARK: What was refused

    /// Counts the answer that was sent, if any, as refused.
    private mutating func refuseAttempt() {
        guard let refused = attempt else { return }
        failures[refused.space.credentialSpace, default: 0] += 1
        if let named = subject.named, named.matches(refused.secret) { isNamedUserRefused = true }
        forget(refused)
        attempt = nil
    }

    private mutating func forget(_ refused: Attempt) {
        memory.forget(known(refused))
        if let owner = refused.proof.owner { useless.insert(owner) }
    }

    /// Counts an answer that could not be sent as refused; the next challenge says why.
    mutating func refuseUnsent(_ error: HTTPSError) -> Step {
        guard reply != nil else {
            // Nobody has asked yet: the request goes out without it.
            if let attempt { forget(attempt) }
            attempt = nil
            return .send(nil)
        }
        if let attempt, !attempt.proof.wasSent {
            // No word about the password.
            failures[attempt.space.credentialSpace, default: 0] += 1
            forget(attempt)
            self.attempt = nil
        } else {
            refuseAttempt()
        }
        (unsent, unanswered) = (error, error)
        return next()
    }

    /// The negotiation came to its end with the reply, which is the answer then.
    mutating func taken() -> Step { attempt.map { taken($0) } ?? .deliver }

    /// The owners whose connections no later request will use.
    func finish() -> Set<ConnectionOwner> { owners.union(useless) }

    // MARK: Parts

    func space(_ method: AuthenticationMethod, realm: String?) -> ProtectionSpace {
        ProtectionSpace(
            method, asker: subject.asker.kind, host: subject.asker.host, port: subject.asker.port, realm: realm)
    }

    private func known(
        _ attempt: Attempt, toBeKept persistence: CredentialPersistence = .forSession
    ) -> AuthenticationMemory.Accepted {
        let scheme: AuthenticationMemory.Accepted.Scheme =
            switch attempt.proof {
            case .basic: .basic
            case .digest: .digest(digest)
            case .ntlm(let owner): .ntlm(owner)
            case .negotiate(let negotiated): .negotiate(negotiated.owner, binding: negotiated.binding)
            }
        return AuthenticationMemory.Accepted(
            secret: attempt.secret, realm: attempt.space.realm, scheme: scheme, asker: subject.asker,
            persistence: persistence)
    }
}
