import HoldfastJSON
package import HoldfastStatements

extension PinUpdateFailure.Reason: Sentence {
    package static let topic = "pinUpdateReason"

    package var words: LocalizedText {
        switch self {
        case .tooLarge(let document, let limit):
            LocalizedText(
                "the \(document.english) has more than \(limit) bytes", "\(document.chinese)超过 \(limit) 字节")
        case .truncated(let document):
            LocalizedText("the \(document.english) ends before its end", "\(document.chinese)不完整，提前结束")
        case .malformedSignature(let fault):
            LocalizedText(
                "the signature of the update cannot be read: \(fault.english)", "无法解析更新的签名：\(fault.chinese)")
        case .unknownKey(let names):
            LocalizedText(
                "the update is signed by \(Self.listed(names).english), and the program knows no such key",
                "更新由 \(Self.listed(names).chinese) 签名，而程序不认识这样的密钥")
        case .wrongSignature(let names):
            LocalizedText(
                "the update is not what \(Self.listed(names).english) has signed",
                "更新不是 \(Self.listed(names).chinese) 所签的内容")
        case .malformed(let fault):
            LocalizedText("the update cannot be read: \(fault.english)", "无法解析更新：\(fault.chinese)")
        case .unknownSchema(let schema):
            LocalizedText("the update is of the schema '\(schema)'", "更新的 schema 是“\(schema)”")
        case .forbiddenMember(let name, let place):
            LocalizedText(
                "the update has the member '\(name)' at \(place), and an update can change pins only",
                "更新在 \(place) 处有成员“\(name)”，而更新只能更改固定值")
        case .tooManyHosts(let limit):
            LocalizedText(
                "with the update there would be pins for more than \(limit) patterns of hosts",
                "加上该更新，有固定值的主机模式会超过 \(limit) 个")
        case .belowMinimum(let counter, let minimum):
            LocalizedText(
                "the update's counter is \(counter), and the program asks for \(minimum) at least",
                "更新的计数为 \(counter)，而程序要求至少 \(minimum)")
        case .rollback(let counter, let last):
            LocalizedText(
                "the update's counter is \(counter), and \(last) was taken already", "更新的计数为 \(counter)，而 \(last) 已被采纳")
        case .replay(let counter, let last):
            LocalizedText(
                "the update with the counter \(counter) was taken before, and \(last) has taken its place",
                "计数为 \(counter) 的更新先前已采纳，并已由 \(last) 取代")
        case .equivocation(let counter):
            LocalizedText(
                "there are two updates with the counter \(counter): another one was taken already",
                "计数为 \(counter) 的更新有两个：另一个已被采纳")
        case .lifetimeTooLong(let days, let limit):
            LocalizedText(
                "the update holds for \(days) days, and \(limit) are allowed", "更新有效 \(days) 天，而允许 \(limit) 天")
        case .notYetValid(let issued, let now):
            LocalizedText("the update was issued at \(issued), and it is \(now)", "更新签发于 \(issued)，而现在是 \(now)")
        case .expired(let end, let now):
            LocalizedText("the update ended at \(end), and it is \(now)", "更新已于 \(end) 终止，而现在是 \(now)")
        case .clockSetBack(let now, let latest, let end):
            LocalizedText(
                "the update ended at \(end): the clock says \(now), and \(latest) has passed already",
                "更新已于 \(end) 终止：时钟显示 \(now)，而 \(latest) 已经过去")
        }
    }

    private static func listed(_ names: [String]) -> LocalizedText {
        let shown = names.prefix(4)
        let more = names.count - shown.count
        return LocalizedText(
            shown.map { "'\(JSONText.excerpt($0))'" }.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
            shown.map { "“\(JSONText.excerpt($0))”" }.joined(separator: "、") + (more > 0 ? "等另外 \(more) 个" : ""))
    }
}

extension PinUpdateFailure.Document: Sentence {
    package static let topic = "pinUpdateDocument"

    package var words: LocalizedText {
        switch self {
        case .update: LocalizedText("update", "更新")
        case .signature: LocalizedText("signature of the update", "更新的签名")
        }
    }
}

/// Sentences about the one place of an update that is told, and those that are not.
enum PinUpdateSentence: Sentence {
    case unreadable
    case andMore(Statement, count: Int)

    static let topic = "pinUpdate"

    var words: LocalizedText {
        switch self {
        case .unreadable: LocalizedText("it cannot be read", "无法解析")
        case .andMore(let first, let count):
            LocalizedText("\(first.english), and \(count) more", "\(first.chinese)，另有 \(count) 个")
        }
    }
}

/// Sentences about documents of signatures.
enum PinSignatureSentence: Sentence {
    case noSchema
    case otherSchema(expected: String)
    case otherMembers
    case count(Int, limit: Int)
    case members(number: Int)
    case noBase64(number: Int)
    case sameKey(number: Int)

    static let topic = "pinSignature"

    var words: LocalizedText {
        switch self {
        case .noSchema: LocalizedText("it names no schema", "没有写明 schema")
        case .otherSchema(let expected): LocalizedText("its schema is not \(expected)", "其 schema 不是 \(expected)")
        case .otherMembers:
            LocalizedText("it has other members than schema and signatures", "除 schema 与 signatures 外还有其他成员")
        case .count(let count, let limit):
            LocalizedText(
                "it has \(count) signatures, and 1 to \(limit) are taken", "有 \(count) 个签名，而只接受 1 至 \(limit) 个")
        case .members(let number):
            LocalizedText(
                "signature \(number) has other members than key and signature",
                "第 \(number) 个签名除 key 与 signature 外还有其他成员")
        case .noBase64(let number):
            LocalizedText("signature \(number) is no Base64 of 64 bytes", "第 \(number) 个签名不是 64 字节的 Base64")
        case .sameKey(let number):
            LocalizedText("signature \(number) is by the same key as another", "第 \(number) 个签名与另一个出自同一密钥")
        }
    }
}

/// Advice for whoever publishes updates of pins.
enum PinUpdateAdvice: Sentence {
    case makeSmaller
    case publishWhole
    case signAnew
    case signByKnownKey
    case publishTogether
    case correct
    case schema
    case takeOut
    case leaveOutHosts
    case higherCounter
    case publishLatest
    case lookWhoSigned
    case earlierEnd
    case setClock
    case publishNewer
    case setClockAndPublish

    static let topic = "pinUpdateAdvice"

    init(_ reason: PinUpdateFailure.Reason) {
        self =
            switch reason {
            case .tooLarge: .makeSmaller
            case .truncated: .publishWhole
            case .malformedSignature: .signAnew
            case .unknownKey: .signByKnownKey
            case .wrongSignature: .publishTogether
            case .malformed: .correct
            case .unknownSchema: .schema
            case .forbiddenMember: .takeOut
            case .tooManyHosts: .leaveOutHosts
            case .belowMinimum, .rollback: .higherCounter
            case .replay: .publishLatest
            case .equivocation: .lookWhoSigned
            case .lifetimeTooLong: .earlierEnd
            case .notYetValid: .setClock
            case .expired: .publishNewer
            case .clockSetBack: .setClockAndPublish
            }
    }

    var words: LocalizedText {
        switch self {
        case .makeSmaller:
            LocalizedText(
                "make it smaller: leave out hosts whose shipped pins still hold", "请缩小它：略去自带固定值仍然有效的主机")
        case .publishWhole:
            LocalizedText("publish the whole file; look at what the server sends", "请发布完整的文件；查看服务器发送了什么")
        case .signAnew:
            LocalizedText("make the signature anew with holdfast pin sign", "请用 holdfast pin sign 重新签名")
        case .signByKnownKey:
            LocalizedText("sign it by one of the program's two update keys", "请用程序的两个更新密钥之一签名")
        case .publishTogether:
            LocalizedText(
                "publish the update and its signature together; if you have, somebody has changed one",
                "请同时发布更新及其签名；若已如此，则有人改动了其中之一")
        case .correct: LocalizedText("correct what is said there, and sign it anew", "请更正所指出的内容，然后重新签名")
        case .schema:
            LocalizedText(
                "sign an update of the schema holdfast.pin-update/1, or update the program",
                "请签发 schema 为 holdfast.pin-update/1 的更新，或更新程序")
        case .takeOut:
            LocalizedText(
                "take it out; anchors, addresses and overrides are changed by a new version of the program",
                "请将其去掉；信任锚、地址与例外由程序的新版本更改")
        case .leaveOutHosts: LocalizedText("leave out hosts", "请略去一些主机")
        case .higherCounter:
            LocalizedText(
                "publish an update with a higher counter; if you have, somebody holds it back",
                "请发布计数更高的更新；若已如此，则有人将其扣下")
        case .publishLatest:
            LocalizedText(
                "publish the latest update; if you have, somebody sends an old one in its place",
                "请发布最新的更新；若已如此，则有人以旧的代替它")
        case .lookWhoSigned:
            LocalizedText(
                "sign the change with a higher counter, and look who has signed two with the same one",
                "请以更高的计数签署该更改，并查明是谁以同一计数签了两个")
        case .earlierEnd: LocalizedText("sign it with an earlier end", "请以更早的终止时间签名")
        case .setClock:
            LocalizedText("set the machine's clock, or that of the machine that signs", "请校准本机的时钟，或签名机器的时钟")
        case .publishNewer:
            LocalizedText(
                "publish a newer update; if you have, somebody holds it back", "请发布较新的更新；若已如此，则有人将其扣下")
        case .setClockAndPublish:
            LocalizedText("set the machine's clock, and publish a newer update", "请校准本机的时钟，并发布较新的更新")
        }
    }
}
