import HoldfastPins
import HoldfastStatements

/// Sentences about mistakes in what an Info.plist says about App Transport Security.
enum ATSLintSentence: Sentence {
    case besideSettings(key: String)
    /// A key that stands there twice; nil for the key of the settings themselves.
    case secondTime(key: String?)
    case noKeyOfApples(String)
    case countsAsNo(DiscontinuedSetting.Name, since: String)
    case noValue(String)
    case wrongType(found: String, expected: String)
    case undocumented(key: String, DiscontinuedSetting.Name)
    case notRead(key: String, in: AppTransportSecurityLintPass.Level)
    case noKey(String, of: AppTransportSecurityLintPass.Level)
    case tooManyDomains(limit: Int)
    case emptyExceptions
    case emptyPins
    case spelling(DomainFault)
    case sameDomain(key: String, as: String)
    case deprecatedVersion(String, DiscontinuedSetting.Name)
    case noEffect(key: String, DiscontinuedSetting.Name)
    case addressWithSubdomains
    case moreAndNone(key: String, insecure: String)
    case packageAgainstSecrecy(key: String)
    case packageAgainstVersion(key: String)
    case notNeeded(DiscontinuedSetting.Name)
    case asksForNothing
    case addressPinned
    case pinnedWithoutTLS
    case noGroup(leaf: String, authorities: String)
    case emptyGroup
    case noHash(key: String)
    case malformedHash(text: String, WrittenPinError?)
    case pinnedAlready
    case oneKey

    static let topic = "atsLint"

    var words: LocalizedText {
        switch self {
        case .besideSettings(let key):
            LocalizedText(
                "'\(key)' stands beside \(AppTransportSecurity.key), and is not read there",
                "“\(key)”与 \(AppTransportSecurity.key) 并列，在那里不会被读取")
        case .secondTime(nil): LocalizedText("the key stands there a second time", "该键第二次出现")
        case .secondTime(let key?): LocalizedText("'\(key)' stands there a second time", "“\(key)”第二次出现")
        case .noKeyOfApples(let key): LocalizedText("'\(key)' is no key of Apple's", "“\(key)”不是 Apple 的键")
        case .countsAsNo(let name, let other):
            LocalizedText(
                "'NSAllowsArbitraryLoads' counts as NO \(name.since.english), since '\(other)' is there",
                "\(name.since.chinese)，“NSAllowsArbitraryLoads”视为 NO，因为存在“\(other)”")
        case .noValue(let text): LocalizedText("'\(text)' is no value of the key", "“\(text)”不是该键的值")
        case .wrongType(let found, let expected):
            LocalizedText(
                "the value is of the type \(found), and has to be a \(expected)", "值的类型为 \(found)，而应为 \(expected)")
        case .undocumented(let key, let name):
            LocalizedText(
                "'\(key)' is not documented: \(name.effect.english)", "“\(key)”没有文档：\(name.effect.chinese)")
        case .notRead(let key, let level):
            LocalizedText("'\(key)' is not read in \(level.words.english)", "“\(key)”在\(level.words.chinese)中不会被读取")
        case .noKey(let key, let level):
            LocalizedText("'\(key)' is no key of \(level.words.english)", "“\(key)”不是\(level.words.chinese)的键")
        case .tooManyDomains(let limit): LocalizedText("there are more than \(limit) domains", "域超过 \(limit) 个")
        case .emptyExceptions:
            LocalizedText("the dictionary is empty, and changes nothing", "该字典是空的，不改变任何设置")
        case .emptyPins: LocalizedText("the dictionary is empty, and pins nothing", "该字典是空的，不固定任何内容")
        case .spelling(let fault): fault.words
        case .sameDomain(let key, let other):
            LocalizedText(
                "'\(key)' means the domain that '\(other)' names already", "“\(key)”所指的域已由“\(other)”指明")
        case .deprecatedVersion(let version, let name):
            LocalizedText(
                "\(version) is deprecated \(name.since.english): its support ends with a later release",
                "\(name.since.chinese) \(version) 已弃用：后续版本将不再支持")
        case .noEffect(let key, let name):
            LocalizedText(
                "'\(key)' has no effect on Apple's systems: \(name.effect.english)",
                "“\(key)”在 Apple 的系统上没有效果：\(name.effect.chinese)")
        case .addressWithSubdomains: LocalizedText("an address has no subdomains", "地址没有子域")
        case .moreAndNone(let key, let insecure):
            LocalizedText(
                "'\(key)' asks for more of TLS, and '\(insecure)' for none of it",
                "“\(key)”对 TLS 要求更多，而“\(insecure)”完全不要求")
        case .packageAgainstSecrecy(let key):
            LocalizedText(
                "NIAP's package asks for forward secrecy, and '\(key)' gives it up",
                "NIAP 的包要求前向保密，而“\(key)”放弃了它")
        case .packageAgainstVersion(let key):
            LocalizedText(
                "NIAP's package asks for TLS 1.2, and '\(key)' for less", "NIAP 的包要求 TLS 1.2，而“\(key)”要求更低")
        case .notNeeded(let name):
            LocalizedText(
                "the exception is not needed \(name.since.english): \(name.effect.english)",
                "\(name.since.chinese)不再需要该例外：\(name.effect.chinese)")
        case .asksForNothing: LocalizedText("the exception asks for what holds without it", "该例外所要求的，没有它也同样成立")
        case .addressPinned:
            LocalizedText(
                "an address is pinned, and Apple documents pins for domains", "固定的是地址，而 Apple 的文档只为域提供固定值")
        case .pinnedWithoutTLS:
            LocalizedText(
                "the domain is pinned, and an exception lets requests to it go without TLS",
                "该域已固定，而有例外允许对它的请求不使用 TLS")
        case .noGroup(let leaf, let authorities):
            LocalizedText(
                "the domain has neither '\(leaf)' nor '\(authorities)'", "该域既没有“\(leaf)”，也没有“\(authorities)”")
        case .emptyGroup: LocalizedText("the array is empty: no server could be reached", "该数组是空的：无法连接任何服务器")
        case .noHash(let key): LocalizedText("the identity has no '\(key)'", "该身份没有“\(key)”")
        case .malformedHash(let text, let error):
            LocalizedText(
                "'\(text)' is no SHA-256 in Base64: \(error?.english ?? "")",
                "“\(text)”不是 Base64 的 SHA-256：\(error?.chinese ?? "")")
        case .pinnedAlready: LocalizedText("the key is pinned already", "该密钥已经固定")
        case .oneKey:
            LocalizedText(
                "one key alone is pinned: with it lost no server could be reached any more",
                "只固定了一个密钥：一旦丢失，就再也无法连接任何服务器")
        }
    }
}

extension AppTransportSecurityLintPass.Level {
    /// The place where the keys of this dictionary belong, for messages.
    var words: LocalizedText {
        switch self {
        case .settings: .same("NSAppTransportSecurity")
        case .exception: LocalizedText("a domain of NSExceptionDomains", " NSExceptionDomains 的域")
        case .pins: LocalizedText("a domain of NSPinnedDomains", " NSPinnedDomains 的域")
        case .identity: LocalizedText("an identity of NSPinnedDomains", " NSPinnedDomains 的身份")
        }
    }
}

/// Sentences about keys that match no host, or not the one that is meant.
enum DomainFault: Sentence {
    case url
    case noRange
    case path
    case port
    case brackets
    case wildcard
    case finalDot
    case capitals
    case invalid

    static let topic = "atsDomain"

    var words: LocalizedText {
        switch self {
        case .url:
            LocalizedText(
                "a URL stands there in the place of a domain, which matches no host", "那里写的是 URL 而不是域，不会匹配任何主机")
        case .noRange: LocalizedText("this is no range of addresses", "这不是地址范围")
        case .path:
            LocalizedText("a path stands behind the domain, which matches no host", "域之后有路径，不会匹配任何主机")
        case .port:
            LocalizedText("a port stands behind the domain, which matches no host", "域之后有端口，不会匹配任何主机")
        case .brackets:
            LocalizedText("brackets stand around the address, which matches no host", "地址带有方括号，不会匹配任何主机")
        case .wildcard:
            LocalizedText("a wildcard stands in the domain, which matches no host", "域中有通配符，不会匹配任何主机")
        case .finalDot:
            LocalizedText(
                "the domain has a final dot, and matches only hosts that are written with it",
                "域以点结尾，只匹配同样带点书写的主机")
        case .capitals:
            LocalizedText("the domain has capital letters, and matches no host", "域中有大写字母，不会匹配任何主机")
        case .invalid:
            LocalizedText(
                "this is neither a domain of A-labels nor an address, and matches no host",
                "这既不是由 A-label 组成的域，也不是地址，不会匹配任何主机")
        }
    }
}
