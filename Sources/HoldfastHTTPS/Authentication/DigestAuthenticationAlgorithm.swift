package import HoldfastCrypto

/// What the parameter `algorithm` names (RFC 7616 §3.3, §6.1): a hash, and whether it is bound to a session.
package struct DigestAuthenticationAlgorithm: Hashable, Sendable, CustomStringConvertible {
    /// The hash that everything is computed with.
    package let hash: HTTPDigest
    /// Whether the first nonces of both sides go into the hash of the password (`-sess`, §3.4.2).
    package let isSession: Bool

    /// What is meant where no algorithm is named (§3.3).
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
        guard let match = all.first(where: { $0.description.lowercased() == name.lowercased() }) else { return nil }
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

/// How much of a message the digest protects (RFC 7616 §3.3, `qop`).
package enum DigestAuthenticationQuality: String, Hashable, Sendable {
    /// Method and URI.
    case auth
    /// Method, URI and body.
    case integrity = "auth-int"
}

/// What a credential was used with, to be compared with what is asked of it next.
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
