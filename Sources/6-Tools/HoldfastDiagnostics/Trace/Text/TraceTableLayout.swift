import HoldfastTracing
import HoldfastStatements

/// The packet table's columns; on narrow terminals Info stands below the others.
struct TraceTableLayout {
    let width: Int?
    let style: TextStyle
    let language: PageLanguage

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
        let words = [TraceWord.number, .time, .source, .protocolName, .length].map(told)
        let line = columns(words[0], words[1], words[2], words[3], words[4])
        return style.strong(isNarrow ? Self.trimmed(line) : line + told(.info))
    }

    func lines(of row: TraceRow) -> [String] {
        let isFirst = row.isFirstOfEvent
        let source = row.event.sender.map { told($0 == .client ? .client : .server) } ?? ""
        let start = columns(
            isFirst ? "\(row.event.number)" : "", isFirst ? TraceTime.text(row.event.time) : "", source,
            row.protocolName, row.length.map(String.init) ?? "")
        let info = wrapped(SafeText.line(row.info.line.text(in: language)), infoWidth).map { styled($0, row.info.tone) }
        if isNarrow { return [Self.trimmed(start)] + info.map { "    " + $0 } }
        let space = String(repeating: " ", count: Self.fixed)
        return info.enumerated().map { index, line in (index == 0 ? start : space) + line }
    }

    /// Fields, those inside of others further right.
    func lines(of fields: [TraceField], indent: Int) -> [String] {
        fields.flatMap { field in
            let space = String(repeating: " ", count: indent)
            let value = field.words.text(in: language)
            let text = SafeText.line(value.isEmpty ? field.name : "\(field.name): \(value)")
            let lines = wrapped(text, max(16, (width ?? .max) - indent - 2)).enumerated().map { index, line in
                style.faint(space + (index == 0 ? "" : "  ") + line)
            }
            let remark = field.remark.map { self.remark($0, indent: indent + 2) } ?? []
            return lines + remark + self.lines(of: field.fields, indent: indent + 2)
        }
    }

    private func remark(_ remark: TraceRemark, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        return wrapped(remark.cited.text(in: language), max(16, (width ?? .max) - indent - 2)).map {
            style.faint(space + $0)
        }
    }

    private func told(_ word: TraceWord) -> String { word.words.text(in: language) }

    private func styled(_ line: String, _ tone: TraceInfo.Tone) -> String {
        switch tone {
        case .plain: line
        case .good: style.good(line)
        case .bad: style.bad(line)
        }
    }

    private func columns(_ number: String, _ time: String, _ source: String, _ name: String, _ length: String) -> String
    {
        number.rightAligned(in: 4) + " " + time.rightAligned(in: 10) + "  " + source.padded(to: 6) + "  "
            + name.padded(to: 8)
            + " " + length.rightAligned(in: 6) + "   "
    }

    /// Words that are longer than the column are broken too: a digest has no blank.
    private func wrapped(_ text: String, _ width: Int) -> [String] {
        let lines = WrappedText.lines(text, width: width).flatMap { line -> [String] in
            var rest = Substring(line)
            var pieces: [String] = []
            while WrappedText.columnCount(of: String(rest)) > width {
                let piece = WrappedText.beginning(of: rest, columns: width)
                pieces.append(String(piece))
                rest = rest.dropFirst(piece.count)
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
}
