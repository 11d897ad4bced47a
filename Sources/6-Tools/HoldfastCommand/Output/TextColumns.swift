import HoldfastDiagnostics

/// Text for people, folded to a number of columns.
enum TextColumns {
    /// The columns of lists that are printed as results, where no terminal says how many there are.
    static let usualWidth = 100

    /// Two columns; a long left side stands on a line of its own, a long right side is broken.
    static func columns(_ rows: [(String, String)], width: Int = usualWidth) -> String {
        let left = min(width / 3, 30, rows.map(\.0.count).max() ?? 0)
        var text = ""
        for (name, words) in rows {
            let lines = wrapped(words, width: width - left - 4)
            if name.count > left {
                text += "  \(name)\n"
                text += "  \(spaces(left))  \(lines[0])\n"
            } else {
                text += "  \(name)\(spaces(left - name.count))  \(lines[0])\n"
            }
            for line in lines.dropFirst() { text += "  \(spaces(left))  \(line)\n" }
        }
        return text
    }

    /// Paragraphs with empty lines between them.
    ///
    /// Lines that begin with four spaces keep their ends. One that begins with a word and then two spaces or more is a
    /// row of a table, and the lines below that begin with a space go on with it.
    static func paragraphs(_ text: String, width: Int) -> String {
        var result = ""
        for paragraph in text.split(separator: "\n\n", omittingEmptySubsequences: false) {
            if !result.isEmpty { result += "\n" }
            let lines = paragraph.split(separator: "\n").map(String.init)
            let rows = table(lines)
            if !rows.isEmpty {
                result += columns(rows, width: width)
            } else if lines.first?.hasPrefix("    ") == true {
                result += lines.map { $0 + "\n" }.joined()
            } else {
                let words = lines.joined(separator: " ")
                result += wrapped(words, width: width).map { $0 + "\n" }.joined()
            }
        }
        return result
    }

    /// The rows of a paragraph that is a table; none for any other.
    private static func table(_ lines: [String]) -> [(String, String)] {
        var rows: [(String, String)] = []
        for line in lines {
            if line.hasPrefix(" "), let last = rows.indices.last {
                rows[last].1 += " " + String(line.drop { $0 == " " })
                continue
            }
            guard let gap = line.firstRange(of: "  "), !line.hasPrefix(" ") else { return [] }
            rows.append((String(line[..<gap.lowerBound]), String(line[gap.upperBound...].drop { $0 == " " })))
        }
        return rows
    }

    /// A command line to be pasted, indented, and broken before options as a shell takes it.
    static func commandLine(_ line: String, width: Int) -> String {
        var lines = [""]
        for (index, part) in line.split(separator: " --", omittingEmptySubsequences: false).enumerated() {
            let piece = index == 0 ? String(part) : "--" + String(part)
            let last = lines[lines.count - 1]
            // Two columns of indent, and two for the backslash.
            if !last.isEmpty, last.count + 1 + piece.count > width - 4 {
                lines.append("    " + piece)
            } else {
                lines[lines.count - 1] = last.isEmpty ? piece : last + " " + piece
            }
        }
        return lines.map { "  " + $0 }.joined(separator: " \\\n") + "\n"
    }

    /// A text broken between words; a word that is longer than the width stays whole.
    static func wrapped(_ text: String, width: Int) -> [String] {
        let lines = WrappedText.lines(text, width: width)
        return lines.isEmpty ? [""] : lines
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
