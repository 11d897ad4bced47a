import HoldfastCrypto
import HoldfastDelayLine
import HoldfastDiagnostics
import HoldfastLibC
import HoldfastStatements
import HoldfastTestBed
import HoldfastTrust
import HoldfastX509

/// `holdfast lab --check`: every server of the catalogue, judged as a user would have it judged.
struct LabCheck {
    private let entries: [BadServer]
    private let lab: JudgedLab
    private let isJSON: Bool
    private let page: String?

    /// Prepares the judgement of some servers.
    ///
    /// - Parameters:
    ///   - testing: where they listen.
    ///   - line: the delay line before them; nil for none.
    init(
        _ entries: [BadServer], _ testing: LabTesting, in folder: TemporaryFolder, json: Bool, report page: String?,
        behind line: DelayLine?
    ) {
        self.entries = entries
        lab = JudgedLab(entries, testing, in: folder, behind: line)
        isJSON = json
        self.page = page
    }

    func run() async throws(CommandError) -> ExitCode {
        var rows: [CatalogueReport.Row?] = Array(repeating: nil, count: entries.count)
        var progress = Progress(total: entries.count, language: LanguageOption.spoken)
        var next = 0
        let judged = try lab.judge()
        defer { judged.stop() }
        for await (index, report) in judged.reports {
            let row = CatalogueReport.Row(entries[index], report)
            rows[index] = row
            progress.finished()
            while next < rows.count, let row = rows[next] {
                progress.clear()
                show(row)
                next += 1
            }
            progress.draw()
        }
        progress.clear()
        return try conclude(CatalogueReport(at: SystemClock.now(), rows: rows.compactMap(\.self)))
    }

    private func show(_ row: CatalogueReport.Row) {
        if isJSON {
            Output.line(of: LabVerdict(row))
        } else {
            let width = 2 + entries.reduce(0) { max($0, $1.name.count) }
            Console.result(row.line(Console.resultStyle, width: width, language: LanguageOption.spoken) + "\n")
        }
    }

    private func conclude(_ report: CatalogueReport) throws(CommandError) -> ExitCode {
        if let page { try LabPage.write(report, to: page) }
        let summary = report.summary(in: LanguageOption.spoken)
        if isJSON {
            Console.note(summary)
        } else {
            Console.result(summary + "\n")
        }
        return report.isAsExpected ? .success : .findings
    }
}

/// The page of `lab --report`.
enum LabPage {
    /// Writes the page, and says where it is.
    static func write(_ report: CatalogueReport, to file: String) throws(CommandError) {
        try OutputFile.write(Array(report.html(language: LanguageOption.spoken).utf8), to: file, makingFolder: true)
        Console.note(LabNote.report(file: file))
    }
}

/// The line of `lab --check --json` and `lab --try --json` about one server, in the schema `holdfast.labVerdict/1`.
struct LabVerdict: Encodable {
    private let schema = "holdfast.labVerdict/1"
    let name: String
    /// The server's fault, in a sentence.
    let story: String
    let asExpected: Bool
    let expectedExit: Int32
    let expectedFindings: [String]
    let exit: Int32
    let verdict: VerdictReport

    init(_ row: CatalogueReport.Row) {
        name = row.name
        story = row.story.english
        asExpected = row.isAsExpected
        expectedExit = row.expectedExit
        expectedFindings = row.expectedFindings.sorted()
        exit = row.report.exitCode
        verdict = row.report
    }
}
