public import HoldfastStatements

/// Sentences about users and passwords that no scheme can send.
enum PasswordSentence: Sentence {
    case controlCharacter(in: Part)
    case notNormalized(Part)
    case colonInUser

    static let topic = "password"

    /// The user or the password, in words.
    enum Part: Sentence {
        case user
        case password

        static let topic = "part"

        var words: LocalizedText {
            switch self {
            case .user: LocalizedText("user", "用户名")
            case .password: LocalizedText("password", "密码")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .controlCharacter(let part):
            LocalizedText("the \(part.english) has a control character", "\(part.chinese)含有控制字符")
        case .notNormalized(let part):
            LocalizedText(
                "the \(part.english) is not in Unicode's Normalization Form C", "\(part.chinese)不是 Unicode 的规范化形式 C")
        case .colonInUser:
            LocalizedText("the user has a colon, which Basic authentication cannot send", "用户名含有冒号，Basic 认证无法发送")
        }
    }
}

extension PasswordCredentialError {
    /// The reason as a value.
    public var statement: Statement {
        switch self {
        case .controlCharacter(let part): PasswordSentence.controlCharacter(in: part.inWords).statement
        case .notNormalized(let part): PasswordSentence.notNormalized(part.inWords).statement
        case .colonInUser: PasswordSentence.colonInUser.statement
        }
    }
}

extension PasswordCredentialError.Part {
    fileprivate var inWords: PasswordSentence.Part { self == .user ? .user : .password }
}
