import Foundation

/// A value of a property list that is written.
indirect enum PropertyListValue {
    case text(String)
    case flag(Bool)
    case list([PropertyListValue])
    case dictionary([(key: String, value: PropertyListValue)])

    /// XML, always the same for the same value (Apple's PropertyList-1.0.dtd).
    var xml: String {
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
        case .list(let values):
            let inside = values.flatMap { $0.lines(indentation: indentation + "  ") }
            return ["\(indentation)<array>"] + inside + ["\(indentation)</array>"]
        case .dictionary(let entries):
            let inside = entries.flatMap { key, value in
                ["\(indentation)  <key>\(XMLText.escaped(key))</key>"] + value.lines(indentation: indentation + "  ")
            }
            return ["\(indentation)<dict>"] + inside + ["\(indentation)</dict>"]
        }
    }

    /// The binary form.
    func binary() throws -> [UInt8] {
        Array(try PropertyListSerialization.data(fromPropertyList: foundation, format: .binary, options: 0))
    }

    private var foundation: Any {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag
        case .list(let values): values.map(\.foundation)
        case .dictionary(let entries):
            Dictionary(entries.map { ($0.key, $0.value.foundation) }, uniquingKeysWith: { first, _ in first })
        }
    }
}

enum XMLText {
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
