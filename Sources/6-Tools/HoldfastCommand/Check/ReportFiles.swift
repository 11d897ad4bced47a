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
        var failure: CommandError?
        for (option, place) in places {
            let text = text(of: reports, beside: file, for: option)
            do throws(CommandError) { try place.write(text) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func text(
        of reports: [VerdictReport], beside file: JUnitReport.FileCase?, for option: CommandOption
    ) -> String {
        switch option {
        case .junit: JUnitReport(reports, beside: file, suite: suite).text
        case .sarif: SARIFReport(reports, toolVersion: HelpText.version).text
        default: CheckReport(reports, language: language, at: SystemClock.now()).html
        }
    }
}
