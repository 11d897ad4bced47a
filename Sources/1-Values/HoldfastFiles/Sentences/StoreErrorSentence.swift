public import HoldfastStatements

extension StoreError: CustomStringConvertible {
    /// The file and what is wrong with it, as a statement.
    public var statement: Statement { StoreErrorSentence.file(path: path, reason).statement }

    /// The remedy as a statement.
    public var adviceStatement: Statement? { StoreErrorAdvice(reason, path: path).statement }

    /// One clause, without a full stop.
    public var description: String { statement.english }

    /// One clause that says what to do, without a full stop.
    public var hint: String { StoreErrorAdvice(reason, path: path).english }
}

/// Sentences about files of this library's state, with their path.
enum StoreErrorSentence: Sentence {
    case file(path: String, StoreError.Reason)

    static let topic = "stateFile"

    var words: LocalizedText {
        switch self {
        case .file(let path, let reason):
            LocalizedText("'\(path)': \(reason.english)", "“\(path)”：\(reason.chinese)")
        }
    }
}

extension StoreError.Reason: Sentence {
    package static let topic = "stateFileReason"

    package var words: LocalizedText {
        switch self {
        case .unreadable(let statement), .unwritable(let statement): statement.words
        case .wrongKind:
            LocalizedText("a link, or not of the kind that it should be", "它是链接，或类型不符")
        case .foreignOwner(let user): LocalizedText("it belongs to user \(user)", "它属于用户 \(user)")
        case .openToOthers(let mode):
            LocalizedText(
                "others than its owner have rights to it (mode \(String(mode, radix: 8)))",
                "所有者以外的用户对它有权限（模式 \(String(mode, radix: 8))）")
        case .tooLarge(let limit): LocalizedText("larger than \(limit) bytes", "超过 \(limit) 字节")
        case .corrupt(let text, let name?):
            LocalizedText(
                "corrupt: \(text.english); kept as '\(name)'", "已损坏：\(text.chinese)；另存为“\(name)”")
        case .corrupt(let text, nil): LocalizedText("corrupt: \(text.english)", "已损坏：\(text.chinese)")
        case .gone:
            LocalizedText(
                "it is gone; what this process has seen of it still counts", "它已不存在；本进程已见到的内容仍然有效")
        case .setBack(let counter, let last):
            LocalizedText(
                "it was set back to the counter \(counter); \(last), which this process has seen, still counts",
                "它被退回到计数 \(counter)；本进程见过的 \(last) 仍然有效")
        case .locked(let seconds):
            LocalizedText(
                "another process has held its lock for \(seconds) seconds", "另一进程已持有其锁 \(seconds) 秒")
        case .busy:
            LocalizedText(
                "another process was writing for too long; some of it is not kept yet", "另一进程写入时间过长；部分内容尚未保存")
        case .newer(let version):
            LocalizedText("a newer version wrote it (\(version)); it is not used", "它由较新的版本写入（\(version)）；不使用它")
        case .full: LocalizedText("there is no room for more", "没有更多空间")
        case .badEntries(let count):
            LocalizedText(
                "\(count) of its entries make no sense and were left out", "其中 \(count) 个条目没有意义，已略过")
        case .clockWentBack:
            LocalizedText(
                "some of it is from the future, so that the clock was set back; all of it is dropped",
                "其中有来自将来的内容，说明时钟被调回；全部丢弃")
        case .otherKey: LocalizedText("it was made with another key; it is not used", "它以另一密钥建立；不使用它")
        case .wasOpen:
            LocalizedText("it was made without a key; what was in it is removed", "它建立时没有密钥；其中的内容已删除")
        case .noKey(let reason):
            LocalizedText(
                "there is no key for it: \(reason.english); it is not used", "没有它的密钥：\(reason.chinese)；不使用它")
        }
    }
}

/// Advice about files of this library's state.
enum StoreErrorAdvice: Sentence {
    case checkRights
    case putOwn
    case useOwnFolder
    case closeToOthers(path: String)
    case remove
    case madeAnew
    case lookWhoWrites
    case tryAgain
    case update
    case makeRoom
    case lookAtFile
    case setClock
    case giveKey
    case nothing

    static let topic = "stateFileAdvice"

    init(_ reason: StoreError.Reason, path: String) {
        self =
            switch reason {
            case .unreadable, .unwritable: .checkRights
            case .wrongKind: .putOwn
            case .foreignOwner: .useOwnFolder
            case .openToOthers: .closeToOthers(path: path)
            case .tooLarge: .remove
            case .corrupt: .madeAnew
            case .gone, .setBack: .lookWhoWrites
            case .locked, .busy: .tryAgain
            case .newer: .update
            case .full: .makeRoom
            case .badEntries: .lookAtFile
            case .clockWentBack: .setClock
            case .otherKey, .noKey: .giveKey
            case .wasOpen: .nothing
            }
    }

    var words: LocalizedText {
        switch self {
        case .checkRights: LocalizedText("check the file, its folder and their rights", "请检查该文件、其文件夹以及权限")
        case .putOwn: LocalizedText("put a folder and a file of your own there", "请在该处放置您自己的文件夹和文件")
        case .useOwnFolder:
            LocalizedText("use a folder of the user that you act for", "请使用您所代表用户的文件夹")
        case .closeToOthers(let path):
            LocalizedText(
                "look whether somebody has changed it, then take others' rights away (chmod go= '\(path)')",
                "请查看是否有人改动过它，然后去掉他人的权限（chmod go= '\(path)'）")
        case .remove: LocalizedText("remove it", "请将其删除")
        case .madeAnew:
            LocalizedText(
                "nothing has to be done: it is made anew; look at who else writes to that folder",
                "无需处理：它会重新生成；请查看还有谁写入该文件夹")
        case .lookWhoWrites:
            LocalizedText(
                "look who writes to that folder; the next update that is taken makes it anew, and the next start "
                    + "believes it",
                "请查看谁写入该文件夹；下一次采纳的更新会重新生成它，下一次启动会采信它")
        case .tryAgain:
            LocalizedText(
                "try again; if that does not help, end the process that holds the lock", "请重试；若无效，请结束持有锁的进程")
        case .update: LocalizedText("update this program, or name another file", "请更新本程序，或指定另一个文件")
        case .makeRoom: LocalizedText("make room on the disk, or remove the file", "请腾出磁盘空间，或删除该文件")
        case .lookAtFile: LocalizedText("look at who else writes to that file", "请查看还有谁写入该文件")
        case .setClock: LocalizedText("see to it that the machine's clock is right", "请确保本机时钟正确")
        case .giveKey:
            LocalizedText(
                "give the key that it was made with, or name another place", "请提供建立它时所用的密钥，或指定另一个位置")
        case .nothing: LocalizedText("nothing has to be done", "无需处理")
        }
    }
}
