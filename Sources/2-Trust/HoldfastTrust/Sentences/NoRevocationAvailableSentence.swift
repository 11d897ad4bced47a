import HoldfastStatements

/// Sentences about the extension noRevAvail (RFC 9608) where it is misused.
enum NoRevocationAvailableSentence: Sentence {
    case critical
    case inAuthority
    case otherValue
    case besidePlace(Place)
    case seenCritical
    case seenInAuthority
    case seenValue(String)
    case seenBeside(Place)
    case notCritical
    case inOthersAlone
    case valueNull
    case oneOfBoth
    case markNotCritical
    case authorityWithPlace
    case asNull
    case eitherOfBoth
    case rootWithout

    static let topic = "noRevAvail"

    /// A place that a certificate with the extension must not name.
    enum Place: Sentence {
        case distributionPoints, freshestList, responder

        static let topic = "noRevAvailPlace"

        var words: LocalizedText {
            switch self {
            case .distributionPoints: LocalizedText("CRL distribution points", "CRL 分发点")
            case .freshestList: LocalizedText("a freshest CRL", "最新 CRL（freshestCRL）")
            case .responder: LocalizedText("an OCSP responder", "OCSP 应答服务器")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .critical:
            LocalizedText(
                "the certificate has noRevAvail as a critical extension, which it must not be",
                "证书把 noRevAvail 标为关键扩展，而它不得标为关键")
        case .inAuthority:
            LocalizedText(
                "an authority's certificate says that nobody will know whether it was revoked", "颁发机构的证书声明不公布其吊销信息")
        case .otherValue:
            LocalizedText(
                "the certificate has noRevAvail with a value that it does not have", "证书中 noRevAvail 的值不符合规定")
        case .besidePlace(let place):
            LocalizedText(
                "the certificate says that its revocation is told nowhere (noRevAvail), and names \(place.english)",
                "证书声明不公布吊销信息（noRevAvail），却又写明 \(place.chinese)")
        case .seenCritical: LocalizedText("noRevAvail, critical", "noRevAvail，标为关键")
        case .seenInAuthority:
            LocalizedText("noRevAvail in the certificate of an authority", "颁发机构的证书中有 noRevAvail")
        case .seenValue(let value): LocalizedText("noRevAvail with the value \(value)", "noRevAvail 的值为 \(value)")
        case .seenBeside(let place):
            LocalizedText("noRevAvail beside \(place.english)", "noRevAvail 与\(place.chineseBehindCharacter)并存")
        case .notCritical: LocalizedText("noRevAvail, not critical", "noRevAvail，不标为关键")
        case .inOthersAlone:
            LocalizedText("noRevAvail in certificates of no authority alone", "noRevAvail 只应出现在非颁发机构的证书中")
        case .valueNull: LocalizedText("noRevAvail with the value 0500, a NULL", "noRevAvail 的值应为 0500，即 NULL")
        case .oneOfBoth: LocalizedText("noRevAvail, or a place, not both", "noRevAvail 与吊销信息的地址二者取一")
        case .markNotCritical:
            LocalizedText(
                "have the certificate issued anew with that extension marked as not critical", "请重新签发证书，将该扩展标记为非关键")
        case .authorityWithPlace:
            LocalizedText(
                "have the authority's certificate issued anew without noRevAvail, and with the place of its list",
                "请重新签发颁发机构的证书，去掉 noRevAvail，并写入其吊销列表的地址")
        case .asNull:
            LocalizedText(
                "have the certificate issued anew with noRevAvail as a NULL, or without it",
                "请重新签发证书，noRevAvail 的值取 NULL，或去掉该扩展")
        case .eitherOfBoth:
            LocalizedText(
                "have the certificate issued anew with either noRevAvail or the place of its revocation, not both",
                "请重新签发证书，noRevAvail 与吊销信息的地址二者取一")
        case .rootWithout:
            LocalizedText(
                "make the root anew without noRevAvail, or judge by another profile",
                "重新制作不含 noRevAvail 的根证书，或改用其他规则集判定")
        }
    }
}

extension NoRevocationAvailableSentence.Place {
    /// The Chinese behind a Chinese character: a space stands before letters alone.
    fileprivate var chineseBehindCharacter: String {
        switch self {
        case .distributionPoints, .responder: " \(chinese)"
        case .freshestList: chinese
        }
    }
}
