package import HoldfastStatements
package import HoldfastTrust

/// Sentences about statements that went from one format of pins into another in other words, or not at all.
package enum PinNoteSentence: Sentence {
    case debugOverrides
    case unknownElement
    case dayOfEnd
    case enforcePinning
    case defaultReports
    case anchors(list: String)
    case overridePins
    case end
    case group(PinSet.Group)
    case authorities
    case comment
    case labels
    case everyServer
    case leastTLS
    case noKeyHash(pin: String)
    case noneLeft
    case countAnywhere(PinSet.Group)
    case alsoMatch(PinSet.Group)
    case userAnchors
    case unknownKey
    case anchorCount(Int)
    case algorithms
    case onlyInPolicies(member: String)
    case waived(PinSet.Group)
    case reportURI(String)
    case onlyReporting
    case timeOfDay(day: String)
    case warningAfterEnd
    case refusalAfterEnd
    case sha1(text: String)
    case plainHTTPRule
    case plainHTTPAllowed
    case noForwardSecrecy
    case transparency
    case oldTLS(version: String)
    case reportURIs
    case takenOut
    case anywhere
    case nowFor(PinSet.Group)
    case endless
    case groupWithout(PinSet.Group)
    case reportURIsWithoutPins
    case internalName
    case noDomain
    case onlyItself
    case singlePin
    case reportURIsOfTrustKit
    case wider(count: Int, pattern: String)
    case stillPinned(by: String)
    case okHttp43
    case notAlone(other: String)
    case secondEntry(name: String)
    case address
    case oneLabel
    case whetherPlainHTTP
    case attribute(name: String)
    case reach(Reaching, Scope)
    case reachesFurther(Reaching)
    case computedPins
    case computedPattern

    package static let topic = "pinNote"

    /// Things that stand under a pattern.
    package enum Reaching: Sentence {
        case pins
        case leastTLS

        package static let topic = "pinNoteReach"

        package var words: LocalizedText {
            switch self {
            case .pins: LocalizedText("pins", " pin")
            case .leastTLS: LocalizedText("the least version of TLS", " TLS 最低版本")
            }
        }
    }

    /// Names that the other format has no pattern for.
    package enum Scope: Sentence {
        case address
        case below
        case belowAndOthers

        package static let topic = "pinNoteScope"

        package var words: LocalizedText {
            switch self {
            case .address: LocalizedText("an address", "地址")
            case .below: LocalizedText("names below a domain, and not its own", "域之下的名称（而非其自身）")
            case .belowAndOthers:
                LocalizedText("names below a domain, and others of its own", "域之下的名称（其自身另有不同）")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .debugOverrides:
            LocalizedText(
                "overrides for debugging, which let chains of their anchors through without pins: a policy file has "
                    + "dangerousDebug for that",
                "调试用的覆盖，它让其信任锚的证书链不经固定值通过：策略文件为此有 dangerousDebug")
        case .unknownElement:
            LocalizedText(
                "an element that Android passes over",
                "Android 会跳过的元素")
        case .dayOfEnd:
            LocalizedText(
                "the day of the end begins with UTC's here, on Android with that of the device's time zone",
                "到期之日在此处从 UTC 算起，在 Android 上从设备的时区算起")
        case .enforcePinning:
            LocalizedText(
                "TrustKit-Android's enforcePinning, which is not set: Android itself enforces since version 7",
                "TrustKit-Android 的 enforcePinning 没有设置：Android 自身从版本 7 起强制执行")
        case .defaultReports:
            LocalizedText(
                "that reports go to TrustKit's own server too: here they go to nobody by default",
                "报告也发往 TrustKit 自己的服务器：此处默认不发往任何人")
        case .anchors(let list):
            LocalizedText(
                "the anchors (\(list)); name them in the policy file",
                "信任锚（\(list)）；请在策略文件中写明")
        case .overridePins:
            LocalizedText(
                "overridePins: Android lets chains of these anchors through without pins; here they count",
                "overridePins：Android 让这些信任锚的证书链不经固定值通过；此处它们照样计算")
        case .end: LocalizedText("an end", "到期时间")
        case .group(let group):
            LocalizedText(
                "pins for \(group.inSentence.english): left out",
                "\(group.inSentence.chinese)的固定值：已去掉")
        case .authorities:
            LocalizedText(
                "pins of authorities: curl compares the server's own key alone",
                "颁发机构的固定值：curl 只比较服务器自己的密钥")
        case .comment: LocalizedText("a comment: left out", "注释：已去掉")
        case .labels: LocalizedText("the labels of the pins: left out", "固定值的标签：已去掉")
        case .everyServer: LocalizedText("pins of every server: name them", "所有服务器的固定值：请逐一指明")
        case .leastTLS: LocalizedText("the least version of TLS", "TLS 的最低版本")
        case .noKeyHash(let pin):
            LocalizedText(
                "\(pin) is no SHA-256 of a key, and was left out: fewer pins match",
                "\(pin) 不是密钥的 SHA-256，已去掉：可匹配的固定值变少")
        case .noneLeft:
            LocalizedText(
                "no pin is left, and the servers are not pinned there",
                "没有剩下任何固定值，那里不再固定这些服务器")
        case .countAnywhere(let group):
            LocalizedText(
                "that the pins are those of \(group.inSentence.english): they count anywhere",
                "这些固定值只针对\(group.inSentence.chinese)：它们会在任何位置计算")
        case .alsoMatch(let group):
            LocalizedText(
                "that the pins for \(group.inSentence.english) have to match too: left out",
                "\(group.inSentence.chinese)的固定值也必须匹配：已去掉")
        case .userAnchors:
            LocalizedText(
                "TrustKit on macOS lets chains through that end at an anchor of the user's; here pins count "
                    + "there too",
                "macOS 上的 TrustKit 让止于用户信任锚的证书链通过；此处固定值在那里同样计算")
        case .unknownKey: LocalizedText("a key that is not known", "不认识的键")
        case .anchorCount(let count):
            LocalizedText(
                "\(Counted.english(count, "anchor")); name \(count == 1 ? "it" : "them") in the policy file",
                "\(count) 个信任锚；请在策略文件中写明")
        case .algorithms:
            LocalizedText(
                "the algorithms of keys are not needed: the hash covers the algorithm",
                "不需要密钥的算法：散列已涵盖算法")
        case .onlyInPolicies(let name):
            LocalizedText(
                "'\(name)', which only policy files have",
                "“\(name)”，只有策略文件才有")
        case .waived(let group):
            LocalizedText(
                "a single pin for \(group.inSentence.english), and \"backup\": \"waived\" beside it",
                "\(group.inSentence.chinese)只有一个固定值，旁边写了 \"backup\": \"waived\"")
        case .reportURI(let uri):
            LocalizedText(
                "the report URI '\(uri)', which is no https URL: left out",
                "报告 URI“\(uri)”不是 https 的 URL：已去掉")
        case .onlyReporting:
            LocalizedText(
                "pins that only report, and must not begin to refuse: left out",
                "仅作报告的固定值，不得由此开始拒绝：已去掉")
        case .timeOfDay(let day):
            LocalizedText(
                "the time of day: the pins end at the beginning of \(day)",
                "一天中的时刻：这些固定值在 \(day) 开始时到期")
        case .warningAfterEnd:
            LocalizedText(
                "a warning after the end: nothing is said there",
                "到期后的警告：那里没有任何提示")
        case .refusalAfterEnd:
            LocalizedText(
                "refusal after the end: the servers are let through then",
                "到期后的拒绝：届时会放行这些服务器")
        case .sha1(let text):
            LocalizedText(
                "the pin '\(text)' is a SHA-1, and was left out",
                "pin“\(text)”是 SHA-1，已去掉")
        case .plainHTTPRule:
            LocalizedText(
                "a rule about plain HTTP, which pins have nothing to do with",
                "关于明文 HTTP 的规则，与固定值无关")
        case .plainHTTPAllowed: LocalizedText("that plain HTTP is allowed", "允许明文 HTTP")
        case .noForwardSecrecy: LocalizedText("that forward secrecy is not asked for", "不要求前向保密")
        case .transparency: LocalizedText("certificate transparency", "证书透明度")
        case .oldTLS(let version):
            LocalizedText(
                "\(version) as the least version of TLS: 1.2 is the least here",
                "以 \(version) 为 TLS 的最低版本：此处最低为 1.2")
        case .reportURIs: LocalizedText("report URIs", "报告 URI")
        case .takenOut:
            LocalizedText(
                "that a name is taken out of what a wider pattern says",
                "某个名称被排除在更宽的模式之外")
        case .anywhere:
            LocalizedText(
                "pins that may stand anywhere in the chain: say whether they are the leaf's or the "
                    + "authorities'",
                "可位于证书链任何位置的固定值：请说明属于服务器证书还是颁发机构")
        case .nowFor(let group):
            LocalizedText(
                "that the pins may stand anywhere: they are now for \(group.inSentence.english)",
                "这些固定值可位于任何位置：现在只针对\(group.inSentence.chinese)")
        case .endless:
            LocalizedText(
                "an end: the pins hold for as long as the program does",
                "到期时间：这些固定值与程序同样长久")
        case .groupWithout(let group):
            LocalizedText(
                "no pin for \(group.inSentence.english) is left: left out as a whole",
                "\(group.inSentence.chinese)没有剩下任何固定值：整个去掉")
        case .reportURIsWithoutPins:
            LocalizedText(
                "report URIs of a pattern without pins",
                "没有固定值的模式的报告 URI")
        case .internalName:
            LocalizedText(
                "a name under no public registry: TrustKit ends the program that pins one",
                "不在任何公共注册机构之下的名称：TrustKit 会终止固定它的程序")
        case .noDomain:
            LocalizedText(
                "no domain is left: TrustKit ends the program then",
                "没有剩下任何域：此时 TrustKit 会终止程序")
        case .onlyItself:
            LocalizedText(
                "that names below it are excluded too: only it itself is",
                "其下的名称也被排除：只有它自己被排除")
        case .singlePin:
            LocalizedText(
                "a single pin: TrustKit ends the program where there is no second one",
                "只有一个固定值：没有第二个时 TrustKit 会终止程序")
        case .reportURIsOfTrustKit:
            LocalizedText(
                "report URIs, which TrustKit-Android reads and Android does not",
                "报告 URI，TrustKit-Android 会读取而 Android 不会")
        case .wider(let count, let pattern):
            LocalizedText(
                "\(Counted.english(count, "pin")) of \(pattern), which OkHttp takes for these servers too",
                "\(pattern) 的 \(count) 个固定值，OkHttp 也将其用于这些服务器")
        case .stillPinned(let pattern):
            LocalizedText(
                "it is excluded, and the pins of \(pattern) hold for it there", "它已被排除，但在那里 \(pattern) 的固定值仍对它生效")
        case .okHttp43:
            LocalizedText(
                "OkHttp before 4.3 pins nothing by **: name the hosts, or *.DOMAIN, for it",
                "4.3 之前的 OkHttp 不支持 **：请为它写明各主机或 *.DOMAIN")
        case .notAlone(let other):
            LocalizedText(
                "that its pins alone count: OkHttp takes those of \(other) for these servers too",
                "只有它的固定值才计算：OkHttp 也将 \(other) 的固定值用于这些服务器")
        case .secondEntry(let name):
            LocalizedText(
                "a second entry for \(name), and with it names below it: left out",
                "\(name) 的第二个条目，连同其下的名称：已去掉")
        case .address: LocalizedText("an address: left out", "地址：已去掉")
        case .oneLabel:
            LocalizedText(
                "one label below a domain, without the domain itself and deeper names: left out",
                "域之下的一级名称，不含域本身与更深的名称：已去掉")
        case .whetherPlainHTTP:
            LocalizedText(
                "whether plain HTTP is allowed, which pins have nothing to do with", "是否允许明文 HTTP，与固定值无关")
        case .attribute(let name): LocalizedText("the attribute '\(name)'", "属性“\(name)”")
        case .reach(let what, let scope):
            LocalizedText(
                "\(what.english) of \(scope.english): left out", "\(scope.chinese)的\(what.chinese)：已去掉")
        case .reachesFurther(let what):
            LocalizedText(
                "\(what.english) for names more than one label below the domain: left out",
                "域之下超过一级的名称的\(what.chinese)：已去掉")
        case .computedPins: LocalizedText("pins that are computed: left out", "经计算得出的固定值：已去掉")
        case .computedPattern:
            LocalizedText("a pattern that is computed: left out with its pins", "经计算得出的模式：连同其固定值已去掉")
        }
    }
}
