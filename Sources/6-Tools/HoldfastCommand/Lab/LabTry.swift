import HoldfastCrypto
import HoldfastDelayLine
import HoldfastDiagnostics
import HoldfastTestBed

/// `holdfast lab --try NAME…`: a server of the catalogue started, judged, told of, and stopped.
struct LabTry {
    private let entries: [BadServer]
    private let lab: JudgedLab
    private let isJSON: Bool
    private let page: String?
    private var manner: VerdictManner

    /// Prepares the trial of some servers.
    ///
    /// - Parameters:
    ///   - testing: where they listen.
    ///   - line: the delay line before them; nil for none.
    init(
        _ entries: [BadServer], _ testing: LabTesting, in folder: TemporaryFolder, _ invocation: Invocation,
        behind line: DelayLine?
    ) throws(CommandError) {
        self.entries = entries
        lab = JudgedLab(entries, testing, in: folder, behind: line)
        isJSON = invocation.has(.json)
        page = invocation.value(.report)
        manner = try VerdictManner(invocation)
    }

    /// Prints verdict and story of each, in the order of their names.
    ///
    /// - Returns: the verdict's exit code; of several the worst.
    func run() async throws(CommandError) -> ExitCode {
        let judged = try lab.judge()
        defer { judged.stop() }
        var rows: [CatalogueReport.Row?] = Array(repeating: nil, count: entries.count)
        var next = 0
        for await (index, report) in judged.reports {
            rows[index] = CatalogueReport.Row(entries[index], report)
            while next < rows.count, let row = rows[next] {
                show(row, of: entries[next], isFirst: next == 0)
                next += 1
            }
        }
        let told = CatalogueReport(at: SystemClock.now(), rows: rows.compactMap(\.self))
        if let page { try LabPage.write(told, to: page) }
        return ExitCode(status: VerdictReport.exitCode(ofAll: told.rows.map(\.report.exitCode)))
    }

    private func show(_ row: CatalogueReport.Row, of entry: BadServer, isFirst: Bool) {
        if isJSON {
            Output.line(of: LabVerdict(row))
            return
        }
        var text = isFirst ? "" : "\n"
        // A verdict has its own lines; what kept the server from one is an error, as check has it.
        var manner = manner
        if row.report.failure == nil { text += manner.text(of: row.report) + "\n" }
        if let complaint = manner.complaint(about: row.report) {
            Console.result(text)
            text = ""
            Console.complain(complaint)
        }
        Console.result(
            text
                + row.storyText(
                    source: entry.source, Console.resultStyle, width: Descriptor.columns, language: manner.language))
    }
}
