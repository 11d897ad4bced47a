import HoldfastStatements
import HoldfastX509

/// Lines about what `holdfast create` has made.
enum CreateNote: Sentence {
    case made(kind: String, file: String, status: String?, CreatedDetail?)
    case newKey(file: String, kind: String)
    case keyUsed(file: String)
    case notTaken(Statement)
    case warning(Statement)
    case authority(file: String)
    case next(command: String)
    case bundle(file: String)
    case bundleWithUsualPassword(file: String, password: String)

    static let topic = "commandCreateNote"

    var words: LocalizedText {
        switch self {
        case .made(let kind, let file, let status, let detail):
            LocalizedText(
                (["\(kind): \(file)"] + [status, detail?.english].compactMap(\.self)).joined(separator: ", "),
                (["\(kind)：\(file)"] + [status, detail?.chinese].compactMap(\.self)).joined(separator: "，"))
        case .newKey(let file, let kind): LocalizedText("new key: \(file) (\(kind))", "新密钥：\(file)（\(kind)）")
        case .keyUsed(let file): LocalizedText("key used: \(file)", "所用密钥：\(file)")
        case .notTaken(let field):
            LocalizedText("not taken from the request: \(field.english)", "未采用请求中的内容：\(field.chinese)")
        case .warning(let warning): LocalizedText("warning: \(warning.english)", "警告：\(warning.chinese)")
        case .authority(let file): LocalizedText("authority: \(file)", "颁发机构：\(file)")
        case .next(let command): LocalizedText("next: \(command)", "下一步：\(command)")
        case .bundle(let file):
            LocalizedText(
                "PKCS #12: \(file), with the passphrase of --passphrase-file",
                "PKCS #12：\(file)，使用 --passphrase-file 中的口令")
        case .bundleWithUsualPassword(let file, let password):
            LocalizedText(
                "PKCS #12: \(file), password \(password), as Java has it; --passphrase-file sets another",
                "PKCS #12：\(file)，口令为 \(password)，与 Java 的惯例相同；--passphrase-file 可另行指定")
        }
    }
}

/// The end of a line about a file that was made.
enum CreatedDetail: Sentence {
    case keyKind(String)
    case until(String)

    static let topic = "commandCreatedDetail"

    var words: LocalizedText {
        switch self {
        case .keyKind(let kind): .same(kind)
        case .until(let end): LocalizedText("valid until \(end)", "有效期至 \(end)")
        }
    }
}

/// Warnings about a certificate that has just been made.
enum CreateWarning: Sentence {
    case nameFromCommonName
    case outlastsAuthority(end: Instant)
    case beforeAuthority(begin: Instant)
    case refused(code: String, Statement)
    case warnedAbout(code: String, Statement)
    /// For an authority that nothing limits.
    case unlimited

    static let topic = "commandCreateWarning"

    var words: LocalizedText {
        switch self {
        case .nameFromCommonName:
            LocalizedText(
                "the server's name is the request's common name, since the request has no other",
                "服务器的名称取自请求的通用名称，因为请求中没有其他名称")
        case .outlastsAuthority(let end):
            LocalizedText("it outlasts its authority, which ends on \(end)", "它晚于其颁发机构到期，后者于 \(end) 到期")
        case .beforeAuthority(let begin):
            LocalizedText(
                "it begins before its authority, which begins on \(begin)", "它早于其颁发机构生效，后者于 \(begin) 生效")
        case .refused(let code, let message):
            LocalizedText("will be refused (\(code)): \(message.english)", "将被拒绝（\(code)）：\(message.chinese)")
        case .warnedAbout(let code, let message):
            LocalizedText("is warned about (\(code)): \(message.english)", "会受到警告（\(code)）：\(message.chinese)")
        case .unlimited:
            LocalizedText(
                "NO LIMITS: this authority may issue for every name in the world. Whoever gets hold of its key can "
                    + "stand in for any server before all who trust it; create ca --permit NAME makes one that cannot",
                "没有限制：该颁发机构可为世界上任何名称签发证书。得到其密钥者可在所有信任它的程序面前冒充任何服务器；"
                    + "create ca --permit NAME 可生成不能这样做的颁发机构")
        }
    }
}
