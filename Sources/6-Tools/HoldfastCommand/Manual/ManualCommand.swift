import HoldfastStatements
import HoldfastDiagnostics

extension CommandOption {
    static let manualFolder = CommandOption(
        "--out", "FOLDER",
        help: "write every page to this folder, as holdfast.1, holdfast-check.1, …",
        chinese: "把每一页写入此文件夹：holdfast.1、holdfast-check.1 等")
}

extension Command {
    static let manual = Command(
        name: "manual", operands: "[COMMAND]", operandCount: 0...1,
        summary: LocalizedText("print the manual's page of a command, for man", "输出命令的手册页，供 man 使用"),
        text: LocalizedText(
            """
            Prints the page of COMMAND, or without it the page of holdfast itself, in the language of man. The pages are
            made of the same words as --help.
            """,
            """
            输出 COMMAND 的手册页，不给出时输出 holdfast 自己的，格式为 man 的语言。手册页与 --help 用同样的文字生成。
            """),
        options: [.manualFolder],
        examples: [
            "holdfast manual check | man -l -", "holdfast manual --out ~/.local/share/man/man1",
        ]
    ) { invocation throws(CommandError) in
        let (name, language) = (invocation.operands.first, LanguageOption.spoken)
        guard let folder = invocation.value(.manualFolder) else {
            let page = if let name { ManualPage(of: try named(name), language) } else { ManualPage.tool(language) }
            Console.result(page.text)
            return ExitCode.success
        }
        guard name == nil else {
            throw .usage(ManualSentence.outWithCommand, hint: ManualAdvice.everyPage)
        }
        for page in [ManualPage.tool(language)] + all.map({ ManualPage(of: $0, language) }) {
            try OutputFile.write(Array(page.text.utf8), to: "\(folder)/\(page.name).1", makingFolder: true)
        }
        return ExitCode.success
    }

    static let completions = Command(
        name: "completions", operands: "bash|zsh|fish", operandCount: 1...1,
        summary: LocalizedText("print what completes command lines in a shell", "输出 shell 的命令行补全脚本"),
        text: LocalizedText(
            """
            Prints a script for the shell, by which the Tab key completes commands, options, and the words and files
            that go with them. It is made of the same tables as --help.

            bash reads it from ~/.local/share/bash-completion/completions/holdfast, or by eval in ~/.bashrc; zsh from a
            file _holdfast in a folder of fpath; fish from ~/.config/fish/completions/holdfast.fish.
            """,
            """
            输出 shell 脚本，使 Tab 键能补全命令、选项以及与其搭配的词和文件。它与 --help 用同样的表生成。

            bash 从 ~/.local/share/bash-completion/completions/holdfast 读取，或在 ~/.bashrc 中用 eval 执行；zsh 从 fpath 文件\
            夹中的 _holdfast 文件读取；fish 从 ~/.config/fish/completions/holdfast.fish 读取。
            """),
        examples: [
            "eval \"$(holdfast completions bash)\"", "holdfast completions zsh > ~/.zfunc/_holdfast",
            "holdfast completions fish > ~/.config/fish/completions/holdfast.fish",
        ]
    ) { invocation throws(CommandError) in
        switch invocation.operands[0] {
        case "bash": Console.result(BashCompletion.script)
        case "zsh": Console.result(ZshCompletion.script)
        case "fish": Console.result(FishCompletion.script)
        case let other:
            throw .usage(ManualSentence.unknownShell(name: other), hint: ManualAdvice.shells)
        }
        return ExitCode.success
    }
}
