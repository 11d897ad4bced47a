package import HoldfastStatements

/// Sentences about bytes that are no JSON (RFC 8259), or none that is read here.
package enum JSONSentence: Sentence {
    /// A fault and its place, `LINE:COLUMN`.
    case at(String, Statement)
    case ends(expected: JSONExpectation)
    case comment(expected: JSONExpectation)
    case found(character: String, expected: JSONExpectation)
    case somethingElse(expected: JSONExpectation)
    case notUTF8
    case tooManyValues(limit: Int)
    case tooDeep(limit: Int)
    case trailingComma(before: String)
    case repeatedName(String)
    case controlCharacter

    package static let topic = "json"

    package var words: LocalizedText {
        switch self {
        case .at(let place, let fault): LocalizedText("\(place): \(fault.english)", "\(place)：\(fault.chinese)")
        case .ends(let expected):
            LocalizedText(
                "the text ends where \(expected.english) is expected", "文本在此结束，而此处应有\(expected.chinese)")
        case .comment(let expected):
            LocalizedText(
                "a comment stands where \(expected.english) is expected, and JSON has none",
                "此处应有\(expected.chinese)，却是注释，而 JSON 没有注释")
        case .found(let character, let expected):
            LocalizedText(
                "'\(character)' stands where \(expected.english) is expected",
                "此处应有\(expected.chinese)，却是“\(character)”")
        case .somethingElse(let expected):
            LocalizedText(
                "something else stands where \(expected.english) is expected", "此处应有\(expected.chinese)，却是别的内容")
        case .notUTF8: LocalizedText("it is no UTF-8", "它不是 UTF-8")
        case .tooManyValues(let limit): LocalizedText("there are more than \(limit) values", "值超过 \(limit) 个")
        case .tooDeep(let limit): LocalizedText("it is nested more than \(limit) deep", "嵌套超过 \(limit) 层")
        case .trailingComma(let end):
            LocalizedText(
                "a trailing comma: nothing follows it before '\(end)', and JSON allows none",
                "多余的逗号：其后到“\(end)”之间没有内容，而 JSON 不允许这样")
        case .repeatedName(let name):
            LocalizedText("the name '\(name)' stands there twice", "名称“\(name)”出现了两次")
        case .controlCharacter: LocalizedText("a control character stands in a text", "文本中有控制字符")
        }
    }
}

/// Things of which one is expected at a place of JSON.
package enum JSONExpectation: Sentence {
    case end, name, colon, commaOrBrace, commaOrBracket, value, digit, quote, escape, surrogate, hexadecimalDigit

    package static let topic = "jsonExpectation"

    package var words: LocalizedText {
        switch self {
        case .end: LocalizedText("the end", "结尾")
        case .name: LocalizedText("a name in quotes", "带引号的名称")
        case .colon: LocalizedText("':'", "“:”")
        case .commaOrBrace: LocalizedText("',' or '}'", "“,”或“}”")
        case .commaOrBracket: LocalizedText("',' or ']'", "“,”或“]”")
        case .value: LocalizedText("a value", "一个值")
        case .digit: LocalizedText("a digit", "数字")
        case .quote: LocalizedText("'\"'", "引号“\"”")
        case .escape: LocalizedText("what a backslash may stand before", "反斜线之后允许的字符")
        case .surrogate: LocalizedText("the other half of a pair of surrogates", "代理对的另一半")
        case .hexadecimalDigit: LocalizedText("a hexadecimal digit", "十六进制数字")
        }
    }
}

/// The kinds of values of JSON.
package enum JSONKind: Sentence {
    case text, number, wholeNumber, truth, null, list, object
    /// This text, in quotes, or an object.
    case wordOrObject(String)

    package static let topic = "jsonKind"

    package var words: LocalizedText {
        switch self {
        case .text: LocalizedText("a text", "文本")
        case .number: LocalizedText("a number", "数字")
        case .wholeNumber: LocalizedText("a whole number", "整数")
        case .truth: LocalizedText("true or false", "true 或 false")
        case .null: .same("null")
        case .list: LocalizedText("a list", "列表")
        case .object: LocalizedText("an object", "对象")
        case .wordOrObject(let word): LocalizedText("\"\(word)\" or an object", "\"\(word)\" 或对象")
        }
    }
}

extension JSONSentence: PlacedSentence {
    package var placed: (place: String, fault: Statement)? {
        if case .at(let place, let fault) = self { (place, fault) } else { nil }
    }
}
