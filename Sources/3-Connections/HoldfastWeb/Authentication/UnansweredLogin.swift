package import HoldfastHTTP
package import HoldfastStatements

/// The explanation of a status 401 that stayed: what the server asks for, and whether the given user could answer that.
package struct UnansweredLogin: Hashable, Sendable {
    /// The reason.
    package let statement: Statement
    /// The advice.
    package let adviceStatement: Statement

    private init(_ sentence: LoginSentence, _ advice: LoginAdvice) {
        (statement, adviceStatement) = (sentence.statement, advice.statement)
    }

    /// The reason of a response; nil for one with another status.
    ///
    /// - Parameters:
    ///   - fields: those of `WWW-Authenticate` say what is asked for (RFC 9110 §11.6.1).
    ///   - hasUser: whether a user and a password were given for it.
    package init?(status: Int, fields: [HTTPField], hasUser: Bool) {
        guard status == 401 else { return nil }
        self.init(fields.filter { $0.isNamed("WWW-Authenticate") }.map(\.value), hasUser: hasUser)
    }

    /// The reason by the values of the fields `WWW-Authenticate`.
    package init(_ values: [String], hasUser: Bool) {
        let offered = ChallengeHeader(values).challenges
        guard !offered.isEmpty else {
            self.init(values.isEmpty ? .byNothing : .unreadable, .mendServer)
            return
        }
        let answerable = offered.filter { $0.scheme.isAnswered }
        guard !answerable.isEmpty else {
            self.init(.otherSchemes(Self.names(of: offered)), .otherSchemes(Self.names(of: offered)))
            return
        }
        let unknown = Self.unknownAlgorithms(answerable)
        if !unknown.isEmpty, answerable.allSatisfy({ $0.scheme == .digest }) {
            self.init(.unknownAlgorithm(unknown), .otherAlgorithm)
        } else if hasUser {
            self.init(.notTaken(Self.names(of: answerable)), .checkBoth)
        } else {
            self.init(.wantsUser(Self.names(of: answerable)), .giveUser)
        }
    }

    /// The names of the schemes, each once, as the server gives them; cut, since it writes them.
    private static func names(of offered: [OfferedChallenge]) -> [String] {
        var seen: Set<String> = []
        return offered.map { String($0.scheme.description.prefix(64)) }.filter { seen.insert($0).inserted }
    }

    /// The algorithms of Digest challenges of which none can be answered; none where one can.
    private static func unknownAlgorithms(_ offered: [OfferedChallenge]) -> [String] {
        let digests = offered.filter { $0.scheme == .digest }
        var unknown: [String] = []
        for challenge in digests {
            do throws(DigestChallengeError) {
                _ = try DigestChallenge(challenge)
                return []
            } catch {
                guard case .unknownAlgorithm(let name) = error else { return [] }
                unknown.append(String(name.prefix(64)))
            }
        }
        return unknown
    }
}

/// Sentences about a status 401 that stayed.
enum LoginSentence: Sentence {
    case byNothing
    case unreadable
    case otherSchemes([String])
    case unknownAlgorithm([String])
    case notTaken([String])
    case wantsUser([String])

    static let topic = "login"

    var words: LocalizedText {
        switch self {
        case .byNothing:
            LocalizedText(
                "the server answered 401 and asks by nothing: it sent no WWW-Authenticate, so that no user and "
                    + "password answer it",
                "服务器应答 401 而没有说明登录方式：它没有发送 WWW-Authenticate，因此用户名与密码无从应答")
        case .unreadable:
            LocalizedText(
                "the server answered 401 with a WWW-Authenticate that cannot be read",
                "服务器应答 401，而其 WWW-Authenticate 无法解析")
        case .otherSchemes(let names):
            LocalizedText(
                "the server answered 401 and asks by \(names.joined(separator: ", ")), which a user and a password "
                    + "do not answer",
                "服务器应答 401，要求以 \(names.joined(separator: "、")) 登录，用户名与密码无法应答")
        case .unknownAlgorithm(let names):
            LocalizedText(
                "the server answered 401 and asks by Digest with the algorithm \(names.joined(separator: ", ")), which "
                    + "is not known",
                "服务器应答 401，要求以 Digest 登录，而其算法 \(names.joined(separator: "、")) 未知")
        case .notTaken(let names):
            LocalizedText(
                "the server answered 401: it asks by \(names.joined(separator: ", ")), and did not take the user and "
                    + "the password",
                "服务器应答 401：它要求以 \(names.joined(separator: "、")) 登录，而没有接受该用户名与密码")
        case .wantsUser(let names):
            LocalizedText(
                "the server answered 401 and asks by \(names.joined(separator: ", ")) for a user and a password",
                "服务器应答 401，要求以 \(names.joined(separator: "、")) 提供用户名与密码")
        }
    }
}

/// Advice about a status 401 that stayed.
enum LoginAdvice: Sentence {
    case mendServer
    case otherSchemes([String])
    case otherAlgorithm
    case checkBoth
    case giveUser

    static let topic = "loginAdvice"

    var words: LocalizedText {
        switch self {
        case .mendServer:
            LocalizedText(
                "let the server's owner mend it: a 401 has to say how it asks (RFC 9110 §15.5.2)",
                "请服务器管理者修正：401 必须说明登录方式（RFC 9110 §15.5.2）")
        case .otherSchemes(let names):
            names.contains("Bearer")
                ? LocalizedText(
                    "get a token from its issuer, and send it in the field Authorization: Bearer TOKEN",
                    "请向其签发者获取令牌，并以字段 Authorization: Bearer TOKEN 发送")
                : LocalizedText(
                    "look into the server's documentation for what goes into the field Authorization",
                    "请查阅服务器的文档，了解字段 Authorization 的内容")
        case .otherAlgorithm:
            LocalizedText(
                "let the server offer SHA-256 or MD5 (RFC 7616 §3.3), or another scheme",
                "请让服务器提供 SHA-256 或 MD5（RFC 7616 §3.3），或另一种方案")
        case .checkBoth:
            LocalizedText("check both, and whether the user may see this place", "请检查二者，以及该用户是否可以访问此处")
        case .giveUser: LocalizedText("give a user and a password", "请提供用户名与密码")
        }
    }
}
