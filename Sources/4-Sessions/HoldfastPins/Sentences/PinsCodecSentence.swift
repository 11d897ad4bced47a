import HoldfastStatements

/// Sentences about what documents say of a server's pins, and about documents of updates.
enum PinsCodecSentence: Sentence {
    case noSet(String)
    case emptyList
    case repeatedPin
    case otherLabel
    case emptyLabel
    case noLabel
    case noAfterExpiry
    case noExpires
    case noTime(String)
    case endsBeforeIssue
    case counter(limit: UInt64)
    case tooManyHosts(count: Int, limit: Int)
    case nothingSaid
    case repeatedHost
    case noReportURI(String, Statement)

    static let topic = "pinsDocument"

    var words: LocalizedText {
        switch self {
        case .noSet(let text): LocalizedText("'\(text)' is no set of pins", "“\(text)”不是一组固定值")
        case .emptyList: LocalizedText("the list is empty", "列表是空的")
        case .repeatedPin: LocalizedText("the pin stands in the list already", "该固定值已在列表中")
        case .otherLabel: LocalizedText("the pin has another label in another list", "该固定值在另一列表中有不同的标签")
        case .emptyLabel: LocalizedText("the label is empty", "标签是空的")
        case .noLabel: LocalizedText("this is no label", "这不是标签")
        case .noAfterExpiry: LocalizedText("pins that end need afterExpiry", "有终止时间的固定值须有 afterExpiry")
        case .noExpires: LocalizedText("pins without expires never end", "没有 expires 的固定值永不终止")
        case .noTime(let text): LocalizedText("'\(text)' is no time", "“\(text)”不是时间")
        case .endsBeforeIssue: LocalizedText("it ends before it was issued", "其终止时间早于签发时间")
        case .counter(let limit): LocalizedText("the counter is greater than \(limit)", "计数大于 \(limit)")
        case .tooManyHosts(let count, let limit):
            LocalizedText(
                "there are \(count) hosts, and \(limit) at most are allowed", "共 \(count) 个主机，最多允许 \(limit) 个")
        case .nothingSaid: LocalizedText("nothing is said about the host", "没有写明该主机的任何内容")
        case .repeatedHost:
            LocalizedText("the host stands there already, in another spelling", "该主机已以另一种写法出现过")
        case .noReportURI(let text, let fault):
            LocalizedText("'\(text)' is no https URI: \(fault.english)", "“\(text)”不是 https URI：\(fault.chinese)")
        }
    }
}

/// Advice about what documents say of pins.
enum PinsCodecAdvice: Sentence {
    case writeObject(or: String)
    case leaveListOut
    case writeLine(length: Int)
    case afterExpiry
    case leaveOutOrSay
    case addBackup
    case nameGroups
    case writeTime

    static let topic = "pinsDocumentAdvice"

    var words: LocalizedText {
        switch self {
        case .writeObject(let word):
            LocalizedText(
                "write an object, or \"\(word)\" for a server without pins",
                "请写成对象；没有固定值的服务器请写 \"\(word)\"")
        case .leaveListOut: LocalizedText("leave it out where nothing is asked for", "若无要求，请将其省略")
        case .writeLine(let length):
            LocalizedText("write one line of up to \(length) characters", "请写成一行，最多 \(length) 个字符")
        case .afterExpiry:
            LocalizedText(
                "open: judged without pins; warn: the same with a warning; closed: refused",
                "open：判定时不考虑固定值；warn：同样，但有警告；closed：拒绝")
        case .leaveOutOrSay: LocalizedText("leave it out, or say when they end", "请将其省略，或写明何时终止")
        case .addBackup:
            LocalizedText(
                "add the pin of a key that is kept elsewhere, or say \"backup\": \"waived\"",
                "请加入另存别处的密钥的固定值，或写明 \"backup\": \"waived\"")
        case .nameGroups:
            LocalizedText("name them in anywhere, leaf or authorities", "请在 anywhere、leaf 或 authorities 中写明")
        case .writeTime:
            LocalizedText("write it as 2027-01-31T00:00:00Z (RFC 3339)", "请写作 2027-01-31T00:00:00Z（RFC 3339）")
        }
    }
}
