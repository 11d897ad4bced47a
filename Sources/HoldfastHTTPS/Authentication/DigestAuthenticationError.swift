package import HoldfastCredentials
package import HoldfastCrypto

/// An error for a Digest challenge that is not answered, or an answer that is not believed. It holds no password and no
/// response.
package enum DigestAuthenticationError: Error, Hashable, Sendable {
    /// The parameter of an `Authentication-Info` field that is wrong.
    package enum ProofPart: String, Hashable, Sendable { case rspauth, cnonce, nc, qop }

    /// No challenge of the scheme that can be answered, and why each cannot; none where there was none.
    case noUsableChallenge([DigestChallengeError])
    /// A challenge that asks for a weaker response than the realm has had from this session.
    case weakerThanBefore(offered: DigestAuthenticationStrength, before: DigestAuthenticationStrength)
    /// So many times in a row, the server called a nonce stale that it had just given.
    case staleTooOften(Int)
    /// An authorization was asked for before any challenge.
    case notChallenged
    /// A user or password that cannot be sent.
    case credential(PasswordCredentialError)
    /// A user or password beyond ASCII, for a server that wants another encoding than UTF-8.
    case unsupportedCharset(String)
    /// A body that cannot be hashed before it is sent, for a server that takes `auth-int` only.
    case bodyNotAtHand
    /// A method that is no token (RFC 9110 §9.1).
    case malformedMethod
    /// A request target with a space, a control character, or something beyond ASCII; or an empty one.
    case malformedURI
    /// A nonce that has been used 2³² - 1 times.
    case nonceUsedUp
    /// An `Authentication-Info` field that cannot be read.
    case malformedAuthenticationInfo(ChallengeHeader.ReadingError)
    /// The server did not prove that it knows the password.
    case wrongServerProof(ProofPart)
    /// libcrypto could not hash or make a random number.
    case library(CryptoError)
}

extension DigestAuthenticationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noUsableChallenge(let refusals) where refusals.isEmpty: "there is no Digest challenge"
        case .noUsableChallenge(let refusals):
            "no Digest challenge can be answered: \(refusals.map(\.description).joined(separator: "; "))"
        case .weakerThanBefore(let offered, let before):
            "the server asks for a weaker Digest response (\(offered)) than it has had before (\(before))"
        case .staleTooOften(let times): "the server called its newest nonce stale \(times) times in a row"
        case .notChallenged: "there has been no Digest challenge"
        case .credential(let error): error.description
        case .unsupportedCharset(let name):
            "the server expects user and password in \(name.prefix(64)), which is known for ASCII only"
        case .bodyNotAtHand: "the server takes auth-int only, and the body cannot be hashed before it is sent"
        case .malformedMethod: "the method is no token"
        case .malformedURI: "the request target cannot stand on a request line"
        case .nonceUsedUp: "the nonce has been used as often as can be counted"
        case .malformedAuthenticationInfo(let reason): "Authentication-Info has \(reason)"
        case .wrongServerProof(let part):
            "the server did not prove that it knows the password: \(part.rawValue) is wrong"
        case .library(let error): error.description
        }
    }
}

/// The reason why one challenge cannot be answered.
package enum DigestChallengeError: Error, Hashable, Sendable {
    /// No nonce, or an empty one.
    case noNonce
    /// An algorithm that is not known: "the challenge should be ignored" (RFC 7616 §3.3).
    case unknownAlgorithm(String)
    /// A `qop` of which nothing is known.
    case noKnownQuality(String)
    /// An algorithm that needs a nonce of the client's, which cannot be sent without `qop`.
    case sessionWithoutQuality
}

extension DigestChallengeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noNonce: "it has no nonce"
        case .unknownAlgorithm(let name): "the algorithm \(name.prefix(64)) is not known"
        case .noKnownQuality(let offered): "no qop of '\(offered.prefix(64))' is known"
        case .sessionWithoutQuality: "an algorithm with -sess needs a qop"
        }
    }
}
