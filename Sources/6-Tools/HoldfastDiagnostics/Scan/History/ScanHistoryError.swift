package import HoldfastFiles
package import HoldfastStatements
import HoldfastStore

/// A reason why a history of scans cannot be used, or has not what was asked for. The file stays as it is.
package enum ScanHistoryError: Error, Hashable, Sendable {
    /// There is no such file.
    case absent(path: String)
    /// The file or its folder is not the user's, is full, is held by another program, or a newer version's.
    case store(StoreError)
    /// The file is none that this program has made.
    case foreign(path: String, Statement)
    /// The file is damaged.
    case damaged(path: String, Statement)
    /// There is no run of that name.
    case noRun(path: String, name: String)
    /// Another process is at the run.
    case underWay(path: String, run: Int64)
    /// No target of that name was ever scanned.
    case noTarget(path: String, name: String)

    init(_ error: SQLiteError, _ path: String) {
        self =
            error.isCorrupt
            ? .damaged(path: path, error.statement)
            : .store(StoreError(path: path, reason: StoreError.Reason(error)))
    }

    init(_ error: StoreSchema.OpeningError, _ path: String) {
        switch error {
        case .failure(let failure): self.init(failure, path)
        case .foreign(let sentence): self = .foreign(path: path, sentence.statement)
        case .newer(let version): self = .store(StoreError(path: path, reason: .newer(version)))
        }
    }

    /// Whether what was asked for is not in a file that is good.
    package var isAboutRequest: Bool {
        switch self {
        case .noRun, .noTarget: true
        case .absent, .store, .foreign, .damaged, .underWay: false
        }
    }

    /// The fault as a statement.
    package var statement: Statement {
        switch self {
        case .absent(let path): Statement(ScanHistorySentence.absent(path: path))
        case .store(let error): error.statement
        case .foreign(let path, let reason): Statement(ScanHistorySentence.foreign(path: path, reason))
        case .damaged(let path, let reason): Statement(ScanHistorySentence.damaged(path: path, reason))
        case .noRun(let path, let name): Statement(ScanHistorySentence.noRun(path: path, name: name))
        case .underWay(let path, let run): Statement(ScanHistorySentence.underWay(path: path, run: run))
        case .noTarget(let path, let name): Statement(ScanHistorySentence.noTarget(path: path, name: name))
        }
    }

    /// The remedy as a statement; nil where there is none.
    package var adviceStatement: Statement? {
        switch self {
        case .absent: Statement(ScanHistoryAdvice.scanMakesIt)
        case .store(let error): error.adviceStatement
        case .foreign: Statement(ScanHistoryAdvice.nameAnother)
        case .damaged: Statement(ScanHistoryAdvice.restore)
        case .noRun: Statement(ScanHistoryAdvice.showListsRuns)
        case .underWay: Statement(ScanHistoryAdvice.waitForIt)
        case .noTarget: Statement(ScanHistoryAdvice.writeAsInList)
        }
    }
}

/// Sentences about histories of scans.
enum ScanHistorySentence: Sentence {
    case absent(path: String)
    case foreign(path: String, Statement)
    case damaged(path: String, Statement)
    case noRun(path: String, name: String)
    case underWay(path: String, run: Int64)
    case noTarget(path: String, name: String)
    /// A row is not as this program writes it.
    case badRow

    static let topic = "scanHistory"

    var words: LocalizedText {
        switch self {
        case .absent(let path): LocalizedText("there is no history '\(path)'", "没有历史文件“\(path)”")
        case .foreign(let path, let reason):
            LocalizedText(
                "'\(path)' is no history of scans: \(reason.english)", "“\(path)”不是扫描历史：\(reason.chinese)")
        case .damaged(let path, let reason):
            LocalizedText("'\(path)' is damaged: \(reason.english)", "“\(path)”已损坏：\(reason.chinese)")
        case .noRun(let path, let name):
            LocalizedText("'\(path)' has no run '\(name)'", "“\(path)”中没有运行“\(name)”")
        case .underWay(let path, let run):
            LocalizedText(
                "run \(run) of '\(path)' is under way in another process", "“\(path)”的运行 \(run) 正由另一进程进行")
        case .noTarget(let path, let name):
            LocalizedText("'\(path)' has no target '\(name)'", "“\(path)”中没有目标“\(name)”")
        case .badRow: LocalizedText("a row of it makes no sense", "其中有一行没有意义")
        }
    }
}

/// Advice about histories of scans.
enum ScanHistoryAdvice: Sentence {
    case scanMakesIt
    case nameAnother
    case restore
    case showListsRuns
    case waitForIt
    case writeAsInList

    static let topic = "scanHistoryAdvice"

    var words: LocalizedText {
        switch self {
        case .scanMakesIt:
            LocalizedText(
                "holdfast scan LIST --database FILE makes it", "holdfast scan LIST --database FILE 会建立它")
        case .nameAnother: LocalizedText("it is left as it is; name another file", "文件保持原样；请指定另一个文件")
        case .restore:
            LocalizedText(
                "it is left as it is: put a copy of before in its place, or save what sqlite3's .recover finds in it, "
                    + "and begin a new one",
                "文件保持原样：请换上以前的副本，或用 sqlite3 的 .recover 保存其中的内容，再建立新文件")
        case .showListsRuns:
            LocalizedText(
                "holdfast scan show --database FILE lists the runs", "holdfast scan show --database FILE 列出各次运行")
        case .waitForIt: LocalizedText("wait for its end, or leave out --resume", "请等待其结束，或去掉 --resume")
        case .writeAsInList:
            LocalizedText(
                "write it as in the list, with its options: 'mail.example:25 starttls=smtp'",
                "请按列表中的写法，连同选项：“mail.example:25 starttls=smtp”")
        }
    }
}
