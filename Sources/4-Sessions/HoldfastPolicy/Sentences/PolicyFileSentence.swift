import HoldfastFiles
import HoldfastJSON
package import HoldfastStatements

/// Sentences about policy files, and files that they name.
enum PolicyFileSentence: Sentence {
    case policy(path: String, PolicyFileError.Reason)
    case logs(path: String, Statement)
    /// Several faults of one file, a line each.
    case lines(path: String, [Statement])
    case more(count: Int)
    case updateURL(Statement)

    static let topic = "policyFile"

    var words: LocalizedText {
        switch self {
        case .policy(let path, .document(let error)):
            Self.lines(
                path, error.problems.map(\.wholeStatement), more: error.count - error.problems.count)
        case .policy(let path, let reason):
            LocalizedText("policy '\(path)': \(reason.english)", "策略“\(path)”：\(reason.chinese)")
        case .logs(let path, let fault):
            LocalizedText("list of logs '\(path)': \(fault.english)", "日志列表“\(path)”：\(fault.chinese)")
        case .lines(let path, let faults):
            LocalizedText(
                faults.map { "\(path):\($0.english)" }.joined(separator: "\n"),
                faults.map { "\(path):\($0.chinese)" }.joined(separator: "\n"))
        case .more(let count): LocalizedText("and \(count) more", "另有 \(count) 个")
        case .updateURL(let fault):
            LocalizedText("the URL of updates cannot be used: \(fault.english)", "更新的 URL 无法使用：\(fault.chinese)")
        }
    }

    private static func lines(_ path: String, _ problems: [Statement], more: Int) -> LocalizedText {
        let rest = more > 0 ? [PolicyFileSentence.more(count: more).words] : []
        return LocalizedText(
            (problems.map { "\(path):\($0.english)" } + rest.map { "\(path): \($0.english)" })
                .joined(separator: "\n"),
            (problems.map { "\(path):\($0.chinese)" } + rest.map { "\(path)：\($0.chinese)" })
                .joined(separator: "\n"))
    }
}

extension PolicyFileError.Reason: Sentence {
    package static let topic = "policyFileReason"

    /// The reason as a clause; for a document, its first problem.
    package var words: LocalizedText {
        switch self {
        case .unreadable(let text): .same(text)
        case .wrongKind: GuardedFileError.wrongKind.words
        case .foreignOwner(let path, let user): GuardedFileError.foreignOwner(path, user).words
        case .writableByOthers(let path, let mode): GuardedFileError.writableByOthers(path, mode).words
        case .tooLarge(let limit): GuardedFileError.tooLarge(limit: limit).words
        case .document(let error):
            error.problems.first?.wholeStatement.words ?? LocalizedText("it is no policy", "它不是策略")
        }
    }
}

/// Advice about policy files.
enum PolicyFileAdvice: Sentence {
    case checkSpelling
    case nameFile
    case useOwn
    case closeToOthers(path: String)
    case split
    case allOfIt

    static let topic = "policyFileAdvice"

    init(_ reason: PolicyFileError.Reason) {
        self =
            switch reason {
            case .unreadable: .checkSpelling
            case .wrongKind: .nameFile
            case .foreignOwner: .useOwn
            case .writableByOthers(let path, _): .closeToOthers(path: path)
            case .tooLarge: .split
            case .document: .allOfIt
            }
    }

    var words: LocalizedText {
        switch self {
        case .checkSpelling: LocalizedText("check the spelling and the file's rights", "请检查拼写以及文件的权限")
        case .nameFile: LocalizedText("name a file", "请指定一个文件")
        case .useOwn:
            LocalizedText(
                "use a file of your own, in a folder of your own: whoever owns it decides what is trusted",
                "请使用您自己文件夹中您自己的文件：谁拥有它，谁就决定信任什么")
        case .closeToOthers(let path):
            LocalizedText(
                "look whether somebody has changed it, then take others' rights away (chmod go-w '\(path)')",
                "请查看是否有人改动过它，然后去掉他人的权限（chmod go-w '\(path)'）")
        case .split: LocalizedText("split it by program", "请按程序拆分")
        case .allOfIt:
            LocalizedText("nothing of it is in force until all of it is right", "在全部正确之前，其中任何内容都不生效")
        }
    }
}
