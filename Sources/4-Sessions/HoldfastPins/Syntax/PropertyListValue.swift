import FoundationEssentials
import HoldfastX509

/// A value of a property list that is written.
package indirect enum PropertyListValue {
    case text(String)
    case flag(Bool)
    case number(Int)
    case data([UInt8])
    case list([PropertyListValue])
    case dictionary([(key: String, value: PropertyListValue)])
    /// A value with a comment before it, which the binary form leaves out.
    case commented(String, PropertyListValue)

    /// The value with a pin's label before it.
    func labelled(_ label: PinLabel?) -> PropertyListValue { label.map { .commented("\($0)", self) } ?? self }

    /// XML, always the same for the same value (Apple's PropertyList-1.0.dtd).
    package var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(lines(indentation: "").joined(separator: "\n"))
        </plist>

        """
    }

    private func lines(indentation: String) -> [String] {
        switch self {
        case .text(let text): return ["\(indentation)<string>\(XMLText.escaped(text))</string>"]
        case .flag(let flag): return ["\(indentation)<\(flag)/>"]
        case .number(let number): return ["\(indentation)<integer>\(number)</integer>"]
        case .data(let bytes): return ["\(indentation)<data>\(Base64.encode(bytes))</data>"]
        case .list(let values):
            let inside = values.flatMap { $0.lines(indentation: indentation + "  ") }
            return ["\(indentation)<array>"] + inside + ["\(indentation)</array>"]
        case .dictionary(let entries):
            let inside = entries.flatMap { key, value in
                ["\(indentation)  <key>\(XMLText.escaped(key))</key>"] + value.lines(indentation: indentation + "  ")
            }
            return ["\(indentation)<dict>"] + inside + ["\(indentation)</dict>"]
        case .commented(let comment, let value):
            return [indentation + XMLText.comment(comment)] + value.lines(indentation: indentation)
        }
    }

    /// The binary form.
    func binary() throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return Array(try encoder.encode(self))
    }
}

extension PropertyListValue: Encodable {
    /// A key of a dictionary.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .flag(let flag): try flag.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .data(let bytes):
            var container = encoder.singleValueContainer()
            try container.encode(Data(bytes))
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .dictionary(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in entries { try container.encode(value, forKey: Key(stringValue: key)) }
        case .commented(_, let value): try value.encode(to: encoder)
        }
    }
}

enum XMLText {
    /// A comment, in which no two hyphens stand beside each other (XML 1.0 §2.5).
    static func comment(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "-", result.hasSuffix("-") { result += " " }
            switch scalar {
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "<!-- \(result) -->"
    }

    /// Text inside an element or an attribute; what XML 1.0 cannot hold becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
