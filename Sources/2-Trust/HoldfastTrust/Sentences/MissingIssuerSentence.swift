import HoldfastStatements

/// Sentences about what is at hand in the place of an issuer or an anchor that is missing.
enum MissingIssuerSentence: Sentence {
    // A certificate of the name that has another key: where it is.
    case anchorIn(file: String)
    case givenAnchor
    case presented(place: Int)
    case supplied
    // What is said of it.
    case issuerHasOtherKey(issuer: Statement, subject: Statement, other: Statement)
    case endHasOtherKey(subject: Statement, other: Statement)
    case selfSignedHasOtherKey(other: Statement)
    case keyOf(Statement, other: Statement)
    case keyAskedBy(Statement, subject: Statement)
    case keyOfEnd(Statement)
    case identifier(String)
    case hash(String)
    // An anchor that was passed over.
    case issuerUnread(issuer: Statement, subject: Statement, problem: Statement)
    case issuerPerhapsUnread(issuer: Statement, subject: Statement, problem: Statement)
    case endUnread(subject: Statement, problem: Statement)
    case selfSignedUnread(problem: Statement)
    // An authority at hand that is no anchor.
    case issuerAtHand(issuer: Statement, subject: Statement, file: String)
    case endAtHand(subject: Statement, file: String)
    // What to do.
    case giveOption(String)
    case addOtherKey(issuer: Statement, key: Statement)
    case sendOtherKey(issuer: Statement, key: Statement)
    case addNewEnd
    case mendAnchor(file: String)
    case sendFrom(issuer: Statement, place: String)

    static let topic = "missingIssuer"

    var words: LocalizedText {
        switch self {
        case .anchorIn(let file): LocalizedText("the anchor of that name in \(file)", "\(file) 中的同名信任锚")
        case .givenAnchor: LocalizedText("the anchor of that name", "同名的信任锚")
        case .presented(let place):
            LocalizedText("certificate \(place) of the list with that name", "列表中同名的第 \(place) 张证书")
        case .supplied: LocalizedText("the fetched certificate of that name", "取得的同名证书")
        case .issuerHasOtherKey(let issuer, let subject, let other):
            LocalizedText(
                "the issuer \(issuer.english) of \(subject.english) was not found: \(other.english) has another key",
                "找不到 \(subject.chinese) 的签发者 \(issuer.chinese)：\(other.chinese)使用的是另一把密钥")
        case .endHasOtherKey(let subject, let other):
            LocalizedText(
                "the chain ends at \(subject.english), which is no anchor: \(other.english) has another key",
                "证书链止于 \(subject.chinese)，而它不是信任锚：\(other.chinese)使用的是另一把密钥")
        case .selfSignedHasOtherKey(let other):
            LocalizedText(
                "the certificate is self-signed and is no anchor: \(other.english) has another key",
                "该证书是自签名证书，且不是信任锚：\(other.chinese)使用的是另一把密钥")
        case .keyOf(let key, let other):
            LocalizedText("\(key.english), of \(other.english)", "\(other.chinese)的\(key.chinese)")
        case .keyAskedBy(let key, let subject):
            LocalizedText(
                "\(key.english), by which \(subject.english) names the key of its issuer",
                "\(key.chinese)，\(subject.chinese) 以此写明其签发者的密钥")
        case .keyOfEnd(let key): LocalizedText("\(key.english), of the certificate itself", "证书自身的\(key.chinese)")
        case .identifier(let hex): LocalizedText("the key identifier \(hex)", "密钥标识 \(hex)")
        case .hash(let hex): LocalizedText("the key with the SHA-256 \(hex)", "密钥 SHA-256 \(hex)")
        case .issuerUnread(let issuer, let subject, let problem):
            LocalizedText(
                "the issuer \(issuer.english) of \(subject.english) was not found, and an anchor of that name could "
                    + "not be read: \(problem.english)",
                "找不到 \(subject.chinese) 的签发者 \(issuer.chinese)；有一张同名的信任锚无法读取：\(problem.chinese)")
        case .issuerPerhapsUnread(let issuer, let subject, let problem):
            LocalizedText(
                "the issuer \(issuer.english) of \(subject.english) was not found, and may be among the anchors that "
                    + "could not be read: \(problem.english)",
                "找不到 \(subject.chinese) 的签发者 \(issuer.chinese)，它可能在无法读取的信任锚之中：\(problem.chinese)")
        case .endUnread(let subject, let problem):
            LocalizedText(
                "the chain ends at \(subject.english), which is no anchor, and an anchor of that name could not be "
                    + "read: \(problem.english)",
                "证书链止于 \(subject.chinese)，而它不是信任锚；有一张同名的信任锚无法读取：\(problem.chinese)")
        case .selfSignedUnread(let problem):
            LocalizedText(
                "the certificate is self-signed and is no anchor, and an anchor of that name could not be read: "
                    + problem.english, "该证书是自签名证书，且不是信任锚；有一张同名的信任锚无法读取：\(problem.chinese)")
        case .issuerAtHand(let issuer, let subject, let file):
            LocalizedText(
                "the issuer \(issuer.english) of \(subject.english) is no anchor: its certificate lies in \(file)",
                "\(subject.chinese) 的签发者 \(issuer.chinese) 不是信任锚：其证书位于 \(file)")
        case .endAtHand(let subject, let file):
            LocalizedText(
                "the chain ends at \(subject.english), which is no anchor: its certificate lies in \(file)",
                "证书链止于 \(subject.chinese)，而它不是信任锚：其证书位于 \(file)")
        case .giveOption, .addOtherKey, .sendOtherKey, .addNewEnd, .mendAnchor, .sendFrom: adviceWords
        }
    }

    private var adviceWords: LocalizedText {
        switch self {
        case .giveOption(let option):
            LocalizedText(
                "trust it for this once with \(option), or for good with holdfast trust-store install",
                "可用 \(option) 仅此一次信任它，或用 holdfast trust-store install 长期信任")
        case .addOtherKey(let issuer, let key):
            LocalizedText(
                "the authority has a new key, or had an older one: get the certificate of \(issuer.english) with "
                    + "\(key.english), and give it as an anchor too",
                "该机构已更换密钥，或曾使用更早的密钥：请取得 \(issuer.chinese) 带有\(key.chinese) 的证书，并一并设为信任锚")
        case .sendOtherKey(let issuer, let key):
            LocalizedText(
                "let the server send the certificate of \(issuer.english) with \(key.english) in its place",
                "请让服务器改为发送 \(issuer.chinese) 带有\(key.chinese) 的证书")
        case .mendAnchor(let file):
            LocalizedText(
                "replace that certificate in \(file) by a copy from its authority; if it is whole, its authority has "
                    + "to issue it anew: holdfast inspect shows the fault",
                "请以颁发机构提供的副本替换 \(file) 中的这张证书；若证书完好，则须由颁发机构重新签发：holdfast inspect 会指出错误所在")
        case .sendFrom(let issuer, let place):
            LocalizedText(
                "let the server send the intermediate certificates too: that of \(issuer.english) is to be had from "
                    + place, "请让服务器一并发送中间证书：\(issuer.chinese) 的证书可从 \(place) 取得")
        default:
            LocalizedText(
                "if its key was changed on purpose, give the present certificate as the anchor in the place of the "
                    + "old one; if not, somebody stands in between",
                "若密钥是有意更换的，请以现行证书取代旧的信任锚；否则，有人介于其间")
        }
    }
}
