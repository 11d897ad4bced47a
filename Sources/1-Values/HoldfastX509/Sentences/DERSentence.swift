public import HoldfastStatements

/// Sentences about bytes that are not the DER that was asked for, with their place.
enum DERSentence: Sentence {
    case malformed(DERError.Reason, byte: Int)
    case malformedField(String, DERError.Reason, byte: Int)

    static let topic = "encoding"

    var words: LocalizedText {
        switch self {
        case .malformed(let reason, let byte):
            LocalizedText("\(reason.english) (at byte \(byte))", "\(reason.chinese)（位于第 \(byte) 字节）")
        case .malformedField(let field, let reason, let byte):
            LocalizedText(
                "\(field): \(reason.english) (at byte \(byte))", "\(field)：\(reason.chinese)（位于第 \(byte) 字节）")
        }
    }
}

extension DERError: CustomStringConvertible {
    /// The names of the fields around the fault, the outermost first, as in
    /// `Certificate.tbsCertificate.extensions[2].critical`; empty outside of any.
    package var fieldPath: String {
        path.reduce("") { $0.isEmpty || $1.hasPrefix("[") ? $0 + $1 : "\($0).\($1)" }
    }

    /// The field, the reason and the byte as a statement.
    public var statement: Statement {
        let field = fieldPath
        return Statement(
            field.isEmpty
                ? DERSentence.malformed(reason, byte: offset) : .malformedField(field, reason, byte: offset))
    }

    /// One line: the field, the reason, the byte.
    public var description: String { statement.english }
}

extension DERError.Reason: Sentence, CustomStringConvertible {
    package static let topic = "der"

    /// The reason in words, without place.
    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .truncated(1, 0): LocalizedText("nothing left where an element goes on", "元素未完，内容已尽")
        case .truncated(let needed, let available):
            LocalizedText("\(needed) bytes announced, \(available) left", "声明 \(needed) 字节，只剩 \(available) 字节")
        case .indefiniteLength: LocalizedText("indefinite length, which DER forbids", "使用了 DER 禁止的不定长")
        case .nonMinimalLength: LocalizedText("length not in its shortest form", "长度未用最短形式")
        case .lengthTooLarge: LocalizedText("length that no input can have", "长度超出可能的范围")
        case .nonMinimalTag: LocalizedText("tag number not in its shortest form", "标签号未用最短形式")
        case .tagTooLarge: LocalizedText("tag number too large", "标签号过大")
        case .endOfContents: LocalizedText("end-of-contents tag, which DER forbids", "出现 DER 禁止的内容结束标签")
        case .unexpectedTag(let expected, let found):
            LocalizedText("\(expected) expected, \(found) found", "应为 \(expected)，实为 \(found)")
        case .missing(let expected):
            LocalizedText("\(expected) expected, nothing left", "应为 \(expected)，但内容已尽")
        case .trailingData(let count):
            LocalizedText(count == 1 ? "1 byte too many" : "\(count) bytes too many", "多出 \(count) 字节")
        case .invalidBoolean: LocalizedText("BOOLEAN that is neither 00 nor FF", "BOOLEAN 既非 00 也非 FF")
        case .emptyInteger: LocalizedText("INTEGER without content", "INTEGER 没有内容")
        case .nonMinimalInteger: LocalizedText("INTEGER not in its shortest form", "INTEGER 未用最短形式")
        case .integerOutOfRange: LocalizedText("INTEGER outside its range", "INTEGER 超出范围")
        case .invalidNull: LocalizedText("NULL with content", "NULL 带有内容")
        case .invalidBitString:
            LocalizedText("BIT STRING with an impossible count of unused bits", "BIT STRING 的未用位数不可能成立")
        case .unusedBitsNotZero:
            LocalizedText("BIT STRING whose unused bits are not zero", "BIT STRING 的未用位不为零")
        case .invalidObjectIdentifier:
            LocalizedText("OBJECT IDENTIFIER that is empty, cut or padded", "OBJECT IDENTIFIER 为空、被截断或有填充")
        case .setNotSorted: LocalizedText("SET OF not in ascending order", "SET OF 未按升序排列")
        case .invalidTime(let rule): rule.words
        case .invalidString(let rule): rule.words
        case .invalidValue(let rule): rule.words
        case .inputTooLarge(let bytes, let limit):
            LocalizedText("\(bytes) bytes, more than the limit of \(limit)", "\(bytes) 字节，超过上限 \(limit)")
        case .tooDeep(let limit): LocalizedText("nested deeper than \(limit) levels", "嵌套超过 \(limit) 层")
        case .tooManyElements(let limit): LocalizedText("more than \(limit) elements", "超过 \(limit) 个元素")
        }
    }

    package var plainName: String {
        switch self {
        case .indefiniteLength: "indefiniteLength"
        case .nonMinimalLength: "nonMinimalLength"
        case .lengthTooLarge: "lengthTooLarge"
        case .nonMinimalTag: "nonMinimalTag"
        case .tagTooLarge: "tagTooLarge"
        case .endOfContents: "endOfContents"
        case .invalidBoolean: "invalidBoolean"
        case .emptyInteger: "emptyInteger"
        case .nonMinimalInteger: "nonMinimalInteger"
        case .integerOutOfRange: "integerOutOfRange"
        case .invalidNull: "invalidNull"
        case .invalidBitString: "invalidBitString"
        case .unusedBitsNotZero: "unusedBitsNotZero"
        case .invalidObjectIdentifier: "invalidObjectIdentifier"
        case .setNotSorted: "setNotSorted"
        case .truncated, .unexpectedTag, .missing, .trailingData, .invalidTime, .invalidString, .invalidValue,
            .inputTooLarge, .tooDeep, .tooManyElements:
            ""
        }
    }
}
