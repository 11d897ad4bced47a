import HoldfastJSON

/// Text of strangers made fit to be shown: names in certificates, header fields, file names.
package enum SafeText {
    /// Marks on one letter; more make a tower that covers other lines (UTS #39 §5.4).
    private static let marksOnALetter = 4

    /// The text on one line, with every character that controls a terminal or the direction of writing escaped, and
    /// every mark that makes a tower of its letter.
    ///
    /// Left as they are, an ESC in a common name rewrites the screen (CWE-150), and U+202E shows one name as another.
    /// Escapes have Swift's form, `\u{1b}`; other text is unchanged.
    package static func line(_ text: String) -> String {
        // What most text is made of needs no table.
        if text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            if JSONText.isUnsafe(scalar) || marks > marksOnALetter {
                result.append(contentsOf: visible(scalar).unicodeScalars)
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

    /// A language in which some characters are markup.
    package enum Markup {
        /// HTML, where the apostrophe is escaped as well.
        case html
        /// XML 1.0, where every character that it forbids is made visible: controls, U+FFFE and U+FFFF.
        ///
        /// Escaping does not help there: `&#27;` is as forbidden as the character (XML 1.0 §2.2, §4.1), and a parser
        /// that meets it drops the whole document.
        case xml
    }

    /// Escapes the characters that are markup, in content and in quoted attributes; controls are made visible first.
    package static func escaped(_ text: String, for markup: Markup) -> String {
        var result = String.UnicodeScalarView()
        for scalar in line(text).unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'" where markup == .html: result.append(contentsOf: "&#39;".unicodeScalars)
            case "\u{fffe}" where markup == .xml, "\u{ffff}" where markup == .xml:
                result.append(contentsOf: visible(scalar).unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A character as its number, in Swift's form of an escape.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16))}"
    }
}
