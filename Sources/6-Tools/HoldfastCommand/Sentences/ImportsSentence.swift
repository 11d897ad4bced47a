import HoldfastStatements

/// Sentences about places in source code that lead around HoldfastNetworking.
enum ImportsSentence: Sentence {
    case directImport
    case exportedImport
    case foundationLoad
    case possibleFoundationLoad

    static let topic = "commandImports"

    var words: LocalizedText {
        switch self {
        case .directImport:
            LocalizedText(
                "This file's requests are silently unjudged: its URLSession is FoundationNetworking's.",
                "此文件的请求在无提示的情况下未经判定：其 URLSession 属于 FoundationNetworking。")
        case .exportedImport:
            LocalizedText(
                "Everybody who imports this module gets FoundationNetworking's URLSession, whose requests are silently "
                    + "unjudged.",
                "导入此模块者都会得到 FoundationNetworking 的 URLSession，其请求在无提示的情况下未经判定。")
        case .foundationLoad:
            LocalizedText(
                "Foundation loads this itself: the server is silently unjudged.",
                "Foundation 自行加载它：服务器在无提示的情况下未经判定。")
        case .possibleFoundationLoad:
            LocalizedText(
                "If this URL is not one of a file, Foundation loads it itself: the server is silently unjudged.",
                "若该 URL 不是文件的 URL，Foundation 会自行加载它：服务器在无提示的情况下未经判定。")
        }
    }
}

/// Advice about imports and calls that lead around HoldfastNetworking.
enum ImportsAdvice: Sentence {
    case importInPlace
    case importInPlaceOfCondition
    case exportInPlace
    case useSession
    case useSessionForServers

    static let topic = "commandImportsAdvice"

    init(_ way: ImportsSentence, isConditional: Bool) {
        self =
            switch way {
            case .directImport: isConditional ? .importInPlaceOfCondition : .importInPlace
            case .exportedImport: .exportInPlace
            case .foundationLoad: .useSession
            case .possibleFoundationLoad: .useSessionForServers
            }
    }

    var words: LocalizedText {
        switch self {
        case .importInPlace:
            LocalizedText(
                "Write import HoldfastNetworking in its place; it brings Foundation too.",
                "请改写为 import HoldfastNetworking；它也会带来 Foundation。")
        case .importInPlaceOfCondition:
            LocalizedText(
                "Write import HoldfastNetworking in the place of the whole #if, outside of it; it brings Foundation "
                    + "too.",
                "请以 import HoldfastNetworking 取代整个 #if，写在其外；它也会带来 Foundation。")
        case .exportInPlace:
            LocalizedText(
                "Write @_exported import HoldfastNetworking in its place.",
                "请改写为 @_exported import HoldfastNetworking。")
        case .useSession:
            LocalizedText(
                "Use URLSession.shared.data(from:) of HoldfastNetworking.",
                "请使用 HoldfastNetworking 的 URLSession.shared.data(from:)。")
        case .useSessionForServers:
            LocalizedText(
                "Use URLSession.shared.data(from:) of HoldfastNetworking for what is not a file.",
                "对于不是文件的内容，请使用 HoldfastNetworking 的 URLSession.shared.data(from:)。")
        }
    }
}

/// Reasons why a file or folder was not looked at.
enum ImportsProblem: Sentence {
    case fault(Statement)
    case tooManyFindings(limit: Int)
    case tooManyFiles(limit: Int)
    case tooLarge(mebibytes: Int)
    case notRegular
    case tooDeep(limit: Int)
    case tooManyNames(limit: Int)
    case badTable(line: Int)

    static let topic = "commandImportsProblem"

    var words: LocalizedText {
        switch self {
        case .fault(let fault): fault.words
        case .tooManyFindings(let limit):
            LocalizedText(
                "it has \(limit) findings, and is not looked at any further", "其中有 \(limit) 处问题，不再继续检查")
        case .tooManyFiles(let limit): LocalizedText("there are more than \(limit) files", "文件超过 \(limit) 个")
        case .tooLarge(let limit): LocalizedText("it is larger than \(limit) MiB", "它大于 \(limit) MiB")
        case .notRegular: LocalizedText("it is no regular file", "它不是普通文件")
        case .tooDeep(let limit):
            LocalizedText("there are more than \(limit) folders inside each other", "文件夹嵌套超过 \(limit) 层")
        case .tooManyNames(let limit):
            LocalizedText("the folder has more than \(limit) names", "该文件夹中的名称超过 \(limit) 个")
        case .badTable(let line):
            LocalizedText(
                "the table of what Linux lacks cannot be read: line \(line)", "Linux 所缺名称的表无法读取：第 \(line) 行")
        }
    }
}

/// Lines of the listing of `holdfast imports`.
enum ImportsNote: Sentence {
    case error
    case note
    case seen
    case advice
    case link(file: String)
    case files(count: Int)
    case nothingUnjudged
    case unjudged(count: Int)
    case toLookAt(count: Int)
    case lacking(count: Int, toolchain: String)

    static let topic = "commandImportsNote"

    var words: LocalizedText {
        switch self {
        case .error: LocalizedText("error", "错误")
        case .note: LocalizedText("note", "提示")
        case .seen: LocalizedText("seen    ", "所见    ")
        case .advice: LocalizedText("advice  ", "建议    ")
        case .link(let file): LocalizedText("\(file): a link, which is not followed", "\(file)：链接，不予跟随")
        case .files(let count): LocalizedText("\(count) \(count == 1 ? "file" : "files"): ", "\(count) 个文件：")
        case .nothingUnjudged: LocalizedText("nothing is silently unjudged", "没有任何请求在无提示的情况下未经判定")
        case .unjudged(let count): LocalizedText("\(count) silently unjudged", "\(count) 处在无提示的情况下未经判定")
        case .toLookAt(let count): LocalizedText(", \(count) to look at", "，另有 \(count) 处需要查看")
        case .lacking(let count, let toolchain):
            LocalizedText(
                ", \(count == 0 ? "nothing known" : "\(count)") that \(toolchain) on Linux lacks",
                "，Linux 上的 \(toolchain) \(count == 0 ? "就所知不缺任何所用之物" : "缺少其中 \(count) 处所用之物")")
        }
    }
}

/// Sentences about what source code for Apple's platforms uses and Swift on Linux lacks.
enum LinuxSentence: Sentence {
    case lackingModule(String, toolchain: String)
    case lackingName(String, toolchain: String)
    case otherNumber(String, apple: String, toolchain: String)
    case movedName(String, toolchain: String)
    case movedNamePerhaps(String, toolchain: String)
    case differs(String)

    static let topic = "commandLinux"

    var words: LocalizedText {
        switch self {
        case .lackingModule(let name, let toolchain):
            LocalizedText(
                "\(toolchain) on Linux has no module \(name): this file does not compile there.",
                "Linux 上的 \(toolchain) 没有模块 \(name)：此文件在其上无法编译。")
        case .lackingName(let name, let toolchain):
            LocalizedText(
                "\(toolchain) on Linux has no \(name) as on Apple's platforms: this does not compile there.",
                "Linux 上的 \(toolchain) 没有与 Apple 平台相同的 \(name)：此处在其上无法编译。")
        case .otherNumber(let name, let apple, let toolchain):
            LocalizedText(
                "\(name) is \(apple) on Apple's platforms, and one lower with \(toolchain) on Linux: this compiles, "
                    + "and means another error.",
                "\(name) 在 Apple 平台上为 \(apple)，而在 Linux 上的 \(toolchain) 中小 1：此处可以编译，但指的是另一种错误。")
        case .movedName(let name, let toolchain):
            LocalizedText(
                "Foundation of \(toolchain) on Linux has no \(name): this file does not compile there.",
                "Linux 上的 \(toolchain) 的 Foundation 中没有 \(name)：此文件在其上无法编译。")
        case .movedNamePerhaps(let name, let toolchain):
            LocalizedText(
                "Foundation of \(toolchain) on Linux has no \(name): this file does not compile there, unless another "
                    + "module or file hands it on.",
                "Linux 上的 \(toolchain) 的 Foundation 中没有 \(name)：除非由其他模块或文件转出，此文件在其上无法编译。")
        case .differs(let name):
            LocalizedText(
                "\(name) compiles with HoldfastNetworking, and does not do on Linux what it does on Apple's platforms.",
                "\(name) 可以用 HoldfastNetworking 编译，但在 Linux 上的行为与 Apple 平台不同。")
        }
    }
}
