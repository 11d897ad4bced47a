import HoldfastFiles
import HoldfastStatements

/// Sentences about files of users' exceptions.
enum ExceptionFileSentence: Sentence {
    case exceptions(path: String, TrustExceptionStoreError.Reason)
    case entryMembers
    case noMember(String)
    case noFingerprint(String)
    case noServer(String)
    case purpose(String)
    case noTime
    case noSchema
    case otherMembers
    case otherDigest

    static let topic = "exceptionFile"

    var words: LocalizedText {
        switch self {
        case .exceptions(let path, .file(let reason)):
            LocalizedText(
                "exceptions \(StoreError(path: path, reason: reason).statement.english)",
                "例外文件\(StoreError(path: path, reason: reason).statement.chinese)")
        case .exceptions(let path, .tooMany(let limit)):
            LocalizedText("exceptions '\(path)': more than \(limit) entries", "例外文件“\(path)”：条目超过 \(limit) 个")
        case .exceptions(let path, .unknownSchema(let schema)):
            LocalizedText(
                "exceptions '\(path)': the schema \(schema) is of another version",
                "例外文件“\(path)”：schema \(schema) 属于另一版本")
        case .exceptions(let path, .entry(let number, let fault)):
            LocalizedText(
                "exceptions '\(path)': entry \(number) is ignored: \(fault.english)",
                "例外文件“\(path)”：第 \(number) 个条目已忽略：\(fault.chinese)")
        case .exceptions(let path, .notOfAServer(let purpose)):
            LocalizedText(
                "exceptions '\(path)': an exception for \(purpose) names no server, and is not kept",
                "例外文件“\(path)”：用于 \(purpose) 的例外没有指明服务器，不予保存")
        case .entryMembers: LocalizedText("an entry has other members than it should", "有条目的成员与应有的不同")
        case .noMember(let name): LocalizedText("an entry has no \(name)", "有条目缺少 \(name)")
        case .noFingerprint(let text): LocalizedText("'\(text)' is no SHA-256", "“\(text)”不是 SHA-256")
        case .noServer(let text): LocalizedText("'\(text)' is no server's name", "“\(text)”不是服务器的名称")
        case .purpose(let text): LocalizedText("'\(text)' knows no exceptions", "“\(text)”没有例外可言")
        case .noTime: LocalizedText("it has a time that is none", "其中有无效的时间")
        case .noSchema: LocalizedText("it names no schema of exceptions", "没有写明例外的 schema")
        case .otherMembers: LocalizedText("it has other members than it should", "其成员与应有的不同")
        case .otherDigest: LocalizedText("its digest does not fit its entries", "其摘要与条目不符")
        }
    }
}

/// Advice about files of users' exceptions.
enum ExceptionFileAdvice: Sentence {
    case stateAnew
    /// The advice about the file itself.
    case file(Statement)
    /// The advice about a file that counts as empty until it is followed.
    case untilThenEmpty(Statement)
    case remove
    case useVersion
    case stateEntry
    case nameServer

    static let topic = "exceptionFileAdvice"

    init(_ reason: TrustExceptionStoreError.Reason, path: String) {
        self =
            switch reason {
            case .file(.corrupt): .stateAnew
            case .file(let fault):
                switch (StoreError(path: path, reason: fault).adviceStatement, fault) {
                case (let advice?, .locked): .file(advice)
                case (let advice?, _): .untilThenEmpty(advice)
                case (nil, _): .stateAnew
                }
            case .tooMany: .remove
            case .unknownSchema: .useVersion
            case .entry: .stateEntry
            case .notOfAServer: .nameServer
            }
    }

    var words: LocalizedText {
        switch self {
        case .stateAnew:
            LocalizedText(
                "it counts as empty: state your exceptions again with holdfast trust add",
                "它按空的处理：请用 holdfast trust add 重新设置例外")
        case .file(let advice): advice.words
        case .untilThenEmpty(let advice):
            LocalizedText("\(advice.english); until then it counts as empty", "\(advice.chinese)；在此之前它按空的处理")
        case .remove: LocalizedText("remove entries that are not needed", "请删除不需要的条目")
        case .useVersion:
            LocalizedText("use the version that wrote it; here it counts as empty", "请使用写入它的版本；此处它按空的处理")
        case .stateEntry: LocalizedText("state it again with holdfast trust add", "请用 holdfast trust add 重新设置它")
        case .nameServer:
            LocalizedText(
                "name the server, or give the exception to the policy itself", "请指明服务器，或把该例外交给策略本身")
        }
    }
}
