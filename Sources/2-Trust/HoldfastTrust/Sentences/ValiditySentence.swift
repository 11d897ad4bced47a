import HoldfastStatements
import HoldfastX509

/// Sentences about the time in which certificates are valid.
enum ValiditySentence: Sentence {
    case expired(age: TimeSpan)
    case notYetValid(wait: TimeSpan)
    case notAfter(Instant)
    case notBefore(Instant)
    case orLater(than: Instant)
    case orEarlier(than: Instant)
    case expiresSoon(left: TimeSpan)
    case anchorExpiresSoon(left: TimeSpan)
    case laterThan(Instant)
    case renew
    case wait
    case replaceAnchor
    case checkAnchorClock
    case renewInTime
    case haveNextRoot
    case never(from: Instant, until: Instant)
    case dates(from: Instant, until: Instant)
    case inOrder
    case issueWithDates
    case haveNewerRoot(name: Statement)
    case takeOutOrReplace(name: Statement)

    static let topic = "validity"

    var words: LocalizedText {
        switch self {
        case .expired(let age):
            LocalizedText("the certificate expired \(age.english) ago", "证书已于 \(age.chinese)前过期")
        case .notYetValid(let wait):
            LocalizedText("the certificate will be valid only in \(wait.english)", "证书要再过 \(wait.chinese)才生效")
        case .notAfter(let instant): .same("notAfter \(instant)")
        case .notBefore(let instant): .same("notBefore \(instant)")
        case .orLater(let instant): LocalizedText("\(instant) or later", "\(instant) 或更晚")
        case .orEarlier(let instant): LocalizedText("\(instant) or earlier", "\(instant) 或更早")
        case .expiresSoon(let left):
            LocalizedText("the certificate expires in \(left.english)", "证书将在 \(left.chinese)后过期")
        case .anchorExpiresSoon(let left):
            LocalizedText("the anchor expires in \(left.english)", "信任锚将在 \(left.chinese)后过期")
        case .laterThan(let instant): LocalizedText("later than \(instant)", "晚于 \(instant)")
        case .renew:
            LocalizedText(
                "renew the certificate; if it should still be valid, check the clock of this machine",
                "请更新证书；若它本应仍然有效，请检查本机的时钟")
        case .wait:
            LocalizedText(
                "wait until it is valid, or check the clock of this machine and of the one that issued it",
                "请等到它生效，或检查本机以及签发机器的时钟")
        case .replaceAnchor:
            LocalizedText("replace the anchor by its authority's present one", "请将信任锚更换为该机构现行的根证书")
        case .checkAnchorClock:
            LocalizedText(
                "check the clock of this machine and of the one that made the anchor",
                "请检查本机以及制作该信任锚的机器的时钟")
        case .renewInTime:
            LocalizedText(
                "renew the certificate in time, and see that the server sends the new one",
                "请及时更新证书，并确认服务器发送的是新证书")
        case .haveNextRoot:
            LocalizedText(
                "have its authority's next root in place as an anchor, and certificates issued under it",
                "请提前将该机构的下一个根证书设为信任锚，并由它签发证书")
        case .never(let start, let end):
            LocalizedText(
                "the certificate is valid at no time: it ends at \(end), before it begins at \(start)",
                "证书在任何时间都无效：它于 \(end) 终止，早于其生效时间 \(start)")
        case .dates(let start, let end): .same("notBefore \(start), notAfter \(end)")
        case .inOrder: LocalizedText("notAfter at notBefore or later", "notAfter 不早于 notBefore")
        case .issueWithDates:
            LocalizedText(
                "have the certificate issued anew with its dates in order; no clock makes this one valid",
                "请按正确的先后日期重新签发证书；调整任何时钟都不能使它有效")
        case .haveNewerRoot(let name):
            LocalizedText(
                "take it out of what the server sends, and have the newer root \(name.english) as an anchor: it is a "
                    + "cross certificate of that root, by an older one",
                "请将其从服务器发送的证书中去掉，并以较新的根证书 \(name.chinese) 为信任锚：它是由较旧的根为该根签发的交叉证书")
        case .takeOutOrReplace(let name):
            LocalizedText(
                "take it out of what the server sends, and send the present one of its authority; if it is a root's "
                    + "cross certificate, have the newer root \(name.english) as an anchor instead",
                "请将其从服务器发送的证书中去掉，改为发送该机构现行的证书；若它是某个根的交叉证书，请改以较新的根证书 \(name.chinese) 为信任锚")
        }
    }
}
