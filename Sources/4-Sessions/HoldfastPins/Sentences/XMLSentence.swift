package import HoldfastStatements

/// Sentences about text that is no XML, or none that is read here.
enum XMLSentence: Sentence {
    case notUTF8
    case otherEncoding
    case noElement
    case behindRoot
    case missing(String)
    case documentType
    case declaringType
    case declaration
    case noName
    case tooDeep
    case tooMany(limit: Int)
    case noEnd(element: String)
    case noSpace
    case repeatedAttribute(String)
    case noQuote
    case lessThan
    case noSemicolon
    case unknownEntity(String)

    static let topic = "xml"

    var words: LocalizedText {
        switch self {
        case .notUTF8: LocalizedText("it is no UTF-8", "它不是 UTF-8")
        case .otherEncoding: LocalizedText("its encoding is not UTF-8", "其编码不是 UTF-8")
        case .noElement: LocalizedText("an element has to begin there", "此处须开始一个元素")
        case .behindRoot:
            LocalizedText("there is something after the end of the root element", "根元素结束之后还有内容")
        case .missing(let mark): LocalizedText("'\(mark)' is missing", "缺少“\(mark)”")
        case .documentType: LocalizedText("a document type is not read", "不读取文档类型")
        case .declaringType:
            LocalizedText("a document type that declares something is not read", "不读取带有声明的文档类型")
        case .declaration: LocalizedText("a declaration does not belong there", "此处不应有声明")
        case .noName: LocalizedText("a name is missing", "缺少名称")
        case .tooDeep: LocalizedText("elements stand too deep in each other", "元素嵌套过深")
        case .tooMany(let limit): LocalizedText("there are more than \(limit) elements", "元素超过 \(limit) 个")
        case .noEnd(let element): LocalizedText("the element '\(element)' has no end", "元素“\(element)”没有结尾")
        case .noSpace: LocalizedText("a space is missing", "缺少空格")
        case .repeatedAttribute(let name):
            LocalizedText("the attribute '\(name)' stands there twice", "属性“\(name)”出现了两次")
        case .noQuote: LocalizedText("a quotation mark is missing", "缺少引号")
        case .lessThan: LocalizedText("'<' stands in a value", "值中有“<”")
        case .noSemicolon: LocalizedText("';' is missing after '&'", "“&”之后缺少“;”")
        case .unknownEntity(let name): LocalizedText("'&\(name);' is not known", "未知的“&\(name);”")
        }
    }
}

/// Sentences about property lists.
package enum PropertyListSentence: Sentence {
    case tooLarge(limit: Int)
    case damaged
    case damagedOrTooMany(limit: Int)
    case tooMany(limit: Int)
    case otherForm
    case values(count: Int)
    case noElement(String)
    case elementWithin(String)
    case noKey(found: String)
    case noValue(key: String)
    case noDictionary(type: String)

    package static let topic = "propertyList"

    package var words: LocalizedText {
        switch self {
        case .tooLarge(let limit): LocalizedText("it is larger than \(limit) bytes", "它超过 \(limit) 字节")
        case .damaged: LocalizedText("it is a damaged binary property list", "它是损坏的二进制属性列表")
        case .damagedOrTooMany(let limit):
            LocalizedText(
                "it is a damaged binary property list, or has more than \(limit) values",
                "它是损坏的二进制属性列表，或其值超过 \(limit) 个")
        case .tooMany(let limit): LocalizedText("it has more than \(limit) values", "其值超过 \(limit) 个")
        case .otherForm:
            LocalizedText("it is no property list in XML or binary form", "它不是 XML 或二进制形式的属性列表")
        case .values(let count):
            LocalizedText(
                "a property list has one value, and this has \(count)", "属性列表只有一个值，而这里有 \(count) 个")
        case .noElement(let name):
            LocalizedText("'\(name)' is no element of a property list", "“\(name)”不是属性列表的元素")
        case .elementWithin(let name):
            LocalizedText("an element stands in '\(name)', which has none", "“\(name)”中有元素，而它不应有")
        case .noKey(let found):
            LocalizedText("a key has to stand there, and not '\(found)'", "此处应为 key，而不是“\(found)”")
        case .noValue(let key): LocalizedText("the key '\(key)' has no value", "键“\(key)”没有值")
        case .noDictionary(let type):
            LocalizedText("it is no dictionary, but of the type \(type)", "它不是字典，而是 \(type) 类型")
        }
    }
}
