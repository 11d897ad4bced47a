import FoundationEssentials
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastJSON
import HoldfastStatements
import HoldfastX509

extension CommandOption {
    static let database = CommandOption(
        "--database", "FILE",
        help: "keep every run in this file, with targets, certificates and verdicts (SQLite)",
        chinese: "把每次运行连同目标、证书与结论存入此文件（SQLite）")
    static let resumeRun = CommandOption(
        "--resume",
        help: "go on with the last run over this list that was not done; where there is none, begin one",
        chinese: "继续对此列表的上一次未完成的运行；没有时开始新的运行")
    static let since = CommandOption(
        "--since", "RUN",
        help: "tell what has changed since a run: its number, a date or time (the run of then), or last",
        chinese: "说明自某次运行以来的变化：运行编号、日期或时间（当时的运行），或 last")
    static let onlyNew = CommandOption(
        "--only-new",
        help: "only what the run of --since (default last) has not counts for the exit code",
        chinese: "只有 --since（默认 last）的运行中没有的问题才计入退出码")

    /// The options of a scan that keeps its runs.
    static let scanHistory: [CommandOption] = [.database, .resumeRun, .since, .onlyNew]
}

/// The part of a scan that is about its history, as the arguments say it.
struct ScanHistoryOptions: Sendable {
    private let path: String?
    private let resumes: Bool
    private let since: ScanRunName?
    /// Whether new findings alone count for the exit code.
    let countsOnlyNew: Bool
    /// Whether something is asked for that is not known of results from before a run is gone on with.
    private let wantsWhole: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        path = try invocation.value(.database).map { path throws(CommandError) in try Self.file(path) }
        if path == nil {
            try invocation.refuse(
                [.resumeRun, .since, .onlyNew], without: "\(CommandOption.database.name) FILE",
                ScanHistoryOptionAdvice.nameFile)
        }
        resumes = invocation.has(.resumeRun)
        countsOnlyNew = invocation.has(.onlyNew)
        wantsWhole = invocation.has(.report) || invocation.has(.protocols)
        let named = try invocation.value(.since).map { text throws(CommandError) in try Self.run(text, .since) }
        since = named ?? (countsOnlyNew ? .last : nil)
    }

    /// The path from the root: the same list, wherever the command is run.
    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    private static func file(_ path: String) throws(CommandError) -> String {
        if path != "-" { return path }
        throw .usage(
            ScanHistoryNote.noPipe(option: CommandOption.database.name), hint: ScanHistoryOptionAdvice.nameFile)
    }

    /// The name of a run as an argument gives it.
    static func run(_ text: String, _ option: CommandOption? = nil) throws(CommandError) -> ScanRunName {
        if let name = ScanRunName(text) { return name }
        throw .usage(
            ScanHistoryNote.noRunName(option: option?.name ?? "RUN", text: text), hint: ScanHistoryOptionAdvice.writeRun
        )
    }

    /// Begins a run, or goes on with one; nil where no history is kept.
    ///
    /// - Parameters:
    ///   - list: the path of the list, or `-`.
    ///   - shard: the part of it that is this machine's.
    func recorder(
        list: String, shard: ScanShard?, at now: Instant
    ) throws(CommandError) -> ScanRecorder? {
        guard let path else { return nil }
        let source = ScanSource(
            list: list == "-" ? list : Self.absolute(list), part: shard.map { "\($0.number)/\($0.count)" } ?? "")
        do throws(ScanHistoryError) {
            let history = try ScanHistory(path, isMade: true)
            let going = resumes ? try history.resume(source) : nil
            let run =
                if let going { going } else { try history.begin(source, at: now) }
            if let going {
                Console.note(ScanHistoryNote.goesOn(run: going.number, began: going.began))
                if wantsWhole { Console.note(ScanHistoryNote.earlierInPart) }
            }
            let since = try earlier(than: run, in: history)
            return ScanRecorder(history, run, since: since) { SystemClock.now() }
        } catch {
            throw CommandError(error)
        }
    }

    private func earlier(than run: RecordedRun, in history: ScanHistory) throws(ScanHistoryError) -> RecordedRun? {
        guard let since else { return nil }
        if let earlier = try history.run(since, over: run.source, before: run) { return earlier }
        if case .number(let number) = since { throw .noRun(path: history.path, name: "\(number)") }
        // The first night has nothing before it.
        Console.note(ScanHistoryNote.nothingBefore)
        return nil
    }
}
