import HoldfastStatements

/// Sentences about the machine's stores of authorities.
enum TrustStoreSentence: Sentence {
    case storeFault(store: String, reason: Statement)
    case notYours(store: String, location: String)
    case notTaken(store: String, location: String, reason: Statement)
    case notAsked
    case declined
    case needsPEM
    case noRoot(root: String)
    case noStore(kinds: String)
    case noKind(word: String)
    case exportNeeded
    case namesOwnFile(option: String)
    case noRoom(option: String)

    static let topic = "commandTrustStore"

    var words: LocalizedText {
        switch self {
        case .storeFault(let store, let reason):
            LocalizedText("\(store): \(reason.english)", "\(store)：\(reason.chinese)")
        case .notYours(let store, let location):
            LocalizedText(
                "\(store), \(Wording.line(location)), is not yours to change; nothing was done",
                "\(store)（\(Wording.line(location))）不归您更改；没有做任何改动")
        case .notTaken(let store, let location, let reason):
            LocalizedText(
                "\(store), \(Wording.line(location)), does not take this authority: \(reason.english); "
                    + "nothing was done",
                "\(store)（\(Wording.line(location))）不接受这个颁发机构：\(reason.chinese)；没有做任何改动")
        case .notAsked: LocalizedText("there is no terminal to ask on; nothing was done", "没有可供询问的终端；没有做任何改动")
        case .declined: LocalizedText("nothing was done", "没有做任何改动")
        case .needsPEM:
            LocalizedText("--print-env needs a file in PEM, which programs read", "--print-env 需要程序所读取的 PEM 文件")
        case .noRoot(let root):
            LocalizedText("--root: \(Wording.quoted(root)) is no folder", "--root：\(Wording.quoted(root)) 不是文件夹")
        case .noStore(let kinds): LocalizedText("there is no store of the kinds \(kinds)", "没有 \(kinds) 种类的信任库")
        case .noKind(let word):
            LocalizedText(
                "--only: \(Wording.quoted(word)) is no kind of store",
                "--only：\(Wording.quoted(word)) 不是信任库的种类")
        case .exportNeeded:
            LocalizedText("--mobileconfig FILE or --cer FILE is needed", "需要 --mobileconfig FILE 或 --cer FILE")
        case .namesOwnFile(let option):
            LocalizedText("\(option) names the authority's own file", "\(option) 指定了颁发机构自己的文件")
        case .noRoom(let option):
            LocalizedText("\(option) - has no room on standard output", "\(option) - 在标准输出中没有位置")
        }
    }
}

/// Advice of `holdfast trust-store`.
enum TrustStoreAdvice: Sentence {
    case startBrowser
    case lookAtRoot
    case sudo(change: String)
    case leavesItOut(kinds: String)
    case yes
    case programsInJSON
    case convertMakes
    case topOfTree
    case kinds(names: String)
    case makeAuthority(command: String)
    case appleAndAndroid

    static let topic = "commandTrustStoreAdvice"

    var words: LocalizedText {
        switch self {
        case .startBrowser: LocalizedText("start the browser once, so that it makes its database", "请启动一次浏览器，使其建立数据库")
        case .lookAtRoot: LocalizedText("look at --root, HOME", "请检查 --root 与 HOME")
        case .sudo(let change):
            LocalizedText(
                "sudo holdfast trust-store \(change) --only system,java …; browsers' without sudo: --only nss",
                "sudo holdfast trust-store \(change) --only system,java …；浏览器的库不需要 sudo：--only nss")
        case .leavesItOut(let kinds): LocalizedText("--only \(kinds) leaves it out", "--only \(kinds) 可将其排除")
        case .yes: LocalizedText("--yes does it without being asked", "--yes 不经询问直接执行")
        case .programsInJSON: LocalizedText("--json has the variables under programs", "--json 的 programs 中含有这些变量")
        case .convertMakes:
            LocalizedText("holdfast convert FILE --out ca.pem makes one", "holdfast convert FILE --out ca.pem 可生成")
        case .topOfTree: LocalizedText("name the top of a tree of files", "请指定文件树的顶层")
        case .kinds(let names): LocalizedText("kinds are \(names)", "种类有 \(names)")
        case .makeAuthority(let command):
            LocalizedText(
                "name an authority's certificate: holdfast \(command) CA.pem; holdfast create ca makes one",
                "请指定颁发机构的证书：holdfast \(command) CA.pem；holdfast create ca 可制作一个")
        case .appleAndAndroid:
            LocalizedText("the one for Apple's devices, the other for Android's", "前者用于 Apple 的设备，后者用于 Android 的设备")
        }
    }
}

/// Lines of `holdfast trust-store` about an authority, the stores and the programs.
enum TrustStoreNote: Sentence {
    case heading(action: String, subject: String, until: String)
    case fingerprint(String)
    case mayIssueFor(names: [String])
    case warning(Statement)
    case plan(store: String, location: String, Statement, isToBeDone: Bool)
    case doIt
    case written(file: String)
    case ownLists
    case notInSystemsStore
    case reader(program: String, replaces: Bool)
    case otherwise(option: String)

    static let topic = "commandTrustStoreNote"

    var words: LocalizedText {
        switch self {
        case .heading(let action, let subject, let end):
            LocalizedText("\(action) \(subject), until \(end)", "\(action) \(subject)，有效期至 \(end)")
        case .fingerprint(let digest): .same("  SHA-256 \(digest)")
        case .mayIssueFor(let names):
            LocalizedText(
                "  may issue for \(names.joined(separator: ", ")) alone", "  只能为 \(names.joined(separator: "、")) 签发证书")
        case .warning(let warning): LocalizedText("warning: \(warning.english)", "警告：\(warning.chinese)")
        case .plan(let store, let location, let standing, let isToBeDone):
            LocalizedText(
                "\(store), \(location): \(standing.english); \(isToBeDone ? "to be done:" : "nothing is done")",
                "\(store)（\(location)）：\(standing.chinese)；\(isToBeDone ? "将要执行：" : "不做任何改动")")
        case .doIt: LocalizedText("Do it? [y/N]", "是否执行？[y/N]")
        case .written(let file): LocalizedText("written: \(file)", "已写入：\(file)")
        case .ownLists: LocalizedText("programs with lists of their own:", "自有列表的程序：")
        case .notInSystemsStore:
            LocalizedText(
                "the system's store lacks it: a variable in place of a list leaves it alone to be trusted",
                "系统的信任库中没有它：以变量取代列表后，将只信任它一个")
        case .reader(let program, let replaces):
            LocalizedText(
                program + (replaces ? ", in place of its own list" : ""), program + (replaces ? "，取代其自有列表" : ""))
        case .otherwise(let option): LocalizedText("or: \(option)", "或：\(option)")
        }
    }
}

/// Warnings about an authority that is put into stores.
enum TrustStoreWarning: Sentence {
    case expired
    case notYetValid
    case limitedUses

    static let topic = "commandTrustStoreWarning"

    var words: LocalizedText {
        switch self {
        case .expired: LocalizedText("it has expired", "它已过期")
        case .notYetValid: LocalizedText("it is not valid yet", "它尚未生效")
        case .limitedUses:
            LocalizedText(
                "its file limits the uses that it is trusted for; stores have no room for that",
                "其文件限制了信任的用途；信任库中没有存放该限制的位置")
        }
    }
}
