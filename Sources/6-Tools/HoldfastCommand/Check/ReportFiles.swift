import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements

/// The files that a command puts its verdicts into, beside what it prints: `--report`, `--junit` and `--sarif`.
struct ReportFiles: Sendable {
    private let suite: String
    private let language: PageLanguage
    private let places: [(option: CommandOption, place: ReportFile)]

    /// Whether anything is to be written at the end.
    var isEmpty: Bool { places.isEmpty }

    /// The file of `--report`; nil where it is not asked for.
    var page: ReportFile? { places.first { $0.option == .report }?.place }

    /// Finds out whether everything that was asked for can be written, before anything else is done.
    ///
    /// - Parameter command: the name of the command, for the reports.
    init(_ invocation: Invocation, of command: String) throws(CommandError) {
        suite = "holdfast \(command)"
        language = try LanguageOption.parse(invocation)
        var places: [(CommandOption, ReportFile)] = []
        var paths: [String: CommandOption] = [:]
        for option in CommandOption.reports {
            guard let path = invocation.value(option) else { continue }
            if let other = paths[path] {
                throw .usage(
                    UsageSentence.nameOneFile(option: other.name, other: option.name, file: path),
                    hint: UsageAdvice.ownEach
                )
            }
            paths[path] = option
            let place = try ReportFile(option, invocation) { hasJSON in
                .usage(
                    hasJSON
                        ? UsageSentence.standardOutputHasJSON(option: option.name)
                        : .standardOutputHasVerdicts(option: option.name),
                    hint: hasJSON ? UsageAdvice.leaveJSONOut : .addQuiet)
            }
            if let place { places.append((option, place)) }
        }
        self.places = places
    }

    /// Writes all of them; where one cannot be written, the others are all the same.
    ///
    /// - Parameter file: a file that was looked at too, as JUnit tells of it.
    func write(_ reports: [VerdictReport], beside file: JUnitReport.FileCase? = nil) throws(CommandError) {
        var growing = growing(beside: file)
        for report in reports { growing.add(report) }
        try growing.finish()
    }

    /// The files as they grow, verdict by verdict.
    ///
    /// - Parameters:
    ///   - file: a file that was looked at too.
    ///   - least: the least level of SARIF's results; nil for all.
    ///   - hasPage: whether the page of `--report` is made of the verdicts, too.
    func growing(
        beside file: JUnitReport.FileCase? = nil, least: ScanLevel? = nil, hasPage: Bool = true
    ) -> GrowingReports {
        var growing = GrowingReports(language)
        for (option, place) in places {
            switch option {
            case .junit: growing.add(JUnitSuite(suite, beside: file), at: place)
            case .sarif: growing.add(SARIFRun(toolVersion: HelpText.version, least: least), at: place)
            default: growing.page = hasPage ? place : nil
            }
        }
        return growing
    }
}

/// Report files that take verdicts one by one. A page is made of all of them, which are kept for it.
struct GrowingReports {
    fileprivate var page: ReportFile?
    private var files: [(document: any StreamedDocument, file: GrowingFile)] = []
    private var kept: [VerdictReport] = []
    private let language: PageLanguage

    fileprivate init(_ language: PageLanguage) { self.language = language }

    /// Whether nothing is to be written.
    var isEmpty: Bool { page == nil && files.isEmpty }

    fileprivate mutating func add(_ document: any StreamedDocument, at place: ReportFile) {
        files.append((document, GrowingFile(at: place)))
    }

    mutating func add(_ report: VerdictReport) {
        for index in files.indices { files[index].file.append(files[index].document.add(report)) }
        if page != nil { kept.append(report) }
    }

    /// Adds a target that a scan's list has no longer, where a document tells of that.
    mutating func add(_ difference: ScanDifferenceReport) {
        for index in files.indices {
            guard var document = files[index].document as? any DifferenceDocument else { continue }
            files[index].file.append(document.add(difference))
            files[index].document = document
        }
    }

    /// Writes all of them, and throws the first failure after that.
    func finish() throws(CommandError) {
        var failure: CommandError?
        if let page {
            let html = CheckReport(kept, language: language, at: SystemClock.now()).html
            do throws(CommandError) { try page.write(html) } catch { failure = error }
        }
        for (document, file) in files {
            do throws(CommandError) { try file.finish(document.segments) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
