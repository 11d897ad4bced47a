import HoldfastStatements
import HoldfastX509

/// Sentences about critical extensions that nothing here processes, and that are known all the same.
enum CriticalExtensionSentence: Sentence {
    case precertificate(ObjectIdentifier)
    case acmeChallenge(ObjectIdentifier)
    case ofDirectory(ObjectIdentifier, holding: DirectoryContent)
    case qualifiedStatements(ObjectIdentifier)
    case ofOtherUse(ObjectIdentifier, use: OtherUse)
    case ofNetscape(ObjectIdentifier)
    case notToBeCritical(ObjectIdentifier, source: String)

    static let topic = "criticalExtension"

    /// The content of an extension of Microsoft's Active Directory Certificate Services.
    enum DirectoryContent: Sentence {
        case applicationPolicies
        case template
        case templateName
        case securityIdentifier

        static let topic = "directoryExtension"

        var words: LocalizedText {
            switch self {
            case .applicationPolicies: LocalizedText("the application policies", "应用程序策略")
            case .template: LocalizedText("the certificate template", "证书模板")
            case .templateName: LocalizedText("the name of the certificate template", "证书模板名称")
            case .securityIdentifier: LocalizedText("the security identifier of an account", "账户的安全标识符（SID）")
            }
        }
    }

    /// A use for which certificates have critical extensions of their own, and which is no TLS server's.
    enum OtherUse: Sentence {
        case proxyCertificate
        case resourceCertificate
        case telephoneNumbers
        case appleCode
        case deviceAttestation

        static let topic = "otherUse"

        var words: LocalizedText {
            switch self {
            case .proxyCertificate: LocalizedText("a proxy certificate (RFC 3820)", "代理证书（RFC 3820）")
            case .resourceCertificate:
                LocalizedText("a resource certificate of the RPKI (RFC 3779)", "RPKI 的资源证书（RFC 3779）")
            case .telephoneNumbers:
                LocalizedText("a certificate for telephone numbers (STIR, RFC 8226)", "电话号码的证书（STIR，RFC 8226）")
            case .appleCode:
                LocalizedText("one of Apple's for code, devices or services", "Apple 用于代码、设备或服务的证书")
            case .deviceAttestation:
                LocalizedText("one that attests to a device (DICE of the TCG)", "用于设备证明的证书（TCG DICE）")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .precertificate(let type):
            LocalizedText(
                "the certificate is a precertificate: it has the critical extension \(type.nameAndNumber), which is "
                    + "there so that no client accepts it",
                "该证书是预证书：它含有关键扩展 \(type.nameAndNumber)，其用意正是不让任何客户端接受它")
        case .acmeChallenge(let type):
            LocalizedText(
                "the certificate answers a challenge of ACME: it has the critical extension \(type.nameAndNumber), and "
                    + "is for the authority's validation alone",
                "该证书是对 ACME 验证的应答：它含有关键扩展 \(type.nameAndNumber)，只供颁发机构验证之用")
        case .ofDirectory(let type, let content):
            LocalizedText(
                "the certificate has the critical extension \(type.nameAndNumber), \(content.english) of Microsoft's "
                    + "AD CS, which other programs do not process",
                "证书含有关键扩展 \(type.nameAndNumber)，即 Microsoft AD CS 的\(content.chinese)，其他程序不处理它")
        case .qualifiedStatements(let type):
            LocalizedText(
                "the certificate has the critical extension \(type.nameAndNumber), statements about a qualified "
                    + "certificate, which TLS clients do not process",
                "证书含有关键扩展 \(type.nameAndNumber)，即合格证书声明，TLS 客户端不处理它")
        case .ofOtherUse(let type, let use):
            LocalizedText(
                "the certificate has the critical extension \(type.nameAndNumber): it is \(use.english), and no TLS "
                    + "server's",
                "证书含有关键扩展 \(type.nameAndNumber)：它是\(use.chinese)，而不是 TLS 服务器的证书")
        case .ofNetscape(let type):
            LocalizedText(
                "the certificate has the critical extension \(type.nameAndNumber) of Netscape's, which is out of use",
                "证书含有 Netscape 的关键扩展 \(type.nameAndNumber)，它早已停用")
        case .notToBeCritical(let type, let source):
            LocalizedText(
                "the certificate marks the extension \(type.nameAndNumber) as critical, which it should not be "
                    + "(\(source))",
                "证书把扩展 \(type.nameAndNumber) 标记为关键，而它不应为关键（\(source)）")
        }
    }
}

/// Advice about critical extensions that are known.
enum CriticalExtensionAdvice: Sentence {
    case getCertificate
    case showToValidationAlone
    case leaveOutPolicies(ObjectIdentifier)
    case leaveOutAtDirectory(ObjectIdentifier)
    case statementsNotCritical
    case serverCertificate(insteadOf: CriticalExtensionSentence.OtherUse)
    case useExtendedKeyUsage
    case markAsNotCritical(source: String)

    static let topic = "criticalExtensionAdvice"

    var words: LocalizedText {
        switch self {
        case .getCertificate:
            LocalizedText(
                "get the certificate itself from its authority, and install that: a precertificate is for logs alone "
                    + "(RFC 6962 §3.1)",
                "请向颁发机构取得证书本身并安装：预证书只供日志使用（RFC 6962 §3.1）")
        case .showToValidationAlone:
            LocalizedText(
                "let the server show it to clients that ask for acme-tls/1 alone, and its own certificate to all "
                    + "others (tls-alpn-01, RFC 8737 §3)",
                "请让服务器只向请求 acme-tls/1 的客户端出示它，对其他客户端出示自己的证书（tls-alpn-01，RFC 8737 §3）")
        case .leaveOutPolicies(let type):
            LocalizedText(
                "in the certificate template, let the extension Application Policies not be critical, or leave it out "
                    + "at the authority, where the extended key usage says the same: \(Self.command(type)); then "
                    + "issue anew",
                "请在证书模板中取消将“应用程序策略”扩展标记为关键，或在颁发机构去掉它（扩展密钥用法已写明相同内容）："
                    + "\(Self.command(type))；然后重新签发")
        case .leaveOutAtDirectory(let type):
            LocalizedText(
                "leave it out at the authority: \(Self.command(type)); then have the certificate issued anew",
                "请在颁发机构去掉它：\(Self.command(type))；然后重新签发证书")
        case .statementsNotCritical:
            LocalizedText(
                "have it issued with qcStatements that are not critical, which RFC 3739 §3.2.6 leaves to authorities; "
                    + "for a server ask for a certificate for website authentication, and none for signatures or seals",
                "请签发 qcStatements 不为关键的证书（RFC 3739 §3.2.6 任由颁发机构决定）；服务器应申请网站认证证书，而不是签名或印章证书")
        case .serverCertificate(let use):
            LocalizedText(
                "give the server a certificate of its own: this one is \(use.english)", "请为服务器单独签发证书：这一张是\(use.chinese)"
            )
        case .useExtendedKeyUsage:
            LocalizedText(
                "have the certificate issued without it: what it says is extKeyUsage's to say (RFC 5280 §4.2.1.12)",
                "请签发不含它的证书：它所表达的内容应由 extKeyUsage 写明（RFC 5280 §4.2.1.12）")
        case .markAsNotCritical(let source):
            LocalizedText(
                "have the certificate issued anew with that extension not critical (\(source)): in a configuration of "
                    + "openssl's, without the word critical",
                "请重新签发证书，该扩展不标记为关键（\(source)）：在 openssl 的配置中去掉 critical 一词")
        }
    }

    /// The policy module of AD CS leaves out what is listed, once the service was restarted.
    private static func command(_ type: ObjectIdentifier) -> String {
        "certutil -setreg policy\\DisableExtensionList +\(type) && net stop certsvc && net start certsvc"
    }
}
