import HoldfastCrypto

/// A challenge of the Digest scheme that can be answered (RFC 7616 §3.3, RFC 2617 §3.2.1).
struct DigestAuthenticationChallenge: Hashable, Sendable {
    let realm: String
    let nonce: String
    let opaque: String?
    /// The URIs of the protection space, as the server wrote them; nil where it names none.
    let domain: String?
    let isStale: Bool
    let algorithm: DigestAuthenticationAlgorithm
    /// The algorithm as the server spelled it, which is what goes back to it; nil where it named none.
    let algorithmName: String?
    /// What is offered; empty for a server of RFC 2069, which knows no `qop`.
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
    init(_ challenge: OfferedChallenge) throws(DigestAuthenticationError.Refusal) {
        let parameters = challenge.parameters
        guard let realm = parameters["realm"], let nonce = parameters["nonce"], !nonce.isEmpty else { throw .noNonce }
        let name = parameters["algorithm"]
        guard let algorithm = name.map(DigestAuthenticationAlgorithm.init) ?? .unnamed else {
            throw .unknownAlgorithm(name ?? "")
        }
        let offered = parameters["qop"]
        let qualities = (offered ?? "").split { ", \t".contains($0) }
            .compactMap { DigestAuthenticationQuality(rawValue: $0.lowercased()) }
        // A list of which nothing is known must not lead back to RFC 2069.
        if let offered, qualities.isEmpty { throw .noKnownQuality(offered) }
        guard offered != nil || !algorithm.isSession else { throw .sessionWithoutQuality }
        self.realm = realm
        self.nonce = nonce
        opaque = parameters["opaque"]
        domain = parameters["domain"]
        isStale = parameters["stale"]?.lowercased() == "true"
        self.algorithm = algorithm
        algorithmName = name
        self.qualities = Set(qualities)
        charset = parameters["charset"]
        wantsUserHash = parameters["userhash"]?.lowercased() == "true"
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
    ) throws(DigestAuthenticationError) -> DigestAuthenticationChallenge {
        var best: DigestAuthenticationChallenge?
        var refusals: [DigestAuthenticationError.Refusal] = []
        for challenge in challenges where challenge.scheme == .digest {
            do throws(DigestAuthenticationError.Refusal) {
                let candidate = try DigestAuthenticationChallenge(challenge)
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
