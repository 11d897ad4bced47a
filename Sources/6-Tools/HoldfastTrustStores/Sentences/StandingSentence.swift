public import HoldfastStatements

extension TrustStanding: Sentence {
    package static let topic = "trustStanding"

    /// The standing as a statement.
    public var statement: Statement { Statement(self) }

    /// The standing as a clause, in English.
    public var reason: String { english }

    package var words: LocalizedText {
        switch self {
        case .trusted: LocalizedText("trusted", "受信任")
        case .trustedOtherwise(let name?):
            LocalizedText("trusted, put there by somebody else as \(name)", "受信任，由他人以 \(name) 之名放入")
        case .trustedOtherwise(nil): LocalizedText("trusted, put there by somebody else", "受信任，由他人放入")
        case .absent: LocalizedText("the authority is not in it", "其中没有该颁发机构")
        case .stale(let why):
            LocalizedText("taken out, and still in force: \(why.english)", "已取出，但仍然有效：\(why.chinese)")
        case .incomplete(let why):
            LocalizedText("put there, and not in force: \(why.english)", "已放入，但未生效：\(why.chinese)")
        case .taken(let why): LocalizedText("left alone: \(why.english)", "不作改动：\(why.chinese)")
        case .unknown(let why): LocalizedText("not known: \(why.english)", "不得而知：\(why.chinese)")
        }
    }
}

/// Reasons why an authority stands with a store as it does.
enum StandingReason: Sentence {
    case link(folder: String)
    case somethingElse(path: String)
    case notInBundle(path: String, bundle: String)
    case onlyInBundle(bundle: String)
    case noProgram(name: String, packages: String)
    case deselected(configuration: String, name: String)
    case distrustFile(folder: String)
    case othersDatabase(owner: UInt32)
    case program(name: String, said: String)
    case othersNickname(String)
    case trustTaken(flags: String)
    case distrusted(flags: String)
    case tooMany(count: Int)
    case otherTrust(nickname: String, flags: String)
    case othersAlias(String)
    case madeFromSystem

    static let topic = "standingReason"

    var words: LocalizedText {
        switch self {
        case .link(let folder): LocalizedText("\(folder) is a link to another place", "\(folder) 是通往别处的链接")
        case .somethingElse(let path):
            LocalizedText("\(path) is there, and is something else", "\(path) 已经存在，而且是别的内容")
        case .notInBundle(let path, let bundle):
            LocalizedText("\(path) is there, and \(bundle) lacks it", "\(path) 已经存在，而 \(bundle) 中没有它")
        case .onlyInBundle(let bundle):
            LocalizedText(
                "\(bundle) has it, and none of the files that it is made of", "\(bundle) 中有它，而生成该文件的各文件中都没有")
        case .noProgram(let name, let packages):
            LocalizedText("\(name) is not installed (\(packages))", "未安装 \(name)（\(packages)）")
        case .deselected(let configuration, let name):
            LocalizedText("\(configuration) deselects it (!\(name))", "\(configuration) 取消了它（!\(name)）")
        case .distrustFile(let folder):
            LocalizedText("it is distrusted by a file in \(folder)", "\(folder) 中有文件声明不信任它")
        case .othersDatabase(let owner):
            LocalizedText(
                "it belongs to user \(owner): run this as that user", "它属于用户 \(owner)：请以该用户的身份运行")
        case .program(let name, let said): LocalizedText("\(name): \(said)", "\(name)：\(said)")
        case .othersNickname(let name):
            LocalizedText("the nickname \(name) is another certificate's", "昵称 \(name) 属于另一张证书")
        case .trustTaken(let flags):
            LocalizedText("its trust was taken away (\(flags))", "对它的信任已被取消（\(flags)）")
        case .distrusted(let flags):
            LocalizedText("it is distrusted on purpose there (\(flags))", "那里特意不信任它（\(flags)）")
        case .tooMany(let count): LocalizedText("it holds \(count) certificates", "其中有 \(count) 张证书")
        case .otherTrust(let nickname, let flags):
            LocalizedText(
                "it is there as '\(nickname)', with the trust '\(flags)'", "它以“\(nickname)”之名存在，信任标志为“\(flags)”")
        case .othersAlias(let alias):
            LocalizedText("the alias \(alias) is another certificate's", "别名 \(alias) 属于另一张证书")
        case .madeFromSystem: LocalizedText("it is made from the system's store", "它由系统的信任库生成")
        }
    }
}
