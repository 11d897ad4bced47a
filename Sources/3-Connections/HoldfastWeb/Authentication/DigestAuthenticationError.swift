package import HoldfastCredentials
package import HoldfastCrypto
package import HoldfastStatements

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

extension DigestAuthenticationError: Sentence {
    package static let topic = "digest"

    package var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .noUsableChallenge(let refusals) where refusals.isEmpty:
            LocalizedText("there is no Digest challenge", "没有 Digest 质询")
        case .noUsableChallenge(let refusals):
            LocalizedText(
                "no Digest challenge can be answered: \(refusals.map(\.english).joined(separator: "; "))",
                "没有可应答的 Digest 质询：\(refusals.map(\.chinese).joined(separator: "；"))")
        case .weakerThanBefore(let offered, let before):
            LocalizedText(
                "the server asks for a weaker Digest response (\(offered)) than it has had before (\(before))",
                "服务器要求的 Digest 应答（\(offered)）弱于它以前得到的（\(before)）")
        case .staleTooOften(let times):
            LocalizedText(
                "the server called its newest nonce stale \(times) times in a row", "服务器连续 \(times) 次称其最新的 nonce 已过时")
        case .notChallenged: LocalizedText("there has been no Digest challenge", "尚无 Digest 质询")
        case .credential(let error): error.statement.words
        case .unsupportedCharset(let name):
            LocalizedText(
                "the server expects user and password in \(name.prefix(64)), which is known for ASCII only",
                "服务器要求以 \(name.prefix(64)) 编码用户名与密码，此处仅支持其 ASCII 部分")
        case .bodyNotAtHand:
            LocalizedText(
                "the server takes auth-int only, and the body cannot be hashed before it is sent",
                "服务器只接受 auth-int，而正文无法在发送前计算散列")
        case .malformedMethod: LocalizedText("the method is no token", "方法不是 token")
        case .malformedURI: LocalizedText("the request target cannot stand on a request line", "请求目标不能放入请求行")
        case .nonceUsedUp:
            LocalizedText("the nonce has been used as often as can be counted", "nonce 的使用次数已达可计数的上限")
        case .malformedAuthenticationInfo(let reason):
            LocalizedText("Authentication-Info has \(reason.english)", "Authentication-Info 不合规则：\(reason.chinese)")
        case .wrongServerProof(let part):
            LocalizedText(
                "the server did not prove that it knows the password: \(part.rawValue) is wrong",
                "服务器没有证明它知道密码：\(part.rawValue) 有误")
        case .library(let error): error.statement.words
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

extension DigestChallengeError: Sentence {
    package static let topic = "digestChallenge"

    package var words: LocalizedText {
        switch self {
        case .noNonce: LocalizedText("it has no nonce", "它没有 nonce")
        case .unknownAlgorithm(let name):
            LocalizedText("the algorithm \(name.prefix(64)) is not known", "算法 \(name.prefix(64)) 未知")
        case .noKnownQuality(let offered):
            LocalizedText("no qop of '\(offered.prefix(64))' is known", "'\(offered.prefix(64))' 中没有已知的 qop")
        case .sessionWithoutQuality:
            LocalizedText("an algorithm with -sess needs a qop", "带 -sess 的算法需要 qop")
        }
    }
}
