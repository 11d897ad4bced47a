import HoldfastStatements

/// Sentences about the upper end of a path: at an anchor, at one that is none for the use, or nowhere.
enum AnchorSentence: Sentence {
    case leafIsAnchor(profile: String)
    case ownAnchor
    case issuedByAnchor
    case issuerNotFound(issuer: Statement, subject: Statement)
    case issuer(name: String)
    case issuerAt(name: String, place: String)
    case ofNameAndKey
    case selfSigned
    case selfSignedOf(name: String)
    case issuedByAnchorOrOne
    case endsAtNone(subject: Statement)
    case selfSignedEnd(name: String)
    case leadsBack(name: String)
    case anchorAtEnd
    case settingsReject(anchor: Statement, use: Statement)
    case settingsTrustOther(anchor: Statement, uses: Statement, use: Statement)
    case settingsUnreadable(anchor: Statement, fault: Statement)
    case rejectedFor(uses: Statement)
    case rejectedForIn(uses: Statement, file: String)
    case trustedFor(uses: Statement)
    case trustedForIn(uses: Statement, file: String)
    case faultIn(Statement, file: String)
    case trustedForUse(Statement)
    case sendIntermediates
    case useAuthority
    case addRoot
    case takeOut
    case issueByOwnAuthority

    static let topic = "anchor"

    var words: LocalizedText {
        switch self {
        case .leafIsAnchor(let profile):
            LocalizedText(
                "the certificate is itself the anchor: no rule of the profile \(profile) about issued certificates was "
                    + "applied", "该证书自身就是信任锚：规则集 \(profile) 中针对所签发证书的规则均未适用")
        case .ownAnchor: LocalizedText("the certificate as its own anchor", "该证书自身即为信任锚")
        case .issuedByAnchor: LocalizedText("a certificate that an anchor issued", "由信任锚签发的证书")
        case .issuerNotFound(let issuer, let subject):
            LocalizedText(
                "the issuer \(issuer.english) of \(subject.english) was not found",
                "找不到 \(subject.chinese) 的签发者 \(issuer.chinese)")
        case .issuer(let name): LocalizedText("issuer \(name)", "签发者 \(name)")
        case .issuerAt(let name, let place):
            LocalizedText("issuer \(name), to be had from \(place)", "签发者 \(name)，可从 \(place) 取得")
        case .ofNameAndKey:
            LocalizedText(
                "a presented, supplied or anchor certificate of that name and key",
                "名称与密钥相符的证书：由服务器发送、另行提供，或是信任锚")
        case .selfSigned:
            LocalizedText("the certificate is self-signed and is no anchor", "该证书是自签名证书，且不是信任锚")
        case .selfSignedOf(let name):
            LocalizedText("a self-signed certificate of \(name)", "\(name) 的自签名证书")
        case .issuedByAnchorOrOne:
            LocalizedText(
                "a certificate issued by an anchor, or one that is an anchor", "由信任锚签发的证书，或本身就是信任锚的证书")
        case .endsAtNone(let subject):
            LocalizedText(
                "the chain ends at \(subject.english), which is no anchor", "证书链止于 \(subject.chinese)，而它不是信任锚")
        case .selfSignedEnd(let name): LocalizedText("\(name), self-signed", "\(name)，自签名")
        case .leadsBack(let name):
            LocalizedText("\(name), which leads back into the chain", "\(name)，它又绕回证书链之中")
        case .anchorAtEnd: LocalizedText("an anchor at the end of the chain", "证书链的末端应是信任锚")
        case .settingsReject(let anchor, let use):
            LocalizedText(
                "the trust settings of \(anchor.english) reject it as an anchor for \(use.english)",
                "\(anchor.chinese) 的信任设置拒绝将其用作 \(use.chinese) 的信任锚")
        case .settingsTrustOther(let anchor, let uses, let use):
            LocalizedText(
                "the trust settings of \(anchor.english) trust it for \(uses.english) alone, not for \(use.english)",
                "\(anchor.chinese) 的信任设置只信任它用于 \(uses.chinese)，而非 \(use.chinese)")
        case .settingsUnreadable(let anchor, let fault):
            LocalizedText(
                "the trust settings of \(anchor.english) cannot be read, so that it is no anchor: \(fault.english)",
                "\(anchor.chinese) 的信任设置无法读取，因此它不是信任锚：\(fault.chinese)")
        case .rejectedFor(let uses): LocalizedText("rejected for \(uses.english)", "拒绝用于 \(uses.chinese)")
        case .rejectedForIn(let uses, let file):
            LocalizedText("rejected for \(uses.english), in \(file)", "在 \(file) 中被拒绝用于 \(uses.chinese)")
        case .trustedFor(let uses): LocalizedText("trusted for \(uses.english)", "信任用于 \(uses.chinese)")
        case .trustedForIn(let uses, let file):
            LocalizedText("trusted for \(uses.english), in \(file)", "在 \(file) 中被信任用于 \(uses.chinese)")
        case .faultIn(let fault, let file):
            LocalizedText("\(fault.english), in \(file)", "\(file)：\(fault.chinese)")
        case .trustedForUse(let use):
            LocalizedText("an anchor that is trusted for \(use.english)", "应是被信任用于 \(use.chinese) 的信任锚")
        case .sendIntermediates, .useAuthority, .addRoot, .takeOut, .issueByOwnAuthority: adviceWords
        }
    }

    private var adviceWords: LocalizedText {
        switch self {
        case .useAuthority:
            LocalizedText(
                "use a certificate from an authority, or give this very certificate as an anchor if you know it",
                "请使用颁发机构签发的证书；若确知这张证书，可将其本身设为信任锚")
        case .addRoot:
            LocalizedText(
                "add the root as an anchor if you know it and trust it, or have the certificate issued by a known one",
                "若确知并信任该根证书，可将其添加为信任锚；否则请由已知的机构签发证书")
        case .takeOut:
            LocalizedText(
                "take it out of the anchors, or give it as one whose trust settings allow this use if you trust it so",
                "请将其移出信任锚；若您确实信任它用于此用途，请提供信任设置允许该用途的证书")
        case .issueByOwnAuthority:
            LocalizedText(
                "have the certificate issued by an authority of one's own where the profile's rules are to hold",
                "若须满足该规则集，请由自建的颁发机构签发证书")
        default:
            LocalizedText(
                "let the server send the intermediate certificates too, or add the authority's root as an anchor",
                "请让服务器一并发送中间证书，或将该机构的根证书添加为信任锚")
        }
    }
}
