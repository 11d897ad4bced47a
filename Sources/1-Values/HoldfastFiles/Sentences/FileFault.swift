package import HoldfastStatements

extension FileReadError: Sentence {
    package static let topic = "fileRead"

    package var words: LocalizedText {
        switch self {
        case .system(let number): SystemText.words(number)
        case .wrongKind: LocalizedText("it is no regular file", "它不是普通文件")
        case .tooLarge(let limit): LocalizedText("it is larger than \(limit) bytes", "它超过 \(limit) 字节")
        }
    }

    /// The reason as a clause in English, without a full stop.
    package var reason: String { english }
}

extension GuardedFileError: Sentence {
    package static let topic = "guardedFile"

    package var words: LocalizedText {
        switch self {
        case .unreadable(let text): SystemText.words(of: text)
        case .wrongKind: FileReadError.wrongKind.words
        case .foreignOwner(let path, let user):
            LocalizedText("'\(path)' belongs to user \(user)", "“\(path)”属于用户 \(user)")
        case .writableByOthers(let path, let mode):
            LocalizedText(
                "others than its owner may change '\(path)' (mode \(String(mode, radix: 8)))",
                "所有者以外的用户可以更改“\(path)”（模式 \(String(mode, radix: 8))）")
        case .openToOthers(let path, let mode):
            LocalizedText(
                "others than its owner have rights to '\(path)' (mode \(String(mode, radix: 8)))",
                "所有者以外的用户对“\(path)”有权限（模式 \(String(mode, radix: 8))）")
        case .tooLarge(let limit): FileReadError.tooLarge(limit: limit).words
        }
    }
}

extension PrivateFolderError {
    /// The fault as a statement.
    package var statement: Statement { StoreError.Reason(self, isWriting: false).statement }
}

extension SystemError {
    /// The operating system's words, in Chinese where they are known in it.
    package var statement: Statement { SystemText.statement(of: SystemText.clause(number)) }
}
