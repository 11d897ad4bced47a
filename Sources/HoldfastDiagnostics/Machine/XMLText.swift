/// Text as XML 1.0 that means that text.
enum XMLText {
    /// Escapes what XML gives a meaning, in content and in quoted attributes; what XML 1.0 forbids is made visible.
    ///
    /// Escaping does not help there: `&#27;` is as forbidden as the character (XML 1.0 §2.2, §4.1), and a parser that
    /// meets it drops the whole document.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in SafeText.line(text).unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "\u{fffe}", "\u{ffff}":
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// An element with attributes and, where there are any, lines of content.
    static func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ content: [String] = []) -> String
    {
        let list = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return content.isEmpty
            ? "<\(name)\(list)/>" : "<\(name)\(list)>" + content.joined(separator: "\n") + "</\(name)>"
    }
}
