import HoldfastCrypto
public import HoldfastStatements
import HoldfastX509

extension AuthorityError: Sentence, CustomStringConvertible {
    package static let topic = "authority"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .crypto(let error): error.statement.words
        case .nameNotASCII(let name):
            LocalizedText(
                "the name \"\(name)\" is not ASCII: give its A-label (xn--…)", "名称“\(name)”不是 ASCII：请给出其 A-label（xn--…）"
            )
        case .malformedAddress(let text):
            LocalizedText(
                "\"\(text)\" is neither a host name nor an IP address", "“\(text)”既不是主机名也不是 IP 地址")
        case .malformedName(let text, let expected):
            LocalizedText("\"\(text)\" is not \(expected.english)", "“\(text)”不是\(expected.chinese)")
        case .malformedSubject(let text, let fault):
            LocalizedText(
                "the name \"\(text)\" cannot be used: \(fault.english)", "名称“\(text)”无法使用：\(fault.chinese)")
        case .malformed(let error): error.statement.words
        case .requestNotSigned:
            LocalizedText(
                "the request is not signed by the key that it asks a certificate for, or by a broken algorithm",
                "请求没有用其申请证书的密钥签名，或使用了已被攻破的算法")
        case .requestedKeyRefused(let reason):
            LocalizedText(
                "no certificate is issued for the requested key: \(reason.english)", "不为所请求的密钥签发证书：\(reason.chinese)")
        case .noNames: LocalizedText("a server's certificate needs a name or an address", "服务器证书需要名称或地址")
        case .noCertificateForKey:
            LocalizedText("none of the certificates has the private key's public half", "没有一张证书含有该私钥的公钥部分")
        case .noPrivateKey: LocalizedText("there is no private key in it", "其中没有私钥")
        case .severalPrivateKeys(let names):
            LocalizedText(
                "there are several private keys in it, choose one: \(names.joined(separator: ", "))",
                "其中有多个私钥，请选择一个：\(names.joined(separator: "、"))")
        case .notALogKey(let type):
            LocalizedText(
                "a key of the kind \(type) is not one for a log: RFC 6962 has P-256, or RSA of 2048 bits at least",
                "\(type) 类的密钥不适用于日志：RFC 6962 只有 P-256 或至少 2048 位的 RSA")
        case .notAPrecertificate:
            LocalizedText("it has no critical poison extension, as a precertificate must", "它没有预证书必须具有的关键 poison 扩展")
        }
    }

    package var plainName: String {
        switch self {
        case .requestNotSigned: "requestNotSigned"
        case .noNames: "noNames"
        case .noCertificateForKey: "noCertificateForKey"
        case .noPrivateKey: "noPrivateKey"
        case .notAPrecertificate: "notAPrecertificate"
        case .crypto, .nameNotASCII, .malformedAddress, .malformedName, .malformedSubject, .malformed,
            .requestedKeyRefused, .severalPrivateKeys, .notALogKey:
            ""
        }
    }
}

extension AuthorityError.ExpectedName: Sentence {
    package static let topic = "expectedName"

    package var words: LocalizedText {
        switch self {
        case .domain: LocalizedText("a domain", "域名")
        case .network: LocalizedText("an address or a network", "地址或网络")
        case .networkLength(let bits):
            LocalizedText("a network with a length of 0 to \(bits)", "长度为 0 至 \(bits) 的网络")
        case .hostName: LocalizedText("a host name", "主机名")
        case .mailAddress: LocalizedText("a mail address", "邮件地址")
        case .uri: LocalizedText("a URI with a scheme", "带有方案的 URI")
        case .ipAddress: LocalizedText("an IP address", "IP 地址")
        }
    }
}

extension AuthorityError.SubjectFault: Sentence {
    package static let topic = "subjectFault"

    package var words: LocalizedText {
        switch self {
        case .empty(let name): LocalizedText("\(name) is empty", "\(name) 是空的")
        case .country: LocalizedText("a country is two capital letters (ISO 3166)", "国家为两个大写字母（ISO 3166）")
        case .tooLong(let name, let limit):
            LocalizedText("\(name) has more than \(limit) characters", "\(name) 超过 \(limit) 个字符")
        case .withoutEquals: LocalizedText("a part without \"=\"", "有一部分没有“=”")
        case .unknownAttribute(let name):
            LocalizedText("\"\(name)\" is no attribute known here", "“\(name)”不是此处已知的属性")
        case .hexadecimal: LocalizedText("values in hexadecimal are not read", "不读取十六进制的值")
        case .nothingAfter(let separator):
            LocalizedText("nothing after the last \"\(separator)\"", "最后一个“\(separator)”之后没有内容")
        case .notUTF8: LocalizedText("escapes that are no UTF-8", "转义不是 UTF-8")
        case .backslashAtEnd: LocalizedText("a backslash at the end", "末尾有反斜杠")
        case .backslashBefore(let character):
            LocalizedText("a backslash before \"\(character)\"", "“\(character)”之前有反斜杠")
        }
    }
}

/// Sentences about keys of requests for which no certificate is issued.
enum RequestedKeyFault: Sentence {
    case unchecked(algorithm: String)
    case tooShort(bits: Int, least: Int)

    static let topic = "requestedKey"

    var words: LocalizedText {
        switch self {
        case .unchecked(let algorithm):
            LocalizedText("its signature was not checked: \(algorithm)", "其签名未经验证：\(algorithm)")
        case .tooShort(let bits, let least):
            LocalizedText("RSA of \(bits) bits, less than \(least)", "RSA 只有 \(bits) 位，少于 \(least) 位")
        }
    }
}
