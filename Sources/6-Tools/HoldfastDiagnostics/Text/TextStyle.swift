/// The styling of text for people: none, or a terminal's colours.
public enum TextStyle: Sendable {
    /// Letters only: for files, pipes and terminals that want none.
    case plain
    /// ECMA-48 colours.
    case coloured

    package func good(_ text: String) -> String { applying(text, "1;32") }
    package func bad(_ text: String) -> String { applying(text, "1;31") }
    package func warning(_ text: String) -> String { applying(text, "33") }
    package func strong(_ text: String) -> String { applying(text, "1") }
    package func faint(_ text: String) -> String { applying(text, "2") }

    private func applying(_ text: String, _ parameters: String) -> String {
        self == .coloured && !text.isEmpty ? "\u{1b}[\(parameters)m\(text)\u{1b}[0m" : text
    }
}

/// Text broken into lines for a terminal: at blanks, and between Chinese characters, which take two columns.
package enum WrappedText {
    /// The lines of a paragraph, none wider than `width` columns unless a single word is.
    package static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var columns = 0
        for atom in atoms(of: text) {
            let blank = atom.isAfterBlank && !line.isEmpty ? 1 : 0
            let count = columnCount(of: atom.text)
            if columns + blank + count > width, !line.isEmpty {
                lines.append(line)
                (line, columns) = (atom.text, count)
            } else {
                line += (blank == 1 ? " " : "") + atom.text
                columns += blank + count
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// The first characters of a text, as many as fit into some columns; one at least.
    package static func beginning(of text: some StringProtocol, columns: Int) -> Substring {
        var rest = columns
        let fitting = text.prefix { character in
            rest -= columnCount(of: String(character))
            return rest >= 0
        }
        return Substring(fitting.isEmpty ? text.prefix(1) : fitting)
    }

    /// The columns that a text takes.
    package static func columnCount(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
    }

    private struct Atom {
        var text: String
        var isAfterBlank: Bool
    }

    /// A piece of text that may not be broken: a word, or a Chinese character with its punctuation.
    private static func atoms(of text: String) -> [Atom] {
        var atoms: [Atom] = []
        var isAfterBlank = false
        // Whether the next character continues the last atom.
        var isOpen = false
        for character in text {
            if character.isWhitespace {
                (isAfterBlank, isOpen) = (true, false)
                continue
            }
            let isIdeograph = character.unicodeScalars.contains(where: isWide)
            let isGlued = isOpen || (closing.contains(character) && !isAfterBlank)
            if isGlued, !isIdeograph || closing.contains(character) || endsOpen(atoms), !atoms.isEmpty {
                atoms[atoms.count - 1].text.append(character)
            } else {
                atoms.append(Atom(text: String(character), isAfterBlank: isAfterBlank))
            }
            isOpen = opening.contains(character) || (!isIdeograph && !closing.contains(character))
            isAfterBlank = false
        }
        return atoms
    }

    private static func endsOpen(_ atoms: [Atom]) -> Bool {
        atoms.last?.text.last.map(opening.contains) == true
    }

    /// No line begins with one of these, and none ends with one of those (GB/T 15834, and JIS X 4051 alike).
    private static let closing: Set<Character> = ["，", "。", "；", "：", "！", "？", "、", "）", "”", "》", "』", "」"]
    private static let opening: Set<Character> = ["（", "“", "《", "『", "「"]

    /// East Asian Wide and Fullwidth (UAX #11), as far as these texts go.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
            0xff00...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
            true
        default: false
        }
    }
}

extension String {
    /// The text with blanks behind it, up to so many columns.
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - WrappedText.columnCount(of: self)))
    }

    /// The text with blanks before it, up to so many columns.
    func rightAligned(in columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - WrappedText.columnCount(of: self))) + self
    }
}
