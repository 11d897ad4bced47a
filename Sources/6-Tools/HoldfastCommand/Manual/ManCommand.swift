import HoldfastDiagnostics
import HoldfastStatements

extension Command {
    // Beside `manual`, which is for whoever installs pages; it is in no list of commands.
    /// `holdfast man`, as `git help` and others have it: the page of the manual, shown whether it is installed or not.
    static let man = Command(
        name: "man", operands: "[COMMAND]", operandCount: 0...2,
        summary: LocalizedText("show the manual's page of a command", "显示命令的手册页"),
        text: LocalizedText(
            """
            Shows the page of COMMAND, or without it that of holdfast itself, by man(1); where there is no man, the text
            of holdfast COMMAND --help --all. holdfast manual prints the page's source, and installs all pages.
            """,
            """
            用 man(1) 显示 COMMAND 的手册页，不给出时显示 holdfast 自己的；没有 man 时显示 holdfast COMMAND --help --all 的文字。holdfast \
            manual 输出手册页的源文本，并可安装全部手册页。
            """),
        examples: ["holdfast man check", "holdfast man"]
    ) { invocation throws(CommandError) in
        let language = LanguageOption.spoken
        let command = try invocation.operands.first.map { name throws(CommandError) in try named(name) }
        let page = if let command { ManualPage(of: command, language) } else { ManualPage.tool(language) }
        let folder = try TemporaryFolder(prefix: "holdfast-man-")
        defer { folder.remove() }
        let file = "\(folder.path)/\(page.name).1"
        try OutputFile.write(Array(page.text.utf8), to: file)
        // man(1): with -l its operands are files. Where it is missing, or lacks what it formats by, the help is read.
        // To man a locale that the machine has not generated is C, in which groff leaves all Chinese out; C.UTF-8 is
        // there without being generated.
        let locale = language == .chinese ? ["LC_ALL": "C.UTF-8"] : [:]
        let end = try? await ChildProcess.run(["man", "-l", file], setting: locale, removing: [])
        if let end, end.status == 0 { return ExitCode.success }
        let text =
            if let command {
                HelpText.of(command, width: HelpText.width, language)
            } else {
                HelpText.tool(width: HelpText.width, language)
            }
        Console.result(text)
        return ExitCode.success
    }
}
