/// A sentence as a value: an identifier with typed arguments, which is rendered in each language.
///
/// What is said of a chain, of a connection or of a file is such a value. Programs decide by ``identifier`` and
/// ``arguments``, which stay what they are when the words change; people read ``text(in:)``.
public struct Statement: Hashable, Sendable, CustomStringConvertible {
    package let sentence: any Sentence

    package init(_ sentence: any Sentence) { self.sentence = sentence }

    /// A statement of one's own: text that is shown as it is, whatever the language.
    ///
    /// - Parameter text: one sentence without a full stop. Its ``identifier`` is nil.
    public init(verbatim text: String) { self.init(Verbatim(text)) }

    /// The topic and the name of the sentence, `validity.expired` for example; `clauses` for several one after the
    /// other, which ``arguments`` has as `all`; nil for text that has none: data, and what rules of one's own say.
    public var identifier: String? {
        if let cut = sentence as? CutSentence { return cut.identifier }
        if sentence is Verbatim { return nil }
        if sentence is Clauses { return Clauses.topic }
        return "\(type(of: sentence).topic).\(caseName)"
    }

    /// The values that differ from time to time, by name; `value` is one without a name of its own.
    ///
    /// Empty where the words were cut, and for text that has no ``identifier``.
    public var arguments: [String: Argument] {
        if let clauses = sentence as? Clauses { return ["all": .list(clauses.all.map(Argument.statement))] }
        guard !(sentence is Verbatim), !(sentence is CutSentence),
            let values = Mirror(reflecting: sentence).children.first?.value
        else { return [:] }
        let parts = Mirror(reflecting: values)
        guard parts.displayStyle == .tuple else { return Argument(values).map { ["value": $0] } ?? [:] }
        return Dictionary(
            parts.children.compactMap { part in Argument(part.value).map { (Self.name(of: part.label), $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The name of a value; those without one are `.0`, `.1`, … for the language.
    private static func name(of label: String?) -> String {
        guard let label, !label.hasPrefix(".") else { return "value" }
        return label
    }

    /// The sentence in a language, without a full stop.
    public func text(in language: PageLanguage) -> String { sentence.words.text(in: language) }

    /// The sentence in each language.
    package var words: LocalizedText { sentence.words }
    /// The sentence in English, for sentences around it.
    package var english: String { words.english }
    /// The sentence in Chinese, for sentences around it.
    package var chinese: String { words.chinese }

    /// The statement, or one without arguments whose words are cut after so many octets, and say how many there were.
    package func cut(afterOctets most: Int) -> Statement {
        replacingWords {
            LocalizedText(
                Self.cut($0.english, after: most, unit: " octets"), Self.cut($0.chinese, after: most, unit: " 个字节"))
        }
    }

    /// The statement; where the other words differ from its own, one without arguments that has those.
    package func replacingWords(_ replace: (LocalizedText) -> LocalizedText) -> Statement {
        let own = words
        let others = replace(own)
        return others == own ? self : Statement(CutSentence(identifier: identifier, words: others))
    }

    private static func cut(_ text: String, after most: Int, unit: String) -> String {
        guard text.utf8.count > most else { return text }
        // Octets of UTF-8 cut anywhere: what is left of a character at the end is shown as one that cannot be read.
        return String(decoding: text.utf8.prefix(most), as: UTF8.self) + "… (\(text.utf8.count)\(unit))"
    }

    /// The sentence in English.
    public var description: String { text(in: .english) }

    public static func == (left: Statement, right: Statement) -> Bool { left.sentence.isEqual(to: right.sentence) }

    public func hash(into hasher: inout Hasher) { sentence.hash(into: &hasher) }

    /// The name of the enumeration's case.
    private var caseName: String { Mirror(reflecting: sentence).children.first?.label ?? sentence.plainName }
}

extension Statement {
    /// A value within a statement, of the type that programs would expect.
    public enum Argument: Hashable, Sendable {
        /// A name, an address, a point of time as RFC 3339 writes it, or what another program said.
        case text(String)
        case number(Int)
        /// A sentence within the sentence.
        case statement(Statement)
        case list([Argument])

        /// The value of an enumeration's case as programs would expect it; nil for an optional that holds nothing.
        init?(_ value: Any) {
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional {
                guard let held = mirror.children.first else { return nil }
                self.init(held.value)
                return
            }
            switch value {
            case let text as Verbatim: self = .text(text.text)
            case let statement as Statement: self = .statement(statement)
            case let sentence as any Sentence: self = .statement(Statement(sentence))
            case let number as any BinaryInteger: self = .number(Int(clamping: number))
            case let list as [Any]: self = .list(list.compactMap(Argument.init))
            default: self = .text("\(value)")
            }
        }
    }
}
