package import HoldfastStatements

/// Sentences about bytes that are no YAML, or none that is read here.
package enum YAMLSentence: Sentence {
    case tab
    case indentation
    case noKey
    case colon
    case notRead(YAMLConstruct)
    case ambiguous(String)
    case behindQuote
    case noQuote
    case escape
    case blockHeader

    package static let topic = "yaml"

    package var words: LocalizedText {
        switch self {
        case .tab: LocalizedText("a tabulator stands where YAML wants spaces", "此处是制表符，而 YAML 要求空格")
        case .indentation:
            LocalizedText(
                "it stands in a column in which nothing has begun", "它所在的列中没有任何已开始的内容")
        case .noKey: LocalizedText("a name with ':' behind it is expected here", "此处应为后面带“:”的名称")
        case .colon:
            LocalizedText("':' stands in a text without quotes", "没有引号的文本中出现了“:”")
        case .notRead(let construct):
            LocalizedText(
                "\(construct.english) stands here; of YAML only what kubectl prints is read",
                "此处是\(construct.chinese)；只读取 kubectl 所输出的那部分 YAML")
        case .ambiguous(let text):
            LocalizedText(
                "versions of YAML disagree what '\(text)' is; write it in quotes if it is a text",
                "各版本的 YAML 对“\(text)”的理解不同；若是文本，请加引号")
        case .behindQuote: LocalizedText("something stands behind the closing quote", "右引号之后还有内容")
        case .noQuote: LocalizedText("the quote that opens here is not closed", "此处的引号没有闭合")
        case .escape: LocalizedText("no escape of YAML stands behind the backslash", "反斜线之后不是 YAML 的转义")
        case .blockHeader:
            LocalizedText(
                "behind '|' a digit, '+' and '-' are read, and nothing else", "“|”之后只能是数字、“+”和“-”")
        }
    }
}

/// Things of YAML that are not read.
package enum YAMLConstruct: Sentence {
    case anchor, alias, tag, directive, folded, complexKey, flow, merge, reserved

    package static let topic = "yamlConstruct"

    package var words: LocalizedText {
        switch self {
        case .anchor: LocalizedText("an anchor ('&')", "引用标记（“&”）")
        case .alias: LocalizedText("an alias ('*')", "别名（“*”）")
        case .tag: LocalizedText("a tag ('!')", "标签（“!”）")
        case .directive: LocalizedText("a directive ('%')", "指令（“%”）")
        case .folded: LocalizedText("a folded text ('>')", "折叠文本（“>”）")
        case .complexKey: LocalizedText("a complex key ('?')", "复杂键（“?”）")
        case .flow: LocalizedText("a collection in brackets", "括号形式的集合")
        case .merge: LocalizedText("a merge ('<<')", "合并键（“<<”）")
        case .reserved: LocalizedText("a reserved character", "保留字符")
        }
    }
}
