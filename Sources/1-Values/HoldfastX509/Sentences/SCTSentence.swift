public import HoldfastStatements

/// Sentences about bytes that are no list of timestamps, with their place.
enum SCTSentence: Sentence {
    case malformed(SCTError.Reason, byte: Int)
    case malformedField(String, SCTError.Reason, byte: Int)

    static let topic = "timestampEncoding"

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

extension SCTError: CustomStringConvertible {
    /// The field, the reason and the byte as a statement.
    public var statement: Statement {
        let field = path.joined(separator: ".").replacing(".[", with: "[")
        return Statement(
            field.isEmpty
                ? SCTSentence.malformed(reason, byte: offset) : .malformedField(field, reason, byte: offset))
    }

    /// One line: the field, the reason, the byte.
    public var description: String { statement.english }
}

extension SCTError.Reason: Sentence, CustomStringConvertible {
    package static let topic = "sct"

    /// The reason in words, without place.
    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .truncated(let needed, let available):
            LocalizedText("\(needed) bytes announced, \(available) left", "声明 \(needed) 字节，只剩 \(available) 字节")
        case .trailingData(let count):
            LocalizedText(count == 1 ? "1 byte too many" : "\(count) bytes too many", "多出 \(count) 字节")
        case .empty: LocalizedText("nothing where something must be", "应有内容之处为空")
        case .tooMany(let limit): LocalizedText("more than \(limit) timestamps", "时间戳超过 \(limit) 个")
        }
    }

    package var plainName: String {
        switch self {
        case .empty: "empty"
        case .truncated, .trailingData, .tooMany: ""
        }
    }
}
