import HoldfastDiagnostics
import HoldfastLibC
import HoldfastStatements

/// The progress of a command with several targets: one line on the terminal of standard error, overwritten as targets
/// are done, and taken away at the end. Nothing elsewhere, where it would stand in a log or a mail, and for one target.
struct Progress {
    private let total: Int
    private let language: PageLanguage
    private let isTerminal = Descriptor.isTerminal(STDERR_FILENO)
    private var count = 0
    private var isDrawn = false

    /// Makes a display that has shown nothing yet.
    init(total: Int, language: PageLanguage = .english) {
        self.total = total
        self.language = language
    }

    /// Counts one target more.
    mutating func finished() { count += 1 }

    /// Shows the line, on a terminal.
    mutating func draw() {
        guard total > 1, isTerminal, count < total else { return }
        let words = LocalizedText("checking", "正在检查").text(in: language)
        Console.progress("\r\u{1b}[K[\(count)/\(total)] \(words) …")
        isDrawn = true
    }

    /// Takes the line away before something else is written.
    mutating func clear() {
        guard isDrawn else { return }
        Console.progress("\r\u{1b}[K")
        isDrawn = false
    }
}

/// The line about a single target that takes its time, on a terminal; nothing elsewhere.
enum SlowTarget {
    /// Waits for some work; after a second a line tells how long it has taken, and is taken away at the end.
    ///
    /// - Parameter name: what is worked on; nil for no line.
    static func during<Result>(_ name: String?, _ work: () async -> Result) async -> Result {
        guard let name, Descriptor.isTerminal(STDERR_FILENO) else { return await work() }
        let line = Task {
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                seconds += 1
                Console.progress("\r\u{1b}[K\(Wording.line(name)) … \(seconds) s")
            }
            if seconds > 0 { Console.progress("\r\u{1b}[K") }
        }
        let result = await work()
        line.cancel()
        await line.value
        return result
    }
}
