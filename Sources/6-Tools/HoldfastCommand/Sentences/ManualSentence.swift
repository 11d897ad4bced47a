import HoldfastStatements

/// Sentences about the operands of `holdfast manual` and `holdfast completions`.
enum ManualSentence: Sentence {
    case outWithCommand
    case unknownShell(name: String)

    static let topic = "commandManual"

    var words: LocalizedText {
        switch self {
        case .outWithCommand: LocalizedText("--out excludes a command", "--out 不能与命令同时给出")
        case .unknownShell(let name):
            LocalizedText("\(Wording.quoted(name)) is no shell that is known", "\(Wording.quoted(name)) 不是已知的 shell")
        }
    }
}

/// Advice of `holdfast manual` and `holdfast completions`.
enum ManualAdvice: Sentence {
    case everyPage
    case shells

    static let topic = "commandManualAdvice"

    var words: LocalizedText {
        switch self {
        case .everyPage: LocalizedText("every page is written; leave one of the two out", "会写出每一页；请去掉其中之一")
        case .shells: LocalizedText("shells are bash, zsh, fish", "支持的 shell 有 bash、zsh、fish")
        }
    }
}
