import HoldfastStatements

/// Advice about mistakes in what an Info.plist says about App Transport Security.
enum ATSLintAdvice: Sentence {
    /// The rule's own.
    case mend(AppTransportSecurityLintRule)
    /// The rule's own, and what is meant.
    case mendAs(AppTransportSecurityLintRule, meant: String)
    case moveInto(AppTransportSecurityLintPass.Level)
    case didYouMean(String)
    case writeOneOf([String])
    case takeOutUnlessOld
    case takeOut
    case writeKey(String)
    case letSpeakTLS12

    static let topic = "atsLintAdvice"

    var words: LocalizedText {
        switch self {
        case .mend(let rule): rule.words
        case .mendAs(let rule, let meant):
            LocalizedText("\(rule.words.english): \(meant)", "\(rule.words.chinese)：\(meant)")
        case .moveInto(let level):
            LocalizedText("move it into \(level.words.english)", "请移到\(level.words.chinese)中")
        case .didYouMean(let text): LocalizedText("did you mean \(text)?", "您是指 \(text) 吗？")
        case .writeOneOf(let names):
            LocalizedText("write one of \(names.joined(separator: ", "))", "请写 \(names.joined(separator: "、")) 之一")
        case .takeOutUnlessOld:
            LocalizedText(
                "take it out, unless the app runs on iOS 9 or macOS 10.11", "请将其去掉，除非应用要在 iOS 9 或 macOS 10.11 上运行")
        case .takeOut: LocalizedText("take it out", "请将其去掉")
        case .writeKey(let key):
            LocalizedText("write \(key), where it is still needed", "若仍需要，请写 \(key)")
        case .letSpeakTLS12:
            LocalizedText("let the server speak TLS 1.2, and take the key out", "请让服务器支持 TLS 1.2，并去掉该键")
        }
    }
}

extension AppTransportSecurityLintRule {
    /// The remedy.
    fileprivate var words: LocalizedText {
        switch self {
        case .unknownKey: LocalizedText("take it out, or write the key that is meant", "请将其去掉，或写出所指的键")
        case .misplacedKey: LocalizedText("move it to where Apple's systems look for it", "请移到 Apple 的系统查找它的位置")
        case .duplicateKey:
            LocalizedText("leave one of them: which one counts is not laid down", "请只保留一个：以哪个为准并无规定")
        case .discontinuedKey:
            LocalizedText("take it out, and mend the server where it was needed", "请将其去掉，并修正曾需要它的服务器")
        case .keyWithoutEffect, .exceptionWithoutEffect: LocalizedText("take it out", "请将其去掉")
        case .wrongType:
            LocalizedText("write a value of the type that Apple documents", "请写 Apple 文档所述类型的值")
        case .unknownValue: LocalizedText("write one of the values that Apple documents", "请写 Apple 文档所列的值之一")
        case .contradiction: LocalizedText("decide for one of the two", "请在两者中选定其一")
        case .tooMany:
            LocalizedText("name the domains above them, with NSIncludesSubdomains", "请写其上级域，并使用 NSIncludesSubdomains")
        case .domainCase: LocalizedText("write the domain in lower case", "请用小写书写域")
        case .domainPort: LocalizedText("leave the port out: an exception holds for all of them", "请去掉端口：例外适用于所有端口")
        case .domainScheme: LocalizedText("write the domain alone", "请只写域")
        case .domainWildcard:
            LocalizedText(
                "name the domain, and set NSIncludesSubdomains to true", "请写明域，并将 NSIncludesSubdomains 设为 true")
        case .domainTrailingDot:
            LocalizedText("leave the dot out, unless only URLs with it are meant", "请去掉该点，除非只指带点的 URL")
        case .domainAddress: LocalizedText("pin the name that the server is called by", "请固定用来称呼服务器的名称")
        case .invalidDomain:
            LocalizedText(
                "write a domain in A-labels, an address, or a range such as 192.0.2.0/24",
                "请写由 A-label 组成的域、地址，或 192.0.2.0/24 这样的范围")
        case .noPins: LocalizedText("pin a key, or take the domain out", "请固定一个密钥，或去掉该域")
        case .malformedPin:
            LocalizedText(
                "write what holdfast pin compute prints, without sha256/", "请写 holdfast pin compute 的输出，去掉 sha256/")
        case .duplicatePin:
            LocalizedText("leave one of them out; a backup is another key", "请去掉其中之一；备用应是另一个密钥")
        case .noBackup:
            LocalizedText("make a second key, keep it elsewhere, and pin it too", "请生成第二个密钥，另存别处，并一并固定")
        case .pinsWithoutTLS:
            LocalizedText(
                "take the exception for plain HTTP out: pins protect nothing there", "请去掉允许明文 HTTP 的例外：固定值在那里不起保护作用")
        }
    }
}
