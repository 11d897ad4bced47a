/// Text of strangers made fit to be shown: names in certificates, header fields, file names.
public enum SafeText {
    /// The text on one line, with every character that controls a terminal or the direction of writing escaped.
    ///
    /// Left as they are, an ESC in a common name rewrites the screen (CWE-150), and U+202E shows one name as another.
    /// Escapes have Swift's form, `\u{1b}`; other text is unchanged.
    public static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        default: false
        }
    }
}
