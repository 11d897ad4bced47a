import HoldfastDiagnostics
import HoldfastJSON
import HoldfastPolicy
import HoldfastStatements
import HoldfastTrust

/// `holdfast ats Info.plist`: what is wrong with the settings of App Transport Security in a file.
enum ATSLintReport {
    /// Lints an Info.plist, XML or binary, and prints what was found.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - output: text in its language, or one object of the schema `holdfast.ats-lint/1`.
    /// - Returns: ``ExitCode/success`` where nothing was found, else ``ExitCode/findings``.
    /// - Throws: ``CommandError`` with the exit code 1 for a file that cannot be read or is no property list.
    static func run(file path: String, _ output: ResultOutput) throws(CommandError) -> ExitCode {
        let bytes = try InputFile.bytes(
            of: path, limit: AppTransportSecurityLint.sizeLimit, advice: FileAdvice.propertyList)
        let lint: AppTransportSecurityLint
        do throws(AppTransportSecurityLintError) {
            lint = try AppTransportSecurityLint(infoPlist: bytes)
        } catch {
            throw CommandError(
                .internalError, code: .noPropertyList,
                UsageSentence.fileFault(file: path, reason: error.statement),
                hint: ATSAdvice.propertyList)
        }
        output.show(PropertyListLintLine(lint, path)) { text(of: lint, path, in: $0) }
        if lint.problems.isEmpty, output.hasWords { Console.note(LintNote.nothingFound(file: path)) }
        return lint.problems.isEmpty ? .success : .findings
    }

    private static func text(of lint: AppTransportSecurityLint, _ path: String, in language: PageLanguage) -> String {
        let file = Wording.line(path)
        var text = ""
        for problem in lint.problems {
            // A compiler's form where there is a place in a text, so that editors jump to it.
            let place = problem.position.map { "\(file):\($0)" } ?? file
            let severity = problem.severity.rawValue
            let message = Wording.line(problem.statement.text(in: language))
            let path = Wording.line(problem.keyPath.joined(separator: " > "))
            let advice = Wording.line(problem.adviceStatement.text(in: language))
            text += "\(place): \(severity): \(message) [\(problem.rule.rawValue)]\n"
            text += LocalizedText("  at \(path)\n", "  位于 \(path)\n").text(in: language)
            text += "  \(advice) (\(problem.source))\n"
        }
        return text
    }
}

/// The problems of a file as JSON, in the schema `holdfast.ats-lint/1`.
struct PropertyListLintLine: Encodable {
    private struct Problem: Encodable {
        let id, severity, message, advice, source: String
        let keyPath: [String]
        @Nullable var line: Int?
        @Nullable var column: Int?
        let statement, adviceStatement: StatementReport

        init(_ problem: AppTransportSecurityLint.Problem) {
            (id, severity) = (problem.rule.rawValue, problem.severity.rawValue)
            (message, advice, source) = (problem.message, problem.advice, problem.source)
            (statement, adviceStatement) = (
                StatementReport(problem.statement), StatementReport(problem.adviceStatement)
            )
            keyPath = problem.keyPath
            line = problem.position?.line
            column = problem.position?.column
        }
    }

    private let schema = "holdfast.ats-lint/1"
    private let file: String
    private let format: String
    private let problems: [Problem]
    private let exitCode: Int32

    init(_ lint: AppTransportSecurityLint, _ path: String) {
        file = path
        format = lint.format.rawValue
        problems = lint.problems.map(Problem.init)
        exitCode = (lint.problems.isEmpty ? ExitCode.success : .findings).rawValue
    }
}
