public import HoldfastStatements
import HoldfastX509

/// Sentences about what is wrong in a policy document.
enum PolicyDocumentSentence: Sentence {
    case tooLarge(limit: Int)
    case unknownSchema(String)
    case tooManyPatterns(limit: Int)
    case sameServers(String)
    case network(String)
    case forOneHost
    case password
    case noURL(Statement)
    case noPlace(String)
    case noAnchor
    case tooManyFiles(limit: Int)
    case tooManyLists(limit: Int)
    case noFile
    case filesWithoutFile
    /// A fault of a file that the document names.
    case inFile(String, Statement)
    case noPEM(Statement)
    case certificates(count: Int)
    case rejected
    case malformed(Statement)
    case debugRefused
    case sayTrue
    case eitherOverride
    case debugTooLong(days: Int64, latest: Instant)
    case twoKeys
    case repeatedKey
    case noEd25519
    case noDuration(String)
    case constrainsNothing
    case noFingerprint
    case noDay
    case noNames
    case noDomain(Statement)
    case noUses

    static let topic = "policyDocument"

    var words: LocalizedText {
        switch self {
        case .tooLarge(let limit):
            LocalizedText("the document is larger than \(limit) bytes", "该文档超过 \(limit) 字节")
        case .unknownSchema(let schema):
            LocalizedText("the schema '\(schema)' is not known here", "此处不认识 schema“\(schema)”")
        case .tooManyPatterns(let limit): LocalizedText("there are more than \(limit) patterns", "模式超过 \(limit) 个")
        case .sameServers(let other):
            LocalizedText("'\(other)' stands for the same servers", "“\(other)”代表相同的服务器")
        case .network(let text):
            LocalizedText("'\(text)' is a network, and networks are no patterns", "“\(text)”是网络，而网络不能作为模式")
        case .forOneHost:
            LocalizedText("this is for one host, and the pattern stands for many", "它只用于一个主机，而该模式代表多个主机")
        case .password: LocalizedText("a password has no place here", "此处不应有密码")
        case .noURL(let fault):
            LocalizedText("this is no https URL: \(fault.english)", "这不是 https 的 URL：\(fault.chinese)")
        case .noPlace(let text): LocalizedText("'\(text)' is no address with a port", "“\(text)”不是带端口的地址")
        case .noAnchor: LocalizedText("without an anchor no server could be trusted", "没有信任锚，就没有服务器能受信任")
        case .tooManyFiles(let limit):
            LocalizedText("there are more than \(limit) files of anchors", "信任锚文件超过 \(limit) 个")
        case .tooManyLists(let limit):
            LocalizedText("there are more than \(limit) lists of logs", "日志列表超过 \(limit) 个")
        case .filesWithoutFile:
            LocalizedText(
                "files of anchors and of logs need a policy file to be named in", "信任锚与日志的文件须写在策略文件中")
        case .noFile: LocalizedText("this names no file", "它没有指明文件")
        case .inFile(let file, let fault):
            fault.words(in: file) ?? LocalizedText("'\(file)': \(fault.english)", "“\(file)”：\(fault.chinese)")
        case .noPEM(let fault):
            LocalizedText("this is no certificate in PEM: \(fault.english)", "这不是 PEM 格式的证书：\(fault.chinese)")
        case .certificates(let count):
            LocalizedText("there are \(count) certificates in one text", "一段文本中有 \(count) 张证书")
        case .rejected:
            LocalizedText("the certificate's trust settings reject it for servers", "该证书的信任设置不允许将其用于服务器")
        case .malformed(let fault):
            LocalizedText("the certificate is malformed: \(fault.english)", "证书格式有误：\(fault.chinese)")
        case .debugRefused:
            LocalizedText(
                "debug overrides are refused, unless the program asks for them by a name with 'dangerous' in it",
                "拒绝调试例外，除非程序以含有“dangerous”的名称要求它")
        case .sayTrue: LocalizedText("say true, or take the override out", "请写 true，或去掉该例外")
        case .eitherOverride:
            LocalizedText("either acceptAny or anchors has to be here", "此处须有 acceptAny 或 anchors 之一")
        case .debugTooLong(let days, let latest):
            LocalizedText(
                "a debug override lasts \(days) days at most, thus until \(latest)", "调试例外最长 \(days) 天，即到 \(latest) 为止")
        case .twoKeys: LocalizedText("there have to be exactly two keys", "须恰好有两个密钥")
        case .repeatedKey: LocalizedText("the key stands in the list already", "该密钥已在列表中")
        case .noEd25519: LocalizedText("this is no Ed25519 key", "这不是 Ed25519 密钥")
        case .noDuration(let text): LocalizedText("'\(text)' is no length of time", "“\(text)”不是时长")
        case .constrainsNothing: LocalizedText("this constrains nothing", "它没有作任何限制")
        case .noFingerprint: LocalizedText("this is no SHA-256 of a certificate", "这不是证书的 SHA-256")
        case .noDay:
            LocalizedText("no certificate is valid for less than a begun day", "没有证书的有效期不足一天")
        case .noNames: LocalizedText("without a name none would be permitted", "没有写出名称，就没有名称被允许")
        case .noDomain(let fault): LocalizedText("this is no domain: \(fault.english)", "这不是域名：\(fault.chinese)")
        case .noUses: LocalizedText("without a use none would be permitted", "没有写出用途，就没有用途被允许")
        }
    }
}

/// Advice about policy documents.
enum PolicyDocumentAdvice: Sentence {
    case reads(schema: String)
    case writePattern
    case writeThis(String)
    case nameDomains
    case nameHost
    case nameHosts
    case everybodyReads
    case nameGroups
    case writePlace
    case oneEach
    case takeOut
    case keepOneElsewhere
    case writeKey
    case writeDuration
    case sayFor
    case writeFingerprint
    case offOrList

    static let topic = "policyDocumentAdvice"

    var words: LocalizedText {
        switch self {
        case .reads(let schema): LocalizedText("this version reads \(schema)", "此版本读取 \(schema)")
        case .writePattern:
            LocalizedText(
                "write a name in A-labels, an address, *.DOMAIN or **.DOMAIN",
                "请写成 A-label 的名称、地址、*.DOMAIN 或 **.DOMAIN")
        case .writeThis(let pattern): LocalizedText("write \(pattern)", "请写 \(pattern)")
        case .nameDomains: LocalizedText("name the domains below it that are meant", "请写明其下所指的域")
        case .nameHost: LocalizedText("name the host", "请写明主机")
        case .nameHosts: LocalizedText("name each host, or a domain", "请写明每个主机，或写域")
        case .everybodyReads: LocalizedText("everybody reads who reads the file", "能读该文件的人都会读到它")
        case .nameGroups:
            LocalizedText(
                "name groups as TLS does, such as X25519MLKEM768, x25519 or secp384r1",
                "请按 TLS 的写法写群的名称，例如 X25519MLKEM768、x25519 或 secp384r1")
        case .writePlace:
            LocalizedText(
                "such as 192.0.2.7:8443 or [2001:db8::7]:8443, or 8000:192.0.2.7:8443 for the server's port 8000",
                "例如 192.0.2.7:8443 或 [2001:db8::7]:8443；服务器的端口 8000 则写 8000:192.0.2.7:8443")
        case .oneEach: LocalizedText("one in each", "每段一张")
        case .takeOut: LocalizedText("take it out of what is given to others", "交给他人的内容中请去掉它")
        case .keepOneElsewhere:
            LocalizedText("one in use, and one kept elsewhere for when that is lost", "一个在用，一个另存别处以备丢失")
        case .writeKey:
            LocalizedText(
                "write its DER SubjectPublicKeyInfo as Base64: openssl pkey -pubout -outform DER | base64",
                "请将其 DER 形式的 SubjectPublicKeyInfo 写成 Base64：openssl pkey -pubout -outform DER | base64")
        case .writeDuration:
            LocalizedText("write a number and m, h, d or w, such as 12h", "请写成数字加 m、h、d 或 w，例如 12h")
        case .sayFor:
            LocalizedText("say what the anchor is trusted for, or take it out", "请写明信任锚的信任范围，或将其去掉")
        case .writeFingerprint:
            LocalizedText(
                "64 hexadecimal digits, as holdfast inspect shows them", "64 位十六进制数字，如 holdfast inspect 所显示")
        case .offOrList:
            LocalizedText(
                "say \"off\", or {\"policy\": \"apple\", \"logs\": \"FILE\"}: without a list nothing is verified",
                "请写 \"off\"，或 {\"policy\": \"apple\", \"logs\": \"FILE\"}：没有列表就不验证任何内容")
        }
    }
}

extension PolicyValuesError: Sentence, CustomStringConvertible {
    package static let topic = "policyValues"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .tooManyPatterns(let limit):
            LocalizedText("there are more than \(limit) patterns of hosts", "主机模式超过 \(limit) 个")
        case .wildcard(let pattern):
            LocalizedText(
                "'\(pattern)' stands for many hosts, and connectTo and dangerousDebug are for one",
                "“\(pattern)”代表多个主机，而 connectTo 与 dangerousDebug 只用于一个")
        }
    }

    package var plainName: String { "" }
}
