import HoldfastDiagnostics
import HoldfastLibC
import HoldfastStatements

/// The progress of a scan: one line on the terminal of standard error, with how many servers are done, how many a
/// second, and how long it may take. Nothing elsewhere, where it would stand in a log or a mail.
struct ScanProgress {
    /// The time between two drawings.
    private static let interval = Duration.milliseconds(200)

    private let language: PageLanguage
    private let isShown: Bool
    private let began = ContinuousClock.now
    private var drawn = ContinuousClock.now
    private var count = 0
    private var before = 0
    private var isDrawn = false

    /// Makes a display that has shown nothing yet.
    ///
    /// - Parameter isQuiet: whether nothing is ever shown.
    init(isQuiet: Bool, language: PageLanguage) {
        self.language = language
        isShown = !isQuiet && Descriptor.isTerminal(STDERR_FILENO)
    }

    /// Counts one server more.
    mutating func finished() { count += 1 }

    /// Counts one that was done before the scan was gone on with.
    mutating func finishedBefore() { before += 1 }

    /// Shows the line, where it is time to.
    mutating func draw(_ position: ScanList.Position) {
        guard isShown, drawn.duration(to: .now) >= Self.interval || !isDrawn else { return }
        drawn = .now
        let seconds = began.duration(to: drawn) / .seconds(1)
        Console.progress("\r\u{1b}[K" + Self.line(count, before: before, position, after: seconds).text(in: language))
        isDrawn = true
    }

    /// Takes the line away before something else is written.
    mutating func clear() {
        guard isDrawn else { return }
        Console.progress("\r\u{1b}[K")
        isDrawn = false
    }

    /// The line itself.
    ///
    /// - Parameters:
    ///   - count: servers that are done.
    ///   - before: servers that were done before the scan was gone on with.
    ///   - seconds: how long it has taken so far.
    static func line(
        _ count: Int, before: Int = 0, _ position: ScanList.Position, after seconds: Double
    ) -> LocalizedText {
        let rate = seconds > 0 ? Double(count) / seconds : 0
        let count = count + before
        var english = "[\(count)] \(Int(rate.rounded())) a second"
        var chinese = "[\(count)] 每秒 \(Int(rate.rounded()))"
        // So many as have been read of so much of the file.
        let total =
            position.isAtEnd ? Double(position.jobs) : position.share.map { Double(position.jobs) / max($0, 0.001) }
        if let total, rate > 0, total > Double(count) {
            let left = Int(((total - Double(count)) / rate).rounded(.up))
            let done = Int((100 * Double(count) / total).rounded(.down))
            let time = left < 120 ? ("\(left) s", "\(left) 秒") : ("\((left + 59) / 60) min", "\((left + 59) / 60) 分钟")
            english += ", \(done) %, \(time.0) left"
            chinese += "，\(done)%，剩余约 \(time.1)"
        }
        return LocalizedText(english + " …", chinese + " …")
    }
}
