package import HoldfastStatements
import HoldfastX509

/// Sentences about the keys and certificates that a server is pinned to.
enum PinRuleSentence: Sentence {
    case mismatch(kind: Kind, count: Int, hosts: HostPattern?, place: PinSet.Group, found: [OwnPin])
    case oneOf(pins: [Pin])
    case pins([OwnPin])
    case noCertificate
    case clockSays(Instant)
    case orLater(than: Instant)
    case hasPassed(clock: Instant, latest: Instant)
    case endedPins(hosts: HostPattern?, end: Instant)
    case pinsThatHold
    case ended(hosts: HostPattern?, end: Instant, consequence: Consequence)
    case pinOneOfChain
    case update
    case setClock

    static let topic = "pin"

    /// The kinds of things that are pinned.
    enum Kind: Sentence {
        case key
        case certificate

        static let topic = "pinned"

        var words: LocalizedText {
            switch self {
            case .key: LocalizedText("key", "密钥")
            case .certificate: LocalizedText("certificate", "证书")
            }
        }
    }

    /// A pin of the chain's own, and the certificate that it is of.
    struct OwnPin: Hashable, Sendable, CustomStringConvertible {
        let pin: Pin
        let depth: Int
        let subject: String

        var description: String { "\(pin) (\(depth): \(subject))" }
    }

    /// The consequences of the end of pins.
    enum Consequence: Sentence {
        case judgedWithoutThem
        case wouldRefuse
        case refuse

        static let topic = "pinsEnded"

        var words: LocalizedText {
            switch self {
            case .judgedWithoutThem: LocalizedText("the server is judged without them", "对服务器的判定不再考虑它们")
            case .wouldRefuse:
                LocalizedText(
                    "they would refuse the server, were they not only reported", "若不是只作报告，服务器会因此被拒绝")
            case .refuse:
                LocalizedText("they refuse the server until others take their place", "在更新之前一律拒绝该服务器")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .mismatch(let kind, let count, let hosts, let place, let found):
            Self.mismatch(kind, count, hosts, place).followed(by: found)
        case .oneOf(let pins): Self.oneOf(pins.map(\.description).joined(separator: ", "))
        case .pins(let pins): .same(pins.inSentence)
        case .noCertificate: LocalizedText("no certificate", "没有证书")
        case .clockSays(let instant): .same("\(instant)")
        case .orLater(let instant): ValiditySentence.orLater(than: instant).words
        case .hasPassed(let clock, let latest):
            LocalizedText(
                "the clock says \(clock), and \(latest) has passed already; pins end by the later time",
                "时钟显示 \(clock)，而 \(latest) 已经过去；固定的有效期以较晚的时间为准")
        case .endedPins(let hosts, let end):
            LocalizedText(
                "pins\(Self.of(hosts).english) that ended at \(end)", "公钥固定\(Self.of(hosts).chinese)已于 \(end) 到期")
        case .pinsThatHold: LocalizedText("pins that have not ended", "尚未到期的公钥固定")
        case .ended(let hosts, let end, let consequence):
            LocalizedText(
                "the pins\(Self.of(hosts).english) ended at \(end): \(consequence.english)",
                "公钥固定\(Self.of(hosts).chinese)已于 \(end) 到期：\(consequence.chinese)")
        case .pinOneOfChain:
            LocalizedText(
                "if the server's key was changed on purpose, pin one of the chain's keys; if not, somebody stands in "
                    + "between",
                "若服务器的密钥是有意更换的，请固定证书链中的某个密钥；否则，有人介于其间")
        case .update: LocalizedText("update the program's pins", "请更新程序的固定值")
        case .setClock: LocalizedText("set the machine's clock", "请校准本机的时钟")
        }
    }

    private static func mismatch(
        _ kind: Kind, _ count: Int, _ hosts: HostPattern?, _ place: PinSet.Group
    ) -> LocalizedText {
        let hosts = of(hosts)
        let chinese = place.inSentence.chinese
        guard count > 1 else {
            return LocalizedText(
                "the pinned \(kind.english)\(hosts.english) is not in \(place.words)",
                "固定\(hosts.chinese)的\(kind.chinese)不在\(chinese)中")
        }
        let unit = kind == .key ? "个密钥" : "张证书"
        return LocalizedText(
            "none of the \(count) pinned \(kind.english)s\(hosts.english) is in \(place.words)",
            "固定\(hosts.chinese)的 \(count) \(unit)都不在\(chinese)中")
    }

    private static func oneOf(_ list: String) -> LocalizedText { LocalizedText("one of \(list)", "\(list) 之一") }

    /// The servers that pins are for, in words that follow; empty for pins of every server.
    private static func of(_ hosts: HostPattern?) -> LocalizedText {
        hosts.map { LocalizedText(" of \($0)", "（适用于 \($0)）") } ?? .same("")
    }
}

extension PinSet.Group {
    /// The certificates that are meant, in sentences.
    package var inSentence: LocalizedText {
        switch self {
        case .anywhere: LocalizedText(words, "证书链")
        case .leaf: LocalizedText(words, "服务器证书")
        case .authorities: LocalizedText(words, "各级颁发机构的证书")
        }
    }
}

extension [PinRuleSentence.OwnPin] {
    fileprivate var inSentence: String { map(\.description).joined(separator: ", ") }
}

extension LocalizedText {
    /// The sentence with the chain's own pins behind it, ready to paste.
    fileprivate func followed(by pins: [PinRuleSentence.OwnPin]) -> LocalizedText {
        guard !pins.isEmpty else { return self }
        return LocalizedText(
            "\(english); found there: \(pins.inSentence)", "\(chinese)；其中有：\(pins.inSentence)")
    }
}
