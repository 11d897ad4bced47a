import HoldfastStatements

/// Sentences about the operands of `holdfast ats`.
enum ATSSentence: Sentence {
    case fileBesideServer(file: String)

    static let topic = "commandATS"

    var words: LocalizedText {
        switch self {
        case .fileBesideServer(let file):
            LocalizedText(
                "\(Wording.quoted(file)) is a file, and stands beside a server",
                "\(Wording.quoted(file)) 是文件，不能与服务器并列")
        }
    }
}

/// Advice of `holdfast ats`.
enum ATSAdvice: Sentence {
    case fileOrServers
    case propertyList

    static let topic = "commandATSAdvice"

    var words: LocalizedText {
        switch self {
        case .fileOrServers: LocalizedText("name one file alone, or servers", "请只给出一个文件，或只给出服务器")
        case .propertyList:
            LocalizedText("name the Info.plist of an app, XML or binary", "请指定应用的 Info.plist，XML 或二进制均可")
        }
    }
}
