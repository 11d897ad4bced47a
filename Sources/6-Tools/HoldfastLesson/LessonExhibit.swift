package import HoldfastDiagnostics
package import HoldfastStatements
import HoldfastX509

/// An exhibit of a step: bytes taken apart, values with their names, a verdict, or a drawing.
package enum LessonExhibit: Sendable {
    case rows(title: LocalizedText, [LessonRow])
    case verdict(VerdictReport)
    case drawing(LessonDrawing)

    static func rows(_ english: String, _ chinese: String, _ rows: [LessonRow]) -> LessonExhibit {
        .rows(title: LocalizedText(english, chinese), rows)
    }

    /// Bytes that lie one behind the other.
    static func bytes(_ english: String, _ chinese: String, _ annotated: AnnotatedBytes) -> LessonExhibit {
        let count = annotated.bytes.count
        return .rows("\(english) (\(count) bytes)", "\(chinese)（\(count) 字节）", annotated.rows)
    }
}

/// A value with its meaning.
package struct LessonRow: Sendable {
    package enum Value: Hashable, Sendable {
        case bytes([UInt8])
        case text(String)
        case words(LocalizedText)
    }

    package let meaning: LocalizedText
    package let value: Value
    /// The offset of the bytes in what is taken apart.
    package let offset: Int?

    private init(_ english: String, _ chinese: String, _ value: Value, offset: Int? = nil) {
        (meaning, self.value, self.offset) = (LocalizedText(english, chinese), value, offset)
    }

    init(_ english: String, _ chinese: String, _ bytes: [UInt8], offset: Int? = nil) {
        self.init(english, chinese, .bytes(bytes), offset: offset)
    }

    init(_ english: String, _ chinese: String, text: String) { self.init(english, chinese, .text(text)) }

    init(_ english: String, _ chinese: String, words: LocalizedText) { self.init(english, chinese, .words(words)) }

    /// Bytes that are shown: a line of a terminal holds no more.
    private static let shownBytes = 20

    /// The value as it is shown: hexadecimal, shortened in the middle with the count of bytes.
    package var shown: LocalizedText {
        switch value {
        case .words(let words): words
        case .text(let text): LocalizedText(text, text)
        case .bytes(let bytes):
            LocalizedText(Self.digits(of: bytes), Self.digits(of: bytes))
        }
    }

    private static func digits(of bytes: [UInt8]) -> String {
        guard bytes.count > shownBytes else { return HexString.encode(bytes, separator: " ") }
        return HexString.encode(bytes.prefix(14), separator: " ") + " … "
            + HexString.encode(bytes.suffix(2), separator: " ") + " (\(bytes.count) B)"
    }
}

/// Bytes that are put together piece by piece, each with its meaning.
struct AnnotatedBytes: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var rows: [LessonRow] = []

    mutating func add(_ piece: [UInt8], _ english: String, _ chinese: String) {
        rows.append(LessonRow(english, chinese, piece, offset: bytes.count))
        bytes += piece
    }
}
