import HoldfastDiagnostics
import HoldfastStatements

/// The end of a command that cannot go on: one line, one hint, one exit code.
struct CommandError: Error, Sendable {
    var exitCode: ExitCode
    var code: ErrorCode
    /// The failure in a sentence.
    var statement: Statement
    /// The advice on mending it, where there is any.
    var adviceStatement: Statement?

    /// Makes an error of the command's own.
    ///
    /// - Parameter hint: the advice on mending it; nil where there is none.
    init(
        _ exitCode: ExitCode, code: CommandCode = .internal, _ sentence: any Sentence, hint: (any Sentence)? = nil
    ) {
        self.init(exitCode, .command(code), Statement(sentence), advice: hint.map(Statement.init))
    }

    init(_ exitCode: ExitCode, _ code: ErrorCode, _ statement: Statement, advice: Statement?) {
        self.exitCode = exitCode
        self.code = code
        self.statement = statement
        adviceStatement = advice
    }

    static func usage(
        _ sentence: any Sentence, code: CommandCode = .usage, hint: (any Sentence)? = nil
    ) -> CommandError {
        CommandError(.usage, code: code, sentence, hint: hint)
    }
}

extension CommandError {
    /// The failure in English, for reports.
    var message: String { statement.english }
    /// The advice in English, for reports.
    var hint: String? { adviceStatement?.english }

    /// The failure that kept a live target from its result.
    ///
    /// - Parameter options: those of the command, which its hints may name.
    init(_ failure: FailureReport, target: String, having options: [CommandOption] = CommandOption.connecting) {
        self.init(
            ExitCode(status: failure.exitCode), .library(failure.code),
            Statement(TargetSentence.about(target: target, answer: failure.statement)),
            advice: failure.adviceStatement.map { CommandHint.statement(of: $0, having: options) })
    }
}

extension CommandError {
    /// The error of a history that cannot be used.
    init(_ error: ScanHistoryError) {
        let code: CommandCode =
            switch error {
            case .absent: .noSuchFile
            case .noRun: .noSuchRun
            case .noTarget: .noSuchTarget
            case .store, .foreign, .damaged, .underWay: .scanHistory
            }
        self.init(
            error.isAboutRequest ? .usage : .internalError, .command(code), error.statement,
            advice: error.adviceStatement)
    }
}

/// The end of a command that came to one: an exit code, or the end of the program that it ran.
protocol ProcessEnd: Sendable {
    /// The exit status of the process.
    var status: Int32 { get }
}

extension ExitCode: ProcessEnd {
    var status: Int32 { rawValue }
}

/// The end of a program that a command ran for its user: its own exit code, or 128 and the signal's number.
struct ProgramEnd: ProcessEnd {
    let status: Int32
}

extension ExitCode {
    /// The codes of every command.
    static let always: [ExitCode] = [.success, .internalError, .usage]

    /// The rows of some codes, in the order of the table.
    static func rows(of codes: [ExitCode]) -> [(code: String, meaning: LocalizedText)] {
        allCases.filter(codes.contains).map { ("\($0.rawValue)", $0.help) }
    }

    /// The lines of the table as `--help` prints them.
    static var table: [(code: String, meaning: LocalizedText)] { rows(of: allCases) }

    private var help: LocalizedText {
        switch self {
        case .success: LocalizedText("\(meaning.english), or done", "\(meaning.chinese)，或已完成")
        case .internalError:
            LocalizedText("\(meaning.english), an unreadable file too", "\(meaning.chinese)，也包括无法读取的文件")
        default: meaning
        }
    }
}
