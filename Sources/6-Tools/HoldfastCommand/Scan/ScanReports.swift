import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements

extension CommandOption {
    static let metrics = CommandOption(
        "--metrics", "FILE", in: .output,
        help: "also write the numbers to this file, for Prometheus: name it NAME.prom in the folder of node_exporter",
        chinese: "另把数字写入此文件（供 Prometheus 使用）：在 node_exporter 的文件夹中取名为 NAME.prom")
}

/// The files that tell of a scan as a whole: `--report` and `--metrics`. Memory is bounded whatever its length.
struct ScanReports {
    private let page: ReportFile?
    private let metrics: ReportFile?
    private let language: PageLanguage
    private var highlights = ScanHighlights()

    /// Finds out whether what was asked for can be written, before anything else is done.
    ///
    /// - Parameter page: the file of `--report`; nil for none.
    init(_ invocation: Invocation, page: ReportFile?) throws(CommandError) {
        self.page = page
        language = try LanguageOption.parse(invocation)
        metrics = try ReportFile(.metrics, invocation) { hasJSON in
            .usage(
                hasJSON
                    ? UsageSentence.standardOutputHasJSON(option: CommandOption.metrics.name)
                    : .standardOutputHasTable(option: CommandOption.metrics.name), hint: UsageAdvice.addQuiet)
        }
    }

    mutating func add(_ result: ScanResult) {
        if page != nil || metrics != nil { highlights.add(result) }
    }

    mutating func add(_ gone: ScanDifferenceReport) { highlights.add(gone) }

    /// Writes both, and throws the first failure after that.
    func finish(_ summary: ScanSummary) throws(CommandError) {
        var failure: CommandError?
        if let page {
            let html = ScanPage(summary, highlights, language: language, at: SystemClock.now()).html
            do throws(CommandError) { try page.write(html) } catch { failure = error }
        }
        if let metrics {
            let text = ScanMetrics(summary, highlights, version: HelpText.version).text
            do throws(CommandError) { try metrics.write(text) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
