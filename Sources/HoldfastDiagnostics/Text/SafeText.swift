/// Text of strangers made fit to be shown: names in certificates, header fields, file names.
public enum SafeText {
    /// Marks on one letter; more make a tower that covers other lines (UTS #39 §5.4).
    private static let marksOnALetter = 4

    /// The text on one line, with every character that controls a terminal or the direction of writing escaped, and
    /// every mark that makes a tower of its letter.
    ///
    /// Left as they are, an ESC in a common name rewrites the screen (CWE-150), and U+202E shows one name as another.
    /// Escapes have Swift's form, `\u{1b}`; other text is unchanged.
    public static func line(_ text: String) -> String {
        // What most text is made of needs no table.
        if text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            if isUnsafe(scalar) || marks > marksOnALetter {
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        default: false
        }
    }
}
