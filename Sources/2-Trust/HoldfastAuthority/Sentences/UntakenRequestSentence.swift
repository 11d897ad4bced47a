public import HoldfastStatements
import HoldfastX509

extension UntakenRequest: Sentence, CustomStringConvertible {
    package static let topic = "untakenRequest"

    /// The field as a statement, without the values of what is not understood.
    public var statement: Statement { Statement(self) }

    /// The field in English words.
    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .subject(let name): LocalizedText("the subject \(name)", "主题 \(name)")
        case .alternativeName(let name): LocalizedText("the name \(name)", "名称 \(name)")
        case .requestedExtension(let asked):
            Self.with(
                Self.value(of: asked),
                LocalizedText(
                    "the extension \(asked.oid.name ?? asked.oid.description)",
                    "扩展 \(asked.oid.name ?? asked.oid.description)"))
        case .attribute(let type):
            LocalizedText("the attribute \(type.name ?? type.description)", "属性 \(type.name ?? type.description)")
        case .challengePassword: LocalizedText("the challenge password", "质询口令")
        }
    }

    package var plainName: String { if case .challengePassword = self { "challengePassword" } else { "" } }

    private static func with(_ value: LocalizedText?, _ words: LocalizedText) -> LocalizedText {
        guard let value else { return words }
        return LocalizedText("\(words.english) (\(value.english))", "\(words.chinese)（\(value.chinese)）")
    }

    private static func value(of asked: Extension) -> LocalizedText? {
        switch asked.oid {
        case .basicConstraints:
            (try? BasicConstraints(der: asked.value)).map {
                $0.isCA ? LocalizedText("to be a CA", "成为 CA") : LocalizedText("not to be a CA", "不成为 CA")
            }
        case .keyUsage: (try? KeyUsage(der: asked.value)).map { .same($0.description) }
        case .extendedKeyUsage:
            (try? ExtendedKeyUsage(der: asked.value)).map {
                .same($0.purposes.map { $0.name ?? $0.description }.joined(separator: ", "))
            }
        default: nil
        }
    }
}
