import HoldfastX509

/// The outcome of a scan as Nagios, Icinga and their like take it from a plugin: one line, figures behind a bar, and
/// one of four exit codes (Monitoring Plugins Development Guidelines, "Plugin Output" and "Plugin Return Codes").
package struct ScanNagios: Sendable {
    /// The state of a service, by its exit code.
    package enum State: Int32, Sendable {
        case ok = 0
        case warning = 1
        case critical = 2
        case unknown = 3

        /// The word in front of the line.
        package var word: String {
            switch self {
            case .ok: "OK"
            case .warning: "WARNING"
            case .critical: "CRITICAL"
            case .unknown: "UNKNOWN"
            }
        }
    }

    package let state: State
    /// The line, without a line end.
    package let line: String

    /// Causes that are named; the line may be sent as a text message.
    private static let mostCauses = 3

    /// Makes the outcome of a scan.
    ///
    /// - Parameter isWhole: whether every line of the list could be read.
    package init(_ summary: ScanSummary, isWhole: Bool = true) {
        let (errors, warnings) = (summary.count(of: .error), summary.count(of: .warning))
        if errors > 0 {
            state = .critical
        } else if summary.results == 0 || !isWhole {
            state = .unknown
        } else {
            state = warnings > 0 ? .warning : .ok
        }
        var text = "\(summary.results - errors) of \(summary.results) trusted"
        let rows = errors > 0 ? summary.causes.rows : summary.warnings.rows
        let told = rows.prefix(Self.mostCauses).map { row in
            let names = row.examples.prefix(2).joined(separator: ", ") + (row.count > 2 ? ", …" : "")
            return "\(row.code) \(row.count) (\(names))"
        }
        if !told.isEmpty { text += "; " + told.joined(separator: "; ") }
        if !isWhole { text += "; some lines of the list are wrong" }
        if let end = summary.firstEnd {
            text += "; next to expire: \(end.title) in \(max(0, end.seconds) / 86_400) d"
        }
        line = Self.line(state, text) + " | " + Self.figures(of: summary)
    }

    /// The line of a scan that could not be made.
    package static func failed(_ message: String) -> String { line(.unknown, message) }

    /// The text before the bar: a bar in it would begin the figures.
    private static func line(_ state: State, _ text: String) -> String {
        "HOLDFAST \(state.word) - " + SafeText.line(text).replacing("|", with: "/")
    }

    /// Figures as `label=value[unit];[warning];[critical];[least]`.
    private static func figures(of summary: ScanSummary) -> String {
        var figures = ["servers=\(summary.results);;;0"]
        for (label, level) in [("errors", ScanLevel.error), ("warnings", .warning), ("notes", .note)] {
            figures.append("\(label)=\(summary.count(of: level));;;0")
        }
        if let end = summary.firstEnd { figures.append("first_end=\(max(0, end.seconds))s;;;0") }
        figures.append("time=\(max(0, summary.seconds))s;;;0")
        return figures.joined(separator: " ")
    }
}
