import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements

/// The files that a command puts its verdicts into, beside what it prints: `--report`, `--junit` and `--sarif`.
struct ReportFiles: Sendable {
    private enum Place: Sendable {
        case file(ReplacedFile)
        case standardOutput
    }

    private let suite: String
    private let language: PageLanguage
    private let places: [(option: CommandOption, place: Place)]

    /// Whether anything is to be written at the end.
    var isEmpty: Bool { places.isEmpty }

    /// Finds out whether everything that was asked for can be written, before anything else is done.
    ///
    /// - Parameter command: the name of the command, for the reports.
    init(_ invocation: Invocation, of command: String) throws(CommandError) {
        suite = "holdfast \(command)"
        language = try LanguageOption.parse(invocation)
        var places: [(CommandOption, Place)] = []
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
            if path == "-" {
                guard !invocation.has(.json), invocation.has(.quiet) else {
                    throw .usage(
                        invocation.has(.json)
                            ? UsageSentence.standardOutputHasJSON(option: option.name)
                            : .standardOutputHasVerdicts(option: option.name),
                        hint: invocation.has(.json) ? UsageAdvice.leaveJSONOut : .addQuiet
                    )
                }
                places.append((option, .standardOutput))
            } else {
                places.append((option, .file(try ReplacedFile(path))))
            }
        }
        self.places = places
    }

    /// Writes all of them; where one cannot be written, the others are all the same.
    ///
    /// - Parameter file: a file that was looked at too, as JUnit tells of it.
    func write(_ reports: [VerdictReport], beside file: JUnitReport.FileCase? = nil) throws(CommandError) {
        var failure: CommandError?
        for (option, place) in places {
            let bytes = Array(text(of: reports, beside: file, for: option).utf8)
            switch place {
            case .standardOutput: Console.result(bytes: bytes)
            case .file(let file):
                do throws(CommandError) { try file.write(bytes) } catch { failure = failure ?? error }
            }
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
