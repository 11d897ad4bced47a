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

    static let topic = "commandInspectAdvice"

    var words: LocalizedText {
        switch self {
        case .nothingJudged: LocalizedText("without it nothing is judged", "没有它就不作任何判定")
        case .pemOrDER: LocalizedText("PEM or DER is read", "可读取 PEM 或 DER")
        case .smallerFolder: LocalizedText("inspect a smaller folder", "请查看较小的文件夹")
        }
    }
}
