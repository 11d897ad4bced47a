package import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastX509

/// The client's side of the Digest scheme (RFC 7616, and RFC 2617 for older servers), for one origin or one proxy.
///
/// It does nothing by itself: hand it what came, do what it says. It keeps no credential.
///
/// 1. ``challenge(_:refusing:)`` takes the challenges of a 401 or 407 and says whose turn it is.
/// 2. ``authorization(method:uri:body:credential:)`` makes the field for a request; also for further requests that
///    ``covers(_:)`` allows, before the server asks.
/// 3. ``received(authenticationInfo:for:body:)`` takes every other response to a request that carried such a field, and
///    checks that the server knows the password, where it says so.
///
/// What it does not let happen is a weaker response than need be:
/// - Of several challenges it answers the strongest hash; of equal ones, one with `qop`.
/// - A realm that has had a response of some strength gets no weaker one from the same session, neither with a weaker
///   hash nor without `qop`. That is an error and not a question for another password.
/// - What it does not know (an algorithm, a list of `qop`) is refused, and never taken for the default.
/// - A stale nonce lets the same credential be used again only in the same realm, and only ``staleLimit`` times in a
///   row.
///
/// Copies share the counts of their nonces, and nothing else.
package struct DigestSession: Sendable {
    /// The party that asks for the credential.
    package enum Target: Hashable, Sendable {
        /// The origin of this URL.
        case server(HTTPSURL)
        /// A proxy, whose protection space is the whole of it (RFC 7616 §3.3).
        case proxy
    }

    /// The next step after a challenge.
    package enum Step: Hashable, Sendable {
        /// Find a credential for this realm, and authorize the request with it.
        case credentialNeeded(realm: String)
        /// The credential was wrong: find another one.
        case credentialRefused(realm: String)
        /// Only the nonce was too old: authorize the request again with the same credential, without asking anybody.
        case sameCredential(realm: String)
    }

    /// The body of a message, as far as `auth-int` needs it: with its content coding, without its transfer coding.
    package enum Body: Hashable, Sendable {
        /// All of it; no bytes where there is no body.
        case bytes([UInt8])
        /// A stream that is not known before it has been sent, or bytes whose coding has been undone.
        case notAtHand
    }

    /// Whether the server proved that it knows the password (RFC 7616 §3.5, mutual authentication).
    package enum ServerProof: Hashable, Sendable {
        case proved
        /// The response says nothing about it, which the RFC allows.
        case notGiven
        /// The proof covers a body that is not at hand.
        case notChecked
    }

    /// Makes random bytes, as many as it is asked for.
    package typealias Random = @Sendable (Int) throws(DigestAuthenticationError) -> [UInt8]

    /// The number of times in a row that the server may call the newest nonce stale.
    package static let staleLimit = 3
    /// The number of realms that are remembered with the strength that they have had.
    static let realmLimit = 64

    struct State {
        let challenge: DigestChallenge
        let space: DigestAuthenticationSpace?
        let round: Int
        /// The challenge's, or one that the server has named since.
        var nonce: String
        /// The nonces that the session key is made of: those of the first request after the challenge (§3.4.2).
        var session: (nonce: String, clientNonce: String)?
    }

    private let target: Target
    private let prefersIntegrity: Bool
    private let random: Random
    private let nonces: DigestAuthenticationNonces
    var state: State?
    private var rounds = 0
    var staleInARow = 0
    private var strengths: [String: DigestAuthenticationStrength] = [:]

    /// Makes a session without challenges yet.
    ///
    /// - Parameters:
    ///   - prefersIntegrity: whether `auth-int` is chosen where the server offers `auth` too. Within TLS it protects
    ///     against nobody but what stands between the end of TLS and the server, and it has to hash every body.
    ///   - random: for the client's nonces.
    package init(
        _ target: Target, prefersIntegrity: Bool = false,
        random: @escaping Random = { (count) throws(DigestAuthenticationError) in
            try library { () throws(CryptoError) in try SystemRandom.bytes(count) }
        }
    ) {
        self.init(target, prefersIntegrity: prefersIntegrity, random: random, nonces: DigestAuthenticationNonces())
    }

    init(_ target: Target, prefersIntegrity: Bool, random: @escaping Random, nonces: DigestAuthenticationNonces) {
        self.target = target
        self.prefersIntegrity = prefersIntegrity
        self.random = random
        self.nonces = nonces
    }

    /// The realm of the newest challenge.
    package var realm: String? { state?.challenge.realm }

    /// Whether a request for `url` may be authorized before the server asks. Never on another origin.
    ///
    /// For a proxy it is any request that goes through it.
    package func covers(_ url: HTTPSURL) -> Bool {
        guard let state else { return false }
        return state.space?.covers(url) ?? (target == .proxy)
    }

    // MARK: A challenge

    /// Takes the challenges of a response that refused a request.
    ///
    /// - Parameters:
    ///   - offered: what the response asks for; other schemes are passed over.
    ///   - refused: what the request had carried; nil where it carried none of this session's.
    /// - Throws: ``DigestAuthenticationError`` where none can be answered; the session goes on from where it was. After
    ///   ``DigestAuthenticationError/weakerThanBefore(offered:before:)``, going on with Basic would give away the
    ///   password itself.
    package mutating func challenge(
        _ offered: [OfferedChallenge], refusing refused: DigestAuthorization? = nil
    ) throws(DigestAuthenticationError) -> Step {
        let challenge = try DigestChallenge.strongest(of: offered)
        let realm = challenge.realm
        if let before = strengths[realm], challenge.strength.isWeaker(than: before) {
            throw .weakerThanBefore(offered: challenge.strength, before: before)
        }
        let step: Step
        if let refused, refused.realm.hasOctets(of: realm) {
            if challenge.isStale {
                try countStale(refused)
                step = .sameCredential(realm: realm)
            } else {
                step = .credentialRefused(realm: realm)
            }
        } else {
            step = .credentialNeeded(realm: realm)
        }
        if step != .sameCredential(realm: realm) { staleInARow = 0 }
        rounds += 1
        state = State(challenge: challenge, space: space(of: challenge), round: rounds, nonce: challenge.nonce)
        return step
    }

    /// Requests that were under way with an older nonce say nothing about the newest.
    private mutating func countStale(_ refused: DigestAuthorization) throws(DigestAuthenticationError) {
        guard refused.response.nonce == state?.nonce else { return }
        staleInARow += 1
        guard staleInARow > Self.staleLimit else { return }
        defer { staleInARow = 0 }
        throw .staleTooOften(staleInARow)
    }

    private func space(of challenge: DigestChallenge) -> DigestAuthenticationSpace? {
        guard case .server(let url) = target else { return nil }
        return DigestAuthenticationSpace(domain: challenge.domain, at: url)
    }

    // MARK: A request

    /// Makes the field for one request, which answers the newest challenge. Each request needs one of its own.
    ///
    /// - Parameters:
    ///   - method: as on the request line.
    ///   - uri: the request target exactly as on the request line (RFC 9112 §3.2); a server compares it.
    ///   - body: what is sent.
    ///   - credential: for the realm of the challenge.
    package mutating func authorization(
        method: String, uri: String, body: Body = .bytes([]), credential: PasswordCredential
    ) throws(DigestAuthenticationError) -> DigestAuthorization {
        guard var state else { throw .notChallenged }
        let challenge = state.challenge
        guard FieldGrammar.isToken(method.utf8) else { throw .malformedMethod }
        guard !uri.isEmpty, uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { throw .malformedURI }
        try check(credential, for: challenge)
        let quality = try quality(for: body, of: challenge)
        let protection = try quality.map { (quality) throws(DigestAuthenticationError) in
            let count = try nonces.next(for: state.nonce)
            return DigestResponse.Protection(
                quality: quality, count: Self.text(ofCount: count), clientNonce: try clientNonce(for: state))
        }
        if challenge.algorithm.isSession, state.session == nil, let protection {
            state.session = (state.nonce, protection.clientNonce)
        }
        let authorization = try Self.library { () throws(CryptoError) in
            let response = try DigestResponse(
                challenge, nonce: state.nonce, uri: uri, credential: credential, session: state.session,
                protection: protection)
            return DigestAuthorization(
                response, to: challenge, user: try user(credential, challenge),
                text: try response.request(method: method, body: body.octets ?? []), round: state.round)
        }
        self.state = state
        remember(challenge)
        return authorization
    }

    /// One nonce of the client's for a whole session key: a server may take the first one or the last.
    private func clientNonce(for state: State) throws(DigestAuthenticationError) -> String {
        if let session = state.session { return session.clientNonce }
        return Base64.encode(try random(18))
    }

    static func library<Value>(
        _ body: () throws(CryptoError) -> Value
    ) throws(DigestAuthenticationError) -> Value {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw .library(error)
        }
    }

    /// `nc-value`: eight hexadecimal digits.
    private static func text(ofCount count: UInt32) -> String {
        HexString.encode([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) })
    }

    private func check(
        _ credential: PasswordCredential, for challenge: DigestChallenge
    ) throws(DigestAuthenticationError) {
        do throws(PasswordCredentialError) {
            try credential.check()
        } catch {
            throw .credential(error)
        }
        if let charset = challenge.charset, charset.asciiLowercased() != "utf-8", !credential.isASCII {
            throw .unsupportedCharset(charset)
        }
    }

    private func quality(
        for body: Body, of challenge: DigestChallenge
    ) throws(DigestAuthenticationError) -> DigestAuthenticationQuality? {
        let offered = challenge.qualities
        if offered.contains(.auth), !prefersIntegrity || body == .notAtHand { return .auth }
        guard offered.contains(.integrity) else { return offered.contains(.auth) ? .auth : nil }
        guard body != .notAtHand else { throw .bodyNotAtHand }
        return .integrity
    }

    /// `username` or `username*` (RFC 7616 §3.4, §4).
    private func user(
        _ credential: PasswordCredential, _ challenge: DigestChallenge
    ) throws(CryptoError) -> String {
        if challenge.wantsUserHash {
            return "username=\"\(try DigestResponse.userHash(credential, challenge))\""
        }
        let isASCII = credential.user.utf8.allSatisfy { $0 < 0x80 }
        return isASCII || !challenge.isModern
            ? "username=\(DigestAuthorization.quoted(credential.user))"
            : "username*=\(DigestAuthorization.extended(credential.user))"
    }

    private mutating func remember(_ challenge: DigestChallenge) {
        if strengths[challenge.realm] == nil, strengths.count >= Self.realmLimit, let any = strengths.keys.first {
            strengths[any] = nil
        }
        strengths[challenge.realm] = challenge.strength
    }
}
