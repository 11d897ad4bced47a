import HoldfastStatements

/// Sentences about what cannot be shown.
enum InspectSentence: Sentence {
    case doesNotOpen(source: String)
    case needsLint(option: String)
    case nothingKnown(file: String)
    case tooManyFiles(folder: String, limit: Int)

    static let topic = "commandInspect"

    var words: LocalizedText {
        switch self {
        case .doesNotOpen(let source):
            LocalizedText(
                "\(Wording.quoted(source)) does not open with the passphrase",
                "用此口令无法打开 \(Wording.quoted(source))")
        case .needsLint(let option): LocalizedText("option \(option) needs --lint", "选项 \(option) 需要 --lint")
        case .nothingKnown(let file):
            LocalizedText(
                "\(Wording.quoted(file)) holds nothing that is known here",
                "\(Wording.quoted(file)) 中没有任何已知的内容")
        case .tooManyFiles(let folder, let limit):
            LocalizedText(
                "\(Wording.quoted(folder)) has more than \(limit) files",
                "\(Wording.quoted(folder)) 中的文件超过 \(limit) 个")
        }
    }
}

/// Advice of `holdfast inspect`.
enum InspectAdvice: Sentence {
    case nothingJudged
    case pemOrDER
    case smallerFolder
    case kubectl

    static let topic = "commandInspectAdvice"

    var words: LocalizedText {
        switch self {
        case .nothingJudged: LocalizedText("without it nothing is judged", "没有它就不作任何判定")
        case .pemOrDER: LocalizedText("PEM or DER is read", "可读取 PEM 或 DER")
        case .smallerFolder: LocalizedText("inspect a smaller folder", "请查看较小的文件夹")
        case .kubectl:
            LocalizedText(
                "secrets are read as kubectl get secret -o json and -o yaml print them",
                "Secret 按 kubectl get secret -o json 和 -o yaml 的输出读取")
        }
    }
}

/// Reasons why nothing of a file in a folder is shown.
enum InspectNothing: Sentence {
    case tooDeep
    case link
    case notRegular
    case nothingKnown
    case files(count: Int)
    case secrets(count: Int)

    static let topic = "commandInspectNothing"

    var words: LocalizedText {
        switch self {
        case .tooDeep: LocalizedText("too many folders inside each other", "文件夹嵌套过深")
        case .link: LocalizedText("a link to a folder, which is not followed", "指向文件夹的链接，不予跟随")
        case .notRegular: LocalizedText("no regular file", "不是普通文件")
        case .nothingKnown: LocalizedText("nothing that is known here", "没有此处认识的内容")
        case .files(let count):
            LocalizedText(
                "\(count) \(count == 1 ? "file holds" : "files hold") nothing that is known here",
                "\(count) 个文件中没有此处认识的内容")
        case .secrets(let count):
            LocalizedText(
                "\(count) \(count == 1 ? "secret has" : "secrets have") neither a certificate nor a key",
                "\(count) 个 Secret 中既没有证书也没有密钥")
        }
    }
}
