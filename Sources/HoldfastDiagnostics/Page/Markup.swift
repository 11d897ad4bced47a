/// Text as HTML that means that text.
enum Markup {
    /// Escapes what HTML gives a meaning, in content and in quoted attributes; controls are made visible first.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in SafeText.line(text).unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    static func element(_ name: String, _ classes: String = "", _ text: String) -> String {
        let attribute = classes.isEmpty ? "" : " class=\"\(classes)\""
        return "<\(name)\(attribute)>\(escaped(text))</\(name)>"
    }
}
