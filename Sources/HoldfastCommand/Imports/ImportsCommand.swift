import HoldfastStatements
import HoldfastDiagnostics

extension Command {
    static let imports = Command(
        name: "imports", operands: "PATH…", operandCount: 1...256,
        summary: LocalizedText("list Swift files whose requests nobody judges", "列出其请求无人判定的 Swift 文件"),
        text: """
            Looks through files, and through the .swift files of folders, for what leads around HoldfastNetworking on
            Linux: an import of FoundationNetworking in any spelling, whose requests are silently unjudged, and, as a
            note, calls such as Data(contentsOf:) of a URL that is not visibly one of a file, which Foundation loads
            itself.

            Folders named .build and .git are passed over, and links inside the folders are not followed. What packages
            do that the program depends on, .build/checkouts shows.

            A file may have up to 16 MiB. Exits with 33 where there is more than notes, and with 1 where something could
            not be looked at.
            """,
        options: [.language, .quiet, .json],
        examples: ["holdfast imports Sources", "holdfast imports --json .", "holdfast imports .build/checkouts"],
        exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        if invocation.operands.contains("-") {
            throw .usage(UsageSentence.noStandardInput(command: "imports"), hint: UsageAdvice.fileOrFolder)
        }
        let report = ImportReport(of: invocation.operands)
        if invocation.has(.json) {
            for finding in report.findings { Output.line(of: finding) }
            Output.line(of: report.summary)
        } else if !invocation.has(.quiet) {
            Console.result(
                report.text(Console.resultStyle, language: try LanguageOption.parse(invocation)))
        }
        for problem in report.problems {
            Console.complain(
                UsageSentence.fileFault(file: problem.file, reason: problem.statement), hint: nil)
        }
        guard report.problems.isEmpty else { return ExitCode.internalError }
        return report.hasErrors ? ExitCode.findings : .success
    }
}
