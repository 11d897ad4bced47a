import HoldfastCrypto
import HoldfastFiles
public import HoldfastStatements

extension CredentialStoreError: CustomStringConvertible {
    /// The file and what went wrong, as a statement.
    public var statement: Statement {
        guard let path else { return Statement(reason) }
        return CredentialStoreSentence.file(path: path, reason).statement
    }

    /// The remedy as a statement.
    public var adviceStatement: Statement? {
        switch reason {
        // Files of other kinds are made anew; this one holds what is nowhere else.
        case .file(let error):
            if case .tooLarge = error.reason { CredentialStoreAdvice.putCopy.statement } else { error.adviceStatement }
        default: CredentialStoreAdvice(reason)?.statement
        }
    }

    /// One clause, without a full stop.
    public var description: String { statement.english }

    /// One clause that says what to do, without a full stop.
    public var hint: String { adviceStatement?.english ?? "" }
}

/// Sentences about stores of credentials, with their path.
enum CredentialStoreSentence: Sentence {
    case file(path: String, CredentialStoreError.Reason)

    static let topic = "credentialStore"

    var words: LocalizedText {
        switch self {
        case .file(let path, let reason):
            LocalizedText("'\(path)': \(reason.english)", "“\(path)”：\(reason.chinese)")
        }
    }
}

extension CredentialStoreError.Reason: Sentence {
    package static let topic = "credentialStoreReason"

    package var words: LocalizedText {
        switch self {
        case .tooLarge(let what, let limit):
            LocalizedText("\(what.english) is over the limit of \(limit)", "\(what.chinese)超过上限 \(limit)")
        case .duplicate: LocalizedText("an item of the same identity is there", "已有同一身份的条目")
        case .notFound: LocalizedText("there is no such item", "没有这样的条目")
        case .noKey(let what): LocalizedText("there is no key: \(what.english)", "没有密钥：\(what.chinese)")
        case .wrongKey:
            LocalizedText("the key is another one, or the file's header is damaged", "密钥不是原来的那个，或文件头已损坏")
        case .damaged(let what): LocalizedText("damaged: \(what.english)", "已损坏：\(what.chinese)")
        case .unsupportedFormat(let version):
            LocalizedText(
                "a file of the format \(version), which is not known here", "文件格式为 \(version)，此处不认识该格式")
        case .tooMuchWork(let what): what.words
        case .setBack(let generation, let last):
            LocalizedText(
                "it was set back to the generation \(generation); this process has seen \(last)",
                "它被退回到第 \(generation) 代；本进程见过第 \(last) 代")
        case .file(let error): error.statement.words
        case .library(let error): error.statement.words
        case .secretService(let what):
            LocalizedText("the Secret Service: \(what.english)", "Secret Service：\(what.chinese)")
        }
    }
}

/// Advice about stores of credentials.
enum CredentialStoreAdvice: Sentence {
    case storeLess
    case changeThat
    case list
    case giveKey
    case findKey
    case putCopy
    case useVersion
    case lookWhereFrom
    case lookWhoPut
    case lookAtLibrary
    case startKeyring

    static let topic = "credentialStoreAdvice"

    /// Makes the advice for a reason; nil where the file's own error has one.
    init?(_ reason: CredentialStoreError.Reason) {
        switch reason {
        case .tooLarge: self = .storeLess
        case .duplicate: self = .changeThat
        case .notFound: self = .list
        case .noKey: self = .giveKey
        case .wrongKey: self = .findKey
        case .damaged: self = .putCopy
        case .unsupportedFormat: self = .useVersion
        case .tooMuchWork: self = .lookWhereFrom
        case .setBack: self = .lookWhoPut
        case .file: return nil
        case .library: self = .lookAtLibrary
        case .secretService: self = .startKeyring
        }
    }

    var words: LocalizedText {
        switch self {
        case .storeLess: LocalizedText("store less", "请减少存储的内容")
        case .changeThat: LocalizedText("change the one that is there, or remove it first", "请更改已有的条目，或先将其删除")
        case .list: LocalizedText("list what there is", "请列出已有的条目")
        case .giveKey:
            LocalizedText(
                "give a key by a function, by systemd's LoadCredential= or by a file that only its owner can read",
                "请以函数、systemd 的 LoadCredential= 或只有所有者可读的文件提供密钥")
        case .findKey:
            LocalizedText(
                "look for the key that the file was written with; the file stays as it is", "请找到写入该文件时所用的密钥；文件保持原样")
        case .putCopy:
            LocalizedText(
                "put a copy in its place, or move it away; it stays as it is until then", "请放回一份副本，或将其移走；在此之前它保持原样")
        case .useVersion: LocalizedText("use the version that wrote it, or a later one", "请使用写入它的版本或更高版本")
        case .lookWhereFrom:
            LocalizedText(
                "look where the file comes from; none of this library's asks for so much", "请查看该文件的来源；本库的文件不会要求如此多的计算")
        case .lookWhoPut:
            LocalizedText("look who has put it there; a new process believes it", "请查看是谁放置了它；新的进程会采信它")
        case .lookAtLibrary:
            LocalizedText("look whether OpenSSL is whole, and memory left", "请检查 OpenSSL 是否完好，以及内存是否充足")
        case .startKeyring:
            LocalizedText(
                "start a keyring, as gnome-keyring or KeePassXC, and unlock it",
                "请启动密钥环（如 gnome-keyring 或 KeePassXC）并将其解锁")
        }
    }
}

/// The sentence about files with more salts than keys are kept for.
enum SaltSentence: Sentence {
    case beyond(count: Int)

    static let topic = "salt"

    var words: LocalizedText {
        switch self {
        case .beyond(let count):
            LocalizedText("a file with a salt beyond the \(count)", "文件使用了前 \(count) 个之外的盐")
        }
    }
}
