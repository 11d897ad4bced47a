import HoldfastDiagnostics
import HoldfastFacts
import HoldfastStatements

extension Command {
    static let imports = Command(
        name: "imports", operands: "PATH…", operandCount: 1...256,
        summary: LocalizedText("list Swift files whose requests nobody judges", "列出请求未经判定的 Swift 文件"),
        text: LocalizedText(
            """
            Looks through files, and through the .swift files of folders, for what leads around HoldfastNetworking on
            Linux: an import of FoundationNetworking in any spelling, whose requests are silently unjudged, and, as a
            note, calls such as Data(contentsOf:) of a URL that is not visibly one of a file, which Foundation loads
            itself. A file that uses URLSession or SecTrust with import Foundation alone does not compile on Linux: a
            note says which import line to write.

            Folders named .build and .git are passed over, and links inside the folders are not followed. What packages
            do that the program depends on, .build/checkouts shows.

            With --ios also what source code for Apple's platforms uses and Swift on Linux lacks (os.log, key-value
            observing, #selector, Combine, CryptoKit, …), and the constants of Foundation's that have other numbers
            there, each with what to write instead; and, as notes, what HoldfastNetworking has and does otherwise, such
            as background sessions. What a #if leaves out on Linux is passed over. Lines such as import Security stay
            where the target has a product of that name: --with-module Security, --with-module CommonCrypto.

            A file may have up to 16 MiB. Exits with 33 where there is more than notes, and with 1 where something could
            not be looked at.
            """,
            """
            检查文件以及文件夹中的 .swift 文件，找出在 Linux 上绕过 HoldfastNetworking 的写法：以任何写法导入 FoundationNetworking，其请求在无提示的情况下未\
            经判定；以及作为提示，对不能明显看出是文件的 URL 调用 Data(contentsOf:) 等，由 Foundation 自己加载。只用 import \
            Foundation 却使用 URLSession 或 SecTrust 的文件在 Linux 上无法编译：提示会说明应写哪一行 import。

            名为 .build 和 .git 的文件夹略过，文件夹中的链接不跟随。程序所依赖的包的做法见 .build/checkouts。

            给出 --ios 时，还找出 Apple 平台源代码使用而 Linux 上的 Swift 没有的内容（os.log、键值观察、#selector、Combine、CryptoKit 等），以及在 \
            Linux 上数值不同的 Foundation 常量，并各自说明应写什么；作为提示，还有 \
            HoldfastNetworking 具备但做法不同的内容，例如后台会话。#if 在 Linux 上排除的部分略过。import Security 之类的行，若目标含有该名称的产品即可保留：\
            --with-module Security、--with-module CommonCrypto。

            文件最大 16 MiB。除提示以外还有其他发现时退出码为 33，有内容无法检查时为 1。
            """),
        options: [.ios, .withModule, .language, .quiet, .json],
        examples: [
            "holdfast imports Sources", "holdfast imports --ios Sources",
            "holdfast imports --ios --with-module Security Sources", "holdfast imports --json .",
            "holdfast imports .build/checkouts",
        ],
        exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        if invocation.operands.contains("-") {
            throw .usage(UsageSentence.noStandardInput(command: "imports"), hint: UsageAdvice.fileOrFolder)
        }
        let report = ImportReport(of: invocation.operands, lacks: try lacks(invocation))
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

extension CommandOption {
    static let ios = CommandOption(
        "--ios", in: .own,
        help: "also list what Swift on Linux lacks of what source code for iOS uses",
        chinese: "还列出 iOS 源代码会用到、而 Linux 上的 Swift 没有的东西")
    static let withModule = CommandOption(
        "--with-module", "NAME", repeatable: true, in: .own,
        help: "with --ios: the target has a module of this name, by a product or a package, and keeps its imports",
        chinese: "配合 --ios：目标通过产品或包拥有此名称的模块，其导入行保留")
}

/// The table of what Linux lacks, without the modules that the target has all the same; nil where nobody asks.
private func lacks(_ invocation: Invocation) throws(CommandError) -> LinuxLackTable? {
    let names = invocation.values(.withModule)
    guard invocation.has(.ios) else {
        try invocation.refuse([.withModule], without: "--ios")
        return nil
    }
    // The table that is compiled in: a test reads it.
    let table: LinuxLackTable
    do throws(FactError) { table = try LinuxLackTable.builtIn() } catch {
        throw CommandError(.internalError, ImportsProblem.badTable(line: error.line))
    }
    guard let table = table.having(names) else {
        throw .usage(
            UsageSentence.noneOf(
                option: "--with-module", text: names.first { table.modules[$0] == nil } ?? "",
                names: table.modules.keys.sorted().joined(separator: ", ")))
    }
    return table
}
