package import HoldfastStatements

/// Sentences about questions to which a resolver has no answer.
enum ResolverSentence: Sentence {
    /// The resolver's name, and what kept it from an answer.
    case resolver(name: String, ResolverError.Reason)

    static let topic = "resolver"

    var words: LocalizedText {
        switch self {
        case .resolver(let name, let reason): LocalizedText("\(name): \(reason.english)", "\(name)：\(reason.chinese)")
        }
    }
}

extension ResolverError.Reason: Sentence {
    package static let topic = "resolverReason"

    package var words: LocalizedText {
        switch self {
        case .noSuchName: LocalizedText("there is no such name", "没有这个名称")
        case .failed(let code):
            LocalizedText(
                "the DNS answered with the error \(ResolverError.phrase(ofResponseCode: code))",
                "DNS 应答了错误 \(ResolverError.phrase(ofResponseCode: code))")
        case .timedOut: LocalizedText("no answer in time", "未及时应答")
        case .unreachable(let reason), .unusable(let reason): reason.words
        case .untrusted(let reason):
            LocalizedText("it is not who it should be: \(reason.english)", "它不是它应有的身份：\(reason.chinese)")
        case .status(let status):
            LocalizedText("the HTTP status \(status) in place of an answer", "以 HTTP 状态 \(status) 代替应答")
        case .unauthorized(let reason):
            LocalizedText("it refuses the question: \(reason.english)", "它拒绝该询问：\(reason.chinese)")
        case .malformed(let fault):
            LocalizedText("an answer that makes no sense: \(fault.english)", "应答没有意义：\(fault.chinese)")
        case .truncated: LocalizedText("the answer was cut off", "应答被截断")
        case .tooLarge(let limit): LocalizedText("an answer of more than \(limit) bytes", "应答超过 \(limit) 字节")
        case .cancelled: LocalizedText("nobody waits for the answer any longer", "已不再等待应答")
        }
    }
}

extension ResolverError {
    /// The names of response codes in IANA's registry "DNS RCODEs", as of 2026-11-28.
    private static let responseCodeNames = [
        1: "FormErr", 2: "ServFail", 3: "NXDomain", 4: "NotImp", 5: "Refused", 6: "YXDomain", 7: "YXRRSet",
        8: "NXRRSet", 9: "NotAuth", 10: "NotZone", 11: "DSOTYPENI", 16: "BADVERS", 17: "BADKEY", 18: "BADTIME",
        19: "BADMODE", 20: "BADNAME", 21: "BADALG", 22: "BADTRUNC", 23: "BADCOOKIE",
    ]

    /// A response code by its name, where it has one, and by its number.
    package static func phrase(ofResponseCode code: Int) -> String {
        responseCodeNames[code].map { "\($0) (RCODE \(code))" } ?? "\(code) (RCODE)"
    }
}

/// Sentences about resolvers that cannot be asked.
package enum ResolverUseSentence: Sentence {
    case unreadableFile(path: String, Statement)
    case needsAccount
    case needsSecret
    case noRegion
    case noOtherClient
    case plainSecret
    case noServer(Statement)
    case ownAddress
    case otherKind(String)
    case noRequest
    case ownResolvers
    case credentialInURL
    case noCertificate
    case noQuery(Statement)
    case ofProxy(Statement)
    /// The phase and the code of an error whose words would show a secret.
    case phase(String, code: String)

    package static let topic = "resolverUse"

    package var words: LocalizedText {
        switch self {
        case .unreadableFile(let path, let reason):
            LocalizedText("the file \(path) cannot be read: \(reason.english)", "无法读取文件 \(path)：\(reason.chinese)")
        case .needsAccount: LocalizedText("it needs an account", "它需要账户")
        case .needsSecret: LocalizedText("it needs a secret", "它需要密钥")
        case .noRegion: LocalizedText("it cannot be asked for a region", "不能向它指定地区")
        case .noOtherClient: LocalizedText("it cannot be asked for another client", "不能代其他客户端向它询问")
        case .plainSecret:
            LocalizedText("the secret would be sent without encryption", "密钥会不经加密地发送")
        case .noServer(let fault): LocalizedText("its server is none: \(fault.english)", "它的服务器无效：\(fault.chinese)")
        case .ownAddress: LocalizedText("it is not asked for its own address", "不向它询问它自己的地址")
        case .otherKind(let kind): LocalizedText("it is not asked for \(kind) addresses", "不向它询问 \(kind) 地址")
        case .noRequest: LocalizedText("a request for it could not be made", "无法为它构造请求")
        case .ownResolvers:
            LocalizedText(
                "its session has resolvers of its own, which could ask it for its own address; give it addresses",
                "它的会话另有解析器，可能会向它询问它自己的地址；请给出地址")
        case .credentialInURL:
            LocalizedText(
                "its URL has a user or a password, which are never sent", "它的 URL 含有用户名或密码，而这些从不发送")
        case .noCertificate:
            LocalizedText("it has no certificate: its URL is no https URL", "它没有证书：它的 URL 不是 https")
        case .noQuery(let fault):
            LocalizedText("its URL cannot have a query: \(fault.english)", "它的 URL 不能带查询：\(fault.chinese)")
        case .ofProxy(let fault): LocalizedText("its proxy: \(fault.english)", "它的代理：\(fault.chinese)")
        case .phase(let phase, let code): .same("\(phase): \(code)")
        }
    }
}
