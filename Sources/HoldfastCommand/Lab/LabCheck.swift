import HoldfastCrypto
import HoldfastDelayLine
import HoldfastDiagnostics
import HoldfastLibC
import HoldfastTestBed
import HoldfastTrust
import HoldfastX509

/// `holdfast lab --check`: every server of the catalogue, judged as a user would have it judged.
struct LabCheck {
    private let entries: [BadServer]
    private let testing: LabTesting
    private let folder: TemporaryFolder
    private let isJSON: Bool
    private let page: String?
    private let line: DelayLine?

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
        self.testing = testing
        self.line = line
        self.folder = folder
        isJSON = json
        self.page = page
    }

    func run() async throws(CommandError) -> ExitCode {
        let servers = try start()
        defer { for server in servers { server.stop() } }
        var checks: [(target: Target, server: LiveServer)] = []
        for server in servers { checks.append(try check(of: server)) }
        let ports = try line?.ports(before: servers.map(\.dialledPort)) ?? []
        defer { withExtendedLifetime(ports) {} }
        var rows: [CatalogueReport.Row?] = Array(repeating: nil, count: servers.count)
        var progress = Progress(
            total: servers.count, hasTellingResults: true, language: LanguageOption.spoken)
        var next = 0
        for await (index, report) in Self.reports(checks) {
            let entry = servers[index].entry
            let row = CatalogueReport.Row(
                name: entry.name, words: entry.storyWords, expectedExit: entry.expectedExit,
                expectedFindings: entry.expectedFindings, report: report)
            rows[index] = row
            progress.finished(row.name, exitCode: report.exitCode)
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

    private func start() throws(CommandError) -> [LabServer] {
        do throws(TestBedError) {
            let lab = try Lab(directory: folder.path, listeningOn: testing.address, ports: testing.ports)
            return try lab.start(names: entries.map(\.name))
        } catch {
            throw CommandError(error)
        }
    }

    /// The check as the command line of the server's lab line asks for it.
    private func check(of server: LabServer) throws(CommandError) -> (Target, LiveServer) {
        let arguments = LabLine(server, behind: line).checkArguments
        let invocation = try Invocation([CommandOption.noExceptions.name] + arguments, for: .check)
        let way = LiveServer(trust: try TrustOptions(invocation, revocation: .soft), dial: try DialOptions(invocation))
        return (try Target(server.url), way)
    }

    private static func reports(
        _ checks: [(target: Target, server: LiveServer)]
    ) -> AsyncStream<(Int, VerdictReport)> {
        Parallel.map(checks, atOnce: Checker.concurrency) { await $0.server.report(on: $0.target) }
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
        if let page {
            try OutputFile.write(Array(report.html().utf8), to: page, makingFolder: true)
            Console.note(LabNote.report(file: page))
        }
        let summary = report.summary(in: LanguageOption.spoken)
        if isJSON {
            Console.note(summary)
        } else {
            Console.result(summary + "\n")
        }
        return report.isAsExpected ? .success : .findings
    }
}

/// The line of `lab --check --json` about one server, in the schema `holdfast.labVerdict/1`.
private struct LabVerdict: Encodable {
    private let schema = "holdfast.labVerdict/1"
    let name: String
    let asExpected: Bool
    let expectedExit: Int32
    let expectedFindings: [String]
    let exit: Int32
    let verdict: VerdictReport

    init(_ row: CatalogueReport.Row) {
        name = row.name
        asExpected = row.isAsExpected
        expectedExit = row.expectedExit
        expectedFindings = row.expectedFindings.sorted()
        exit = row.report.exitCode
        verdict = row.report
    }
}
