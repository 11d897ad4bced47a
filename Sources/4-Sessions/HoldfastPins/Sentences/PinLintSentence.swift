import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Sentences about mistakes in files of pins.
enum PinLintSentence: Sentence {
    case unreadable(Statement)
    case member(path: String, Statement)
    case duplicate(pin: Pin, of: PinSet.Group?, place: String)
    case noPin(text: String, Statement, meant: String?)
    case ofNothing(pin: Pin)
    case ofEmptyKey(pin: Pin, algorithm: String)
    case placeholder(pin: Pin)
    case example(pin: Pin, of: KnownPins.Sample)
    case retired(pin: Pin, KnownPins.Retirement)
    case wholeCertificate(pin: Pin)
    case bareKey(pin: Pin, depth: Int)
    case certificateHash(pin: Pin, depth: Int)
    case wrongGroup(pin: Pin, depth: Int, PinSet.Group)
    case shortLived(PinSet.Group, days: Int64)
    case noBackup(PinSet.Group)
    case backupInChain(pin: Pin, PinSet.Group)
    case allInChain(count: Int, PinSet.Group)
    case repeated(pattern: String, place: String)
    case reportOnly
    case pattern(Statement)
    case needless(pattern: String)
    case noReportURL(text: String)
    case plainReportURL(text: String)
    case pinnedReportURL(text: String)
    case noExpiry
    case expired(end: Instant, Effect)
    case expiresSoon(end: Instant, Effect)

    static let topic = "pinLint"

    /// The state of the servers once pins have ended.
    enum Effect: Sentence {
        case unpinned
        case refused

        static let topic = "pinLintEffect"

        var words: LocalizedText {
            switch self {
            case .unpinned: LocalizedText("the servers are not pinned any more", "服务器不再受固定值约束")
            case .refused: LocalizedText("the servers are refused", "服务器会被拒绝")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .unreadable(let fault):
            LocalizedText("the file cannot be read: \(fault.english)", "无法读取该文件：\(fault.chinese)")
        case .member(let path, let fault):
            LocalizedText(
                (path.isEmpty ? "" : path + ": ") + fault.english, (path.isEmpty ? "" : path + "：") + fault.chinese)
        case .duplicate(let pin, nil, let place):
            LocalizedText("\(pin) stands there already, at \(place)", "\(pin) 已经出现在 \(place)")
        case .duplicate(let pin, let group?, let place):
            LocalizedText(
                "\(pin) stands there for \(group.inSentence.english) too, at \(place)",
                "\(pin) 也用于\(group.inSentence.chinese)，位于 \(place)")
        case .noPin(let text, let fault, let meant):
            LocalizedText(
                "'\(text)' is no pin: \(fault.english)" + (meant.map { "; meant is perhaps \($0)" } ?? ""),
                "“\(text)”不是固定值：\(fault.chinese)" + (meant.map { "；也许是指 \($0)" } ?? ""))
        case .ofNothing(let pin): LocalizedText("\(pin) is the hash of nothing", "\(pin) 是空内容的散列")
        case .ofEmptyKey(let pin, let algorithm):
            LocalizedText("\(pin) is the hash of an empty key of \(algorithm)", "\(pin) 是 \(algorithm) 的空密钥的散列")
        case .placeholder(let pin): LocalizedText("\(pin) holds the place of a pin", "\(pin) 只是固定值的占位符")
        case .example(let pin, let sample):
            LocalizedText("\(pin) is an example of \(sample.english)", "\(pin) 是\(sample.chinese)中的示例")
        case .retired(let pin, let key):
            LocalizedText("\(pin) is the key of \(key.english)", "\(pin) 是 \(key.chinese)的密钥")
        case .wholeCertificate(let pin):
            LocalizedText(
                "\(pin) is of a whole certificate, and matches none that it is renewed with",
                "\(pin) 属于整张证书，不会匹配更新后的任何证书")
        case .bareKey(let pin, let depth):
            LocalizedText(
                "\(pin) is the hash of the key of certificate \(depth) without its algorithm",
                "\(pin) 是证书 \(depth) 的密钥去掉算法后的散列")
        case .certificateHash(let pin, let depth):
            LocalizedText(
                "\(pin) is the hash of certificate \(depth) as a whole, and stands there as a key's",
                "\(pin) 是整张证书 \(depth) 的散列，而写成了密钥的固定值")
        case .wrongGroup(let pin, let depth, let group):
            LocalizedText(
                "\(pin) is of certificate \(depth), and is looked for in \(group.inSentence.english) alone: it never "
                    + "matches",
                "\(pin) 属于证书 \(depth)，而只在\(group.inSentence.chinese)中查找：永远不会匹配")
        case .shortLived(let group, let days):
            LocalizedText(
                "only the server's own key is pinned for \(group.inSentence.english), and its certificate is renewed "
                    + "every \(days == 1 ? "day" : "\(days) days"), mostly with a new key",
                "\(group.inSentence.chinese)只固定了服务器自己的密钥，而其证书每 \(days) 天更新一次，且多使用新密钥")
        case .noBackup(let group):
            LocalizedText(
                "there is one pin for \(group.inSentence.english) and no backup",
                "\(group.inSentence.chinese)只有一个固定值而没有备用的")
        case .backupInChain(let pin, let group):
            LocalizedText(
                "\(pin) is marked as the backup for \(group.inSentence.english), and is of the server's chain",
                "\(pin) 标为\(group.inSentence.chinese)的备用，却属于服务器的证书链")
        case .allInChain(let count, let group):
            LocalizedText(
                "all \(count) pins for \(group.inSentence.english) are of the server's chain: none is left once it "
                    + "changes",
                "\(group.inSentence.chinese)的 \(count) 个固定值全都属于服务器的证书链：证书链一旦改变，就一个也不剩")
        case .repeated(let pattern, let place):
            LocalizedText(
                "'\(pattern)' stands there already, at \(place), with other pins", "“\(pattern)”已经出现在 \(place)，且固定值不同"
            )
        case .reportOnly:
            LocalizedText(
                "a mismatch of these pins is reported, and refuses nothing", "这些固定值不匹配时仅予报告，而不拒绝")
        case .pattern(let fault): fault.words
        case .needless(let pattern):
            LocalizedText(
                "nothing is pinned that '\(pattern)' would be taken out of", "没有固定任何内容可供“\(pattern)”从中排除")
        case .noReportURL(let text):
            LocalizedText("'\(text)' is no http or https URL", "“\(text)”不是 http 或 https 的 URL")
        case .plainReportURL(let text):
            LocalizedText("'\(text)' sends reports in the clear", "“\(text)”以明文发送报告")
        case .pinnedReportURL(let text):
            LocalizedText(
                "'\(text)' is a server of these pins: where they do not match, the report does not get there",
                "“\(text)”是这些固定值所针对的服务器：不匹配时，报告无法送达")
        case .noExpiry:
            LocalizedText("these pins never end, and others in the file do", "这些固定值永不到期，而文件中的其他固定值会到期")
        case .expired(let end, let effect):
            LocalizedText("the pins ended at \(end): \(effect.english)", "这些固定值已于 \(end) 到期：\(effect.chinese)")
        case .expiresSoon(let end, let effect):
            LocalizedText(
                "the pins end at \(end): then \(effect.english)", "这些固定值将于 \(end) 到期：届时\(effect.chinese)")
        }
    }
}

extension KnownPins.Sample: Sentence {
    static let topic = "pinSample"

    var words: LocalizedText {
        switch self {
        case .okHttp: LocalizedText("OkHttp's documentation", " OkHttp 文档")
        case .trustKit: LocalizedText("TrustKit's documentation", " TrustKit 文档")
        case .android: LocalizedText("Android's documentation", " Android 文档")
        case .curl: LocalizedText("curl's documentation", " curl 文档")
        case .mdn: LocalizedText("MDN", " MDN ")
        case .rfc7469: LocalizedText("RFC 7469", " RFC 7469 ")
        case .hello: LocalizedText("RFC 7469, the hash of the word hello", " RFC 7469（单词 hello 的散列）")
        }
    }
}

extension KnownPins.Retirement: Sentence {
    static let topic = "pinRetirement"

    var words: LocalizedText {
        switch self {
        case .ended(let name, let year):
            LocalizedText("\(name), which ended in \(year)", "\(name)（已于 \(year) 年终止）")
        case .neverUsed(let name, let year):
            LocalizedText(
                "\(name), which was never used and ended in \(year)", "\(name)（从未使用，已于 \(year) 年终止）")
        case .stoppedIssuing(let name, let year):
            LocalizedText("\(name), which stopped issuing in \(year)", "\(name)（已于 \(year) 年停止签发）")
        case .givenUp(let name, let year):
            LocalizedText("\(name), which browsers gave up in \(year)", "\(name)（浏览器已于 \(year) 年放弃）")
        }
    }
}
