import HoldfastTracing
import HoldfastWords

/// The packet table's columns; on narrow terminals Info stands below the others.
struct TraceTableLayout {
    let width: Int?
    let style: TextStyle

    /// Columns of everything before Info.
    private static let fixed = 43
    /// The least width of Info beside the other columns.
    private static let leastInfo = 32

    private var isNarrow: Bool { width.map { $0 < Self.fixed + Self.leastInfo } ?? false }

    private var infoWidth: Int {
        guard let width else { return .max }
        return isNarrow ? max(16, width - 4) : width - Self.fixed
    }

    /// nil on narrow terminals, where the words would say less than the lines.
    var heading: String? {
        let words = [TraceWord.number, .time, .source, .protocolName, .length].map(\.words.english)
        let line = columns(words[0], words[1], words[2], words[3], words[4])
        return style.strong(isNarrow ? Self.trimmed(line) : line + TraceWord.info.words.english)
    }

    func lines(of row: TraceRow) -> [String] {
        let isFirst = row.isFirstOfEvent
        let source = row.event.sender.map { $0 == .client ? TraceWord.client : .server }?.words.english ?? ""
        let start = columns(
            isFirst ? "\(row.event.number)" : "", isFirst ? TraceTime.text(row.event.time) : "", source,
            row.protocolName, row.length.map(String.init) ?? "")
        let info = wrapped(SafeText.line(row.info.line.english), infoWidth).map { styled($0, row.info.tone) }
        if isNarrow { return [Self.trimmed(start)] + info.map { "    " + $0 } }
        let space = String(repeating: " ", count: Self.fixed)
        return info.enumerated().map { index, line in (index == 0 ? start : space) + line }
    }

    /// Fields, those inside of others further right.
    func lines(of fields: [TraceField], indent: Int) -> [String] {
        fields.flatMap { field in
            let space = String(repeating: " ", count: indent)
            let text = SafeText.line(field.value.isEmpty ? field.name : "\(field.name): \(field.value)")
            let lines = wrapped(text, max(16, (width ?? .max) - indent - 2)).enumerated().map { index, line in
                style.faint(space + (index == 0 ? "" : "  ") + line)
            }
            let remark = field.remark.map { self.remark($0, indent: indent + 2) } ?? []
            return lines + remark + self.lines(of: field.fields, indent: indent + 2)
        }
    }

    private func remark(_ remark: TraceRemark, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        return wrapped(remark.cited.english, max(16, (width ?? .max) - indent - 2)).map { style.faint(space + $0) }
    }

    private func styled(_ line: String, _ tone: TraceInfo.Tone) -> String {
        switch tone {
        case .plain: line
        case .good: style.good(line)
        case .bad: style.bad(line)
        }
    }

    private func columns(_ number: String, _ time: String, _ source: String, _ name: String, _ length: String) -> String
    {
        Self.right(number, 4) + " " + Self.right(time, 10) + "  " + Self.left(source, 6) + "  " + Self.left(name, 8)
            + " " + Self.right(length, 6) + "   "
    }

    /// Words that are longer than the column are broken too: a digest has no blank.
    private func wrapped(_ text: String, _ width: Int) -> [String] {
        let lines = WrappedText.lines(text, width: width).flatMap { line -> [String] in
            var rest = Substring(line)
            var pieces: [String] = []
            while rest.count > width {
                pieces.append(String(rest.prefix(width)))
                rest = rest.dropFirst(width)
            }
            return pieces + [String(rest)]
        }
        return lines.isEmpty ? [""] : lines
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
