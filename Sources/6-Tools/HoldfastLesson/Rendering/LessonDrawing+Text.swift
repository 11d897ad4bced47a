import HoldfastDiagnostics
import HoldfastStatements

/// A drawing as lines of text: a line down the left side, and the ways from each station branching off.
struct LessonDrawingText {
    let language: PageLanguage
    let style: TextStyle

    private static let width = 80

    func lines(of drawing: LessonDrawing) -> [String] {
        var lines = ["  " + style.strong(told(drawing.title))]
        for (index, station) in drawing.stations.enumerated() {
            let isLast = index == drawing.stations.count - 1
            let rail = isLast ? " " : "│"
            lines += block(station.words, first: "    ● ", rest: "    \(rail) ")
            for (place, way) in station.ways.enumerated() {
                let isLastWay = place == station.ways.count - 1
                lines += branch(way, rail: rail, isLast: isLastWay)
            }
            if !isLast { lines.append("    │") }
        }
        return lines
    }

    private func branch(_ way: LessonDrawing.Way, rail: String, isLast: Bool) -> [String] {
        let first = "    \(rail)   " + (isLast ? "└─ " : "├─ ")
        let rest = "    \(rail)   " + (isLast ? "   " : "│  ")
        let goal = Self.sign(way.end) + " " + told(way.goal)
        return block(way.label, first: first, rest: rest)
            + WrappedText.lines(goal, width: Self.width - 15).enumerated().map { index, line in
                rest + (index == 0 ? "" : "  ") + paint(way.end, line)
            }
    }

    private func block(_ words: LocalizedText, first: String, rest: String) -> [String] {
        WrappedText.lines(told(words), width: Self.width - WrappedText.columnCount(of: first)).enumerated().map {
            ($0.offset == 0 ? first : rest) + $0.element
        }
    }

    private static func sign(_ end: LessonDrawing.Way.End) -> String {
        switch end {
        case .on: "↓"
        case .back: "↑"
        case .good: "✓"
        case .bad: "✗"
        }
    }

    private func paint(_ end: LessonDrawing.Way.End, _ line: String) -> String {
        switch end {
        case .good: style.good(line)
        case .bad: style.bad(line)
        case .on, .back: line
        }
    }

    private func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }
}
