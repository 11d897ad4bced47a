import HoldfastStatements

/// Sentences about certificates whose end is not known.
enum DeadlinesSentence: Sentence {
    case unreadable(file: String)

    static let topic = "commandDeadlines"

    var words: LocalizedText {
        switch self {
        case .unreadable(let file):
            LocalizedText(
                "\(Wording.quoted(file)) holds a certificate that cannot be read",
                "\(Wording.quoted(file)) 中有一张无法读取的证书")
        }
    }
}

/// Advice of `holdfast deadlines`.
enum DeadlinesAdvice: Sentence {
    case inspectShows
    case fewerAtOnce

    static let topic = "commandDeadlinesAdvice"

    var words: LocalizedText {
        switch self {
        case .inspectShows: LocalizedText("holdfast inspect shows where it is broken", "holdfast inspect 会指出损坏之处")
        case .fewerAtOnce: LocalizedText("give fewer certificates at once", "请减少一次给出的证书")
        }
    }
}
