import HoldfastLibC

/// The progress of a command with several targets, on standard error.
///
/// On a terminal one line that is overwritten; elsewhere a line for each target that is done, or, where the results
/// themselves tell it, one at the start. Nothing for one target.
struct Progress {
    private let total: Int
    private let hasTellingResults: Bool
    private let isTerminal = Descriptor.isTerminal(STDERR_FILENO)
    private var count = 0
    private var isDrawn = false

    /// Makes a display that has shown nothing yet.
    ///
    /// - Parameter hasTellingResults: whether results come one by one, a line each.
    init(total: Int, hasTellingResults: Bool = false) {
        self.total = total
        self.hasTellingResults = hasTellingResults
        if hasTellingResults, !isTerminal { Console.note("judging \(total) \(total == 1 ? "server" : "servers")") }
    }

    mutating func finished(_ name: String, exitCode: Int32) {
        count += 1
        guard total > 1, !isTerminal, !hasTellingResults else { return }
        Console.note("[\(count)/\(total)] \(Wording.line(name)) \(exitCode == 0 ? "trusted" : "exit \(exitCode)")")
    }

    /// Shows the line, on a terminal.
    mutating func draw() {
        guard total > 1, isTerminal, count < total else { return }
        Console.progress("\r\u{1b}[K[\(count)/\(total)] checking …")
        isDrawn = true
    }

    /// Takes the line away before something else is written.
    mutating func clear() {
        guard isDrawn else { return }
        Console.progress("\r\u{1b}[K")
        isDrawn = false
    }
}
