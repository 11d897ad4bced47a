import HoldfastDiagnostics
import HoldfastStatements

extension CommandOption {
    static let historyFile = CommandOption(
        "--database", "FILE", help: "the file of scan --database", chinese: "scan --database 的文件")
    static let muteEnd = CommandOption(
        "--until", "TIME",
        help: "until when: 30d, 12h, 2w; a date, such as 2027-01-31 (its beginning, UTC); RFC 3339",
        chinese: "到何时：30d、12h、2w；日期，如 2027-01-31（UTC 当日零时）；RFC 3339")
}

extension Command {
    /// The verbs of `scan` that are about its history.
    static let scanVerbs: [Command] = [.scanShow, .scanDiff, .scanMute, .scanUnmute]

    static let scanShow = Command(
        name: "scan show", operands: "[RUN]", operandCount: 0...1,
        summary: LocalizedText("show the runs of a history, or one run's results", "显示历史中的各次运行，或一次运行的结果"),
        text: LocalizedText(
            """
            Without RUN, the last \(ScanShow.mostRuns) runs with their numbers, and the targets about which somebody has
            asked for silence. RUN is the number of a run, a date or a time (the last run that was done and had begun by
            then), or last; its results are shown in the order of the list, as far as they are kept: also of a run that
            was ended before it was done.
            """,
            """
            没有 RUN 时，显示最近 \(ScanShow.mostRuns) 次运行的编号与数字，以及已静默的目标。RUN 为运行编号、日期或时间（此前开始并已完成的最后一次运行），或 last；按列表的\
            顺序显示其结果，未完成的运行也显示已保存的部分。
            """),
        options: [.historyFile, .language, .json, .quiet], common: [.historyFile, .json, .language],
        examples: [
            "holdfast scan show --database scans.sqlite", "holdfast scan show last --database scans.sqlite --json",
        ]
    ) { invocation throws(CommandError) in
        try ScanShow(invocation).run()
    }

    static let scanDiff = Command(
        name: "scan diff", operands: "RUN RUN", operandCount: 2...2,
        summary: LocalizedText("what has changed between two runs", "两次运行之间的变化"),
        text: LocalizedText(
            """
            Tells each target that is newly failing or mended, shows another certificate, key, issuer or end, is new in
            the list or gone from it. A certificate is compared with the one that the target showed last, also where it
            was not reached since. The exit code is 33 where the second run has an error that the first has not, of a
            target about which nobody has asked for silence.
            """,
            """
            说明每个新出现故障或已恢复、更换了证书、密钥、签发者或到期日、在列表中新增或消失的目标。证书与目标上一次出示的证书比较，其间未能连上也不影响。第二次运行有第一次没有的错误，且目标没有静默时\
            ，退出码为 33。
            """),
        options: [.historyFile, .language, .json, .quiet], common: [.historyFile, .json, .language],
        examples: [
            "holdfast scan diff 41 42 --database scans.sqlite",
            "holdfast scan diff 2026-11-01 last --database scans.sqlite --json",
        ],
        exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        try ScanDiff(invocation).run()
    }

    static let scanMute = Command(
        name: "scan mute", operands: "TARGET", operandCount: 1...1,
        summary: LocalizedText("ask for silence about a target until an end", "在期限之前不理会一个目标"),
        text: LocalizedText(
            """
            Its results are still kept and told, with muted beside them, and count for no exit code. TARGET is written
            as in the list, with its options: 'mail.example:25 starttls=smtp'. It has to stand in the history already.
            """,
            """
            其结果仍会保存并说明，旁注 muted，但不计入退出码。TARGET 按列表中的写法，连同选项：“mail.example:25 starttls=smtp”。它必须已在历史之中。
            """),
        options: [.historyFile, .muteEnd, .language, .json], common: [.historyFile, .muteEnd, .json, .language],
        examples: ["holdfast scan mute printer.example:443 --until 30d --database scans.sqlite"]
    ) { invocation throws(CommandError) in
        try ScanMuting(invocation).run()
    }

    static let scanUnmute = Command(
        name: "scan unmute", operands: "TARGET", operandCount: 1...1,
        summary: LocalizedText("let a target count again", "恢复理会一个目标"),
        text: LocalizedText("TARGET is written as in the list, with its options.", "TARGET 按列表中的写法，连同选项。"),
        options: [.historyFile, .language, .json], common: [.historyFile, .json, .language],
        examples: ["holdfast scan unmute printer.example:443 --database scans.sqlite"]
    ) { invocation throws(CommandError) in
        try ScanMuting(invocation, ends: true).run()
    }
}

/// A history that a verb of `scan` is about; it has to be there.
enum ScanHistoryFile {
    /// Opens the file of `--database`.
    static func open(_ invocation: Invocation) throws(CommandError) -> ScanHistory {
        guard let path = invocation.value(.historyFile) else {
            throw .usage(
                UsageSentence.needs(option: "scan", needed: "\(CommandOption.historyFile.name) FILE"),
                hint: ScanHistoryOptionAdvice.nameFile)
        }
        do throws(ScanHistoryError) { return try ScanHistory(path, isMade: false) } catch {
            throw CommandError(error)
        }
    }

    /// The run that an operand names.
    static func run(_ text: String, in history: ScanHistory) throws(CommandError) -> RecordedRun {
        let name = try ScanHistoryOptions.run(text)
        do throws(ScanHistoryError) {
            guard let run = try history.run(name) else {
                throw ScanHistoryError.noRun(path: history.path, name: text)
            }
            return run
        } catch {
            throw CommandError(error)
        }
    }

    /// The canonical name of a target that is written as in a list.
    static func key(of text: String, _ invocation: Invocation) throws(CommandError) -> String {
        if text.hasPrefix(SecretJob.prefix) { return text }
        guard let line = try ScanLine(text[...]) else {
            throw .usage(
                UsageSentence.needs(option: "scan mute", needed: "TARGET"), hint: ScanHistoryOptionAdvice.writeAsInList)
        }
        return try line.job(0, line: 0, startTLS: nil, by: try DialOptions(invocation)).target.key
    }
}
