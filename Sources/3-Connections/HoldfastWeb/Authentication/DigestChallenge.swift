package import HoldfastCrypto
import HoldfastX509

/// A challenge of the Digest scheme that can be answered (RFC 7616 §3.3, RFC 2617 §3.2.1).
struct DigestChallenge: Hashable, Sendable {
    let realm: String
    let nonce: String
    let opaque: String?
    /// The URIs of the protection space, as the server wrote them; nil where it names none.
    let domain: String?
    let isStale: Bool
    let algorithm: DigestAuthenticationAlgorithm
    /// The algorithm as the server spelled it, which is what goes back to it; nil where it named none.
    let algorithmName: String?
    /// The values of `qop` that are offered; empty for a server of RFC 2069, which knows none.
    let qualities: Set<DigestAuthenticationQuality>
    /// The parameter `charset`; UTF-8 is the one value that it can have.
    let charset: String?
    let wantsUserHash: Bool

    var strength: DigestAuthenticationStrength {
        DigestAuthenticationStrength(hash: algorithm.hash, hasQuality: !qualities.isEmpty)
    }

    /// Whether the server shows that it knows more than RFC 2617, where no `username*` was.
    var isModern: Bool { charset != nil || algorithm.hash != .md5 }

    /// Reads the parameters of a challenge.
    ///
    /// - Throws: why it cannot be answered.
    init(_ challenge: OfferedChallenge) throws(DigestChallengeError) {
        let parameters = challenge.parameters
        guard let realm = parameters["realm"], let nonce = parameters["nonce"], !nonce.isEmpty else { throw .noNonce }
        let name = parameters["algorithm"]
        guard let algorithm = name.map(DigestAuthenticationAlgorithm.init) ?? .unnamed else {
            throw .unknownAlgorithm(name ?? "")
        }
        let offered = parameters["qop"]
        let qualities = (offered ?? "").split { ", \t".contains($0) }
            .compactMap { DigestAuthenticationQuality(rawValue: $0.asciiLowercased()) }
        // A list of which nothing is known must not lead back to RFC 2069.
        if let offered, qualities.isEmpty { throw .noKnownQuality(offered) }
        guard offered != nil || !algorithm.isSession else { throw .sessionWithoutQuality }
        self.realm = realm
        self.nonce = nonce
        opaque = parameters["opaque"]
        domain = parameters["domain"]
        isStale = parameters["stale"]?.asciiLowercased() == "true"
        self.algorithm = algorithm
        algorithmName = name
        self.qualities = Set(qualities)
        charset = parameters["charset"]
        wantsUserHash = parameters["userhash"]?.asciiLowercased() == "true"
    }

    /// The challenge to answer, of all that a response makes: the one with the strongest hash, then one with `qop`
    /// before one without, then the first.
    ///
    /// RFC 7616 §3.7 lets the first be used "unless a local policy dictates otherwise". This is that policy: a server
    /// that names MD5 first gets no weaker an answer than it can check.
    ///
    /// - Throws: ``DigestAuthenticationError/noUsableChallenge(_:)``.
    static func strongest(
        of challenges: [OfferedChallenge]
    ) throws(DigestAuthenticationError) -> DigestChallenge {
        var best: DigestChallenge?
        var refusals: [DigestChallengeError] = []
        for challenge in challenges where challenge.scheme == .digest {
            do throws(DigestChallengeError) {
                let candidate = try DigestChallenge(challenge)
                if best.map({ candidate.strength.isPreferred(to: $0.strength) }) ?? true { best = candidate }
            } catch {
                refusals.append(error)
            }
        }
        guard let best else { throw .noUsableChallenge(refusals) }
        return best
    }
}

extension DigestAuthenticationStrength {
    fileprivate func isPreferred(to other: DigestAuthenticationStrength) -> Bool {
        hash == other.hash ? hasQuality && !other.hasQuality : hash > other.hash
    }
}

/// The parameter `algorithm` (RFC 7616 §3.3, §6.1): a hash, and whether it is bound to a session.
package struct DigestAuthenticationAlgorithm: Hashable, Sendable, CustomStringConvertible {
    /// The hash that everything is computed with.
    package let hash: HTTPDigest
    /// Whether the first nonces of both sides go into the hash of the password (`-sess`, §3.4.2).
    package let isSession: Bool

    /// The algorithm of a challenge that names none (§3.3).
    static let unnamed = DigestAuthenticationAlgorithm(hash: .md5, isSession: false)

    fileprivate init(hash: HTTPDigest, isSession: Bool) {
        self.hash = hash
        self.isSession = isSession
    }

    /// The algorithm of this name, in any case; nil for one that is not known.
    init?(_ name: String) {
        let all = HTTPDigest.allCases.flatMap { hash in
            [false, true].map { DigestAuthenticationAlgorithm(hash: hash, isSession: $0) }
        }
        guard let match = all.first(where: { $0.description.asciiLowercased() == name.asciiLowercased() }) else {
            return nil
        }
        self = match
    }

    /// The registered name.
    package var description: String {
        let name =
            switch hash {
            case .md5: "MD5"
            case .sha256: "SHA-256"
            case .sha512Slash256: "SHA-512-256"
            }
        return isSession ? name + "-sess" : name
    }
}

/// The quality of protection: how much of a message the digest protects (RFC 7616 §3.3, `qop`).
package enum DigestAuthenticationQuality: String, Hashable, Sendable {
    /// Method and URI.
    case auth
    /// Method, URI and body.
    case integrity = "auth-int"
}

/// The strength of a response that a credential was used for, to be compared with the next one that is asked for.
package struct DigestAuthenticationStrength: Hashable, Sendable, CustomStringConvertible {
    /// The hash.
    package let hash: HTTPDigest
    /// Whether a nonce of the client and a count went into the response, which RFC 2069 did not have.
    package let hasQuality: Bool

    /// Whether a response of this strength would give away what one of the other had kept.
    func isWeaker(than other: DigestAuthenticationStrength) -> Bool {
        hash < other.hash || (other.hasQuality && !hasQuality)
    }

    package var description: String {
        "\(DigestAuthenticationAlgorithm(hash: hash, isSession: false)) \(hasQuality ? "with" : "without") qop"
    }
}

/// The space in which a Digest credential may be sent before the server asks for it (RFC 7616 §3.3, `domain`).
///
/// Narrower than the RFC allows in two ways: another origin is never part of it, even where `domain` lists one, and a
/// listed path ends at a `/`, a `?` or its own end, so that `/private` does not cover `/privateer`.
package struct DigestAuthenticationSpace: Hashable, Sendable {
    /// The number of URIs of `domain` that are read; those after it are not covered.
    static let limit = 64

    private let origin: HTTPSURL
    /// Nil for everything on the origin.
    private let prefixes: [String]?

    /// The space that a challenge of `origin` describes. Only host and port of the URL matter.
    package init(domain: String?, at origin: HTTPSURL) {
        self.origin = origin
        let uris = (domain ?? "").split { $0 == " " || $0 == "\t" }
        // No list, or an empty one, stands for everything (RFC 7616 §3.3); one of which nothing is left, for nothing.
        prefixes = uris.isEmpty ? nil : uris.prefix(Self.limit).compactMap { Self.prefix(String($0), at: origin) }
    }

    /// The target that a URI of the list begins with; nil where it is no path from the root, no URL, or elsewhere.
    private static func prefix(_ uri: String, at origin: HTTPSURL) -> String? {
        guard uri.hasPrefix("/") || uri.contains("://"), let url = try? origin.resolving(uri),
            url.isSameOrigin(as: origin)
        else { return nil }
        return url.target
    }

    /// Whether a request for `url` may carry the credential unasked.
    package func covers(_ url: HTTPSURL) -> Bool {
        guard url.isSameOrigin(as: origin) else { return false }
        guard let prefixes else { return true }
        return prefixes.contains { prefix in
            guard url.target.hasPrefix(prefix) else { return false }
            let rest = url.target.dropFirst(prefix.count)
            return prefix.hasSuffix("/") || rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?")
        }
    }
}
