package import HoldfastStatements
package import HoldfastTransport

/// Sentences about challenges: who asks, and why an answer does not help.
package enum AuthenticationSentence: Sentence {
    case challengeCancelled
    case cancelledAbout(Statement)
    case cancelledAfter(Statement)
    case trustedAndCancelled
    case trustedAndRejected
    case rejectedAfter(Statement)
    case serverRejected
    case requestCancelled
    case unansweredChallenge(method: String)
    case wrongCredential(given: Credential, wanted: Credential)
    case wrongAnswer(method: String, given: String, wanted: Credential)
    case tooManyAnswers(asker: TransferSentence.Asker, limit: Int)
    case takesUserAndPassword(method: String)
    case notInField
    case unusable(Statement)
    case digest(Statement)
    case negotiation(library: Statement)
    case notNegotiated(library: Statement)
    case negotiationEnded(asker: TransferSentence.Asker)
    case ticketRefused(asker: TransferSentence.Asker)
    case tokenNotInField
    case schemeUnusable(method: String, reason: String)
    case storeLate

    package static let topic = "authentication"

    /// A credential, as it was given or is wanted.
    package enum Credential: Sentence {
        case described(String)
        case proofFor(purpose: String)
        case proofOfOthers
        case proofOfServer
        case proofForName
        case proofOfSent
        case identityOrNone
        case userAndPassword
        case ticketsOrUser

        package static let topic = "credential"

        package var words: LocalizedText {
            switch self {
            case .described(let text): .same(text)
            case .proofFor(let purpose):
                LocalizedText("a proof for the purpose \(purpose)", "用途为 \(purpose) 的证明")
            case .proofOfOthers: LocalizedText("a proof about other certificates", "有关其他证书的证明")
            case .proofOfServer:
                LocalizedText("the proof that exactly this server is trusted", "信任该服务器的证明")
            case .proofForName: LocalizedText("one for a server's name", "针对服务器名称的证明")
            case .proofOfSent: LocalizedText("one about those that were sent", "有关所发送证书的证明")
            case .identityOrNone: LocalizedText("an identity, or none", "身份，或不提供")
            case .userAndPassword: LocalizedText("a user and a password", "用户名与密码")
            case .ticketsOrUser: LocalizedText("tickets, or a user and a password", "票据，或用户名与密码")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .challengeCancelled: LocalizedText("the authentication challenge was cancelled", "认证质询已取消")
        case .cancelledAbout(let cause):
            LocalizedText(
                "the authentication challenge was cancelled; the server that it asked about is not trusted: "
                    + cause.english,
                "认证质询已取消；质询所问的服务器不受信任：\(cause.chinese)")
        case .cancelledAfter(let cause):
            LocalizedText(
                "the authentication challenge was cancelled, after the handler's own evaluation had refused the "
                    + "server: \(cause.english)",
                "认证质询已取消；此前处理程序自己的评估拒绝了该服务器：\(cause.chinese)")
        case .trustedAndCancelled:
            LocalizedText(
                "the delegate cancelled after its own evaluation had trusted the server: look at its pins",
                "委托自己的评估信任该服务器，随后委托却取消了质询：请检查其固定值")
        case .trustedAndRejected:
            LocalizedText(
                "the delegate rejected the server after its own evaluation had trusted it: look at its pins",
                "委托自己的评估信任该服务器，随后委托却拒绝了它：请检查其固定值")
        case .rejectedAfter(let cause):
            LocalizedText(
                "the handler rejected the server, after its own evaluation had refused it: \(cause.english)",
                "处理程序拒绝了服务器；此前其自己的评估拒绝了该服务器：\(cause.chinese)")
        case .serverRejected:
            LocalizedText(
                "the handler rejected the server, whose certificate would have been accepted", "处理程序拒绝了服务器，而其证书本可接受")
        case .requestCancelled: LocalizedText("the request was cancelled", "请求已取消")
        case .unansweredChallenge(let method):
            LocalizedText("the handler did not answer the challenge \(method) in time", "处理程序未及时应答质询 \(method)")
        case .wrongCredential(let given, let wanted):
            LocalizedText(
                "the handler answered with \(given.english), and the challenge takes \(wanted.english)",
                "处理程序以\(given.chinese)应答，而质询要求\(wanted.chinese)")
        case .wrongAnswer(let method, let given, let wanted):
            LocalizedText(
                "\(method) was answered with \(given), and takes \(wanted.english)",
                "\(method) 得到的应答是 \(given)，而它要求\(wanted.chinese)")
        case .tooManyAnswers(let asker, let limit):
            LocalizedText(
                "the \(asker.english) refused \(limit) answers to its challenge",
                "\(asker.chinese)拒绝了对其质询的 \(limit) 次应答")
        case .takesUserAndPassword(let method):
            LocalizedText("\(method) takes a user and a password", "\(method) 要求用户名与密码")
        case .notInField:
            LocalizedText("the answer to the challenge cannot stand in a header field", "对质询的应答不能放入头字段")
        case .unusable(let reason), .digest(let reason): reason.words
        case .negotiation(let library): library.words
        case .notNegotiated(let library):
            LocalizedText("Kerberos did not negotiate: \(library.english)", "Kerberos 未能协商：\(library.chinese)")
        case .negotiationEnded(let asker):
            LocalizedText("the \(asker.english) ended the negotiation before its end", "\(asker.chinese)提前结束了协商")
        case .ticketRefused(let asker):
            LocalizedText("the \(asker.english) refused the ticket", "\(asker.chinese)拒绝了票据")
        case .tokenNotInField: LocalizedText("the token cannot stand in a header field", "令牌不能放入头字段")
        case .schemeUnusable(let method, let reason):
            LocalizedText("\(method) cannot be used here: \(reason)", "此处不能使用 \(method)：\(reason)")
        case .storeLate:
            LocalizedText(
                "the store of credentials did not answer within the request's time", "凭据存储未在请求的时限内应答")
        }
    }
}

/// Advice about challenges.
package enum AuthenticationAdvice: Sentence {
    /// For a handler whose answer to a challenge did not help.
    case seeHandler
    case seeHandlersAnswer
    case nothingWrong
    case answerEach
    case seeMethod
    case installKerberos
    case offerOtherScheme
    case unlock

    package static let topic = "authenticationAdvice"

    package var words: LocalizedText {
        switch self {
        case .seeHandler:
            LocalizedText("look at what is asked for, and at what the handler answers", "请检查所要求的内容与处理程序的应答")
        case .seeHandlersAnswer:
            LocalizedText("look at what the handler answers; nothing was sent", "请检查处理程序的应答；没有发送任何内容")
        case .nothingWrong: LocalizedText("nothing was wrong with the server", "服务器没有问题")
        case .answerEach:
            LocalizedText(
                "let the handler answer each challenge, or give it more time", "请让处理程序应答每个质询，或给它更多时间")
        case .seeMethod:
            LocalizedText(
                "look at the challenge's authentication method before answering it", "应答之前请查看质询的认证方法")
        case .installKerberos:
            LocalizedText(
                "install MIT Kerberos (libgssapi-krb5-2 in Debian), or let another scheme be offered",
                "请安装 MIT Kerberos（Debian 中为 libgssapi-krb5-2），或改用另一种方案")
        case .offerOtherScheme: LocalizedText("let another scheme be offered", "请改用另一种方案")
        case .unlock:
            LocalizedText("unlock the keyring, or give the request more time", "请解锁密钥环，或给请求更多时间")
        }
    }
}
