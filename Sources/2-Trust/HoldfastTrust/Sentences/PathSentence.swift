import HoldfastStatements

/// Sentences about the length of a path, and about the list of certificates that was sent for it.
enum PathSentence: Sentence {
    case intermediatesBelow(count: Int)
    case atMost(count: Int)
    case lengthConstraint(subject: Statement, allowed: Int, count: Int)
    case intermediates(count: Int)
    case longerThanPolicy(count: Int, allowed: Int)
    case outOfOrder
    case standsBehind(place: Int, issuer: Int)
    case behindIssued
    case superfluous(list: Statement)
    case severalSuperfluous(count: Int, list: Statement)
    case ofList(Statement)
    case pathAlone
    case places([String])
    case placesAndMore([String], more: Int)
    case issueDirectly
    case allowLonger
    case sendInOrder
    case leaveOut

    static let topic = "path"

    var words: LocalizedText {
        switch self {
        case .intermediatesBelow(let count):
            LocalizedText(Counted.english(count, "intermediate") + " below it", "其下有 \(count) 个中间证书")
        case .atMost(let count): LocalizedText("at most \(count)", "最多 \(count)")
        case .lengthConstraint(let subject, let allowed, let count):
            LocalizedText(
                "\(subject.english) allows \(Counted.english(allowed, "intermediate")) below itself, and there "
                    + (count == 1 ? "is 1" : "are \(count)"),
                "\(subject.chinese) 允许其下最多有 \(allowed) 个中间证书，实际有 \(count) 个")
        case .intermediates(let count): LocalizedText(Counted.english(count, "intermediate"), "\(count) 个中间证书")
        case .longerThanPolicy(let count, let allowed):
            LocalizedText(
                "the path has \(Counted.english(count, "intermediate")), and the policy allows \(allowed)",
                "路径中有 \(count) 个中间证书，而策略只允许 \(allowed) 个")
        case .outOfOrder: LocalizedText("the certificates were sent out of order", "证书发送顺序有误")
        case .standsBehind(let place, let issuer):
            LocalizedText(
                "certificate \(place) of the list stands behind certificate \(issuer), which it is below",
                "列表中的第 \(place) 张证书排在第 \(issuer) 张之后，而它是由后者签发的")
        case .behindIssued:
            LocalizedText("each certificate behind the one that it issued", "每张证书应排在由它签发的证书之后")
        case .superfluous(let list):
            LocalizedText(
                "a certificate was sent that is no part of the path: \(list.english)",
                "发送了一张不属于证书链的证书：\(list.chinese)")
        case .severalSuperfluous(let count, let list):
            LocalizedText(
                "\(count) certificates were sent that are no part of the path: \(list.english)",
                "发送了 \(count) 张不属于证书链的证书：\(list.chinese)")
        case .ofList(let places):
            LocalizedText("certificate \(places.english) of the list", "列表中的第 \(places.chinese) 张证书")
        case .pathAlone: LocalizedText("the certificates of the path alone", "仅含路径中的证书")
        case .places(let places): .same(places.joined(separator: ", "))
        case .placesAndMore(let places, let more):
            LocalizedText(
                "\(places.joined(separator: ", ")) and \(more) more",
                "\(places.joined(separator: ", "))，另有 \(more) 张")
        case .issueDirectly:
            LocalizedText(
                "have the certificate issued directly by an authority whose path length constraint allows it",
                "请由路径长度限制允许的颁发机构直接签发证书")
        case .allowLonger:
            LocalizedText(
                "allow a longer path in the policy, or have the certificate issued closer to the anchor",
                "请在策略中允许更长的路径，或由更靠近信任锚的机构签发证书")
        case .sendInOrder:
            LocalizedText(
                "send the server's own certificate first, then the one that issued it, and so on upwards",
                "请先发送服务器自己的证书，再发送其签发者的证书，依次向上")
        case .leaveOut:
            LocalizedText("leave it out, unless clients with other anchors need it", "请将其去掉，除非使用其他信任锚的客户端需要它")
        }
    }
}
