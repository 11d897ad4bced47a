package import HoldfastStatements

/// Sentences about client certificates: asked for, given, withheld and refused.
package enum ClientCertificateSentence: Sentence {
    case askedForNone(End)
    case withheld(End)
    case keptBack(End)
    /// For whoever may not know that a server asks: it got none, and the reason for that.
    case askedAndGotNone(server: String, Want)
    case refused(alert: String)
    /// For whoever gave a certificate that was not sent.
    case notSent(subject: String, issuer: String, authorities: String)
    case askedLate(End)
    case askedOverHTTP2
    case tooManyAuthorities
    case unreadableRequest
    case unusable(Problem)

    package static let topic = "clientCertificate"

    /// The way in which the server ended the connection.
    package enum End: Sentence {
        case alert(name: String)
        case withoutWord

        package static let topic = "end"

        package var words: LocalizedText {
            switch self {
            case .alert(let name): LocalizedText("with the alert \(name)", "以警报 \(name) ")
            case .withoutWord: LocalizedText("without a word", "直接")
            }
        }
    }

    /// The reason why a server that asked got nothing.
    package enum Want: Sentence {
        case noIdentity
        case notListed(host: String)
        case notVouchedFor(host: String)
        case proxy

        package static let topic = "clientCertificateWant"

        package var words: LocalizedText {
            switch self {
            case .noIdentity: LocalizedText("the session has no identity to show", "会话没有可出示的身份")
            case .notListed(let host):
                LocalizedText(
                    "the session's identity is kept from it, since credentials.identityServers does not name \(host)",
                    "会话的身份没有向它出示，因为 credentials.identityServers 未列出 \(host)")
            case .notVouchedFor(let host):
                LocalizedText(
                    "the session's identity is kept from it, since no anchor vouches for \(host)",
                    "会话的身份没有向它出示，因为没有信任锚为 \(host) 作证")
            case .proxy:
                LocalizedText("it is a proxy, to which only a handler shows an identity", "它是代理，只有处理程序会向它出示身份")
            }
        }
    }

    /// The reason why an identity is none.
    package enum Problem: Sentence {
        case notTaken(library: String?)
        case key(reason: Statement)
        case keyUnreadable
        case certificatesUnreadable
        case otherKey

        package static let topic = "identityProblem"

        package var words: LocalizedText {
            switch self {
            case .notTaken(let library?): .same(library)
            case .notTaken(nil): LocalizedText("OpenSSL does not take it", "OpenSSL 不接受它")
            case .key(let reason):
                LocalizedText("its key cannot be used: \(reason.english)", "其密钥不能使用：\(reason.chinese)")
            case .keyUnreadable: LocalizedText("its key cannot be read", "无法读取其密钥")
            case .certificatesUnreadable: LocalizedText("its certificates cannot be read", "无法读取其证书")
            case .otherKey: LocalizedText("its key is not its certificate's", "其密钥与其证书不匹配")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .askedForNone(let end):
            LocalizedText(
                "the server asked for a client certificate, got none, and ended the connection \(end.english)",
                "服务器要求客户端证书而未得到，\(end.chinese)结束了连接")
        case .withheld(let end):
            LocalizedText(
                "the client certificate is not one that the server asks for and was not sent, and the server ended the "
                    + "connection \(end.english)",
                "客户端证书不符合服务器的要求，没有发送；服务器\(end.chinese)结束了连接")
        case .keptBack(let end):
            LocalizedText(
                "the server asked for a client certificate, the session's own was kept from it, and the server ended "
                    + "the connection \(end.english)",
                "服务器要求客户端证书，而会话没有向它出示自己的证书；服务器\(end.chinese)结束了连接")
        case .askedAndGotNone(let server, let want):
            LocalizedText(
                "\(server) asked for a client certificate and got none: \(want.english)",
                "\(server) 要求客户端证书而未得到：\(want.chinese)")
        case .refused(let alert):
            LocalizedText(
                "the server refused the client's certificate with the alert \(alert)", "服务器以警报 \(alert) 拒绝了客户端证书")
        case .notSent(let subject, let issuer, let authorities):
            LocalizedText(
                "the client certificate \(subject) was not sent: it leads up to \(issuer), whose certificate is "
                    + "missing in its file, and the server takes those of \(authorities)",
                "客户端证书 \(subject) 没有发送：它通往 \(issuer)，而文件中缺少后者的证书；服务器接受由 \(authorities) 颁发的证书")
        case .askedLate(let end):
            LocalizedText(
                "the server asked for a client certificate after the handshake, got none, and ended the connection "
                    + end.english,
                "服务器在握手后要求客户端证书而未得到，\(end.chinese)结束了连接")
        case .askedOverHTTP2:
            LocalizedText(
                "the server asked for a client certificate after the handshake over HTTP/2, which must not "
                    + "be (RFC 8740)",
                "服务器在 HTTP/2 的握手之后要求客户端证书，这是不允许的（RFC 8740）")
        case .tooManyAuthorities:
            LocalizedText(
                "the server names more than 1,000 authorities of client certificates", "服务器列出的客户端证书颁发机构超过 1,000 个")
        case .unreadableRequest:
            LocalizedText(
                "the server's names of the authorities that it accepts cannot be read", "无法解析服务器列出的可接受颁发机构")
        case .unusable(let problem):
            LocalizedText("the client's identity cannot be used: \(problem.english)", "客户端身份不能使用：\(problem.chinese)")
        }
    }
}

/// Advice about client certificates.
package enum ClientCertificateAdvice: Sentence {
    /// Advice for whoever had no identity at hand.
    case giveIdentity
    /// Advice where the server asks when nobody can be asked any more.
    case giveBeforehand
    /// For a server that must not ask as it does.
    case askInHandshake
    case accepts(authorities: String)
    case withheld(issuer: String, authorities: String)
    case nameFewer
    case seeAuthorities
    case giveKeyWithCertificate
    case listServer(host: String)
    case vouchForServer(host: String)

    package static let topic = "clientCertificateAdvice"

    package var words: LocalizedText {
        switch self {
        case .giveIdentity:
            LocalizedText(
                "give the session an identity, or a handler that answers the challenge with one",
                "请为会话提供身份，或提供能以身份应答质询的处理程序")
        case .giveBeforehand:
            LocalizedText(
                "give the session an identity beforehand, or let the server ask in the handshake",
                "请事先为会话提供身份，或让服务器在握手中提出要求")
        case .askInHandshake:
            LocalizedText("let the server ask in the handshake, or use HTTP/1.1", "让服务器在握手中要求，或使用 HTTP/1.1")
        case .accepts(let authorities):
            LocalizedText("the server accepts certificates of \(authorities)", "服务器接受由 \(authorities) 颁发的证书")
        case .withheld(let issuer, let authorities):
            LocalizedText(
                "compare its issuer, \(issuer), with the authorities that the server names, \(authorities), and put "
                    + "the intermediates between them into its chain",
                "请将其签发者 \(issuer) 与服务器列出的颁发机构 \(authorities) 对照，并把二者之间的中间证书放入证书链")
        case .nameFewer:
            LocalizedText(
                "let the server name only the authorities whose clients it expects", "请让服务器只列出其客户端所属的颁发机构")
        case .seeAuthorities:
            LocalizedText(
                "look at the authorities that the server is configured to accept of clients", "请检查服务器配置所接受的客户端证书颁发机构")
        case .listServer(let host):
            LocalizedText(
                "add \(host) to credentials.identityServers, which lists the only servers that the session's identity "
                    + "goes to, if this server may see it",
                "如果该服务器可以看到会话的身份，请把 \(host) 加入 credentials.identityServers（会话的身份只出示给其中列出的服务器）")
        case .vouchForServer(let host):
            LocalizedText(
                "have the server's certificate issued below an anchor that the session trusts: of the servers in "
                    + "credentials.identityServers those alone see the identity, and \(host) was let in otherwise",
                "请让该服务器使用由会话信任的锚签发的证书：credentials.identityServers 中只有这样的服务器才能看到身份，而 \(host) 是以其他方式放行的")
        case .giveKeyWithCertificate:
            LocalizedText(
                "give a key with its certificate, strong enough for OpenSSL's security level",
                "请提供密钥及其证书，且强度足以满足 OpenSSL 的安全级别")
        }
    }
}
