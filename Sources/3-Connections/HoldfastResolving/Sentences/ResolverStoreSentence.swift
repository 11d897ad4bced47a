public import HoldfastStatements

/// The sentence about the file that keeps resolvers' answers.
enum ResolverStoreSentence: Sentence {
    case file(path: String, ResolverCacheStoreError.Reason)

    static let topic = "resolverStore"

    var words: LocalizedText {
        switch self {
        case .file(let path, let reason):
            LocalizedText(
                "the answers of resolvers in \(path): \(reason.english)", "\(path) 中的解析器应答：\(reason.chinese)")
        }
    }
}

extension ResolverCacheStoreError.Reason: Sentence {
    package static let topic = "resolverStoreReason"

    /// The trouble as a statement: a clause.
    public var statement: Statement { Statement(self) }

    package var words: LocalizedText {
        switch self {
        case .wrongKind:
            LocalizedText("it is a link, or no file in a folder; it is not used", "它是链接，或不是文件夹中的文件；不使用它")
        case .foreignOwner(let user):
            LocalizedText("it belongs to user \(user); it is not used", "它属于用户 \(user)；不使用它")
        case .openToOthers(let mode):
            LocalizedText(
                "others may read or write it (0\(String(mode, radix: 8))); it is not used until it is 0600, and its "
                    + "folder 0700",
                "他人可以读写它（0\(String(mode, radix: 8))）；在它为 0600 且其文件夹为 0700 之前不使用它")
        case .system(let number):
            LocalizedText("it cannot be opened (error \(number) of the system)", "无法打开它（系统错误 \(number)）")
        case .corrupt(let fault, let place?):
            LocalizedText(
                "it is damaged, or another program's (\(fault.english)); it is kept as \(place)",
                "它已损坏，或属于另一个程序（\(fault.chinese)）；它被另存为 \(place)")
        case .corrupt(let fault, nil):
            LocalizedText(
                "it is damaged, or another program's (\(fault.english)); it could not be put aside and is not used",
                "它已损坏，或属于另一个程序（\(fault.chinese)）；无法将其移开，不使用它")
        case .newer(let version):
            LocalizedText("a newer version wrote it (\(version)); it is not used", "它由较新的版本写入（\(version)）；不使用它")
        case .badRows(let count):
            LocalizedText(
                "\(count) of its answers make no sense and were left out", "其中 \(count) 个应答没有意义，已略过")
        case .clockWentBack:
            LocalizedText(
                "answers in it are from the future, so that the clock was set back; all are dropped",
                "其中有来自将来的应答，说明时钟被调回；全部丢弃")
        case .full:
            LocalizedText("there is no room for more; older answers were dropped", "没有更多空间；较旧的应答已丢弃")
        case .busy:
            LocalizedText("another process holds it; some answers were not kept", "另一进程占用着它；部分应答未保存")
        case .failed(let fault):
            LocalizedText("\(fault.english); some answers were not kept", "\(fault.chinese)；部分应答未保存")
        }
    }
}
