import HoldfastCredentials
import HoldfastStatements

/// Sentences about kept passwords.
enum CredentialsSentence: Sentence {
    case noUser
    case passwordInArgument
    case noScheme(word: String)
    case notTyped
    case passwordFileFault(reason: Statement)
    case passwordFileEmpty
    case twoPlaces
    case noPlace
    case nothingKept(host: String)
    case several(count: Int, host: String)

    static let topic = "commandCredentials"

    var words: LocalizedText {
        switch self {
        case .noUser: LocalizedText("the URL names no user", "URL 中没有用户名")
        case .passwordInArgument:
            LocalizedText(
                "a password in an argument can be seen by every user of the machine; nothing was kept",
                "参数中的密码可被本机所有用户看到；没有保存任何内容")
        case .noScheme(let word):
            LocalizedText("--scheme: \(Wording.quoted(word)) is none", "--scheme：没有名为 \(Wording.quoted(word)) 的方案")
        case .notTyped:
            LocalizedText(
                "there is no terminal to ask for the password on, or nothing was typed",
                "没有可供询问密码的终端，或没有键入任何内容")
        case .passwordFileFault(let reason):
            LocalizedText("--password-file: \(reason.english)", "--password-file：\(reason.chinese)")
        case .passwordFileEmpty:
            LocalizedText("--password-file: it is empty, or no UTF-8", "--password-file：文件为空，或不是 UTF-8")
        case .twoPlaces: LocalizedText("--file and --folder name two places", "--file 与 --folder 指定了两个位置")
        case .noPlace: LocalizedText("there is no place for credentials", "没有存放凭据的位置")
        case .nothingKept(let host):
            LocalizedText("nothing is kept for \(Wording.quoted(host))", "没有为 \(Wording.quoted(host)) 保存凭据")
        case .several(let count, let host):
            LocalizedText(
                "\(count) credentials for \(Wording.quoted(host)); nothing was removed",
                "\(Wording.quoted(host)) 有 \(count) 份凭据；没有删除任何一份")
        }
    }
}

/// Advice of `holdfast credentials`.
enum CredentialsAdvice: Sentence {
    case schemes
    case writeURL
    case userBeforeHost
    case changePassword
    case couldNotBeSent
    case passwordFile
    case passwordAlone
    case timeToCome
    case startKeyring
    case allRemovesEvery
    case makeKeyFile(file: String)
    case listShows
    case addAll

    static let topic = "commandCredentialsAdvice"

    var words: LocalizedText {
        switch self {
        case .schemes:
            LocalizedText(
                "write basic, digest, ntlm, negotiate, form or any",
                "请写 basic、digest、ntlm、negotiate、form 或 any")
        case .writeURL:
            LocalizedText(
                "write a URL with the user before the host, as the examples of holdfast credentials --help",
                "请书写 URL，用户名在主机之前，如 holdfast credentials --help 的示例")
        case .userBeforeHost:
            LocalizedText(
                "write it before the host and an @, as the examples of holdfast credentials --help",
                "请将其写在主机与 @ 之前，如 holdfast credentials --help 的示例")
        case .changePassword:
            LocalizedText(
                "change that password; leave it out here, and type it or use --password-file",
                "请更改该密码；此处不要写出，改为键入或使用 --password-file")
        case .couldNotBeSent: LocalizedText("no server could be sent it", "这样的密码无法发送给任何服务器")
        case .passwordFile:
            LocalizedText(
                "put it into a file that only you can read, and give --password-file FILE",
                "请将其写入只有您能读取的文件，并给出 --password-file FILE")
        case .passwordAlone: LocalizedText("the file holds the password and nothing else", "该文件只应含有密码")
        case .timeToCome: LocalizedText("name a time to come", "请给出将来的时间")
        case .startKeyring:
            LocalizedText(
                "start a keyring, or give --key-file FILE; --program takes letters, digits, - and _",
                "请启动密钥环，或给出 --key-file FILE；--program 只接受字母、数字、- 与 _")
        case .makeKeyFile(let file):
            LocalizedText(
                "make one for you alone, and name it by --key-file: (umask 077; head -c 32 /dev/urandom > "
                    + "\(ShellLine.of([file])))",
                "请制作只有您能读取的密钥文件，并以 --key-file 指定：(umask 077; head -c 32 /dev/urandom > "
                    + "\(ShellLine.of([file])))")
        case .allRemovesEvery: LocalizedText("--all alone removes every one", "单用 --all 会删除全部凭据")
        case .listShows:
            LocalizedText("holdfast credentials list shows what there is", "holdfast credentials list 列出现有的凭据")
        case .addAll:
            LocalizedText("add --all to remove them together, or name one by its number", "请加 --all 一并删除，或以编号指明其中之一")
        }
    }
}

/// Lines about kept passwords.
enum CredentialNote: Sentence {
    case none
    case kept(user: String, CredentialSpace.Asker, server: String, realm: String?, scheme: String)
    indirect case listed(CredentialNote, isFirst: Bool, until: String?)
    indirect case removed(CredentialNote)
    case passphrase
    case password(of: String)

    static let topic = "commandCredentialNote"

    var words: LocalizedText {
        switch self {
        case .none: LocalizedText("no credentials", "没有凭据")
        case .kept(let user, let asker, let server, let realm, let scheme):
            LocalizedText(
                "\(user) at \(asker.rawValue) \(server)\(realm.map { ", realm \"\($0)\"" } ?? ""), "
                    + scheme,
                "\(user)，用于\(asker.chinese) \(server)\(realm.map { "，域“\($0)”" } ?? "")，\(scheme)")
        case .listed(let kept, let isFirst, let end):
            LocalizedText(
                kept.english + (isFirst ? ", proposed first" : "") + (end.map { ", until \($0)" } ?? ""),
                kept.chinese + (isFirst ? "，优先提供" : "") + (end.map { "，有效期至 \($0)" } ?? ""))
        case .removed(let kept): LocalizedText("removed: \(kept.english)", "已删除：\(kept.chinese)")
        case .passphrase: LocalizedText("passphrase of the credentials: ", "凭据的口令：")
        case .password(let user): LocalizedText("password of \(user): ", "\(user) 的密码：")
        }
    }
}

extension CredentialSpace.Asker {
    /// The party in Chinese.
    fileprivate var chinese: String {
        switch self {
        case .server: "服务器"
        case .httpServer: "HTTP 服务器"
        case .httpProxy: "HTTP 代理"
        case .httpsProxy: "HTTPS 代理"
        case .socksProxy: "SOCKS 代理"
        }
    }
}
