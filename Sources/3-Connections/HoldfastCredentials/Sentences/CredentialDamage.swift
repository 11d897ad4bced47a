package import HoldfastStatements

/// Sentences about bytes that are not what a store of credentials has.
package enum CredentialDamage: Sentence {
    case items(count: Int)
    case itemOrder
    case bytesAfterItems
    case noGeneration
    case endsInHeader
    case endsEarly
    case otherBeginning
    case otherContent
    case text(bytes: Int)
    case size(bytes: Int, expected: Int)
    case sized(bytes: Int, limit: Int)
    case nanoseconds(Int)
    case noScrypt
    case derivation
    case otherText
    case item(bytes: Int)
    case kind
    case identifier
    case flags
    case attributes(count: Int)
    case attributeName
    case attributeOrder
    case attributeType
    case bytesAfterItem
    case notUTF8
    case number
    case flag
    case date
    case noAttributes
    case noClock
    case otherRecord
    case bytesAfterRecord
    case state
    case changed
    case noRecordName
    case otherName

    package static let topic = "credentialDamage"

    package var words: LocalizedText {
        switch self {
        case .items(let count): LocalizedText("\(count) items", "\(count) 个条目")
        case .itemOrder: LocalizedText("items that are not in order", "条目顺序不对")
        case .bytesAfterItems: LocalizedText("bytes after the last item", "最后一个条目之后还有字节")
        case .noGeneration: LocalizedText("there is no next generation", "没有下一代")
        case .endsInHeader: LocalizedText("it ends within its header", "它在文件头中结束")
        case .endsEarly: LocalizedText("it ends too early", "它过早结束")
        case .otherBeginning:
            LocalizedText("it does not begin as a file of credentials", "它的开头不是凭据文件的开头")
        case .otherContent: LocalizedText("a file of another content", "内容属于另一类的文件")
        case .text(let bytes): LocalizedText("a text of \(bytes) bytes", "\(bytes) 字节的正文")
        case .size(let bytes, let expected):
            LocalizedText("\(bytes) bytes where \(expected) should be", "有 \(bytes) 字节，应为 \(expected) 字节")
        case .sized(let bytes, let limit):
            LocalizedText("\(bytes) bytes where \(limit) may stand", "有 \(bytes) 字节，最多可有 \(limit) 字节")
        case .nanoseconds(let count): LocalizedText("\(count) nanoseconds", "\(count) 纳秒")
        case .noScrypt: LocalizedText("parameters of no scrypt", "不是 scrypt 的参数")
        case .derivation: LocalizedText("a derivation that is not known", "未知的密钥派生方式")
        case .otherText: LocalizedText("its text is not what was written", "正文与写入时不同")
        case .item(let bytes): LocalizedText("an item of \(bytes) bytes", "\(bytes) 字节的条目")
        case .kind: LocalizedText("a kind that is not known", "未知的种类")
        case .identifier: LocalizedText("an identifier", "标识符有误")
        case .flags: LocalizedText("flags that are not known", "未知的标志")
        case .attributes(let count): LocalizedText("\(count) attributes", "\(count) 个属性")
        case .attributeName: LocalizedText("a name of an attribute", "属性名称有误")
        case .attributeOrder: LocalizedText("attributes that are not in order", "属性顺序不对")
        case .attributeType: LocalizedText("an attribute of a type that is not known", "属性的类型未知")
        case .bytesAfterItem: LocalizedText("bytes after the end of an item", "条目之后还有字节")
        case .notUTF8: LocalizedText("text not in UTF-8", "文本不是 UTF-8")
        case .number: LocalizedText("a number", "数字有误")
        case .flag: LocalizedText("a flag", "标志有误")
        case .date: LocalizedText("a date", "日期有误")
        case .noAttributes:
            LocalizedText("an item of the Secret Service without its attributes", "Secret Service 的条目缺少属性")
        case .noClock: LocalizedText("there is no later clock", "没有更晚的时钟值")
        case .otherRecord: LocalizedText("an item of another record", "条目属于另一条记录")
        case .bytesAfterRecord: LocalizedText("bytes after the end of a record", "记录之后还有字节")
        case .state: LocalizedText("a state that is not known", "未知的状态")
        case .changed: LocalizedText("changed as it was read", "读取时被改动")
        case .noRecordName: LocalizedText("a name that no record has", "记录不会有的名称")
        case .otherName: LocalizedText("a record under another name", "记录的名称不符")
        }
    }
}
