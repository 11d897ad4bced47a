import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

/// The way of a scan's results: into the numbers, to standard output, and into files.
struct ScanRun {
    private let output: ResultOutput
    private let isNagios: Bool
    private let failsOn: ScanLevel
    private let least: ScanLevel
    private var table: VerdictTable
    private var progress: ScanProgress
    private var files: GrowingReports
    private var reports: ScanReports
    private let csv: GrowingFile?
    private var summary: ScanSummary
    private var hasFailing = false
    private var causes: Set<String> = []

    /// Columns of the names in the table: how long they are is not known before they come.
    private static let nameColumns = 32

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        isNagios = invocation.has(.nagios)
        _ = try invocation.hasTable(.table)
        try invocation.exclude(
            [.json, .quiet, .table, .failOn], beside: .nagios, ScanAdvice.nagiosAlone)
        failsOn = try FailingLevel.parse(invocation) ?? .error
        let least = try FailingLevel.parse(invocation, .least)
        self.least = least ?? .none
        table = VerdictTable(
            names: [], Console.resultStyle, width: Descriptor.columns, language: output.language,
            columns: Self.nameColumns)
        progress = ScanProgress(isQuiet: output.isQuiet, language: output.language)
        let reportFiles = try ReportFiles(invocation, of: "scan")
        files = reportFiles.growing(least: least, hasPage: false)
        reports = try ScanReports(invocation, page: reportFiles.page)
        let place = try ReportFile(.csv, invocation) { hasJSON in
            .usage(
                hasJSON
                    ? UsageSentence.standardOutputHasJSON(option: CommandOption.csv.name)
                    : .standardOutputHasTable(option: CommandOption.csv.name), hint: UsageAdvice.addQuiet)
        }
        csv = place.map { GrowingFile(at: $0) }
        summary = ScanSummary(began: SystemClock.now())
    }

    /// Counts from the beginning of a run that is gone on with.
    mutating func goOn(since began: Instant) { summary = ScanSummary(began: began) }

    /// Takes a result of the run that was told before it was ended: files and numbers are about it, too.
    mutating func take(earlier result: ScanResult) {
        progress.finishedBefore()
        add(result, at: summary.began)
        guard !output.isJSON, !output.isQuiet, !isNagios else { return }
        _ = table.line(of: result.report)
        if let code = result.causeCode { causes.insert(code) }
    }

    private mutating func add(_ result: ScanResult, at moment: Instant) {
        summary.add(result, at: moment)
        if !result.isMuted, result.level >= failsOn { hasFailing = true }
        files.add(result.report)
        reports.add(result)
        csv?.append([ScanCSV.piece(of: result)])
    }

    /// Takes one result: whatever is asked for is told of it now, and nothing of it is kept.
    mutating func take(_ result: ScanResult, _ list: ScanList) {
        progress.finished()
        add(result, at: SystemClock.now())
        if output.isJSON {
            progress.clear()
            Output.line(of: result)
        } else if !output.isQuiet, !isNagios {
            // The table counts every verdict, whatever is told.
            let line = table.line(of: result.report)
            if result.level >= least || !result.changes.isEmpty {
                progress.clear()
                Console.result(line + "\n")
                if !result.changes.isEmpty { tell(ScanChange.words(of: result.changes)) }
            }
            if let code = result.causeCode { causes.insert(code) }
        }
        tell(list.takeComplaints())
        progress.draw(list.position)
    }

    /// Tells what has changed of a server, below its line.
    private func tell(_ changes: LocalizedText) {
        Console.result("  " + ScanHistoryLine.text(changes, output.language))
    }

    /// Tells of a server that the list has no longer.
    mutating func tell(gone: ScanDifferenceReport) {
        files.add(gone)
        reports.add(gone)
        progress.clear()
        if isNagios { return }
        output.show(gone) {
            ScanHistoryLine.text(ScanHistoryLine.words(of: gone.comparison, isMuted: gone.isMuted), $0)
        }
    }

    private mutating func tell(_ complaints: [CommandError]) {
        guard !complaints.isEmpty else { return }
        progress.clear()
        for complaint in complaints { Console.complain(complaint) }
    }

    /// Tells the numbers, and writes the files.
    ///
    /// - Parameter kept: the gravest that counts of a run that is kept; nil where none is.
    mutating func finish(_ list: ScanList, _ kept: ScanLevel?) throws(CommandError) -> any ProcessEnd {
        if let kept { hasFailing = kept >= failsOn }
        progress.clear()
        tell(list.takeComplaints())
        list.complainOfUnused()
        let position = list.position
        if position.wrongLines > ScanList.mostTold {
            Console.complain(ScanSentence.linesLeftOut(count: position.wrongLines, told: ScanList.mostTold))
        }
        if output.hasWords, !isNagios, summary.results > 0 {
            Console.result(table.summary + "\n")
            Console.result(summary.text(width: Descriptor.columns, language: output.language))
            Console.result(Console.explanation(of: causes.sorted(), output.language))
        }
        try files.finish()
        try csv?.finish(ScanCSV.segments)
        try reports.finish(summary)
        if let failure = list.failure { throw failure }
        if position.targets == 0, position.wrongLines == 0 {
            throw .usage(ScanSentence.nothingListed(file: list.name), hint: ScanAdvice.oneALine)
        }
        if isNagios {
            let outcome = ScanNagios(summary, isWhole: position.wrongLines == 0)
            Console.result(outcome.line + "\n")
            return ProgramEnd(status: outcome.state.rawValue)
        }
        if hasFailing { return ExitCode.findings }
        return position.wrongLines > 0 ? ExitCode.usage : ExitCode.success
    }
}
