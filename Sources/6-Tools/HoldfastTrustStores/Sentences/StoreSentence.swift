public import HoldfastStatements
import HoldfastX509

extension StoreAuthorityError: Sentence, CustomStringConvertible {
    package static let topic = "storeAuthority"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    /// A way out, as a statement.
    public var adviceStatement: Statement? {
        switch self {
        case .foreign(let form): form.adviceStatement
        case .malformed(let certificate): certificate.adviceStatement
        default: StoreAuthorityAdvice(self).statement
        }
    }

    public var description: String { english }

    /// A way out, as a clause.
    public var hint: String { adviceStatement?.english ?? "" }

    package var words: LocalizedText {
        switch self {
        case .tooLarge:
            LocalizedText(
                "it is larger than a certificate: more than \(StoreAuthority.maximumBytes >> 10) KiB",
                "它大于一张证书：超过 \(StoreAuthority.maximumBytes >> 10) KiB")
        case .unreadable(let reason): reason.words
        case .foreign(let form): form.statement.words
        case .malformed(let certificate): certificate.statement.words
        case .holdsPrivateKey:
            LocalizedText(
                "it holds a private key, or may hold one: that belongs into no store", "它含有或可能含有私钥：私钥不应放入任何信任库")
        case .noCertificate: LocalizedText("it holds no certificate", "其中没有证书")
        case .severalCertificates(let count):
            LocalizedText("it holds \(count) certificates, and one is meant", "其中有 \(count) 张证书，而应只有一张")
        case .noAuthority:
            LocalizedText(
                "it is no authority's certificate: nobody would be trusted through it", "它不是颁发机构的证书：不会有任何人因它而受信任")
        case .signedItself:
            LocalizedText(
                "it signed itself and does not say that it is an authority's (basicConstraints): some programs would "
                    + "trust it for itself, some for all that it signs, others not at all",
                "它为自签名，且未说明自己属于颁发机构（basicConstraints）：有的程序只信任它本身，有的信任它签署的一切，有的完全不信任")
        case .firstVersion:
            LocalizedText(
                "it is of version 1, which cannot say that it is an authority's (basicConstraints): most programs "
                    + "would trust all that it signs, others nothing",
                "它为版本 1，无法说明自己属于颁发机构（basicConstraints）：多数程序会信任它签署的一切，其他程序则都不信任")
        case .mayNotSign:
            LocalizedText(
                "its key may not sign certificates (its keyUsage lacks keyCertSign)",
                "其密钥不得签署证书（keyUsage 中没有 keyCertSign）")
        case .rejected(let trusted, let rejected):
            LocalizedText(
                "its file's trust settings do not let it be an anchor for servers: trusted for "
                    + "\(trusted ?? "all that is not rejected"), rejected for \(rejected ?? "nothing")",
                "其文件的信任设置不允许它作为服务器的信任锚：信任用途为\(trusted ?? "未被拒绝的全部用途")，拒绝用途为\(rejected ?? "无")")
        case .noRoot(let issuer):
            LocalizedText("it is no root: it was issued by \(issuer)", "它不是根证书：由 \(issuer) 签发")
        case .expired(let end): LocalizedText("it expired on \(end)", "它已于 \(end) 过期")
        }
    }

    package var plainName: String {
        switch self {
        case .tooLarge: "tooLarge"
        case .holdsPrivateKey: "holdsPrivateKey"
        case .noCertificate: "noCertificate"
        case .noAuthority: "noAuthority"
        case .signedItself: "signedItself"
        case .firstVersion: "firstVersion"
        case .mayNotSign: "mayNotSign"
        case .unreadable, .foreign, .malformed, .severalCertificates, .rejected, .noRoot, .expired: ""
        }
    }
}

/// Advice about certificates that are put into no store.
enum StoreAuthorityAdvice: Sentence {
    case nameCertificate
    case certificateAlone
    case rootAlone
    case nameIssuer
    case nameRoot
    case signedItself
    case makeAuthority
    case distrusted
    case makeNew

    static let topic = "storeAuthorityAdvice"

    init(_ error: StoreAuthorityError) {
        self =
            switch error {
            case .tooLarge, .unreadable, .noCertificate, .foreign, .malformed: .nameCertificate
            case .holdsPrivateKey: .certificateAlone
            case .severalCertificates: .rootAlone
            case .noAuthority: .nameIssuer
            case .noRoot: .nameRoot
            case .signedItself: .signedItself
            case .firstVersion, .mayNotSign: .makeAuthority
            case .rejected: .distrusted
            case .expired: .makeNew
            }
    }

    var words: LocalizedText {
        switch self {
        case .nameCertificate:
            LocalizedText("name the authority's certificate, in PEM or DER", "请指定颁发机构的证书，PEM 或 DER 格式")
        case .certificateAlone:
            LocalizedText(
                "name a file with the certificate alone; the key stays where it is", "请指定只含证书的文件；密钥留在原处")
        case .rootAlone: LocalizedText("name a file with the root alone", "请指定只含根证书的文件")
        case .nameIssuer:
            LocalizedText("name the certificate of the authority that issued it", "请指定签发它的颁发机构的证书")
        case .nameRoot: LocalizedText("name the root's certificate", "请指定根证书")
        case .signedItself:
            LocalizedText(
                "for this program name it by --anchors, or holdfast trust add; for all, holdfast create ca makes an "
                    + "authority that issues the server's anew",
                "若只用于本程序，请以 --anchors 或 holdfast trust add 指定它；若用于所有程序，holdfast create ca 可生成颁发机构并重新签发服务器证书")
        case .makeAuthority:
            LocalizedText(
                "for this program name it by --anchors; for all, make the authority anew (holdfast create ca)",
                "若只用于本程序，请以 --anchors 指定它；若用于所有程序，请重新生成颁发机构（holdfast create ca）")
        case .distrusted:
            LocalizedText(
                "somebody distrusts it on purpose; otherwise take it from a source without such settings",
                "有人特意不信任它；若非如此，请从没有此类说明之处取得它")
        case .makeNew: LocalizedText("make a new authority", "请生成新的颁发机构")
        }
    }
}

extension TrustStoreError: Sentence, CustomStringConvertible {
    package static let topic = "trustStore"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .file(let path, let reason): LocalizedText("\(path): \(reason)", "\(path)：\(reason)")
        case .notPermitted(let path):
            LocalizedText("\(path) may be changed by its owner alone", "\(path) 只能由其所有者更改")
        case .noProgram(let name, let packages):
            LocalizedText("\(name) is not installed (\(packages))", "未安装 \(name)（\(packages)）")
        case .program(let name, let said): LocalizedText("\(name) failed: \(said)", "\(name) 失败：\(said)")
        case .withoutEffect(let reason):
            LocalizedText("it was done, and had no effect: \(reason.english)", "已执行，但没有效果：\(reason.chinese)")
        }
    }

    package var plainName: String { "" }
}
